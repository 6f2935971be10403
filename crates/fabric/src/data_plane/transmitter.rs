//! Transmitter of a port: pauses against it, pause frames from it, grants of its NIC.

use super::buffer::{Buffer, Place};
use super::lossless_buffer::device_of_refresh;
use super::nic::Offered;
use super::packet::{Packet, Tag};
use super::pause::PAUSE_FRAME;
use super::plane::{DataPlane, Deferred};
use super::port::other_end;
use super::scheme::QueueScheme;
use super::sharing::PauseOut;
use crate::engine::{Kind, Ring};
use freeboard_device::pfc::{CLASSES, PauseStats, PfcAction};

impl<Q: QueueScheme> DataPlane<Q> {
    /// A packet came to its place in a device, or left it.
    #[inline]
    pub(crate) fn check_xoff(&mut self, device: u32, place: Place) {
        let Some(owner) = self.devices.get_mut(device as usize) else { return };
        if let Some(order) = owner.buffer.pause(place, self.now) {
            self.order(device, order.frame, order.repeat);
        }
    }

    /// A group's pause may have to be repeated.
    pub(crate) fn refresh_pause(&mut self, event: u32) {
        let Some(device) = device_of_refresh(&self.refresh_events, event) else { return };
        let Some(lossless) = self.devices[device as usize].buffer.lossless_mut() else { return };
        if let Some(order) = lossless.refresh(event, self.now) {
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
        self.books.pause_frames += 1;
        let frame = PauseOut { port: other_end(index), arrival, class: frame.class, quanta: frame.quanta };
        if let Some(frame) = self.sharing.keep(frame) {
            self.pause_arrives(frame, self.events.other_side());
        }
    }

    /// A pause frame is on its way to a port whose node is in this part of the bipartition. It is no packet: it passes the
    /// queues, and takes effect at the far end by an event there.
    pub(crate) fn pause_arrives(&mut self, frame: PauseOut, side: usize) {
        let Some(pause_state) = &mut self.queues[frame.port as usize].pause_state else { return };
        let due = pause_state.schedule_frame(frame.arrival, frame.class, frame.quanta);
        self.events.push_at(side, due, Kind::Pause, frame.port);
    }

    /// A pause or its end takes effect; returns a packet that can be sent because of it.
    pub(crate) fn pause(&mut self, index: u32) -> Option<u32> {
        self.queues[index as usize].pause_state.as_mut()?.take_effect(self.now);
        self.restart_transmitter(index)
    }

    /// A pause may have ended by itself.
    pub(crate) fn resume(&mut self, index: u32) -> Option<u32> {
        let is_resume_due = self.queues[index as usize].pause_state.as_mut()?.is_resume_due(self.now);
        if is_resume_due { self.restart_transmitter(index) } else { None }
    }

    /// What waits may have become free to go.
    pub(crate) fn restart_transmitter(&mut self, index: u32) -> Option<u32> {
        if self.is_free(index) { self.transmit(index) } else { None }
    }

    /// All that waits is paused: the port looks again when the first pause ends by itself.
    pub(super) fn wait_for_resume(&mut self, index: u32) {
        if let Some(at) = self.queues[index as usize].schedule_resume(self.now) {
            self.events.push(at, Kind::Resume, index);
        }
    }

    /// What the pauses of a class that a switch port has sent came to.
    pub(crate) fn pauses(&self, index: u32, class: u8) -> PauseStats {
        let Some(port) = self.ports.get(index as usize) else { return PauseStats::default() };
        let device = self.devices.get(port.device as usize);
        device
            .and_then(|device| device.buffer.lossless())
            .map_or_else(PauseStats::default, |lossless| lossless.pauses(port.local, class))
    }

    /// Time a transmitter has held a class for the sake of a pause \[ps\].
    pub(crate) fn held(&self, index: u32, class: u8) -> u64 {
        let pause_state = self.queues.get(index as usize).and_then(|queues| queues.pause_state.as_ref());
        pause_state.map_or(0, |pause_state| pause_state.held(class, self.now))
    }

    /// A new flow of a connection.
    pub(crate) fn add_flow(&mut self, port: u32, slot: u32) -> u32 {
        self.hosts.nics[port].add_flow(slot)
    }

    /// A flow has something to send, not before `release` \[ps\].
    pub(crate) fn request_grant(&mut self, port: u32, flow: u32, class: u8, release: u64) {
        self.hosts.nics[port].offer(Offered { flow, class, release }, self.now);
    }

    /// The flow on the wire has more to send, not before `release` \[ps\].
    pub(crate) fn request_after(&mut self, port: u32, flow: u32, class: u8, release: u64) {
        let offered = Offered { flow, class, release };
        let nic = &mut self.hosts.nics[port];
        if release > self.ports[port as usize].busy_until {
            nic.offer(offered, self.now);
        } else {
            nic.go_on(offered);
        }
    }

    /// The batch of the flow on the wire goes on when the wire is free.
    pub(crate) fn continue_batch(&mut self, port: u32, flow: u32, class: u8) {
        self.hosts.nics[port].keep(flow, class);
    }

    /// Grants the wire to the next connection in round-robin order, of those whose class is not paused by the link partner.
    pub(crate) fn next_grant(&mut self, port: u32) -> Option<u32> {
        let now = self.now;
        let pause_state = self.queues[port as usize].pause_state.as_ref();
        self.hosts.nics[port]
            .take(now, |class| pause_state.is_none_or(|pause_state| pause_state.may_send(class, now)))
    }

    /// A NIC should look whether it can send, unless it is about to look anyway.
    pub(crate) fn notify_nic(&mut self, port: u32) {
        if !self.ports[port as usize].wake_pending {
            self.deferred.push(Deferred::Serve(port));
        }
    }

    /// The NIC looks again when its wheel may have found a flow.
    pub(crate) fn schedule_poll(&mut self, port: u32) {
        if let Some(time) = self.hosts.nics[port].next_poll(self.now) {
            self.events.push(time, Kind::NicPoll, port);
        }
    }

    /// The event of such a look: whether it is the one.
    pub(crate) fn is_poll(&mut self, port: u32) -> bool {
        match self.hosts.nics[port].on_poll(self.now) {
            Ring::Ignore => false,
            Ring::Again(time) => {
                self.events.push(time, Kind::NicPoll, port);
                false
            }
            Ring::Due => true,
        }
    }

    /// Whether the transmitter can take a packet now; if not, it will say when it can.
    pub(crate) fn is_free(&mut self, index: u32) -> bool {
        let port = &mut self.ports[index as usize];
        if port.wake_pending {
            return false;
        }
        if self.now < port.busy_until {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
            return false;
        }
        true
    }

    /// Puts a packet on the wire of a free transmitter, past whatever waits in the port; returns its index.
    #[inline(never)]
    pub(crate) fn launch(&mut self, index: u32, packet: Packet) -> u32 {
        let id = self.packets.insert(packet);
        self.books.inject(&packet);
        self.send(index, Tag::new(id, &packet), packet.delay_class);
        id
    }

    /// Flows wait for the end of a pause of their class: the port looks again when the first one ends by itself.
    pub(crate) fn await_resume(&mut self, index: u32) {
        let Some(pause_state) = self.queues[index as usize].pause_state.as_mut() else { return };
        let nic = &self.hosts.nics[index];
        let classes = (0..CLASSES as u8).filter(|class| nic.waits(*class));
        if let Some(at) = pause_state.schedule_resume(classes, self.now) {
            self.events.push(at, Kind::Resume, index);
        }
    }
}
