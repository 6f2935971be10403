//! Every algorithm against its oracles.

mod controls;
mod dctcp;
mod ecn_sharp;
mod layouts;
mod schemes;
mod tables;
mod underlays;
