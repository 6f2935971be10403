//! Priority flow control: when a class pauses its link, for how long, and what memory that takes.
//!
//! | item | side | what it does |
//! |---|---|---|
//! | [`Link`] | both | what arrives after a pause was decided: the headroom |
//! | [`PauseTiming`] | both | quanta in time, when a pause is repeated |
//! | [`Pauser`] | receiver | turns the level of an ingress group into pause frames |
//! | [`PauseGate`] | sender | holds a class until the pause ends |
//!
//! This decides and counts; the frames ([`PfcAction`]) are carried by whoever drives it. Times are absolute
//! picoseconds.
//!
//! Goals: headroom that is enough by derivation, pauses that end by themselves, repeats in time. Non-goals:
//! the watchdog against pause storms, shared headroom pools, the frame's own loss.

mod gate;
mod link;
mod pauser;
mod timing;

pub use gate::{CLASSES, PauseGate};
pub use link::{Headroom, Link};
pub use pauser::{Level, PauseStats, Pauser, PfcAction};
pub use timing::PauseTiming;
