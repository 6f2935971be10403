//! RED as one pass: the meter's low-pass filter, a ramp of a power of two, a random slice.

use crate::low_pass_settings::LowPassSettings;
use crate::params::thresholds;
use crate::presets::LOW_PASS;
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NotEct, ParamError, Preset, Settings, State, Unit, Words,
};
use freeboard_dataplane::blocks::{Floor, flag};
use freeboard_dataplane::clock::Nanoseconds;
use freeboard_dataplane::{
    Data, Hw, Layout, LowPass, LowPassCell, LowPassGain, Mark, Metadata, NoRegisters, Pass, Ports, Program,
    Reason, Registers, Visitor,
};
use freeboard_fixmath::{Reciprocal, mul_wide, ramp_bits};
use freeboard_units::{DepthUnit, SERIAL_HALF_RANGE};

/// RED as a pipeline program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowPassProgram;

impl Program for LowPassProgram {
    #[inline(always)]
    fn mark<H: Hw>(
        h: &mut H,
        params: &LowPassRedParams,
        ports: Ports<'_, Self, H>,
        m: &Metadata<H>,
    ) -> Mark<H> {
        let average = h.low_pass(ports.queue.average, params.gain, m.now, m.depth).named("mean_depth");
        let floor = params.floor.load(h);
        let draw = (params.mask & h.random::<DRAW_BITS>().named("random_bits")).named("draw");
        let ramp = average.saturating_sub(floor).named("above_floor");
        let room = params.ceiling.saturating_sub(average).named("room");
        let full = flag(h, !room.nonzero()).named("full");
        let marked = (full | ramp.saturating_sub(draw).named("over")).named("wins").nonzero();
        Mark::by(Reason::above(marked, average, params.floor.data()).counted_in(params.unit))
    }

    const META: Meta = Meta {
        name: "red",
        variant: "low-pass",
        summary: "RED in one pass: average over time, ramp of a power of two",
        source: "[Floyd93], as decomposed for match-action switches",
        kind: Kind::Pipeline,
        hooks: Hooks::ENQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::DEPTH).union(Intrinsics::RANDOM),
        // The lowest bit of the filter's stamp says that there is one.
        resolution_ns: 2,
        longest_gap_ns: SERIAL_HALF_RANGE as u64 - 2,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("early signals", Unit::Bytes)],
    };
    const PRESETS: &'static [Preset<LowPassSettings>] = LOW_PASS;
    type Settings = LowPassSettings;
    type Params = LowPassRedParams;

    fn params(settings: &LowPassSettings, unit: DepthUnit) -> Result<LowPassRedParams, ParamError> {
        settings.check()?;
        let (kmin, kmax) = thresholds(settings.kmin, settings.kmax, unit, LowPassSettings::kmax)?;
        let bits = ramp_bits(kmax.saturating_sub(kmin), settings.p_max);
        if bits > DRAW_BITS {
            return Err(too_fine(settings, (kmin, kmax), unit));
        }
        // At most 31, so that the narrowing loses nothing.
        let log2_tau = settings.tau.checked_ilog2().unwrap_or(0) as u8;
        Ok(LowPassRedParams {
            gain: LowPassGain::from_log2(log2_tau).unwrap_or_default(),
            floor: Floor::new(kmin),
            ceiling: Data::new(kmax),
            mask: Data::new((1u32 << (bits & 31)).wrapping_sub(1)),
            unit,
        })
    }

    fn effective(params: &LowPassRedParams, settings: &LowPassSettings, field: FieldId) -> Option<u32> {
        let floor = params.floor.value();
        let range = params.ceiling.value().saturating_sub(floor);
        match field {
            LowPassSettings::kmin => Some(floor.saturating_mul(params.unit.bytes())),
            LowPassSettings::kmax => Some(params.ceiling.value().saturating_mul(params.unit.bytes())),
            LowPassSettings::tau => Some(1u32.wrapping_shl(u32::from(params.gain.log2_tau_ns()))),
            LowPassSettings::p_max if range > 0 => {
                let steps = params.mask.value().wrapping_add(1).trailing_zeros();
                Some(u32::try_from(((range as u64) << 16) >> steps).unwrap_or(u32::MAX).clamp(1, 65_536))
            }
            _ => settings.get(field),
        }
    }
}

/// A ramp below one step of [`DRAW_BITS`]: p_max is too small for the range, or the range too long for any p_max.
fn too_fine(settings: &LowPassSettings, (kmin, kmax): (u32, u32), unit: DepthUnit) -> ParamError {
    let least = Reciprocal::new(TOO_LONG).mul_div(kmax.saturating_sub(kmin), 1 << 16).saturating_add(1);
    if least <= 65_536 {
        return ParamError::new(LowPassSettings::p_max, settings.p_max, least, 65_536);
    }
    let range = (mul_wide(TOO_LONG, settings.p_max).saturating_sub(1) >> 16) as u32;
    let [low, high] = [kmin.max(1), kmin.saturating_add(range)].map(|k| k.saturating_mul(unit.bytes()));
    ParamError::new(LowPassSettings::kmax, settings.kmax, low, high)
}

/// Random bits drawn per packet: the finest ramp is 1 in 2^24 per depth unit.
const DRAW_BITS: u32 = 24;
/// The root of 2^49: with this many depth units per unit of probability, or more, the nearest ramp is of 2^25 or finer.
const TOO_LONG: u32 = 23_726_567;

/// Action data of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LowPassRedParams {
    /// Time constant.
    pub gain: LowPassGain,
    /// kmin.
    pub floor: Floor,
    /// kmax.
    pub ceiling: Data,
    /// 2^r - 1: the ramp gains 2^-r per depth unit.
    pub mask: Data,
    /// Depth unit, to give thresholds back in bytes.
    pub unit: DepthUnit,
}

/// The average of the queue length.
#[derive(Clone, Copy, Debug)]
pub enum Average {}

impl LowPass for Average {
    const NAME: &'static str = "average";
    const OUT_BITS: u32 = 24;
}

/// The filter of one queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct LowPassQueue {
    /// Average and its time.
    pub average: LowPassCell,
}

/// The right to use the filter once.
pub struct LowPassPorts<'a, H: Hw> {
    average: H::FilterPort<'a, Average>,
}

impl<H: Hw> core::fmt::Debug for LowPassPorts<'_, H> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("LowPassPorts")
    }
}

impl State for LowPassQueue {
    fn canonical(&self, words: &mut Words) {
        words.push(self.average.value_q8);
        words.push(self.average.stamp);
    }
}

impl Registers for LowPassQueue {
    type Ports<'a, H: Hw> = LowPassPorts<'a, H>;
    #[inline(always)]
    fn open<'a, H: Hw>(&'a mut self, hw: &H) -> LowPassPorts<'a, H> {
        LowPassPorts { average: hw.open_filter(&mut self.average) }
    }
    fn visit<V: Visitor>(&self, _: &mut V) {}
}

/// RED in one pass.
pub type LowPassRed = Pass<LowPassProgram>;

impl Layout for LowPassProgram {
    type Clock = Nanoseconds;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = LowPassQueue;
}
