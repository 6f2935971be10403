//! The step marker at its boundaries.

use freeboard_aqm_api::{Aqm, Arrival, Bytes, DepthUnit, Scope, Verdict};
use freeboard_aqm_step::{Comparison, Own, StepEnqueue, StepSettings};

fn marks(settings: StepSettings, depth: u32) -> bool {
    let params = StepEnqueue::params(&settings, DepthUnit::BYTE).unwrap();
    let (mut pipe, mut port, mut queue) = Default::default();
    let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
    let arrival = Arrival { depth, size: Bytes(1500), ..Arrival::default() };
    StepEnqueue::on_enqueue(&params, scope, &arrival) == Verdict::Signal
}

#[test]
fn comparison_and_own_packet_move_the_boundary_as_documented() {
    let k = StepSettings { k: 10_000, ..StepSettings::default() };
    let first_marked = |settings| (0..20_000).find(|depth| marks(settings, *depth)).unwrap();
    assert_eq!(first_marked(k), 10_001);
    assert_eq!(first_marked(StepSettings { comparison: Comparison::AtOrAbove.setting(), ..k }), 10_000);
    assert_eq!(first_marked(StepSettings { own: Own::Included.setting(), ..k }), 8_501);
    assert_eq!(
        first_marked(StepSettings {
            own: Own::Included.setting(),
            comparison: Comparison::AtOrAbove.setting(),
            ..k
        }),
        8_500
    );
}

#[test]
fn a_queue_and_its_packet_beyond_32_bits_are_a_long_queue() {
    let settings = StepSettings { own: Own::Included.setting(), ..StepSettings::default() };
    assert!(marks(settings, u32::MAX));
    assert!(marks(settings, u32::MAX - 1499));
}
