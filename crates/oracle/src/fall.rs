//! Decrease of the queue length over the last whole window, as pipeline forms measure growth.

use crate::Packet;

/// A window that runs from packet to packet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fall {
    window: u64,
    /// End of the window, length at its start.
    running: Option<(u64, u64)>,
    /// Lengths are words, and their difference is one with a sign.
    fall: i32,
}

impl Fall {
    pub(crate) const fn new(window: u64) -> Self {
        Self { window, running: None, fall: 0 }
    }

    /// A packet leaves; returns the fall in force.
    pub(crate) fn packet(&mut self, packet: &Packet) -> i32 {
        let before = match self.running {
            Some((end, _)) if packet.now < end => None,
            Some((_, length)) => Some(length),
            None => Some(packet.depth),
        };
        if let Some(before) = before {
            self.fall = (before as u32).wrapping_sub(packet.depth as u32).cast_signed();
            self.running = Some((packet.now + self.window, packet.depth));
        }
        self.fall
    }
}
