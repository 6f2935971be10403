//! Counters that take years to fill, filled by hand.

use freeboard_aqm_api::{Aqm, Departure, DepthUnit, Nanos32, Scope, Verdict};
use freeboard_registry::aqm_codel::{CodelSettings, Linux, LinuxQueue, Phase, Rfc8289, RfcQueue};
use freeboard_registry::aqm_ecn_sharp::{
    Compact, CompactQueue, EcnSharpSettings, Exact, ExactQueue, ExactSettings, Phase as SharpPhase,
};
use freeboard_registry::dataplane::Pair;

fn departure(now: u32) -> Departure {
    Departure { now: Nanos32(now), sojourn: 100_000_000, depth: 1 << 20, ..Departure::default() }
}

/// Runs a state whose mark is due at once; answers whether the packet was marked.
fn marks<A: Aqm<Pipe: Default, Port: Default>>(params: &A::Params, queue: &mut A::Queue, now: u32) -> bool {
    let (mut pipe, mut port) = Default::default();
    let scope = Scope { pipe: &mut pipe, port: &mut port, queue };
    A::on_dequeue(params, scope, &departure(now)) == Verdict::Signal
}

#[test]
fn a_full_mark_count_stays_full_and_the_episode_goes_on() {
    let settings = ExactSettings { ins_target: u32::MAX, ..ExactSettings::default() };
    let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    let phase = SharpPhase::all();
    let mut queue = ExactQueue { next: Nanos32(1_000), count: u32::MAX, phase, ..ExactQueue::default() };
    assert!(marks::<Exact>(&params, &mut queue, 2_000));
    // 200 us / sqrt(2^32 - 1) is 3 ns.
    assert_eq!((queue.count, queue.next, queue.phase), (u32::MAX, Nanos32(1_003), phase));
}

#[test]
fn a_full_upcoming_count_does_not_read_as_idle() {
    let settings = EcnSharpSettings { ins_target: u32::MAX - 1, ..EcnSharpSettings::default() };
    let params = Compact::params(&settings, DepthUnit::BYTE).unwrap();
    let mut queue =
        CompactQueue { first_above: Pair { lo: 1, hi: 1 }, marking: Pair { lo: 2, hi: u32::MAX } };
    assert!(marks::<Compact>(&params, &mut queue, 1 << 20));
    assert_eq!(queue.marking.hi, u32::MAX);
}

#[test]
fn a_full_signal_count_of_codel_stays_full() {
    let phase = Phase::RUNNING | Phase::STANDING | Phase::SIGNALLING;
    let settings = CodelSettings::default();
    let params = Rfc8289::params(&settings, DepthUnit::BYTE).unwrap();
    let mut queue = RfcQueue { next: Nanos32(1_000), count: u32::MAX, phase, ..RfcQueue::default() };
    assert!(marks::<Rfc8289>(&params, &mut queue, 2_000));
    assert_eq!(queue.count, u32::MAX);
    let params = Linux::params(&settings, DepthUnit::BYTE).unwrap();
    let mut queue = LinuxQueue { count: u32::MAX, inv_sqrt: 1, phase, ..LinuxQueue::default() };
    assert!(marks::<Linux>(&params, &mut queue, 1 << 20));
    assert_eq!(queue.count, u32::MAX);
}
