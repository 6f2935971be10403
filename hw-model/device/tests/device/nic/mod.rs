//! The NIC's send side: pacer, timing wheel, turns, and all three together on a link.

mod clock;
mod pacer;
mod qp_arbiter;
mod sending;
mod wheel;
