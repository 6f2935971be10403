//! What the run digest covers.
//!
//! It hashes flow completions, marks and drops in order as little-endian u32 words, never floats or wall time,
//! so two runs with the same digest made the same decisions. The hash is that of the decision digests.

pub use replay::Digest;

/// Kinds of records, the first word of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Record {
    /// A flow completed: flow, finish time \[ps\] low and high, retransmitted segments.
    Finish = 1,
    /// A packet was marked: time low and high, port, flow, sequence number.
    Mark = 2,
    /// A packet was dropped: time low and high, port and cause, flow, sequence number.
    Drop = 3,
}
