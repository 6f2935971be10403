//! Parameters of the step marker.

use freeboard_aqm_api::{FieldId, ParamError, Preset, Settings, choices, settings};
use freeboard_dataplane::Data;
use freeboard_dataplane::blocks::Threshold;
use freeboard_units::DepthUnit;

choices! {
    /// How the queue must compare with K to be marked.
    pub enum Comparison {
        /// More than K.
        Above = "above",
        /// At least K.
        AtOrAbove = "at-or-above",
    }
}

choices! {
    /// Whether the packet itself counts as part of the queue.
    pub enum Own {
        /// It does not.
        Excluded = "excluded",
        /// It does.
        Included = "included",
    }
}

settings! {
    /// Settings of the step marker.
    pub struct StepSettings {
        /// Marking threshold K.
        k: Bytes = 97_500, 1..=u32::MAX - 1, "[Alizadeh10] §4: 65 packets of 1500 B at 10 Gbit/s", follows QueueBytes;
        /// How the queue must compare with K to be marked.
        comparison: Choice<Comparison> = Comparison::Above, .., "[Alizadeh10] §3.1: longer than K";
        /// Whether the packet itself counts as part of the queue.
        own: Choice<Own> = Own::Excluded, .., "[Alizadeh10] §3.1: the queue the arrival finds";
    }
}

/// Parameters of the step marker as the pipeline uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct StepParams {
    /// K.
    pub threshold: Threshold,
    /// All ones if the packet counts itself, else 0.
    pub own_mask: Data,
}

impl StepParams {
    pub(crate) fn try_new(settings: &StepSettings, unit: DepthUnit) -> Result<Self, ParamError> {
        settings.check()?;
        let threshold = Threshold::try_new(StepSettings::k, settings.k, u32::MAX - 1, unit)?;
        if settings.own == Own::Included && unit != DepthUnit::BYTE {
            // The packet's size is metadata in bytes; a pipeline cannot divide it into cells.
            return Err(ParamError::new(StepSettings::own, settings.own.index(), 0, 0));
        }
        let threshold =
            if settings.comparison == Comparison::Above { threshold } else { threshold.inclusive() };
        Ok(Self { threshold, own_mask: Data::new(0u32.wrapping_sub(settings.own.index())) })
    }

    pub(crate) fn effective(&self, settings: &StepSettings, field: FieldId) -> Option<u32> {
        if field == StepSettings::k {
            let inclusive = settings.comparison.index().saturating_mul(self.threshold.unit().bytes());
            return Some(self.threshold.bytes().saturating_add(inclusive));
        }
        settings.get(field)
    }
}

/// The presets of the papers; both hooks share them.
pub(crate) const PRESETS: &[Preset<StepSettings>] = &[
    Preset { name: "dctcp-10g", source: "[Alizadeh10] §4", settings: StepSettings::DEFAULT },
    Preset {
        name: "dctcp-red-tail",
        source: "ECN# paper §5.2: 250 KB, the 90th-percentile RTT at 10 Gbit/s",
        settings: StepSettings { k: 250_000, ..StepSettings::DEFAULT },
    },
    Preset {
        name: "dctcp-red-avg",
        source: "ECN# paper §5.2: 80 KB, the average RTT at 10 Gbit/s",
        settings: StepSettings { k: 80_000, ..StepSettings::DEFAULT },
    },
    Preset {
        name: "ecn-sharp-simulator",
        source: "the ECN# authors' simulator: marks at q >= K (and q > 1 packet, which any larger K implies)",
        settings: StepSettings { comparison: Comparison::AtOrAbove.setting(), ..StepSettings::DEFAULT },
    },
    Preset {
        name: "ecn-star-10g",
        source: "[Wu12]: K = C x RTT, lambda 1; 84 packets of 1500 B for 100.8 us at 10 Gbit/s",
        settings: StepSettings { k: 126_000, ..StepSettings::DEFAULT },
    },
    Preset {
        name: "ecn-star-100g",
        source: "BCC paper Fig. 2: ECN* is at full rate from 325 KB on, 30 us at 100 Gbit/s",
        settings: StepSettings { k: 325_000, ..StepSettings::DEFAULT },
    },
    Preset {
        name: "ecn-star-1g",
        source: "E-ECN paper Fig. 11: 30 packets of 1000 B at 1 Gbit/s",
        settings: StepSettings { k: 30_000, ..StepSettings::DEFAULT },
    },
];
