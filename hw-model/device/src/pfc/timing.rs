//! Pause quanta in time.

use super::Link;
use crate::error::{ConfigError, ConfigField};

/// Bits of a pause quantum, times picoseconds of a bit at 1 Mb/s (IEEE 802.3 Annex 31B).
const QUANTUM_PS_AT_1_MBPS: u64 = 512 * 1_000_000;

/// How long a pause frame holds, and how often it is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseTiming {
    quantum_ps: u64,
    quanta: u16,
}

impl PauseTiming {
    /// `quanta` per pause frame on this link.
    ///
    /// # Errors
    /// Those of [`Link::check`]; or half of the pause is shorter than a frame's way to its effect, so that
    /// the repeat could come after the end.
    pub fn new(link: &Link, quanta: u16) -> Result<Self, ConfigError> {
        link.check()?;
        let timing = Self { quantum_ps: QUANTUM_PS_AT_1_MBPS / u64::from(link.mbps), quanta };
        let least = (2 * link.pause_delay_ps()).div_ceil(timing.quantum_ps).max(2);
        let (least, most) = (i64::try_from(least).unwrap_or(i64::MAX), i64::from(u16::MAX));
        ConfigError::unless_within(ConfigField::PauseQuanta, i64::from(quanta), least, most)?;
        Ok(timing)
    }

    /// The longest pause a frame can ask for: 65 535 quanta.
    ///
    /// # Errors
    /// Those of [`PauseTiming::new`].
    pub fn longest(link: &Link) -> Result<Self, ConfigError> {
        Self::new(link, u16::MAX)
    }

    /// What a frame asks for.
    #[must_use]
    pub const fn quanta(&self) -> u16 {
        self.quanta
    }

    /// Time of `quanta` pause quanta \[ps\], rounded down: a pause may end early, never late.
    #[must_use]
    pub const fn span_ps(&self, quanta: u16) -> u64 {
        self.quantum_ps * quanta as u64
    }

    /// Time from a pause frame to its repeat \[ps\]: half of the pause.
    #[must_use]
    pub const fn refresh_ps(&self) -> u64 {
        self.span_ps(self.quanta) / 2
    }
}
