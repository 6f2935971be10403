//! BCC where the pipeline is told two bits of the pool: a ramp of two steps.

use crate::marks::META;
use crate::presets::PIPELINE;
use crate::recipe::Thresholds;
use crate::settings::BccSettings;
use freeboard_aqm_api::{FieldId, Intrinsics, Kind, Meta, ParamError, Preset};
use freeboard_dataplane::blocks::flag;
use freeboard_dataplane::{
    Data, Hw, Lookup, Mark, Metadata, Pass, PoolLimits, Ports, Program, Reason, RegisterScope, Stateless,
};
use freeboard_units::DepthUnit;

/// BCC on the status of the pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolStatusProgram;

impl Program for PoolStatusProgram {
    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &StatusParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let room = params.port_limit.saturating_sub(m.depth).named("room_without_own");
        let room = match params.own_mask.own_size(m.size, params.unit) {
            Some(own) => room.saturating_sub(own),
            None => room,
        };
        let room = room.named("room");
        let chance =
            h.lookup::<Chance>(&params.chances, [m.pool_status.bit::<0>(), m.pool_status.bit::<1>()]);
        let won = chance.saturating_sub(h.random::<DRAW_BITS>().named("draw")).named("won");
        // As a flag, so that one gateway sees it beside the coin.
        let full = flag(h, !room.nonzero()).named("full");
        let port = Reason::at(!room.nonzero(), m.depth, params.port_limit).counted_in(params.unit);
        let pool =
            Reason::above(won.nonzero(), m.pool_depth, Data::new(params.pool.0)).counted_in(params.unit);
        Mark::shared((full | won).named("wins").nonzero(), port, pool)
    }

    const META: Meta = Meta {
        variant: "pool-status",
        summary: "BCC on two bits of the pool: a ramp of two steps; its port is its queue",
        source: "[Bai20], for match-action switches that show a status of the pool",
        kind: Kind::Pipeline,
        reads: Intrinsics::DEPTH
            .union(Intrinsics::POOL_STATUS)
            .union(Intrinsics::SIZE)
            .union(Intrinsics::RANDOM),
        ..META
    };
    const DATA: RegisterScope = RegisterScope::Port;
    const PRESETS: &'static [Preset<BccSettings>] = PIPELINE;
    type Settings = BccSettings;
    type Params = StatusParams;

    fn params(settings: &BccSettings, unit: DepthUnit) -> Result<StatusParams, ParamError> {
        let Thresholds { k_port, kmin, kmax } = Thresholds::of(settings, unit)?;
        let quarter = |quarters: u32| settings.p_max.saturating_mul(quarters).saturating_add(2) >> 2;
        Ok(StatusParams {
            port_limit: Data::new(k_port.saturating_add(1)),
            own_mask: Data::new(0u32.wrapping_sub(settings.own.index())),
            // The ramp at the middle of each half: an eighth of p_max off on average, a quarter at most.
            chances: [0, quarter(1), quarter(3), CERTAIN].map(Data::new),
            pool: (kmin, kmax),
            unit,
        })
    }

    fn effective(params: &StatusParams, settings: &BccSettings, field: FieldId) -> Option<u32> {
        params.thresholds().effective(settings, field, params.unit)
    }

    #[inline(always)]
    fn pool_limits(params: &StatusParams) -> PoolLimits {
        let (kmin, kmax) = params.pool;
        let half = kmax.saturating_sub(kmin) >> 1;
        let first = kmin.saturating_add(1).min(kmax);
        PoolLimits([first, kmin.saturating_add(half).max(first), kmax])
    }
}

/// Random bits drawn per packet: probabilities are of Q16, as p_max is.
const DRAW_BITS: u32 = 16;

/// Action data of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct StatusParams {
    /// K_port + 1.
    pub port_limit: Data,
    /// All ones if the packet counts itself, else 0.
    pub own_mask: Data,
    /// Marking probability at each status of the pool, Q16.
    pub chances: [Data; 4],
    /// Kmin and Kmax.
    pub pool: (u32, u32),
    /// Depth unit, to give thresholds back in bytes.
    pub unit: DepthUnit,
}

impl StatusParams {
    fn thresholds(&self) -> Thresholds {
        let (kmin, kmax) = self.pool;
        Thresholds { k_port: self.port_limit.value().saturating_sub(1), kmin, kmax }
    }

    /// Probability with which the pool marks at an occupancy, Q16.
    #[must_use]
    pub fn chance(&self, occupancy: u32) -> u32 {
        let status = PoolStatusProgram::pool_limits(self).status(occupancy);
        self.chances.get(status as usize).map_or(0, |chance| chance.value())
    }

    /// Probability with which the published ramp marks there, Q16.
    #[must_use]
    pub fn ramp(&self, occupancy: u32, settings: &BccSettings) -> u32 {
        let (kmin, kmax) = self.pool;
        if occupancy >= kmax {
            return CERTAIN;
        }
        let above = occupancy.saturating_sub(kmin);
        freeboard_fixmath::Reciprocal::new(kmax.saturating_sub(kmin)).mul_div(above, settings.p_max)
    }
}

/// 1 in Q16.
const CERTAIN: u32 = 1 << 16;

/// The chance that goes with the pool's status.
#[derive(Clone, Copy, Debug)]
pub enum Chance {}

impl Lookup for Chance {
    const NAME: &'static str = "chance";
    type Key<C: Copy> = [C; 2];
    type Data = [Data; 4];
    const OUT_BITS: u32 = 17;
    const SELECT: [u8; 4] = [0, 1, 2, 3];
}

/// BCC on the status of the pool, in one pass.
pub type BccPoolStatus = Pass<PoolStatusProgram>;

impl Stateless for PoolStatusProgram {}
