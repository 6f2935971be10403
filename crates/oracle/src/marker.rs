//! Interface of a marking-scheme model.

use crate::{Answer, FlowEvent, Packet};

/// A quantised model of a marking scheme.
pub trait Marker {
    /// Takes one packet; is it marked?
    fn packet(&mut self, packet: &Packet) -> bool;
}

/// A quantised model of a congestion control.
pub trait Controller {
    /// Takes one event at `now` \[ns\]; what holds afterwards.
    fn event(&mut self, now: u64, event: &FlowEvent) -> Answer;
}

/// How far an algorithm's arithmetic may lie from the real one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// A deadline "t + interval" is met by this much early \[ns\] at most.
    pub early: f64,
    /// ... and this much late \[ns\] at most.
    pub late: f64,
    /// One step of the schedule is too short by this fraction of itself at most ...
    pub step_short: f64,
    /// ... plus this much \[ns\].
    pub step_short_ns: f64,
    /// One step of the schedule is too long by this fraction of itself at most ...
    pub step_long: f64,
    /// ... plus this much \[ns\].
    pub step_long_ns: f64,
}

/// A decision that real arithmetic does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation(pub String);

/// A model in real arithmetic that follows an algorithm and objects where it leaves the bound.
pub trait Judge {
    /// Takes one packet and the decision on it.
    ///
    /// # Errors
    /// No real-valued run within the tolerance decides so.
    fn packet(&mut self, packet: &Packet, marked: bool) -> Result<(), Violation>;
}
