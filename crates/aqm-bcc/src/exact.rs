//! BCC with RED's counter, as the authors' simulator has it.

use crate::marks::META;
use crate::presets::EXACT;
use crate::recipe::Thresholds;
use crate::settings::{ExactSettings, Own};
use freeboard_aqm_api::{
    Aqm, Decision, Departure, FieldId, Meta, ParamError, Preset, Reason, Scope, State, Words,
};
use freeboard_fixmath::{Reciprocal, spread_coin};
use freeboard_units::DepthUnit;

/// BCC with an exact ramp and counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Aqm for Exact {
    #[inline(always)]
    fn on_dequeue(params: &ExactParams, scope: Scope<'_, Self>, d: &Departure) -> Decision {
        let pool = scope.queue.pool_marks(params, d);
        let Thresholds { k_port, kmin, .. } = params.thresholds;
        Decision::either(
            Reason::new(params.port_marks(d), d.port_depth, k_port.saturating_add(1)).counted_in(params.unit),
            Reason::new(pool, d.pool_depth, kmin.saturating_add(1)).counted_in(params.unit),
        )
    }

    const META: Meta = META;
    const PRESETS: &'static [Preset<ExactSettings>] = EXACT;
    type Settings = ExactSettings;
    type Params = ExactParams;
    type Pipe = ();
    type Port = ();
    type Queue = ExactQueue;

    fn params(settings: &ExactSettings, unit: DepthUnit) -> Result<ExactParams, ParamError> {
        let thresholds = Thresholds::of(settings, unit)?;
        Ok(ExactParams {
            thresholds,
            own: settings.own == Own::Included,
            p_max: if settings.p_max > u16::MAX as u32 { u32::MAX } else { settings.p_max << 16 },
            ramp: Reciprocal::new(thresholds.kmax.saturating_sub(thresholds.kmin)),
            mean: Reciprocal::new(settings.mean),
            unit,
        })
    }

    fn effective(params: &ExactParams, settings: &ExactSettings, field: FieldId) -> Option<u32> {
        params.thresholds.effective(settings, field, params.unit)
    }
}

impl ExactParams {
    /// The standard configuration: the port's queue is above K.
    #[inline]
    const fn port_marks(&self, d: &Departure) -> bool {
        let own = if self.own { d.size.0 } else { 0 };
        d.port_depth.saturating_add(own) > self.thresholds.k_port
    }
}

impl ExactQueue {
    /// The one more configuration: RED on the pool.
    #[inline]
    const fn pool_marks(&mut self, params: &ExactParams, d: &Departure) -> bool {
        let Thresholds { kmin, kmax, .. } = params.thresholds;
        let full = d.pool_depth >= kmax;
        if full || d.pool_depth <= kmin {
            self.since_mark = 0;
            return full;
        }
        self.since_mark = self.since_mark.saturating_add(d.size.0);
        let p = params.ramp.mul_div(d.pool_depth.wrapping_sub(kmin), params.p_max);
        let spent = params.mean.mul_div(self.since_mark, p);
        // Certainty is not scaled by the packet's size.
        let certain = p.checked_add(spent).is_none();
        let marked = certain || spread_coin(d.random, params.mean.mul_div(p, d.size.0), spent);
        if marked {
            self.since_mark = 0;
        }
        marked
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ExactParams {
    /// Thresholds in depth units.
    pub thresholds: Thresholds,
    own: bool,
    /// p_max in Q32.
    p_max: u32,
    /// 1/(Kmax - Kmin), 1/mean.
    ramp: Reciprocal,
    mean: Reciprocal,
    unit: DepthUnit,
}

/// State of one queue. Zero-filled is a fresh queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct ExactQueue {
    /// Bytes since the pool last marked a packet of this queue, saturating.
    pub since_mark: u32,
}

impl State for ExactQueue {
    fn canonical(&self, words: &mut Words) {
        words.push(self.since_mark);
    }
}
