//! In-band telemetry: what a switch port writes into a packet that asks for it.

use super::forwarding::DataPlane;
use super::packet::StackId;
use super::port::{Port, Role};
use super::scheme::QueueScheme;
use freeboard_cc_api::{Bytes, IntHop, Nanos32};

/// Time of a byte \[ps\] on a link of 1 Mbit/s.
const BYTE_AT_1_MBPS: u32 = 8_000_000;

impl<Q: QueueScheme> DataPlane<Q> {
    /// A packet that collects telemetry begins to be sent, and is out of its queue.
    ///
    /// Hosts do not write, since the five hops of a stack are those of the switches (\[Li19\] §4.1). A sixth hop finds
    /// no room and is left out.
    #[cold]
    #[inline(never)]
    pub(super) fn write_hop(&mut self, index: u32, id: u32) {
        let port = &self.ports[index as usize];
        if port.role == Role::Host {
            return;
        }
        let clock = self.devices.get(port.device as usize).map(|device| device.clock);
        let stamp = Nanos32(clock.unwrap_or_default().reading(self.now_ns) as u32);
        let packet = self.packets.get_mut(id);
        let place = packet
            .telemetry
            .index()
            .unwrap_or_else(|| self.stacks.insert(freeboard_cc_api::IntStack::default()));
        packet.telemetry = StackId::at(place);
        let stack = self.stacks.get_mut(place);
        if let Some(hop) = stack.hops.get_mut(usize::from(stack.count)) {
            *hop = port.hop(stamp);
            stack.count += 1;
        }
    }

    /// The telemetry of a packet is no longer needed.
    #[inline]
    pub(crate) fn forget_hops(&mut self, telemetry: StackId) {
        if let Some(place) = telemetry.index() {
            self.stacks.remove(place);
        }
    }
}

impl Port {
    /// What it has to say of itself: the packets that wait, those whose transmission has begun before.
    fn hop(&self, stamp: Nanos32) -> IntHop {
        // Framing takes its part of the link, so it is counted too: else a full link would look less than full.
        let sent = self.sent_bytes.wrapping_add(self.sent.wrapping_mul(u64::from(self.frame_gap)));
        IntHop {
            stamp,
            depth: Bytes(self.bytes),
            sent: sent as u32,
            rate_mbps: BYTE_AT_1_MBPS / self.byte_time.max(1),
        }
    }
}
