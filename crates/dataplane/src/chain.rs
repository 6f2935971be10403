//! Two schemes in one pass: one clock, either may mark.

use crate::clock::RunsOn;
use crate::{Cond, Hw, Layout, Metadata, PoolLimits, Ports, Program};
use freeboard_aqm_api::{
    Activity, Hooks, Intrinsics, Kind, Meta, Nanos32, NotEct, ParamError, PortView, Preset,
};
use freeboard_units::DepthUnit;

/// `A` beside `B`: both run on every packet of one pass, the packet is marked if either says so.
///
/// They share the clock of `A`, which `B` must use or do without, and the hook: an ingress and an egress
/// program cannot share a pass. Only `A` is watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chain<A, B>(core::marker::PhantomData<(A, B)>);

impl<A: Program, B: Program> Layout for Chain<A, B>
where
    B::Clock: RunsOn<A::Clock>,
{
    type Clock = A::Clock;
    type Pipe = (A::Pipe, B::Pipe);
    type Port = (A::Port, B::Port);
    type Queue = (A::Queue, B::Queue);
}

impl<A: Program, B: Program> Program for Chain<A, B>
where
    B::Clock: RunsOn<A::Clock>,
{
    const META: Meta = join(&A::META, &B::META);
    const PRESETS: &'static [Preset<Self::Settings>] = &[];
    type Settings = (A::Settings, B::Settings);
    type Params = (A::Params, B::Params);

    fn params(settings: &Self::Settings, unit: DepthUnit) -> Result<Self::Params, ParamError> {
        Ok((A::params(&settings.0, unit)?, B::params(&settings.1, unit)?))
    }

    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &Self::Params, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Cond<H> {
        let first = Ports { pipe: ports.pipe.0, port: ports.port.0, queue: ports.queue.0 };
        let second = Ports { pipe: ports.pipe.1, port: ports.port.1, queue: ports.queue.1 };
        let first = A::mark(h, &params.0, first, m);
        first | B::mark(h, &params.1, second, m)
    }

    #[inline(always)]
    fn pool_limits(params: &Self::Params) -> PoolLimits {
        // There is one set of limits per pool: where both look, `join` refuses.
        if const { A::META.reads.contains(Intrinsics::POOL_STATUS) } {
            A::pool_limits(&params.0)
        } else {
            B::pool_limits(&params.1)
        }
    }

    fn control(params: &mut Self::Params, now: Nanos32, view: &PortView<'_>) {
        A::control(&mut params.0, now, view);
        B::control(&mut params.1, now, view);
    }

    fn watch(
        params: &Self::Params,
        before: &Self::Queue,
        after: &Self::Queue,
        sojourn: u32,
        lengths: (u32, u32),
        activity: &mut Activity,
    ) {
        A::watch(&params.0, &before.0, &after.0, sojourn, lengths, activity);
    }
}

const fn join(a: &Meta, b: &Meta) -> Meta {
    let (first, second) = (a.hooks.difference(Hooks::CONTROL), b.hooks.difference(Hooks::CONTROL));
    assert!(first.bits() == second.bits(), "programs of one pass run at the same hook");
    assert!(
        a.control_period_ns == 0 || b.control_period_ns == 0 || a.control_period_ns == b.control_period_ns,
        "programs of one pass share the control plane's period"
    );
    assert!(
        matches!(a.kind, Kind::Pipeline) && matches!(b.kind, Kind::Pipeline),
        "only pipeline programs share a pass"
    );
    assert!(
        !a.reads.intersection(b.reads).contains(Intrinsics::POOL_STATUS),
        "programs of one pass cannot give one pool two sets of limits"
    );
    Meta {
        name: "chain",
        variant: "pipeline",
        summary: "two schemes in one pass",
        source: a.source,
        kind: Kind::Pipeline,
        hooks: a.hooks.union(b.hooks),
        reads: a.reads.union(b.reads),
        resolution_ns: if a.resolution_ns > b.resolution_ns { a.resolution_ns } else { b.resolution_ns },
        longest_gap_ns: if a.longest_gap_ns < b.longest_gap_ns { a.longest_gap_ns } else { b.longest_gap_ns },
        control_period_ns: if a.control_period_ns > 0 { a.control_period_ns } else { b.control_period_ns },
        not_ect: if matches!(a.not_ect, NotEct::Drop) { a.not_ect } else { b.not_ect },
        drops: a.drops.union(b.drops),
        triggers: a.triggers,
    }
}
