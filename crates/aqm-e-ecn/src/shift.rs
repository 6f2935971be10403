//! E-ECN as one pass: lengths are stored scaled by T_a / T_i, so that a slope is one subtraction.

use crate::params::{ShiftParams, ShiftSettings};
use crate::presets::SHIFT;
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Unit,
};
use freeboard_dataplane::blocks::{SlopePorts, SlopeQueue, fall};
use freeboard_dataplane::clock::Nanoseconds;
use freeboard_dataplane::{
    By, Hw, Layout, Mark, Metadata, NoRegisters, Pass, Ports, Program, Reason, RegisterScope,
};
use freeboard_units::{DepthUnit, SERIAL_HALF_RANGE};

/// The program; the horizon is 2^`N` windows.
#[inline(always)]
fn mark<H: Hw, const N: u32>(
    h: &mut H,
    params: &ShiftParams,
    ports: SlopePorts<'_, H>,
    m: &Metadata<H>,
) -> Mark<H> {
    let scaled = (m.depth << By::<N>).named("scaled_depth");
    let fall = fall(h, &params.window, ports, m.now, scaled);
    let predicted = (m.depth - fall).named("predicted");
    let marked = (params.below - predicted).named("room").bit::<31>();
    let full = (params.below - m.depth).bit::<31>();
    let early = Reason::above(marked & !full, m.depth, params.below).counted_in(params.unit);
    let late = Reason::above(marked & full, m.depth, params.below).counted_in(params.unit);
    Mark::shared(marked, early, late)
}

/// A deadline lies at most T_i ahead and may lie this far behind \[ns\].
const LONGEST_GAP_NS: u64 = SERIAL_HALF_RANGE as u64 - 1;

const fn meta(variant: &'static str) -> Meta {
    Meta {
        name: "e-ecn",
        variant,
        summary: "E-ECN in one pass: a shift instead of the division",
        source: "[Wang22], as decomposed for match-action switches",
        kind: Kind::Pipeline,
        hooks: Hooks::ENQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::DEPTH),
        resolution_ns: NANOSECOND,
        longest_gap_ns: LONGEST_GAP_NS,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("early signals", Unit::Bytes), ("threshold signals", Unit::Bytes)],
    }
}

macro_rules! shift_by {
    ($(#[$doc:meta])* $program:ident, $scheme:ident, $variant:literal, $shift:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $program;

        $(#[$doc])*
        pub type $scheme = Pass<$program>;

        impl Layout for $program {
            type Clock = Nanoseconds;
            type Pipe = NoRegisters;
            type Port = NoRegisters;
            type Queue = SlopeQueue;
        }

        impl Program for $program {
            const META: Meta = meta($variant);
            const DATA: RegisterScope = RegisterScope::Port;
            const PRESETS: &'static [Preset<ShiftSettings>] = SHIFT;
            type Settings = ShiftSettings;
            type Params = ShiftParams;

            fn params(settings: &ShiftSettings, unit: DepthUnit) -> Result<ShiftParams, ParamError> {
                ShiftParams::try_new(settings, unit)
            }

            fn effective(params: &ShiftParams, settings: &ShiftSettings, field: FieldId) -> Option<u32> {
                params.effective(settings, field)
            }

            #[inline(always)]
            fn mark<H: Hw>(h: &mut H, params: &ShiftParams, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
                mark::<H, $shift>(h, params, ports.queue, m)
            }
        }
    };
}

shift_by!(
    /// Predicts 16 windows ahead.
    Shift16Program, Shift16, "shift-16", 4
);
shift_by!(
    /// Predicts 32 windows ahead.
    Shift32Program, Shift32, "shift-32", 5
);
