//! PFC pause state of a transmitter, per class.

use crate::time::LinkRate;
use freeboard_device::mmu::ConfigError;
use freeboard_device::pfc::{CLASSES, Link, PauseGate, PauseTiming};
use std::collections::VecDeque;

/// A pause frame on the wire \[B\]: 64, 8 of preamble, 12 of gap (IEEE 802.3).
pub(crate) const PAUSE_FRAME: u64 = 84;

/// Bytes of one pause quantum: 512 bits (IEEE 802.3 Annex 31B).
pub(crate) const QUANTUM_BYTES: u64 = 64;

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
