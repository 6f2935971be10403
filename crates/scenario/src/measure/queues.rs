//! The record of the queues of a run in which ports have several.

use serde::{Deserialize, Serialize};

/// One queue, over all ports of all switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueRecord {
    /// Its index in its port.
    pub queue: usize,
    /// Packets offered.
    pub arrived: u64,
    /// Packets sent.
    #[serde(default)]
    pub sent: u64,
    /// Bytes sent.
    pub sent_bytes: u64,
    /// Packets marked CE.
    pub marked: u64,
    /// Packets dropped.
    pub dropped: u64,
    /// Of them those that the scheme dropped, its signals on packets without ECN included.
    #[serde(default)]
    pub dropped_scheme: u64,
    /// Of them those that a fault dropped, from the queue or before it.
    #[serde(default)]
    pub dropped_fault: u64,
    /// Of those of faults the ones that a watchdog dropped before the queue.
    #[serde(default)]
    pub refused_fault: u64,
    /// Longest \[B\].
    pub bytes_max: u32,
}

/// The pauses of one class, over all ports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassPauses {
    /// The class.
    pub class: u8,
    /// Pauses begun by switches.
    pub pauses: u64,
    /// Frames that repeated one.
    pub repeats: u64,
    /// All frames of the class that switches sent, those that ended a pause included.
    #[serde(default)]
    pub frames: u64,
    /// Time switches have asked for, of pauses that ended, summed over ports \[ps\].
    pub xoff_requested_ps: u64,
    /// Longest pause that ended \[ps\].
    pub longest_ps: u64,
    /// Time transmitters have held the class, summed over them \[ps\].
    pub paused_ps: u64,
}
