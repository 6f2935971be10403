//! Bug class 10: a result depends on the size of the machine's words.
//!
//! On a 64-bit host a `usize`, a pointer or a 64-bit counter in state or parameters aligns to 8 bytes; a state
//! of 32-bit words does not. The digests of record are replayed on 32-bit machines besides.

use super::sample::START;
use super::{aqm_setups, cc_setups};
use crate::agreement::{AqmPair, run_cc};
use crate::model::FlowModel;
use freeboard_oracle::Violation;
use freeboard_registry::catalog::Shape;
use freeboard_registry::{AqmId, CcId};

/// Most bytes of a scheme's state per queue; chosen by us, four times ECN#'s.
const QUEUE_MAX: usize = 64;
/// Most bytes of a flow's state: 48 for the context, and the events it cannot do without.
const FLOW_MAX: usize = 128;

fn narrow(shapes: &[Shape], largest: usize) {
    for shape in shapes {
        assert!(shape.align <= 4, "{shape:?} is wider than a 32-bit word");
        assert!(shape.name == "params" || shape.size <= largest, "{shape:?} is larger than {largest} bytes");
    }
}

/// Of a scheme: also with every word in the upper half of its range, where a sign would show.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    narrow(id.descriptor().shapes, QUEUE_MAX);
    for (seed, setup) in (0..).zip(aqm_setups(id, 101)) {
        let mut packets = setup.packets(START + (3 << 30), seed, 1_000);
        for packet in packets.iter_mut().filter(|packet| packet.random & 3 == 0) {
            (packet.size, packet.depth) = (packet.size | 1 << 31, packet.depth | 1 << 31);
            packet.sojourn |= u32::from(packet.sojourn > 0) << 31;
        }
        let Some(mut pair) = AqmPair::new(id, &setup.values, setup.unit) else { continue };
        if let Err(Violation(why)) = pair.run(&packets, 0) {
            panic!("in the upper half: {why}");
        }
    }
}

/// Of a congestion control: sequence numbers on both sides of 2^31.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    narrow(id.descriptor().shapes, FLOW_MAX);
    for (seed, setup) in (0..).zip(cc_setups(id, 102)) {
        let events = FlowModel::new(setup.mss, seed).random(1_000);
        for offset in [(1 << 31) - 100_000, 1 << 31, (1 << 32) - 100_000] {
            if let Err(Violation(why)) = run_cc(id, &setup.values, setup.mss, &events, (offset, offset)) {
                panic!("sequence numbers from {offset}: {why}");
            }
        }
    }
}
