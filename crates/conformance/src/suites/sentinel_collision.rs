//! Bug class 13: a value that means "not set" is also a legal one.
//!
//! Every stamp and every deadline (a stamp plus one of the scheme's times) of a stream is brought to 0 of each
//! clock in turn: to 0 ns, to tick 0, and one grain beside them.

use super::clock_wrap::{WRAPS, bring, invariant};
use super::sample::START;
use super::{Setup, aqm_setups, cc_setups, flow_answers};
use crate::agreement::coarse;
use crate::model::{FlowModel, Level, PacketModel, PacketOp, Span, Timed};
use freeboard_aqm_api::Unit;
use freeboard_oracle::FlowEvent;
use freeboard_registry::{AqmId, CcId};

/// Short standing queues that start an episode, each after a break.
fn standing(setup: &Setup) -> Vec<Timed> {
    let mut model = PacketModel::new(setup.scale(), START, 13);
    let mut packets = Vec::new();
    let times = setup.id.fields().0.iter().filter(|field| field.unit == Unit::Nanos).count().max(1) as u8;
    for (sojourn, gap) in (0..times).flat_map(|sojourn| (0..times).map(move |gap| (sojourn, gap))) {
        let phase = |packets, level| PacketOp::Phase {
            packets,
            gap: Span::Part { field: gap, sixteenths: 5 },
            sojourn: level,
            depth: Level::Near { field: 0, delta: 2 },
            jitter: 0,
        };
        model.apply(phase(12, Level::Near { field: sojourn, delta: 1 }), &mut packets);
        model.apply(phase(1, Level::Value(0)), &mut packets);
    }
    packets
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    for setup in aqm_setups(id, 131) {
        let packets = standing(&setup);
        let times: Vec<u64> = id
            .fields()
            .0
            .iter()
            .zip(&setup.values)
            .filter(|(field, _)| field.unit == Unit::Nanos)
            .map(|(_, value)| u64::from(*value))
            .chain([0])
            .collect();
        let grain = u64::from(id.meta().resolution_ns);
        for packet in packets.iter().take(60) {
            for time in &times {
                for wrap in [WRAPS[1], WRAPS[3]] {
                    // The stamp's own grain and the quantised time: what a program really adds.
                    let deadline = packet.now / grain * grain + time / grain * grain;
                    let zero = bring(deadline, wrap);
                    invariant(&setup, &packets, zero);
                    invariant(&setup, &packets, zero + grain);
                    invariant(&setup, &packets, zero.wrapping_sub(grain) % wrap);
                }
            }
        }
    }
}

/// Of a congestion control: sequence number 0 and time 0 at every event.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    for (seed, setup) in (0..).zip(cc_setups(id, 132)) {
        let events = FlowModel::new(setup.mss, seed).random(300);
        let still = flow_answers(&mut setup.place(), &events, (0, 0));
        for timed in &events {
            let (una, nxt) = match &timed.event {
                FlowEvent::Ack(flight) | FlowEvent::Telemetry(flight, _) | FlowEvent::Loss(flight) => {
                    (flight.una, flight.nxt)
                }
                _ => (0, 0),
            };
            for number in [una, nxt] {
                let shifts = (coarse(id, bring(timed.now, 1 << 32)), bring(number, 1 << 32));
                let moved = flow_answers(&mut setup.place(), &events, shifts);
                assert_eq!(still, moved, "{setup:?}: {timed:?} at number 0 and time 0");
            }
        }
    }
}
