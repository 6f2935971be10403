//! Metadata of a marking scheme: hooks, intrinsics, drop policy.

use crate::NotEct;
use freeboard_params::Unit;

bitflags::bitflags! {
    /// The places where a scheme wants to be called.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Hooks: u8 {
        /// Packet arrives at the queue.
        const ENQUEUE = 1;
        /// Packet leaves the queue.
        const DEQUEUE = 2;
        /// Control-plane tick.
        const CONTROL = 4;
    }
}

bitflags::bitflags! {
    /// Values a place hands to a scheme; a place that lacks one refuses the scheme by name.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Intrinsics: u16 {
        /// Time of the event, 32 bits of ns.
        const NOW = 1;
        /// Bits 47..32 of the stamp.
        const NOW_HIGH = 2;
        /// Time spent in the queue.
        const SOJOURN = 4;
        /// Length of the queue.
        const DEPTH = 8;
        /// Length of all queues of the port.
        const PORT_DEPTH = 16;
        /// Occupancy of the shared pool.
        const POOL_DEPTH = 32;
        /// Packet size.
        const SIZE = 64;
        /// A random word.
        const RANDOM = 128;
        /// Congestion status of the shared pool, two bits, instead of its occupancy.
        const POOL_STATUS = 256;
    }
}

/// How a variant is written, which decides where it can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One match-action program: runs everywhere, the pipeline model included.
    Pipeline,
    /// Plain 32-bit Rust: runs everywhere but the pipeline model.
    Exact,
}

/// What is fixed about one variant of a scheme.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// Name of the scheme, as in the registry.
    pub name: &'static str,
    /// Name of the variant.
    pub variant: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// The paper or RFC it follows.
    pub source: &'static str,
    /// How it is written.
    pub kind: Kind,
    /// Where it is called.
    pub hooks: Hooks,
    /// What it reads.
    pub reads: Intrinsics,
    /// Granule of time \[ns\]: shifting every stamp by a multiple of it changes no decision.
    pub resolution_ns: u32,
    /// Longest time between two calls of one instance \[ns\] over which its decisions stay right; the calls of
    /// [`Aqm::on_idle`](crate::Aqm::on_idle) count, and make any silence harmless.
    pub longest_gap_ns: u64,
    /// Period of `on_control` \[ns\]; 0 without [`Hooks::CONTROL`].
    pub control_period_ns: u32,
    /// What a signal does to a packet without ECN.
    pub not_ect: NotEct,
    /// Where it can answer [`Verdict::Drop`](crate::Verdict::Drop). What a signal does without ECN is `not_ect`'s.
    pub drops: Hooks,
    /// Its activity triggers in slot order: name, and unit of the quantity watched.
    pub triggers: &'static [(&'static str, Unit)],
}

/// Shortest silence after which an owner calls [`Aqm::on_idle`](crate::Aqm::on_idle) \[ns\]: 0.27 s, a thousand round
/// trips of a datacenter. Chosen by us, a quarter of [`IDLE_MAX_NS`].
pub const IDLE_MIN_NS: u32 = 1 << 28;

/// Longest silence before an owner calls [`Aqm::on_idle`](crate::Aqm::on_idle), and longest time between two of its calls
/// while the silence lasts \[ns\]: 1.07 s. No scheme has a shorter [`Meta::longest_gap_ns`] (tested for all).
pub const IDLE_MAX_NS: u32 = (1 << 30) - 1;

/// Resolution of a scheme that works in nanoseconds.
pub const NANOSECOND: u32 = 1;
