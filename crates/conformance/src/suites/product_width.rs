//! Bug class 5: a product or a sum is wider than its word.

use super::sample::START;
use super::{aqm_setups, cc_setups};
use crate::agreement::{AqmPair, run_cc};
use crate::model::{FlowModel, FlowOp, malformed};
use freeboard_oracle::{Hook, Violation};
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::Random;

/// Of a scheme: every word but the clock at the edges of its range.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let mut random = Random::new(51);
    for (seed, setup) in (0..).zip(aqm_setups(id, 51)) {
        let mut packets = setup.packets(START, seed, 2_000);
        for packet in
            packets.iter_mut().filter(|packet| packet.hook == Hook::Departure || packet.random & 1 == 0)
        {
            packet.size = malformed::word(&mut random, 1500);
            packet.depth = malformed::word(&mut random, 97_500);
            if packet.hook == Hook::Departure {
                packet.sojourn = malformed::word(&mut random, 200_000);
            }
        }
        let Some(mut pair) = AqmPair::new(id, &setup.values, setup.unit) else { continue };
        if let Err(Violation(why)) = pair.run(&packets, 0) {
            panic!("at the edges: {why}");
        }
    }
}

/// Of a congestion control: segments of every size, windows up to their ceiling.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    for (seed, setup) in (0..).zip(cc_setups(id, 52)) {
        for mss in [1, 2, 536, 1460, 9000, 65_535] {
            if id.place(&setup.values, freeboard_cc_api::Bytes(mss)).is_err() {
                continue;
            }
            let mut model = FlowModel::new(mss, seed);
            let mut events = Vec::new();
            // Slow start to the ceiling, then a cut of it.
            for mark_one_in in [0, 0, 0, 0, 200, 1, 0, 3] {
                let acks =
                    FlowOp::Acks { count: 200, segments: 255, mark_one_in, window: 255, limited: true };
                model.apply(acks, &mut events);
            }
            events.extend(model.random(500));
            if let Err(Violation(why)) = run_cc(id, &setup.values, mss, &events, (0, 0)) {
                panic!("segments of {mss} B: {why}");
            }
        }
    }
}
