//! Two schemes in one pass: one clock, either may mark.

use crate::clock::RunsOn;
use crate::{Hw, Layout, Mark, Metadata, PoolLimits, Ports, Program, Reason, RegisterScope};
use freeboard_aqm_api::{
    Hooks, Intrinsics, Kind, MAX_TRIGGERS, Meta, Nanos32, NotEct, ParamError, PortView, Preset, Unit,
};
use freeboard_units::DepthUnit;

/// `A` and `B` together: both run on every packet of one pass, and the packet is marked if either signals.
///
/// They share the clock of `A`, which `B` must use or do without, and the hook: an ingress and an egress
/// program cannot share a pass. The triggers of `B` follow those of `A`.
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
    const META: Meta = join(&A::META, &B::META, &Self::TRIGGERS);
    const DATA: RegisterScope = A::DATA.finer(B::DATA);
    const PRESETS: &'static [Preset<Self::Settings>] = &[];
    type Settings = (A::Settings, B::Settings);
    type Params = (A::Params, B::Params);

    fn params(settings: &Self::Settings, unit: DepthUnit) -> Result<Self::Params, ParamError> {
        Ok((A::params(&settings.0, unit)?, B::params(&settings.1, unit)?))
    }

    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &Self::Params, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let first = Ports { pipe: ports.pipe.0, port: ports.port.0, queue: ports.queue.0 };
        let second = Ports { pipe: ports.pipe.1, port: ports.port.1, queue: ports.queue.1 };
        let first = A::mark(h, &params.0, first, m);
        let second = B::mark(h, &params.1, second, m);
        Mark {
            condition: first.condition | second.condition,
            reasons: one_after_the_other(first.reasons, second.reasons),
        }
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
}

impl<A: Program, B: Program> Chain<A, B> {
    /// Unused slots are blank.
    const TRIGGERS: [(&'static str, Unit); MAX_TRIGGERS] = {
        let (first, second) = (A::META.triggers, B::META.triggers);
        let mut all = [("", Unit::Count); MAX_TRIGGERS];
        let mut slot = 0;
        while slot < first.len() + second.len() {
            all[slot] = if slot < first.len() { first[slot] } else { second[slot - first.len()] };
            slot += 1;
        }
        all
    };
}

/// Spelled out: LLVM keeps a loop over slots.
#[inline(always)]
fn one_after_the_other<H: Hw>(a: Slots<H>, b: Slots<H>) -> Slots<H> {
    match a {
        [None, ..] => b,
        [one, None, ..] => [one, b[0], b[1], b[2]],
        [one, two, None, _] => [one, two, b[0], b[1]],
        [one, two, three, None] => [one, two, three, b[0]],
        full => full,
    }
}

type Slots<H> = [Option<Reason<H>>; MAX_TRIGGERS];

const fn join(a: &Meta, b: &Meta, triggers: &'static [(&'static str, Unit); MAX_TRIGGERS]) -> Meta {
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
        triggers: triggers.split_at(a.triggers.len() + b.triggers.len()).0,
    }
}
