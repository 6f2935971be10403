//! The classes of a transmitter that the other end of its link has paused.

use crate::time::LinkRate;
use freeboard_hw_model::mmu::ConfigError;
use freeboard_hw_model::pfc::{CLASSES, Link, PauseGate, PauseTiming};
use std::collections::VecDeque;

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
struct Hold {
    gate: PauseGate,
    since: u64,
    total: u64,
}

/// The pauses of one transmitter.
#[derive(Clone, Debug)]
pub(crate) struct Gates {
    timing: PauseTiming,
    /// From the end of a pause frame's arrival to its effect \[ps\].
    response: u64,
    holds: [Hold; CLASSES],
    /// First to arrive first.
    frames: VecDeque<PauseFrame>,
    /// When it looks for a pause that has ended by itself \[ps\]; `u64::MAX` for no need.
    look_at: u64,
}

impl Gates {
    /// Nothing is paused.
    pub(crate) fn new(link: &Link, rate: LinkRate, quanta: u16) -> Result<Self, ConfigError> {
        Ok(Self {
            timing: PauseTiming::new(link, quanta)?,
            response: u64::from(link.response_quanta()) * QUANTUM_BYTES * u64::from(rate.byte_time_ps()),
            holds: [Hold::default(); CLASSES],
            frames: VecDeque::new(),
            look_at: u64::MAX,
        })
    }

    /// A frame will have arrived at `arrival` \[ps\]; the answer is when it takes effect.
    pub(crate) fn expect(&mut self, arrival: u64, class: u8, quanta: u16) -> u64 {
        let due = arrival + self.response;
        self.frames.push_back(PauseFrame { due, class, quanta });
        due
    }

    /// The frames that take effect now do.
    pub(crate) fn take_effect(&mut self, now: u64) {
        while let Some(frame) = self.frames.pop_front_if(|frame| frame.due <= now) {
            let hold = &mut self.holds[usize::from(frame.class) % CLASSES];
            hold.total = hold.total_at(now);
            hold.since = now;
            hold.gate.on_pause(now, frame.quanta, &self.timing);
        }
    }

    /// Whether a packet of the class may start now.
    #[inline]
    pub(crate) fn may_send(&self, class: u8, now: u64) -> bool {
        self.holds[usize::from(class) % CLASSES].gate.may_send(now)
    }

    /// Time a class has been held up to `now` \[ps\].
    pub(crate) fn held(&self, class: u8, now: u64) -> u64 {
        self.holds.get(usize::from(class)).map_or(0, |hold| hold.total_at(now))
    }

    /// Some of these classes wait for the end of their pause: the time of a look that is not yet booked.
    pub(crate) fn book_look(&mut self, classes: impl Iterator<Item = u8>, now: u64) -> Option<u64> {
        let until = |class: u8| self.holds[usize::from(class) % CLASSES].gate.until();
        let first = classes.map(until).filter(|&until| until > now).min()?;
        if first >= self.look_at {
            return None;
        }
        self.look_at = first;
        Some(first)
    }

    /// Whether the look of this moment is the one that was booked last.
    pub(crate) fn is_look(&mut self, now: u64) -> bool {
        let is = self.look_at == now;
        if is {
            self.look_at = u64::MAX;
        }
        is
    }
}

impl Hold {
    fn total_at(&self, now: u64) -> u64 {
        self.total + now.min(self.gate.until()).saturating_sub(self.since)
    }
}

/// Bytes of one pause quantum: 512 bits (IEEE 802.3 Annex 31B).
const QUANTUM_BYTES: u64 = 64;
