//! The receiver's side: the level of an ingress group as pause frames.

use super::PauseTiming;
use freeboard_units::PortId;

/// State of an ingress group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Into its headroom: pause.
    Over,
    /// Between the two thresholds: leave it as it is.
    Between,
    /// Below the lower threshold with its headroom free: resume.
    Clear,
}

/// A frame to send against the direction of the traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PfcAction {
    /// Out of which port.
    pub port: PortId,
    /// For which class, 0 to 7.
    pub class: u8,
    /// For how long; 0 resumes.
    pub quanta: u16,
}

/// What a group's pauses came to. Counters wrap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PauseStats {
    /// Pauses begun.
    pub pauses: u32,
    /// Frames that repeated one.
    pub refreshes: u32,
    /// Pauses ended.
    pub resumes: u32,
    /// Time in pauses that ended \[ps\].
    pub paused_ps: u64,
    /// Longest of them \[ps\].
    pub longest_ps: u64,
}

/// The pause state of one ingress group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pauser {
    paused: bool,
    since: u64,
    refresh_at: u64,
    stats: PauseStats,
}

impl Pauser {
    /// The group's level at `now` \[ps\], after a packet came or left: the quanta of a frame to send.
    ///
    /// Pauses and resumes alternate.
    #[inline]
    pub const fn on_level(&mut self, now: u64, level: Level, timing: &PauseTiming) -> Option<u16> {
        match (level, self.paused) {
            (Level::Over, false) => {
                self.paused = true;
                self.since = now;
                self.refresh_at = now.saturating_add(timing.refresh_ps());
                self.stats.pauses = self.stats.pauses.wrapping_add(1);
                Some(timing.quanta())
            }
            (Level::Clear, true) => {
                self.paused = false;
                let length = now.saturating_sub(self.since);
                self.stats.resumes = self.stats.resumes.wrapping_add(1);
                self.stats.paused_ps = self.stats.paused_ps.wrapping_add(length);
                if length > self.stats.longest_ps {
                    self.stats.longest_ps = length;
                }
                Some(0)
            }
            _ => None,
        }
    }

    /// Time at which the running pause has to be repeated \[ps\].
    #[inline]
    #[must_use]
    pub const fn refresh_at(&self) -> Option<u64> {
        if self.paused { Some(self.refresh_at) } else { None }
    }

    /// The repeat, if it is due at `now` \[ps\].
    #[inline]
    pub const fn on_timer(&mut self, now: u64, timing: &PauseTiming) -> Option<u16> {
        if !self.paused || now < self.refresh_at {
            return None;
        }
        self.refresh_at = now.saturating_add(timing.refresh_ps());
        self.stats.refreshes = self.stats.refreshes.wrapping_add(1);
        Some(timing.quanta())
    }

    /// The group's link is paused.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// What its pauses came to.
    #[must_use]
    pub const fn stats(&self) -> PauseStats {
        self.stats
    }
}
