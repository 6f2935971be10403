//! Parameters of the exact variant, as the data path uses them.

use crate::average::Decay;
use crate::counter::Spacing;
use crate::settings::{MeasuredAt, RedSettings, Start};
use freeboard_aqm_api::{FieldId, ParamError, Settings};
use freeboard_fixmath::Proportion;
use freeboard_units::{Bytes, DepthUnit};

/// Parameters as the data path uses them: words that stand for options, so that most packets meet no branch over one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RedParams {
    /// 0: measured at departure. A word, since compilers take a word of 0 for the rare case.
    pub(crate) at_arrival: u32,
    pub(crate) arm: bool,
    pub(crate) weight: u32,
    pub(crate) decay: Decay,
    /// Thresholds in depth units: kmin, kmax, and where every packet is signalled.
    pub(crate) kmin: u32,
    pub(crate) kmax: u32,
    pub(crate) full: u32,
    /// One unit more than `guard`; 0 for none.
    pub(crate) unguarded: u32,
    /// Probability at kmax, Q32.
    pub(crate) p_max: u32,
    /// Probability per depth unit from kmin on, and from kmax on where it goes on rising.
    pub(crate) ramp: Proportion,
    pub(crate) gentle_ramp: Proportion,
    pub(crate) spacing: Spacing,
    pub(crate) unit: DepthUnit,
}

/// A fraction of Q16 in Q32, 1 as all ones.
pub(crate) const fn q32(fraction: u32) -> u32 {
    if fraction > u16::MAX as u32 { u32::MAX } else { fraction << 16 }
}

impl RedParams {
    pub(crate) fn try_new(settings: &RedSettings, unit: DepthUnit) -> Result<Self, ParamError> {
        settings.check()?;
        let (kmin, kmax) = thresholds(settings.kmin, settings.kmax, unit, RedSettings::kmax)?;
        // An empty queue is calm, or the counter would count for ever.
        let kmin = if kmin == 0 { 1 } else { kmin };
        let (guard, p_max) = (unit.floor(Bytes(settings.guard)), q32(settings.p_max));
        Ok(Self {
            at_arrival: u32::from(settings.at == MeasuredAt::Arrival),
            arm: settings.start == Start::Arm,
            weight: settings.weight,
            decay: Decay::new(settings.weight, settings.packet_time),
            kmin,
            kmax,
            full: if settings.gentle == 0 { kmax } else { kmax.saturating_mul(2) },
            unguarded: if guard == 0 { 0 } else { guard.saturating_add(1) },
            p_max,
            ramp: Proportion::new(p_max, kmax.saturating_sub(kmin)),
            gentle_ramp: Proportion::new(u32::MAX.wrapping_sub(p_max), kmax),
            spacing: Spacing::new(settings),
            unit,
        })
    }

    pub(crate) fn effective(&self, settings: &RedSettings, field: FieldId) -> Option<u32> {
        let bytes = |depth: u32| Some(depth.saturating_mul(self.unit.bytes()));
        match field {
            RedSettings::kmin => bytes(self.kmin),
            RedSettings::kmax => bytes(self.kmax),
            RedSettings::guard => bytes(self.unit.floor(Bytes(settings.guard))),
            _ => settings.get(field),
        }
    }
}

/// Both thresholds in depth units; kmax is at least kmin and at least one unit.
pub(crate) fn thresholds(
    kmin: u32,
    kmax: u32,
    unit: DepthUnit,
    field: FieldId,
) -> Result<(u32, u32), ParamError> {
    let (low, high) = (unit.floor(Bytes(kmin)), unit.floor(Bytes(kmax)));
    if high == 0 || high < low {
        let least = low.max(1).saturating_mul(unit.bytes());
        return Err(ParamError::new(field, kmax, least, u32::MAX / 2));
    }
    Ok((low, high))
}
