//! The clocks of a scenario's hosts.

use crate::document::{Fault, Section};
use crate::quantity::{Kind, PICOS, RATE_ERROR, print};
use core::ops::RangeInclusive;
use freeboard_hw_model::nic::{Resync, StampNoise, Wander};

/// What the clocks of all hosts are drawn from; each host draws for itself, from the run's seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Standard deviation of the constant offset \[ps\].
    pub offset_ps: u64,
    /// Standard deviation of the constant rate error \[10^-9\].
    pub drift_ppb: u32,
    /// Changes of the rate.
    pub wander: Option<Wander>,
    /// Corrections.
    pub resync: Option<Resync>,
    /// What taking a stamp adds.
    pub noise: StampNoise,
}

const KEYS: [&str; 11] = [
    "offset_sigma",
    "drift_sigma",
    "wander",
    "wander_piece",
    "resync",
    "residual_sigma",
    "slew",
    "stamps",
    "noise_sigma",
    "batch",
    "granularity",
];
const STAMPS: [&str; 3] = ["exact", "hardware", "software"];

const SECOND_PS: u64 = 1_000_000_000_000;
/// An hour: longer pieces and periods than any run.
const HOUR_PS: u64 = 3_600 * SECOND_PS;
/// Noise is kept in 32 bits of picoseconds.
const NOISE_MAX_PS: u64 = 4_000_000_000;

impl Clocks {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, Fault> {
        section.expect_keys(&KEYS)?;
        let time = |key: &str, range: RangeInclusive<u64>, base: u64| {
            section.get(key).map_or(Ok(base), |entry| entry.unsigned(&PICOS, range))
        };
        let drift = section.get("drift_sigma");
        Ok(Self {
            offset_ps: time("offset_sigma", 0..=SECOND_PS, 0)?,
            drift_ppb: drift.map_or(Ok(0), |entry| entry.word(&RATE_ERROR, 0..=1_000_000))?,
            wander: wander(section)?,
            resync: resync(section)?,
            noise: noise(section)?,
        })
    }

    /// For the effective configuration.
    #[must_use]
    pub fn describe(&self) -> String {
        let text = |value: u64, kind: &Kind| print(i128::from(value), kind);
        let mut parts = Vec::new();
        if self.offset_ps > 0 {
            parts.push(format!("offset N(0, {})", text(self.offset_ps, &PICOS)));
        }
        if self.drift_ppb > 0 {
            parts.push(format!("drift N(0, {})", text(u64::from(self.drift_ppb), &RATE_ERROR)));
        }
        if let Some(wander) = self.wander {
            let (reach, piece) = (u64::from(wander.reach_ps), wander.piece_ps);
            parts.push(format!("within {} in pieces of {}", text(reach, &PICOS), text(piece, &PICOS)));
        }
        if let Some(resync) = self.resync {
            let (period, left) = (text(resync.period_ps, &PICOS), text(resync.residual_ps, &PICOS));
            parts.push(format!("every {period} to N(0, {left})"));
        }
        if self.noise != StampNoise::NONE {
            let part = |value: u32| text(u64::from(value), &PICOS);
            let noise = self.noise;
            parts.push(format!(
                "stamps N(0, {}), batches of {}, steps of {}",
                part(noise.sigma_ps),
                part(noise.batch_ps),
                part(noise.granularity_ps)
            ));
        }
        if parts.is_empty() { "perfect".to_owned() } else { parts.join("; ") }
    }
}

fn wander(section: &Section<'_>) -> Result<Option<Wander>, Fault> {
    let Some(reach) = section.get("wander") else {
        return without(section, "wander", &["wander_piece"]);
    };
    let reach_ps = reach.unsigned(&PICOS, 0..=NOISE_MAX_PS)? as u32;
    let piece = section.need("wander_piece", "a time, e.g. \"1 s\"")?;
    Ok(Some(Wander { reach_ps, piece_ps: piece.unsigned(&PICOS, 1_000_000..=HOUR_PS)? }))
}

fn resync(section: &Section<'_>) -> Result<Option<Resync>, Fault> {
    let Some(period) = section.get("resync") else {
        return without(section, "resync", &["residual_sigma", "slew"]);
    };
    let period_ps = period.unsigned(&PICOS, 1_000_000..=HOUR_PS)?;
    let residual = section.get("residual_sigma");
    let slew = section.get("slew");
    Ok(Some(Resync {
        period_ps,
        residual_ps: residual.map_or(Ok(0), |entry| entry.unsigned(&PICOS, 0..=SECOND_PS))?,
        slew_ps: slew.map_or(Ok(0), |entry| entry.unsigned(&PICOS, 0..=period_ps))?,
    }))
}

fn noise(section: &Section<'_>) -> Result<StampNoise, Fault> {
    let base = match section.get("stamps").map_or(Ok(0), |entry| entry.choice(&STAMPS))? {
        0 => StampNoise::NONE,
        1 => StampNoise::HARDWARE,
        _ => StampNoise::SOFTWARE,
    };
    let part = |key: &str, base: u32| {
        section.get(key).map_or(Ok(base), |entry| Ok(entry.unsigned(&PICOS, 0..=NOISE_MAX_PS)? as u32))
    };
    Ok(StampNoise {
        sigma_ps: part("noise_sigma", base.sigma_ps)?,
        batch_ps: part("batch", base.batch_ps)?,
        granularity_ps: part("granularity", base.granularity_ps)?,
    })
}

/// Nothing, unless there are keys that mean nothing without `key`.
fn without<T>(section: &Section<'_>, key: &str, needing: &[&str]) -> Result<Option<T>, Fault> {
    match needing.iter().find_map(|needing| section.get(needing)) {
        Some(entry) => Err(entry.fault(format!("has no effect without `{key}`"), format!("a key `{key}`"))),
        None => Ok(None),
    }
}
