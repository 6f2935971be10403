//! PFC pause frames: generation, effect, resume; the pause state of a transmitter, per class.

use super::buffer::{Buffer, Place};
use super::forwarding::{DataPlane, PauseOut};
use super::port::other_end;
use super::scheme::QueueScheme;
use crate::engine::Kind;
use crate::time::LinkRate;
use freeboard_hw_model::mmu::ConfigError;
use freeboard_hw_model::pfc::{CLASSES, Link, PauseGate, PauseStats, PauseTiming, PfcAction};
use std::collections::VecDeque;

/// A pause frame on the wire \[B\]: 64, 8 of preamble, 12 of gap (IEEE 802.3).
pub(crate) const PAUSE_FRAME: u64 = 84;

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
        self.pause_frames += 1;
        let frame = PauseOut { port: other_end(index), arrival, class: frame.class, quanta: frame.quanta };
        if self.elsewhere.get(frame.port as usize) == Some(&true) {
            self.pauses_out.push(frame);
        } else {
            self.pause_arrives(frame);
        }
    }

    /// A pause frame is on its way to a port. It is no packet: it passes the queues, and takes effect at the far end by an event
    /// there.
    pub(crate) fn pause_arrives(&mut self, frame: PauseOut) {
        let Some(pause_state) = &mut self.queues[frame.port as usize].pause_state else { return };
        let due = pause_state.schedule_frame(frame.arrival, frame.class, frame.quanta);
        self.events.push(due, Kind::Pause, frame.port);
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
}

/// The device of a refresh event, from the devices with lossless classes and where the numbers of each end.
pub(crate) fn device_of_refresh(ends: &[(u32, u32)], event: u32) -> Option<u32> {
    ends.get(ends.partition_point(|&(end, _)| end <= event)).map(|&(_, device)| device)
}

/// A pause frame on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PauseFrame {
    /// When it takes effect \[ps\].
    due: u64,
    class: u8,
    quanta: u16,
}

/// How long one class has been held, added up.
#[derive(Clone, Copy, Debug, Default)]
struct ClassPause {
    gate: PauseGate,
    since: u64,
    total: u64,
    /// Frames that have come.
    frames: u64,
    /// A watchdog sends on, whatever they say.
    is_ignored: bool,
}

/// The pauses of one transmitter.
#[derive(Clone, Debug)]
pub(crate) struct PauseState {
    timing: PauseTiming,
    /// From the end of a pause frame's arrival to its effect \[ps\].
    response: u64,
    classes_paused: [ClassPause; CLASSES],
    /// First to arrive first.
    frames: VecDeque<PauseFrame>,
    /// When the resume event for a pause that expires by itself is due \[ps\]; `u64::MAX` for none.
    resume_at: u64,
}

impl PauseState {
    /// Nothing is paused.
    pub(crate) fn new(link: &Link, rate: LinkRate, quanta: u16) -> Result<Self, ConfigError> {
        Ok(Self {
            timing: PauseTiming::new(link, quanta)?,
            response: u64::from(link.response_quanta()) * QUANTUM_BYTES * u64::from(rate.byte_time_ps()),
            classes_paused: [ClassPause::default(); CLASSES],
            frames: VecDeque::new(),
            resume_at: u64::MAX,
        })
    }

    /// A frame will have arrived at `arrival` \[ps\]; returns the time when it takes effect.
    pub(crate) fn schedule_frame(&mut self, arrival: u64, class: u8, quanta: u16) -> u64 {
        let due = arrival + self.response;
        self.frames.push_back(PauseFrame { due, class, quanta });
        due
    }

    /// The frames that take effect now do.
    pub(crate) fn take_effect(&mut self, now: u64) {
        while let Some(frame) = self.frames.pop_front_if(|frame| frame.due <= now) {
            let pause = &mut self.classes_paused[usize::from(frame.class) % CLASSES];
            pause.total = pause.total_at(now);
            pause.since = now;
            pause.frames += 1;
            if pause.is_ignored {
                continue;
            }
            pause.gate.on_pause(now, frame.quanta, &self.timing);
        }
    }

    /// The link has gone down: nothing is paused any more, and the frames on it are lost.
    pub(crate) fn forget(&mut self, now: u64) {
        self.frames.clear();
        for pause in &mut self.classes_paused {
            pause.open(now);
        }
    }

    /// Frames of a class that have come.
    pub(crate) fn frames_received(&self, class: u8) -> u64 {
        self.classes_paused[usize::from(class) % CLASSES].frames
    }

    /// A watchdog begins to send a class whatever is paused, or ends it.
    pub(crate) fn ignore(&mut self, class: u8, is_ignored: bool, now: u64) {
        let pause = &mut self.classes_paused[usize::from(class) % CLASSES];
        pause.open(now);
        pause.is_ignored = is_ignored;
    }

    /// Whether a packet of the class may start now.
    #[inline]
    pub(crate) fn may_send(&self, class: u8, now: u64) -> bool {
        self.classes_paused[usize::from(class) % CLASSES].gate.may_send(now)
    }

    /// Time a class has been held up to `now` \[ps\].
    pub(crate) fn held(&self, class: u8, now: u64) -> u64 {
        self.classes_paused.get(usize::from(class)).map_or(0, |pause| pause.total_at(now))
    }

    /// Some of these classes wait for the end of their pause: returns the time of the resume event, unless one is scheduled
    /// already.
    pub(crate) fn schedule_resume(&mut self, classes: impl Iterator<Item = u8>, now: u64) -> Option<u64> {
        let until = |class: u8| self.classes_paused[usize::from(class) % CLASSES].gate.until();
        let first = classes.map(until).filter(|&until| until > now).min()?;
        if first >= self.resume_at {
            return None;
        }
        self.resume_at = first;
        Some(first)
    }

    /// Whether the resume event of this moment is the one scheduled last.
    pub(crate) fn is_resume_due(&mut self, now: u64) -> bool {
        let is = self.resume_at == now;
        if is {
            self.resume_at = u64::MAX;
        }
        is
    }
}

impl ClassPause {
    /// It is paused no more.
    fn open(&mut self, now: u64) {
        (self.total, self.since, self.gate) = (self.total_at(now), now, PauseGate::default());
    }

    fn total_at(&self, now: u64) -> u64 {
        self.total + now.min(self.gate.until()).saturating_sub(self.since)
    }
}

/// Bytes of one pause quantum: 512 bits (IEEE 802.3 Annex 31B).
pub(crate) const QUANTUM_BYTES: u64 = 64;
