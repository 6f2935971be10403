//! Tail drop: the null marking scheme.
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

use freeboard_aqm_api::{Aqm, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset};
use freeboard_units::DepthUnit;

/// The null object of marking schemes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TailDrop;

impl Aqm for TailDrop {
    const META: Meta = Meta {
        name: "tail-drop",
        variant: "exact",
        summary: "never signals; a full queue drops",
        source: "none",
        kind: Kind::Exact,
        hooks: Hooks::empty(),
        reads: Intrinsics::empty(),
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[],
    };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = ();
    type Pipe = ();
    type Port = ();
    type Queue = ();

    fn params((): &(), _: DepthUnit) -> Result<(), ParamError> {
        Ok(())
    }
}
