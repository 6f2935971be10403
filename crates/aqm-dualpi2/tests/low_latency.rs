//! The native markers of the L queue.

use freeboard_aqm_api::{Aqm, Departure, DepthUnit, Scope, Verdict};
use freeboard_aqm_dualpi2::{Ramp, RampSettings, Step, StepSettings};
use freeboard_dataplane::NoRegisters;

fn marks<A: Aqm<Pipe: Default, Port = NoRegisters, Queue = NoRegisters>>(
    params: &A::Params,
    (sojourn, depth, random): (u32, u32, u32),
) -> bool {
    let (mut pipe, mut port, mut queue) = (A::Pipe::default(), NoRegisters, NoRegisters);
    let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
    A::on_dequeue(params, scope, &Departure { sojourn, depth, random, ..Departure::default() })
        == Verdict::Signal
}

#[test]
fn the_step_is_strict_and_spares_no_packet() {
    let params = Step::params(&StepSettings::default(), DepthUnit::BYTE).unwrap();
    assert!(!marks::<Step>(&params, (100_000, 1_500, 0)));
    assert!(marks::<Step>(&params, (100_001, 1_500, 0)));
    assert!(marks::<Step>(&params, (100_001, 0, 0)), "alone in its queue");
}

#[test]
fn of_all_coins_exactly_the_share_of_the_ramp_marks() {
    let params = Ramp::params(&RampSettings::default(), DepthUnit::BYTE).unwrap();
    let effective = Ramp::effective(&params, &RampSettings::default(), RampSettings::range);
    // 40 us are nearer to 2^15 ns than to 2^16 in ratio.
    assert_eq!(effective, Some(1 << 15));
    for over in [0, 1, 100, 12_345, 32_767, 32_768, 1 << 20] {
        let marked = (0..1u32 << 15).filter(|coin| marks::<Ramp>(&params, (80_000 + over, 1, *coin))).count();
        assert_eq!(marked as u32, over.min(1 << 15), "{over} ns on the ramp");
    }
}
