//! @Name@: one line on what it marks.
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

use freeboard_aqm_api::{
    Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Settings, Unit, settings,
};
use freeboard_dataplane::{Data, Hw, Mark, Metadata, Pass, Ports, Program, Reason, Stateless};
use freeboard_units::DepthUnit;

settings! {
    /// Settings of @Name@.
    pub struct @Name@Settings {
        /// Sojourn time above which a packet is marked.
        target: Nanos = 100_000, 0..=u32::MAX - 1, "chosen by us";
    }
}

/// Parameters as the pipeline uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct @Name@Params {
    /// `target` + 1 \[ns\]: a packet is marked where nothing of it is left after its sojourn.
    pub limit: Data,
}

/// @Name@ as a pipeline program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct @Name@Program;

/// @Name@.
pub type @Name@ = Pass<@Name@Program>;

impl Stateless for @Name@Program {}

impl Program for @Name@Program {
    const META: Meta = Meta {
        name: "@name@",
        variant: "pipeline",
        summary: "marks when the sojourn time exceeds a target",
        source: "chosen by us",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::SOJOURN,
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("marks", Unit::Nanos)],
    };
    const PRESETS: &'static [Preset<@Name@Settings>] =
        &[Preset { name: "default", source: "chosen by us", settings: @Name@Settings::DEFAULT }];
    type Settings = @Name@Settings;
    type Params = @Name@Params;

    fn params(settings: &@Name@Settings, _: DepthUnit) -> Result<@Name@Params, ParamError> {
        settings.check()?;
        Ok(@Name@Params { limit: Data::new(settings.target.saturating_add(1)) })
    }

    #[inline(always)]
    fn mark<H: Hw>(_: &mut H, params: &@Name@Params, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let room = params.limit.saturating_sub(m.sojourn);
        Mark::by(Reason::at(!room.nonzero(), m.sojourn, params.limit))
    }
}
