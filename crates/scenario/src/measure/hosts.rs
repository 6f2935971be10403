//! The record of what hosts were told: congestion controls and underlays.

use core::ops::AddAssign;
use serde::{Deserialize, Serialize};

/// News that the flows under one congestion control had.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControlRecord {
    /// The control.
    pub cc: String,
    /// The news.
    #[serde(flatten)]
    pub told: Told,
}

/// News that congestion controls react to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Acknowledgements that echo a mark.
    pub marked_acks: u64,
    /// Acknowledgements with telemetry of the path.
    pub telemetry: u64,
    /// Congestion notification packets.
    pub cnps: u64,
    /// Losses, each window of data once.
    pub losses: u64,
    /// Retransmission timeouts, of SYNs too.
    pub timeouts: u64,
}

/// Reports that the underlay of a host was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostReports {
    /// The host, from 1.
    pub host: u32,
    /// All reports.
    pub reports: u64,
    /// Reports whose one-way delay was not believed.
    pub ignored: u64,
    /// Of the others those after which a flow was held.
    pub held: u64,
    /// Of all those whose one-way delay was negative: the host's clock is ahead of the receiver's by more than the delay.
    #[serde(default)]
    pub negative: u64,
}

impl ControlRecord {
    /// Returns how often flows were told.
    #[must_use]
    pub const fn reactions(&self) -> u64 {
        let Told { marked_acks, telemetry, cnps, losses, timeouts } = self.told;
        marked_acks + telemetry + cnps + losses + timeouts
    }
}

impl AddAssign for Told {
    fn add_assign(&mut self, other: Self) {
        self.marked_acks += other.marked_acks;
        self.telemetry += other.telemetry;
        self.cnps += other.cnps;
        self.losses += other.losses;
        self.timeouts += other.timeouts;
    }
}
