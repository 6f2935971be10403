//! Agreement with the code that others run: event streams, and small models of our own of what that code does.
//!
//! Each model covers the part of a reference in which an algorithm here once differed from it. None shares code with an
//! algorithm or an oracle. Numbers that stay different are tests as well, and stand on the algorithm's page.

mod bbr;
mod codel;
mod cubic;
mod dcqcn;
mod dctcp;
mod dualpi2;
mod pie;
mod undo;
