//! The ramp, as the RFC's text has it: a coin whose odds grow with the sojourn time.

use crate::settings::{RAMP, RampSettings};
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Settings, Unit,
};
use freeboard_dataplane::blocks::{Floor, flag, served};
use freeboard_dataplane::{Data, Hw, Mark, Metadata, Pass, Ports, Program, Reason, Stateless};
use freeboard_fixmath::{ONE_Q16, ramp_bits};
use freeboard_units::DepthUnit;

/// The ramp as a pipeline program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RampProgram;

impl Program for RampProgram {
    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &RampParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let floor = params.floor.load(h);
        let draw = (params.mask & h.random::<DRAW_BITS>().named("random_bits")).named("draw");
        let over = m.sojourn.saturating_sub(floor).named("above_floor").saturating_sub(draw).named("over");
        // As a flag: a sojourn time of 32 bits and a depth are more than one gateway sees.
        let won = flag(h, over.nonzero()).named("won");
        Mark::by(Reason::above(won.nonzero() & m.depth.nonzero() & served(h), m.sojourn, params.floor.data()))
    }

    const META: Meta = Meta {
        name: "dualpi2",
        variant: "ramp",
        summary: "marks the L4S queue at random by sojourn time",
        source: "RFC 9332",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::SOJOURN.union(Intrinsics::DEPTH).union(Intrinsics::RANDOM),
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("ramp signals", Unit::Nanos)],
    };
    const PRESETS: &'static [Preset<RampSettings>] = RAMP;
    type Settings = RampSettings;
    type Params = RampParams;

    fn params(settings: &RampSettings, _: DepthUnit) -> Result<RampParams, ParamError> {
        settings.check()?;
        let bits = ramp_bits(settings.range, ONE_Q16);
        Ok(RampParams {
            floor: Floor::new(settings.min),
            mask: Data::new((1u32 << (bits & 31)).wrapping_sub(1)),
        })
    }

    fn effective(params: &RampParams, settings: &RampSettings, field: FieldId) -> Option<u32> {
        match field {
            RampSettings::range => Some(params.mask.value().saturating_add(1)),
            _ => settings.get(field),
        }
    }
}

/// Random bits drawn per packet: the longest ramp is 2^24 ns.
const DRAW_BITS: u32 = 24;

/// Action data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct RampParams {
    /// `min`.
    pub floor: Floor,
    /// 2^r - 1: the ramp is 2^r ns long.
    pub mask: Data,
}

/// The ramp.
pub type Ramp = Pass<RampProgram>;

impl Stateless for RampProgram {}
