//! BCC as one pass of a pipeline that sees the occupancy of the pool.

use crate::marks::META;
use crate::presets::PIPELINE;
use crate::recipe::Thresholds;
use crate::settings::BccSettings;
use freeboard_aqm_api::{FieldId, Kind, Meta, ParamError, Preset};
use freeboard_dataplane::blocks::{Floor, flag};
use freeboard_dataplane::{Data, Hw, Mark, Metadata, Pass, Ports, Program, Reason, RegisterScope, Stateless};
use freeboard_fixmath::ramp_bits;
use freeboard_units::DepthUnit;

/// BCC as a pipeline program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BccProgram;

impl Program for BccProgram {
    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &BccParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let port_room = params.port_limit.saturating_sub(m.port_depth);
        let port_room = match params.own_mask.own_size(m.size, params.unit) {
            Some(own) => port_room.saturating_sub(own),
            None => port_room,
        };
        let pool_room = params.ceiling.saturating_sub(m.pool_depth);
        let floor = params.floor.load(h);
        let draw = params.mask & h.random::<DRAW_BITS>();
        let over = m.pool_depth.saturating_sub(floor).saturating_sub(draw);
        // The smaller room is gone where either is; as a flag, so that one gateway sees it beside the coin.
        let full = flag(h, !port_room.min(pool_room).nonzero());
        let port = Reason::at(!port_room.nonzero(), m.port_depth, params.port_limit);
        let pool = Reason::above(!pool_room.nonzero() | over.nonzero(), m.pool_depth, params.floor.data());
        let marked = (full | over).nonzero();
        Mark::shared(marked, port.counted_in(params.unit), pool.counted_in(params.unit))
    }

    const META: Meta = Meta {
        variant: "pipeline",
        summary: "BCC in one pass: a ramp of a power of two, no counter",
        source: "[Bai20], as decomposed for match-action switches",
        kind: Kind::Pipeline,
        ..META
    };
    const DATA: RegisterScope = RegisterScope::Port;
    const PRESETS: &'static [Preset<BccSettings>] = PIPELINE;
    type Settings = BccSettings;
    type Params = BccParams;

    fn params(settings: &BccSettings, unit: DepthUnit) -> Result<BccParams, ParamError> {
        let Thresholds { k_port, kmin, kmax } = Thresholds::of(settings, unit)?;
        let bits = ramp_bits(kmax.saturating_sub(kmin), settings.p_max);
        if bits > DRAW_BITS {
            // At most 2^16, as no range is longer than 2^28 units.
            let least = (kmax.saturating_sub(kmin) >> (DRAW_BITS.saturating_sub(16))).saturating_add(1);
            return Err(ParamError::new(BccSettings::p_max, settings.p_max, least, 65_536));
        }
        Ok(BccParams {
            port_limit: Data::new(k_port.saturating_add(1)),
            own_mask: Data::new(0u32.wrapping_sub(settings.own.index())),
            floor: Floor::new(kmin),
            ceiling: Data::new(kmax),
            mask: Data::new((1u32 << (bits & 31)).wrapping_sub(1)),
            unit,
        })
    }

    fn effective(params: &BccParams, settings: &BccSettings, field: FieldId) -> Option<u32> {
        let thresholds = params.thresholds();
        let range = thresholds.kmax.saturating_sub(thresholds.kmin);
        if field == BccSettings::p_max && range > 0 {
            let steps = params.mask.value().wrapping_add(1).trailing_zeros();
            return Some(u32::try_from(((range as u64) << 16) >> steps).unwrap_or(u32::MAX).clamp(1, 65_536));
        }
        thresholds.effective(settings, field, params.unit)
    }
}

/// Random bits drawn per packet: the finest ramp is 1 in 2^28 per depth unit.
const DRAW_BITS: u32 = 28;

/// Action data of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BccParams {
    /// K_port + 1.
    pub port_limit: Data,
    /// All ones if the packet counts itself, else 0.
    pub own_mask: Data,
    /// Kmin.
    pub floor: Floor,
    /// Kmax.
    pub ceiling: Data,
    /// 2^r - 1: the ramp gains 2^-r per depth unit.
    pub mask: Data,
    /// Depth unit, to give thresholds back in bytes.
    pub unit: DepthUnit,
}

impl BccParams {
    fn thresholds(&self) -> Thresholds {
        Thresholds {
            k_port: self.port_limit.value().saturating_sub(1),
            kmin: self.floor.value(),
            kmax: self.ceiling.value(),
        }
    }
}

/// BCC in one pass.
pub type Bcc = Pass<BccProgram>;

impl Stateless for BccProgram {}
