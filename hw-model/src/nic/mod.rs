//! The NIC's pacer.
