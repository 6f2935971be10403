//! CEDM as one pass on the way out: the sign of the change over a window instead of an average.

use crate::settings::{WINDOW_PRESETS, WindowSettings, thresholds};
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Settings, Unit,
};
use freeboard_dataplane::blocks::{SlopeQueue, fall, flag};
use freeboard_dataplane::clock::Nanoseconds;
use freeboard_dataplane::{
    Data, Hw, Layout, Mark, Metadata, NoRegisters, Pass, Ports, Program, Reason, Rows,
};
use freeboard_units::{DepthUnit, SERIAL_HALF_RANGE};

/// CEDM on a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowProgram;

impl Program for WindowProgram {
    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &WindowParams, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let [low, high] = params.thresholds;
        let fall = fall(h, &params.window, ports.queue, m.now, m.depth);
        let below_low = low.saturating_sub(m.depth).named("below_low");
        let below_high = high.saturating_sub(m.depth).named("below_high");
        let tiny = params.markable.saturating_sub(m.size).named("tiny");
        // As flags, so that one gateway sees them beside the lower threshold and the size.
        let full = flag(h, !below_high.nonzero()).named("full");
        let fell = flag(h, fall.nonzero() & !fall.bit::<31>()).named("fell");
        let (upper, grows, large) =
            (full.nonzero(), !(below_low | fell).named("below_or_fell").nonzero(), !tiny.nonzero());
        let marked = (upper | grows) & large;
        Mark::shared(
            marked,
            Reason::at(marked & upper, m.depth, high).counted_in(params.unit),
            Reason::at(marked & !upper, m.depth, low).counted_in(params.unit),
        )
    }

    const META: Meta = Meta {
        name: "cedm",
        variant: "window",
        summary: "CEDM in one pass on the way out: the change over a window, no memory of the arrival",
        source: "[Shan17], as decomposed for match-action switches",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::DEPTH).union(Intrinsics::SIZE),
        resolution_ns: NANOSECOND,
        longest_gap_ns: SERIAL_HALF_RANGE as u64 - 1,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("upper threshold signals", Unit::Bytes), ("growth signals", Unit::Bytes)],
    };
    const PRESETS: &'static [Preset<WindowSettings>] = WINDOW_PRESETS;
    type Settings = WindowSettings;
    type Params = WindowParams;

    fn params(settings: &WindowSettings, unit: DepthUnit) -> Result<WindowParams, ParamError> {
        settings.check()?;
        let (k1, k2) = thresholds(settings.k1, settings.k2, 1 << 25, unit)?;
        Ok(WindowParams {
            thresholds: [Data::new(k1), Data::new(k2)],
            window: Rows([Data::new(settings.window)]),
            markable: Data::new(settings.small.saturating_add(1)),
            unit,
        })
    }

    fn effective(params: &WindowParams, settings: &WindowSettings, field: FieldId) -> Option<u32> {
        let (k1, k2) = params.values();
        match field {
            WindowSettings::k1 => Some(k1.saturating_mul(params.unit.bytes())),
            WindowSettings::k2 => Some(k2.saturating_mul(params.unit.bytes())),
            _ => settings.get(field),
        }
    }
}

/// Action data of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct WindowParams {
    /// K1 and K2 in depth units.
    pub thresholds: [Data; 2],
    /// Row 0: the window \[ns\].
    pub window: Rows<1>,
    /// Smallest packet that is marked \[B\].
    pub markable: Data,
    /// Depth unit, to give thresholds back in bytes.
    pub unit: DepthUnit,
}

impl WindowParams {
    /// K1 and K2 in depth units.
    const fn values(&self) -> (u32, u32) {
        let [low, high] = self.thresholds;
        (low.value(), high.value())
    }
}

/// CEDM on a window, in one pass.
pub type CedmWindow = Pass<WindowProgram>;

impl Layout for WindowProgram {
    type Clock = Nanoseconds;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = SlopeQueue;
}
