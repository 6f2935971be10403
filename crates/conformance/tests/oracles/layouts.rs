//! The pipeline layouts of ECN# mark alike on any stream: their decision digests are equal.

use freeboard_conformance::model::call;
use freeboard_conformance::model::{PacketModel, Scale};
use freeboard_conformance::suites::aqm_setups;
use freeboard_registry::AqmId;
use freeboard_replay::{Digest, PacketEvents, plan};

const LAYOUTS: [AqmId; 3] = [AqmId::EcnSharpCompact, AqmId::EcnSharpPaperShaped, AqmId::EcnSharpSliced];

#[test]
fn all_layouts_have_one_decision_digest() {
    for setup in aqm_setups(LAYOUTS[0], 7) {
        let scale = Scale::of(LAYOUTS[0], &setup.values, 1);
        // Both wraps of the stamp lie in the stream.
        let packets = PacketModel::new(scale, (1 << 42) - 500_000_000, 7).random(20_000);
        let digests = LAYOUTS.map(|layout| {
            let mut scheme = layout.place(&setup.values, setup.unit).unwrap();
            let mut digest = Digest::default();
            for packet in &packets {
                let event = packet.event(0);
                event.words().iter().for_each(|word| digest.word(*word));
                digest.word(call(&mut scheme, &event) as u32);
            }
            digest.value()
        });
        assert!(digests.iter().all(|digest| *digest == digests[0]), "{:?}: {digests:x?}", setup.values);
    }
}

#[test]
fn all_layouts_decide_alike_over_the_stream_that_every_place_replays() {
    let mut schemes = LAYOUTS.map(|layout| layout.place(&[], freeboard_aqm_api::DepthUnit::BYTE).unwrap());
    let mut events = PacketEvents::new(plan::SEED, plan::START_NS);
    let mut marks = 0;
    for index in 0..1_000_000 {
        let event = events.step();
        let verdicts = schemes.each_mut().map(|scheme| call(scheme, &event));
        assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "event {index}: {verdicts:?}");
        marks += u32::from(verdicts[0] != freeboard_aqm_api::Verdict::Forward);
    }
    assert!(marks > 10_000);
}
