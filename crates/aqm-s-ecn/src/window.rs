//! S-ECN as one pass: the change over a window against a random slice.

use crate::settings::{LINK_MAX, MBIT_PER_BYTE_NANO, WINDOW_MAX, WINDOW_MIN, WINDOW_PRESETS, WindowSettings};
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Settings, Unit,
};
use freeboard_dataplane::blocks::{SlopeQueue, fall};
use freeboard_dataplane::clock::Nanoseconds;
use freeboard_dataplane::{
    Data, Hw, Layout, Mark, Metadata, NoRegisters, Pass, Ports, Program, Reason, RegisterScope, Rows,
};
use freeboard_fixmath::{Reciprocal, mul_wide, ramp_bits};
use freeboard_units::{DepthUnit, SERIAL_HALF_RANGE};

/// S-ECN on a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowProgram;

impl Program for WindowProgram {
    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &WindowParams, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let fall = fall(h, &params.window, ports.queue, m.now, m.depth);
        // Negative where the queue grew by more than the draw.
        let draw = (params.mask & h.random::<DRAW_BITS>().named("random_bits")).named("draw");
        let marked = (fall + draw).named("balance").bit::<31>() & m.depth.nonzero();
        Mark::by(Reason::above(marked, Data::new(0) - fall, Data::new(0)).counted_in(params.unit))
    }

    const META: Meta = Meta {
        name: "s-ecn",
        variant: "window",
        summary: "marks at random by the queue's growth over a window, in one pass (a reconstruction)",
        source: "[Shan18], reconstructed, as decomposed for match-action switches",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::DEPTH).union(Intrinsics::RANDOM),
        resolution_ns: NANOSECOND,
        longest_gap_ns: SERIAL_HALF_RANGE as u64 - 1,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("growth signals", Unit::Bytes)],
    };
    const DATA: RegisterScope = RegisterScope::Port;
    const PRESETS: &'static [Preset<WindowSettings>] = WINDOW_PRESETS;
    type Settings = WindowSettings;
    type Params = WindowParams;

    fn params(settings: &WindowSettings, unit: DepthUnit) -> Result<WindowParams, ParamError> {
        settings.check()?;
        let per_unit = per_unit(unit);
        let certain = Reciprocal::new(per_unit).divide_wide(mul_wide(settings.link, settings.window));
        if certain == 0 || certain >> DRAW_BITS != 0 {
            // The link sends one depth unit in the shortest window, and less than 2^28 in the longest.
            let rate = Reciprocal::new(settings.link);
            let up = u64::from(settings.link.saturating_sub(1));
            let least = rate.divide_wide(u64::from(per_unit).wrapping_add(up)).max(WINDOW_MIN);
            let most = rate.divide_wide(mul_wide(1 << DRAW_BITS, per_unit).wrapping_sub(1)).min(WINDOW_MAX);
            return Err(ParamError::new(WindowSettings::window, settings.window, least, most));
        }
        let bits = ramp_bits(certain, 1 << 16);
        Ok(WindowParams {
            mask: Data::new((1u32 << (bits & 31)).wrapping_sub(1)),
            window: Rows([Data::new(settings.window)]),
            unit,
        })
    }

    fn effective(params: &WindowParams, settings: &WindowSettings, field: FieldId) -> Option<u32> {
        if field != WindowSettings::link {
            return settings.get(field);
        }
        // Rounded up, so that the link sends 2^r depth units per window again.
        let wide = mul_wide(params.mask.value().wrapping_add(1), per_unit(params.unit));
        let rounded = wide.wrapping_add(u64::from(settings.window.saturating_sub(1)));
        Some(Reciprocal::new(settings.window).divide_wide(rounded).clamp(100, LINK_MAX))
    }
}

/// Random bits drawn per packet: certainty at a growth of 2^28 depth units at most.
const DRAW_BITS: u32 = 28;

/// Action data of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct WindowParams {
    /// 2^r - 1: growth over the window by 2^r depth units is certainty.
    pub mask: Data,
    /// Row 0: the window \[ns\].
    pub window: Rows<1>,
    /// Depth unit, to give the growth back in bytes.
    pub unit: DepthUnit,
}

/// Mbit/s times ns in one depth unit.
const fn per_unit(unit: DepthUnit) -> u32 {
    MBIT_PER_BYTE_NANO.saturating_mul(unit.bytes())
}

/// S-ECN on a window, in one pass.
pub type SEcnWindow = Pass<WindowProgram>;

impl Layout for WindowProgram {
    type Clock = Nanoseconds;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = SlopeQueue;
}
