//! Clock synchronisation from the stamps of probes: Huygens, an NTP-like estimator.
//!
//! After \[Geng18\] as \[Liu21\] §3.3 uses it. Goal: from stamps to corrections, and nothing else; who sends probes, over
//! what, and with which clocks is the caller's. Non-goals: time of day, a clock's control loop, a wire format.
//!
//! | module | stage |
//! |---|---|
//! | [`mesh`] | who probes whom |
//! | [`coded`] | pairs of probes whose distance has survived the way: both met no queue |
//! | [`edge`] | the line between two clocks' bounds, by a support vector machine |
//! | [`network`] | loops of offsets add up to zero: least squares over the graph |
//! | `agreement` | the clocks that most edges agree on; the edges whose probes all waited are left out |
//! | [`huygens`] | all of it: samples to corrections |
//! | [`ntp`] | the exchange with the shortest round trip, for comparison |
//!
//! Stamps are integer picoseconds of a host's clock; estimates are `f64` nanoseconds.
//!
//! Invariant: nothing here reads a clock or draws from a shared generator. The linear algebra of the libraries may use
//! what a processor has, so the last digits of an estimate are not part of the interface.
#![forbid(unsafe_code)]

mod agreement;
pub mod coded;
pub mod edge;
pub mod huygens;
mod line;
pub mod mesh;
pub mod network;
pub mod ntp;
mod svm;

pub use huygens::{Corrections, Settings, SyncError, synchronise};
pub use line::{Line, Window};

/// Picoseconds in a nanosecond.
pub(crate) const PS_PER_NS: f64 = 1_000.0;

/// A probe's stamps \[ps\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// When it left, by the sender's clock.
    pub sent: i64,
    /// When it arrived, by the receiver's clock.
    pub received: i64,
}

impl Stamped {
    /// The one-way delay as the two clocks have it \[ns\].
    #[must_use]
    pub fn delay_ns(&self) -> f64 {
        (self.received - self.sent) as f64 / PS_PER_NS
    }
}
