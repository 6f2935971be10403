//! A fixed window and rate: the null congestion control.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::float_arithmetic,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used
)]

use freeboard_cc_api::{
    Bytes, CcMeta, CongestionControl, Control, ControlOutput, LineFraction, ParamError, Preset, Settings,
    Words, settings,
};

/// Per-flow state: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Fixed;

impl CongestionControl for Fixed {
    fn control(&self, params: &Control) -> Control {
        *params
    }

    const META: CcMeta = CcMeta {
        name: "fixed",
        variant: "exact",
        summary: "a fixed window and rate",
        source: "none",
        output: ControlOutput::WindowAndRate,
        ecn: false,
        int: false,
        cnp: false,
        delay: false,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        longest_gap_ns: u64::MAX,
    };
    const PRESETS: &'static [Preset<FixedSettings>] =
        &[Preset { name: "unlimited", source: "chosen by us", settings: FixedSettings::DEFAULT }];
    type Settings = FixedSettings;
    type Params = Control;

    fn params(settings: &FixedSettings, _: Bytes) -> Result<Control, ParamError> {
        settings.check()?;
        Ok(Control { window: Bytes(settings.window), rate: LineFraction::from_bits(settings.rate) })
    }

    fn canonical(&self, _: &mut Words) {}
}

settings! {
    /// Settings of the fixed controller.
    pub struct FixedSettings {
        /// Most bytes in flight.
        window: Bytes = 4_294_967_295, 1..=u32::MAX, "chosen by us: unlimited";
        /// Sending rate.
        rate: LineFraction = 1_048_576, 1..=1_048_576, "chosen by us: line rate";
    }
}
