//! Programs that are made of programs: what a chain and a narrowed one take from their parts, and what a pass hands on.

use freeboard_aqm_api::{
    Aqm, Arrival, FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, Nanos32, NotEct, ParamError, PortId,
    PortView, Preset, Reason, Scope, Unit, Verdict,
};
use freeboard_dataplane::blocks::{FirstAbove, SlopeQueue};
use freeboard_dataplane::{
    Chain, Config, Data, Hw, Mark, MathFill, MathUnit, Metadata, Narrow, Pair, Pass, Ports, Program,
    RowsMath, Stateless,
};
use freeboard_units::DepthUnit;

/// Signals where the depth has a bit; its parameter counts the ticks of the control plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Probe<const BIT: u32, const GAP_NS: u64>;

impl<const BIT: u32, const GAP_NS: u64> Stateless for Probe<BIT, GAP_NS> {}

impl<const BIT: u32, const GAP_NS: u64> Program for Probe<BIT, GAP_NS> {
    const META: Meta = Meta {
        name: "probe",
        variant: "pipeline",
        summary: "a bit of the depth",
        source: "this test",
        kind: Kind::Pipeline,
        hooks: Hooks::ENQUEUE,
        reads: Intrinsics::DEPTH,
        resolution_ns: NANOSECOND,
        longest_gap_ns: GAP_NS,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: if BIT == 0 { &[("zeroth", Unit::Bytes)] } else { &[("first", Unit::Nanos)] },
    };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = u32;

    fn params((): &(), _: DepthUnit) -> Result<u32, ParamError> {
        Ok(0)
    }

    fn effective(ticks: &u32, (): &(), field: FieldId) -> Option<u32> {
        (field.0 == 0).then_some(*ticks)
    }

    fn mark<H: Hw>(_: &mut H, _: &u32, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let fired = m.depth.bit::<BIT>();
        Mark::by(freeboard_dataplane::Reason::at(fired, m.depth, Data::new(1 << BIT)))
    }

    fn control(ticks: &mut u32, _: Nanos32, _: &PortView<'_>) {
        *ticks += 1;
    }
}

type Zeroth = Probe<0, 500>;
type First = Probe<1, 300>;
type Both = Pass<Chain<Zeroth, First>>;

fn decided<A: Aqm>(params: &A::Params, depth: u32) -> (Verdict, Vec<Option<Reason>>) {
    let (mut pipe, mut port, mut queue) = (A::Pipe::default(), A::Port::default(), A::Queue::default());
    let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
    let decision = A::on_enqueue(params, scope, &Arrival { depth, ..Arrival::default() });
    (decision.verdict, decision.reasons.to_vec())
}

#[test]
fn a_chain_signals_where_one_part_does_and_gives_both_reasons_in_order() {
    for depth in 0..4 {
        let (verdict, reasons) = decided::<Both>(&(0, 0), depth);
        assert_eq!(verdict, if depth == 0 { Verdict::Forward } else { Verdict::Signal }, "{depth}");
        let expected = [Reason::new(depth & 1 == 1, depth, 1), Reason::new(depth & 2 == 2, depth, 2)];
        assert_eq!(reasons, [expected.map(Some).to_vec(), vec![None; 2]].concat());
    }
    assert_eq!(Both::META.triggers, [("zeroth", Unit::Bytes), ("first", Unit::Nanos)]);
}

#[test]
fn a_chain_bears_no_longer_silence_than_each_of_its_parts() {
    assert_eq!((Zeroth::META.longest_gap_ns, First::META.longest_gap_ns), (500, 300));
    assert_eq!(<Chain<Zeroth, First>>::META.longest_gap_ns, 300);
    assert_eq!(<Chain<First, Zeroth>>::META.longest_gap_ns, 300);
}

#[test]
fn the_control_plane_of_every_part_ticks() {
    let view = PortView { port: PortId(0), queues: &[], pool_depth: 0 };
    let (mut both, mut narrow) = ((0, 0), 0);
    Both::on_control(&mut both, Nanos32(0), &view);
    <Pass<Narrow<Zeroth>>>::on_control(&mut narrow, Nanos32(0), &view);
    assert_eq!((both, narrow), ((1, 1), 1));
}

#[test]
fn a_pass_and_a_narrowed_program_show_what_is_in_force() {
    for ticks in [0, 5] {
        assert_eq!(<Pass<Zeroth>>::effective(&ticks, &(), FieldId(0)), Some(ticks));
        assert_eq!(<Narrow<Zeroth>>::effective(&ticks, &(), FieldId(0)), Some(ticks));
    }
    assert_eq!(<Pass<Zeroth>>::effective(&5, &(), FieldId(1)), None);
}

#[test]
fn a_negative_value_of_a_trigger_is_shown_as_none() {
    for depth in [0x7fff_ffff, 0x8000_0001, u32::MAX] {
        let (_, reasons) = decided::<Pass<Zeroth>>(&0, depth);
        assert_eq!(
            reasons[0],
            Some(Reason::new(true, if depth >> 31 == 1 { 0 } else { depth }, 1)),
            "{depth}"
        );
    }
}

#[test]
fn a_time_that_does_not_run_is_no_part_of_the_state() {
    let words = |pair: Pair| {
        let mut words = freeboard_aqm_api::Words::default();
        FirstAbove::canonical(pair, &mut words);
        words.as_slice().to_vec()
    };
    assert_eq!(words(Pair { lo: 9, hi: 1 }), [9, 1]);
    assert_eq!(words(Pair { lo: 9, hi: 0 }), [0, 0]);
    for (hi, expected) in [(2, [9, 1, 4, 5]), (0, [0, 0, 4, 5])] {
        let queue = SlopeQueue { window: Pair { lo: 9, hi }, last: 4, fall: 5 };
        let mut words = freeboard_aqm_api::Words::default();
        freeboard_aqm_api::State::canonical(&queue, &mut words);
        assert_eq!(words.as_slice(), expected);
    }
}

#[test]
fn a_table_shows_its_math_unit() {
    let math = MathUnit::reciprocal_sqrt(1_000, MathFill::LowerEdge);
    assert_eq!(RowsMath { rows: [Data::new(3)], math }.unit(), Some(math));
}
