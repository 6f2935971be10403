//! The clocks of a scenario's hosts.

use crate::document::{
    Choice, Fault, Form, Key, Keyed, Maybe, Section, keys, picos, rate_error, read, within,
};
use crate::quantity::PICOS;
use freeboard_device::nic::{Resync, StampNoise, Wander};

/// What the clocks of all hosts are drawn from; each host draws for itself, from the run's seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Standard deviation of the constant offset \[ps\].
    pub offset_ps: u64,
    /// Standard deviation of the constant rate error \[10^-9\].
    pub drift_ppb: u32,
    /// Farthest from the line of the rate error \[ps\]; `None` for no changes of the rate.
    pub wander_ps: Option<u32>,
    /// Length of a piece of constant rate \[ps\].
    pub wander_piece_ps: u64,
    /// Time between corrections \[ps\]; `None` for none.
    pub resync_ps: Option<u64>,
    /// Standard deviation of what a correction leaves \[ps\].
    pub residual_ps: u64,
    /// Time that a correction is spread over \[ps\].
    pub slew_ps: u64,
    /// Who takes stamps: what the noise is but for its own keys.
    pub stamps: StampNoise,
    /// What taking a stamp adds.
    pub noise: StampNoise,
}

const SECOND_PS: u64 = 1_000_000_000_000;
/// An hour: longer pieces and periods than any run.
const HOUR_PS: u64 = 3_600 * SECOND_PS;
/// Noise is kept in 32 bits of picoseconds.
const NOISE_MAX_PS: u64 = 4_000_000_000;
const STAMPS: Choice<StampNoise> = Choice(&[
    ("exact", StampNoise::NONE),
    ("hardware", StampNoise::HARDWARE),
    ("software", StampNoise::SOFTWARE),
]);

impl Keyed for Clocks {
    const KEYS: &'static [Key<Self>] = keys! {
        "offset_sigma" (offset_ps) picos(0, SECOND_PS), "standard deviation of a constant offset";
        "drift_sigma" (drift_ppb) rate_error(0, 1_000_000), "standard deviation of a constant rate error";
        "wander" (wander_ps) Maybe(picos(0, NOISE_MAX_PS)), "largest deviation of the error from that of a constant rate";
        "wander_piece" (wander_piece_ps) picos(1_000_000, HOUR_PS), "length of a piece of constant rate",
            needed "a time, e.g. \"1 s\"", when "wander" [];
        "resync" (resync_ps) Maybe(picos(1_000_000, HOUR_PS)), "time between corrections";
        "residual_sigma" (residual_ps) picos(0, SECOND_PS), "standard deviation of the error after a correction",
            when "resync" [];
        "slew" (slew_ps) picos(0, HOUR_PS), "time a correction is spread over, up to `resync`; 0 for a step",
            when "resync" [];
        "stamps" (stamps) STAMPS, "who takes stamps, and so the defaults of the next three";
        "noise_sigma" (noise.sigma_ps) picos(0, NOISE_MAX_PS), "standard deviation of jitter";
        "batch" (noise.batch_ps) picos(0, NOISE_MAX_PS),
            "largest error of a stamp that several packets share: early when sent, late when received";
        "granularity" (noise.granularity_ps) picos(0, NOISE_MAX_PS), "tick of a clock; 0 for picoseconds";
    };
    const BASES: &'static [crate::document::Base<Self>] = &[
        ("hardware", || Self::stamped_by(StampNoise::HARDWARE)),
        ("software", || Self::stamped_by(StampNoise::SOFTWARE)),
    ];

    fn base(section: &Section<'_>) -> Result<Self, Fault> {
        section.get("stamps").map_or(Ok(Self::default()), |entry| STAMPS.read(&entry).map(Self::stamped_by))
    }
}

impl Clocks {
    fn stamped_by(stamps: StampNoise) -> Self {
        Self { stamps, noise: stamps, ..Self::default() }
    }

    pub(super) fn read(section: &Section<'_>) -> Result<Self, Fault> {
        let clocks: Self = read(section, &[])?;
        within(section, "slew", &PICOS, 0..=clocks.resync_ps.unwrap_or(HOUR_PS))?;
        Ok(clocks)
    }

    /// Returns the changes of the rate, as clocks take them.
    #[must_use]
    pub fn wander(&self) -> Option<Wander> {
        self.wander_ps.map(|reach_ps| Wander { reach_ps, piece_ps: self.wander_piece_ps })
    }

    /// Returns the corrections, as clocks take them.
    #[must_use]
    pub fn resync(&self) -> Option<Resync> {
        let (residual_ps, slew_ps) = (self.residual_ps, self.slew_ps);
        self.resync_ps.map(|period_ps| Resync { period_ps, residual_ps, slew_ps })
    }
}
