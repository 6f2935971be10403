//! PFC pause frames: generation, effect, resume.

use super::forwarding::DataPlane;
use super::packet::NONE;
use super::port::other_end;
use super::scheme::QueueScheme;
use crate::engine::Kind;
use freeboard_hw_model::mmu::GroupId;
use freeboard_hw_model::pfc::{PauseStats, PfcAction};

/// A pause frame on the wire \[B\]: 64, 8 of preamble, 12 of gap (IEEE 802.3).
const PAUSE_FRAME: u64 = 84;

impl<Q: QueueScheme> DataPlane<Q> {
    /// A packet of a group, on its way to the `local`-th port of a device, came or left.
    #[inline]
    pub(super) fn check_xoff(&mut self, device: u32, local: u16, group: GroupId) {
        let Some(owner) = self.devices.get_mut(device as usize) else { return };
        let Some(lossless_buffer) = &mut owner.lossless_buffer else { return };
        if let Some(order) = lossless_buffer.pfc(local, group, self.now) {
            self.order(device, order.frame, order.repeat);
        }
    }

    /// A group's pause may have to be repeated.
    pub(crate) fn refresh_pause(&mut self, event: u32) {
        let place = self.refresh_events.partition_point(|&(end, _)| end <= event);
        let Some(&(_, device)) = self.refresh_events.get(place) else { return };
        let Some(lossless_buffer) = &mut self.devices[device as usize].lossless_buffer else { return };
        if let Some(order) = lossless_buffer.refresh(event, self.now) {
            self.order(device, order.frame, order.repeat);
        }
    }

    fn order(&mut self, device: u32, frame: Option<PfcAction>, repeat: Option<(u64, u32)>) {
        if let Some((at, event)) = repeat {
            self.events.push(at, Kind::Refresh, event);
        }
        if let Some(frame) = frame {
            self.send_pause(device, frame);
        }
    }

    /// Sends a pause frame once the transmitter is free, before anything that waits there.
    fn send_pause(&mut self, device: u32, frame: PfcAction) {
        let index = self.devices[device as usize].ports[frame.port.index()];
        let port = &mut self.ports[index as usize];
        // What waits finds the transmitter busy when its wake event comes, and waits for this frame too.
        port.busy_until = port.busy_until.max(self.now) + PAUSE_FRAME * u64::from(port.byte_time);
        let arrival = port.busy_until + self.wires[port.wire as usize].delay;
        self.pause_frames += 1;
        let upstream = other_end(index);
        let multi_queue = self.ports[upstream as usize].multi_queue;
        let Some(pause_state) = self
            .multi_queues
            .get_mut(multi_queue as usize)
            .and_then(|multi_queue| multi_queue.pause_state.as_mut())
        else {
            return;
        };
        let due = pause_state.schedule_frame(arrival, frame.class, frame.quanta);
        self.events.push(due, Kind::Pause, upstream);
    }

    /// A pause or its end takes effect; returns a packet that can be sent because of it.
    pub(crate) fn pause(&mut self, index: u32) -> Option<u32> {
        let multi_queue = self.ports[index as usize].multi_queue;
        self.multi_queues[multi_queue as usize].pause_state.as_mut()?.take_effect(self.now);
        self.restart_transmitter(index)
    }

    /// A pause may have ended by itself.
    pub(crate) fn resume(&mut self, index: u32) -> Option<u32> {
        let multi_queue = self.ports[index as usize].multi_queue;
        let is_resume_due =
            self.multi_queues[multi_queue as usize].pause_state.as_mut()?.is_resume_due(self.now);
        if is_resume_due { self.restart_transmitter(index) } else { None }
    }

    /// What waits may have become free to go.
    pub(super) fn restart_transmitter(&mut self, index: u32) -> Option<u32> {
        if self.is_free(index) { self.transmit_multi_queue(index) } else { None }
    }

    /// All that waits is paused: the port looks again when the first pause ends by itself.
    pub(super) fn wait_for_resume(&mut self, index: u32) {
        let multi_queue = self.ports[index as usize].multi_queue;
        if let Some(at) = self.multi_queues[multi_queue as usize].schedule_resume(self.now) {
            self.events.push(at, Kind::Resume, index);
        }
    }

    /// What the pauses of a class that a switch port has sent came to.
    pub(crate) fn pauses(&self, index: u32, class: u8) -> PauseStats {
        let Some(port) = self.ports.get(index as usize) else { return PauseStats::default() };
        let lossless_buffer =
            self.devices.get(port.device as usize).and_then(|device| device.lossless_buffer.as_ref());
        lossless_buffer
            .map_or_else(PauseStats::default, |lossless_buffer| lossless_buffer.pauses(port.local, class))
    }

    /// Time a transmitter has held a class for the sake of a pause \[ps\].
    pub(crate) fn held(&self, index: u32, class: u8) -> u64 {
        let multi_queue = self.ports.get(index as usize).map_or(NONE, |port| port.multi_queue);
        let pause_state = self
            .multi_queues
            .get(multi_queue as usize)
            .and_then(|multi_queue| multi_queue.pause_state.as_ref());
        pause_state.map_or(0, |pause_state| pause_state.held(class, self.now))
    }
}
