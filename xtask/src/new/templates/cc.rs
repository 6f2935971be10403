//! @Name@: one line on what it steers by.
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
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, Nanos32, ParamError, Preset, Settings, Words,
    settings,
};

settings! {
    /// Settings of @Name@.
    pub struct @Name@Settings {
        /// Most bytes in flight.
        window: Bytes = 14_600, 1..=u32::MAX, "chosen by us: ten segments";
    }
}

/// Per-flow state: none yet; 48 bytes at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct @Name@;

impl CongestionControl for @Name@ {
    const META: CcMeta = CcMeta {
        name: "@name@",
        variant: "exact",
        summary: "a fixed window",
        source: "chosen by us",
        output: ControlOutput::Window,
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
    const PRESETS: &'static [Preset<@Name@Settings>] =
        &[Preset { name: "default", source: "chosen by us", settings: @Name@Settings::DEFAULT }];
    type Settings = @Name@Settings;
    type Params = Bytes;

    fn params(settings: &@Name@Settings, _: Bytes) -> Result<Bytes, ParamError> {
        settings.check()?;
        Ok(Bytes(settings.window))
    }

    #[inline]
    fn on_ack(&mut self, params: &Bytes, _: Nanos32, _: &Ack) -> Control {
        Control::window(*params)
    }

    fn control(&self, params: &Bytes) -> Control {
        Control::window(*params)
    }

    fn canonical(&self, _: &mut Words) {}
}
