//! Results of a run: flow completion times, queues, counters.

mod fct;
mod queue;

use crate::faults::FaultCounts;
pub use fct::{FctSummary, FlowRecord, SizeClass, percentile, summarise};
pub use queue::{QueueSample, QueueTrace};

/// Sums over a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunCounters {
    /// Events processed, except stale timers.
    pub events: u64,
    /// Transmissions begun, of any packet at any port.
    pub packet_hops: u64,
    /// Data packets sent, retransmissions included.
    pub data_packets: u64,
    /// Data packets delivered to their host, copies included.
    pub delivered_packets: u64,
    /// Data packets sent again.
    pub resent_packets: u64,
    /// Fast recoveries.
    pub recoveries: u64,
    /// Retransmission timeouts, of SYNs too.
    pub timeouts: u64,
    /// Packets that arrived for a closed connection.
    pub stray_packets: u64,
    /// ACKs that the delayed ACK's timer sent to unfinished flows, each of which may have stalled for that long.
    pub late_acks: u64,
    /// Packets dropped at ports.
    pub drops: u64,
    /// What faults did.
    pub faults: FaultCounts,
    /// The run digest.
    pub digest: u32,
}
