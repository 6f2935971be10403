//! Bug class 4: a counter of bytes or packets passes 2^32.

use super::sample::START;
use super::{aqm_setups, cc_setups};
use crate::agreement::{AqmPair, run_cc};
use crate::model::{FlowModel, FlowOp};
use freeboard_oracle::{FlowEvent, Violation};
use freeboard_registry::{AqmId, CcId};

/// Of a scheme: every second packet adds 2^31 bytes.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    for (seed, setup) in (0..).zip(aqm_setups(id, 41)) {
        let mut packets = setup.packets(START, seed, 2_000);
        packets.iter_mut().step_by(2).for_each(|packet| packet.size = 1 << 31);
        let Some(mut pair) = AqmPair::new(id, &setup.values, setup.unit) else { continue };
        if let Err(Violation(why)) = pair.run(&packets, 0) {
            panic!("beyond 2^32 bytes: {why}");
        }
    }
}

/// Of a congestion control: five times 2^32 bytes, beside 64-bit counters.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    for (seed, setup) in (0..).zip(cc_setups(id, 42)) {
        let mss = 65_000;
        if id.place(&setup.values, freeboard_cc_api::Bytes(mss)).is_err() {
            continue;
        }
        let mut model = FlowModel::new(mss, seed);
        let mut events = Vec::new();
        let mut mark_one_in = 0;
        while !matches!(events.last().map(|timed: &crate::model::TimedFlow| timed.event), Some(FlowEvent::Ack(ack)) if ack.una > 5 << 32)
        {
            let acks = FlowOp::Acks { count: 100, segments: 200, mark_one_in, window: 250, limited: true };
            model.apply(acks, &mut events);
            mark_one_in = (mark_one_in + 7) % 30;
        }
        if let Err(Violation(why)) = run_cc(id, &setup.values, mss, &events, (0, 0)) {
            panic!("beyond 2^32 bytes: {why}");
        }
    }
}
