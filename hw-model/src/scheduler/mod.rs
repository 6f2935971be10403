//! Which queue of a port sends next.
