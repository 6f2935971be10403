//! TCN: marking on instantaneous sojourn time.
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
    Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Unit, settings,
};
use freeboard_dataplane::{Data, Hw, Mark, Metadata, Pass, Ports, Program, Reason, Stateless};
use freeboard_units::DepthUnit;

/// TCN as a pipeline program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TcnProgram;

impl Program for TcnProgram {
    #[inline(always)]
    fn mark<H: Hw>(_: &mut H, params: &TcnParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let room = params.limit.saturating_sub(m.sojourn).named("room");
        Mark::by(Reason::at(!room.nonzero(), m.sojourn, params.limit))
    }

    const META: Meta = Meta {
        name: "tcn",
        variant: "pipeline",
        summary: "marks when the sojourn time exceeds T",
        source: "[Bai16]",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::SOJOURN,
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("instantaneous signals", Unit::Nanos)],
    };
    const PRESETS: &'static [Preset<TcnSettings>] = &[
        Preset { name: "paper", source: "ECN# paper §5.4", settings: TcnSettings { t: 150_000 } },
        Preset {
            name: "dctcp-10g",
            source: "65 packets of 1500 B at 10 Gbit/s, [Bai16] §6",
            settings: TcnSettings { t: 78_000 },
        },
    ];
    type Settings = TcnSettings;
    type Params = TcnParams;

    fn params(settings: &TcnSettings, _: DepthUnit) -> Result<TcnParams, ParamError> {
        freeboard_aqm_api::Settings::check(settings)?;
        Ok(TcnParams { limit: Data::new(settings.t.saturating_add(1)) })
    }
}

settings! {
    /// Settings of TCN.
    pub struct TcnSettings {
        /// Sojourn time above which a packet is marked: lambda x RTT.
        t: Nanos = 150_000, 0..=u32::MAX - 1, "ECN# paper §5.4, TCN of Fig. 13", follows QueueTime;
    }
}

/// Parameters of TCN as the pipeline uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct TcnParams {
    /// T + 1 \[ns\]: a packet is marked where nothing of it is left after its sojourn.
    pub limit: Data,
}

/// TCN.
pub type Tcn = Pass<TcnProgram>;

impl Stateless for TcnProgram {}
