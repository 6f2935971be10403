//! The phantom queue as a scheme.

use crate::settings::{HullParams, HullSettings, PRESETS};
use freeboard_aqm_api::{
    Aqm, Decision, Departure, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Reason,
    Scope, State, Unit, Words,
};
use freeboard_fixmath::mul_wide;
use freeboard_units::{DepthUnit, Nanos32, SERIAL_HALF_RANGE};

/// HULL's phantom queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hull;

impl Aqm for Hull {
    #[inline(always)]
    fn on_dequeue(params: &HullParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        let fired = scope.queue.send(params, d.now, d.size.0);
        Decision::by(Reason::new(fired, scope.queue.length >> 8, (params.limit >> 8).saturating_add(1)))
    }

    const META: Meta = Meta {
        name: "hull",
        variant: "exact",
        summary: "marks by a phantom queue that drains slower than the link",
        source: "[Alizadeh12]",
        kind: Kind::Exact,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::SIZE),
        resolution_ns: NANOSECOND,
        longest_gap_ns: SERIAL_HALF_RANGE as u64 - 1,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("phantom signals", Unit::Bytes)],
    };
    const PRESETS: &'static [Preset<HullSettings>] = PRESETS;
    type Settings = HullSettings;
    type Params = HullParams;
    type Pipe = ();
    type Port = ();
    type Queue = Phantom;

    fn params(settings: &HullSettings, _: DepthUnit) -> Result<HullParams, ParamError> {
        HullParams::try_new(settings)
    }
}

impl Phantom {
    /// Drains since the last packet, takes this one, and says whether it is too much.
    #[inline]
    fn send(&mut self, params: &HullParams, now: Nanos32, size: u32) -> bool {
        if self.length == 0 {
            self.stamp = now;
        }
        // A packet stamped before the last one drains nothing, and time does not go back.
        if now.is_at_or_after(self.stamp) {
            let drained = mul_wide(now.since(self.stamp), params.drain) >> 16;
            self.length = self.length.saturating_sub(u32::try_from(drained).unwrap_or(u32::MAX));
            self.stamp = now;
        }
        self.length = self.length.saturating_add(size.saturating_mul(1 << 8));
        self.length > params.limit
    }
}

/// State of one queue. Zero-filled is an empty phantom queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Phantom {
    /// Length of the phantom queue \[2^-8 B\], saturating at 16 MB.
    pub length: u32,
    /// When it was that long; without meaning while it is empty.
    pub stamp: Nanos32,
}

impl State for Phantom {
    fn canonical(&self, words: &mut Words) {
        words.push(self.length);
        words.push(if self.length == 0 { 0 } else { self.stamp.0 });
    }
}
