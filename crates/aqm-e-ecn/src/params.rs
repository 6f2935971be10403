//! Settings of E-ECN, and what the data path makes of them.

use freeboard_aqm_api::{FieldId, ParamError, Settings, choices, settings};
use freeboard_dataplane::{Data, Rows};
use freeboard_units::{Bytes, DepthUnit};

/// Longest window and horizon \[ns\]: a second. The last update may be that old before a gap
/// begins, and both together stay within serial comparison.
pub(crate) const TIME_MAX: u32 = 1_000_000_000;

choices! {
    /// What the growth of the queue is divided by.
    pub enum Divisor {
        /// The time since the last update.
        Elapsed = "elapsed",
        /// T_i.
        Window = "window",
    }
}

choices! {
    /// How the predicted length must compare with K to be marked.
    pub enum Comparison {
        /// At least K.
        AtOrAbove = "at-or-above",
        /// More than K.
        Above = "above",
    }
}

settings! {
    /// Settings of the exact variant.
    pub struct ExactSettings {
        /// Predicted queue length from which on packets are marked.
        k: Bytes = 60_000, 1..=u32::MAX, "[Wang22] §V-A: 60 packets, here of 1000 B";
        /// Window over which the growth rate is measured.
        t_i: Nanos = 1_000, 1..=TIME_MAX, "[Wang22] §V-A: 1 us at 10 Gbit/s", follows ShortTime;
        /// How far ahead the queue is predicted; 0 is a plain threshold.
        t_a: Nanos = 18_000, 0..=TIME_MAX, "[Wang22] §V-A: about 3 base RTTs, of 6 us each", follows ThreeRtts;
        /// What the growth is divided by: the time since the last update, or T_i.
        divisor: Choice<Divisor> = Divisor::Elapsed, .., "[Wang22] pseudo-code";
        /// How the predicted length must compare with K.
        comparison: Choice<Comparison> = Comparison::AtOrAbove, .., "[Wang22] pseudo-code";
        /// A shrinking queue does not lower the prediction.
        clamp_rate_at_zero: Switch = 0, 0..=1, "[Wang22]: not clamped";
    }
}

settings! {
    /// Settings of the pipeline variants.
    pub struct ShiftSettings {
        /// Predicted queue length from which on packets are marked.
        k: Bytes = 60_000, 1..=1 << 25, "[Wang22] §V-A: 60 packets, here of 1000 B";
        /// Window over which the growth rate is measured; the horizon is 16 or 32 of it.
        t_i: Nanos = 1_000, 1..=TIME_MAX, "[Wang22] §V-A: 1 us at 10 Gbit/s", follows ShortTime;
    }
}

/// Parameters of the exact variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct ExactParams {
    /// Smallest predicted length that is marked, in depth units.
    pub(crate) limit: u32,
    pub(crate) t_i: u32,
    pub(crate) t_a: u32,
    pub(crate) over_window: bool,
    pub(crate) clamp: bool,
    pub(crate) above: bool,
    pub(crate) unit: DepthUnit,
}

impl ExactParams {
    pub(crate) fn try_new(settings: &ExactSettings, unit: DepthUnit) -> Result<Self, ParamError> {
        settings.check()?;
        Ok(Self {
            limit: threshold(settings.k, unit, ExactSettings::k, u32::MAX)?,
            t_i: settings.t_i,
            t_a: settings.t_a,
            over_window: settings.divisor == Divisor::Window,
            clamp: settings.clamp_rate_at_zero != 0,
            above: settings.comparison == Comparison::Above,
            unit,
        })
    }

    pub(crate) fn effective(&self, settings: &ExactSettings, field: FieldId) -> Option<u32> {
        match field {
            ExactSettings::k => Some(self.limit.saturating_mul(self.unit.bytes())),
            _ => settings.get(field),
        }
    }
}

/// Action data of the pipeline variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct ShiftParams {
    /// K - 1 in depth units: below the predicted length where that is marked.
    pub below: Data,
    /// Row 0: T_i \[ns\].
    pub window: Rows<1>,
    /// Depth unit, to give K back in bytes.
    pub unit: DepthUnit,
}

impl ShiftParams {
    pub(crate) fn try_new(settings: &ShiftSettings, unit: DepthUnit) -> Result<Self, ParamError> {
        settings.check()?;
        let k = threshold(settings.k, unit, ShiftSettings::k, 1 << 25)?;
        Ok(Self { below: Data::new(k.saturating_sub(1)), window: Rows([Data::new(settings.t_i)]), unit })
    }

    pub(crate) const fn k(&self) -> u32 {
        self.below.value().saturating_add(1)
    }

    pub(crate) fn effective(&self, settings: &ShiftSettings, field: FieldId) -> Option<u32> {
        match field {
            ShiftSettings::k => Some(self.k().saturating_mul(self.unit.bytes())),
            _ => settings.get(field),
        }
    }
}

fn threshold(k: u32, unit: DepthUnit, field: FieldId, max: u32) -> Result<u32, ParamError> {
    match unit.floor(Bytes(k)) {
        0 => Err(ParamError::new(field, k, unit.bytes(), max)),
        k => Ok(k),
    }
}
