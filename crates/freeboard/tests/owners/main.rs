//! Owners of queues and flows, as firmware has them: one program, so that each scheme is compiled once.

mod clock;
mod device;
mod flows;
mod model;
mod negative;
mod silence;
