//! A program whose condition is one bit wide.

use crate::blocks::flag;
use crate::{Hw, Layout, Mark, Metadata, PoolLimits, Ports, Program, RegisterScope};
use freeboard_aqm_api::{FieldId, Meta, Nanos32, ParamError, PortView, Preset};
use freeboard_units::DepthUnit;

/// `P` with its condition reduced to a flag one table earlier.
///
/// The last gateway of a pass reads every word that any of its conditions tests, and sees 44 bits. Two wide
/// programs do not fit one [`crate::Chain`]; with one of them narrowed they do, for one table more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Narrow<P>(core::marker::PhantomData<P>);

impl<P: Program> Layout for Narrow<P> {
    type Clock = P::Clock;
    type Pipe = P::Pipe;
    type Port = P::Port;
    type Queue = P::Queue;
}

impl<P: Program> Program for Narrow<P> {
    const META: Meta = P::META;
    const DATA: RegisterScope = P::DATA;
    const PRESETS: &'static [Preset<P::Settings>] = P::PRESETS;
    type Settings = P::Settings;
    type Params = P::Params;

    fn params(settings: &P::Settings, unit: DepthUnit) -> Result<P::Params, ParamError> {
        P::params(settings, unit)
    }

    fn effective(params: &P::Params, settings: &P::Settings, field: FieldId) -> Option<u32> {
        P::effective(params, settings, field)
    }

    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &P::Params, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let ports = Ports { pipe: ports.pipe, port: ports.port, queue: ports.queue };
        let wide = P::mark(h, params, ports, m);
        Mark { condition: flag(h, wide.condition).nonzero(), ..wide }
    }

    #[inline(always)]
    fn pool_limits(params: &P::Params) -> PoolLimits {
        P::pool_limits(params)
    }

    fn control(params: &mut P::Params, now: Nanos32, view: &PortView<'_>) {
        P::control(params, now, view);
    }
}
