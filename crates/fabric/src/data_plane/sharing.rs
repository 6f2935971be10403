//! A data plane that runs a part of the nodes: their share of ports, and actions that others have to learn of.

use crate::engine::What;

/// Nodes that another shard runs, and actions of this one beyond its own nodes.
#[derive(Debug, Default)]
pub(crate) struct Sharing {
    /// Actions of senders in this window that other nodes' counters depend on.
    pub(crate) resends: Vec<Resend>,
    /// Whether other shards run some nodes, so that shared state is updated jointly.
    pub(crate) is_shard: bool,
    /// Whether another shard runs the node of each port; empty if none does.
    elsewhere: Vec<bool>,
    /// Pause frames on their way to such ports.
    pub(crate) pauses_out: Vec<PauseOut>,
}

/// A pause frame on its way to a port of another shard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PauseOut {
    pub(crate) port: u32,
    pub(crate) arrival: u64,
    pub(crate) class: u8,
    pub(crate) quanta: u16,
}

/// A retransmission or timeout of the sender of this slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resend {
    /// Position in the order of all events.
    pub(crate) key: (u64, What),
    pub(crate) slot: u32,
    pub(crate) is_timeout: bool,
}

impl Sharing {
    /// One shard of several: whether another one runs the node of each port.
    pub(crate) fn begin(&mut self, elsewhere: Vec<bool>) {
        (self.is_shard, self.elsewhere) = (true, elsewhere);
    }

    /// The frame, if its port is here; otherwise it is exported.
    pub(crate) fn keep(&mut self, frame: PauseOut) -> Option<PauseOut> {
        if self.elsewhere.get(frame.port as usize) != Some(&true) {
            return Some(frame);
        }
        self.pauses_out.push(frame);
        None
    }
}
