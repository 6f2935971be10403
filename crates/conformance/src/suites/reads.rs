//! An algorithm reads what it declares: nothing else changes a decision, and everything declared does.

use super::sample::{START, flow_answers};
use super::{Setup, aqm_setups, cc_setups};
use crate::model::call;
use crate::model::{FlowModel, Timed, TimedFlow};
use crate::values::random_values;
use freeboard_aqm_api::{DepthUnit, Ecn, Hooks, Intrinsics, Verdict};
use freeboard_oracle::FlowEvent;
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::{PacketEvent, Random};

/// The same call with one intrinsic replaced.
fn changed(event: &PacketEvent, intrinsic: Intrinsics, word: u32) -> PacketEvent {
    let mut event = *event;
    macro_rules! replace {
        ($call:ident) => {
            match intrinsic {
                Intrinsics::NOW => $call.now.0 = word,
                Intrinsics::NOW_HIGH => $call.now_high = word as u16,
                Intrinsics::DEPTH => $call.depth = word,
                Intrinsics::PORT_DEPTH => $call.port_depth = word,
                Intrinsics::POOL_DEPTH => $call.pool_depth = word,
                Intrinsics::SIZE => $call.size.0 = word,
                Intrinsics::RANDOM => $call.random = word,
                _ => $call.ecn = Ecn::from_bits_truncate(word as u8),
            }
        };
    }
    match &mut event {
        PacketEvent::Arrival(arrival) => replace!(arrival),
        PacketEvent::Departure(departure) if intrinsic == Intrinsics::SOJOURN => departure.sojourn = word,
        PacketEvent::Departure(departure) => replace!(departure),
    }
    event
}

/// Every intrinsic; the empty set stands for the ECN field, which no scheme may read.
const ALL: [Intrinsics; 9] = [
    Intrinsics::NOW,
    Intrinsics::NOW_HIGH,
    Intrinsics::SOJOURN,
    Intrinsics::DEPTH,
    Intrinsics::PORT_DEPTH,
    Intrinsics::POOL_DEPTH,
    Intrinsics::SIZE,
    Intrinsics::RANDOM,
    Intrinsics::empty(),
];

fn run(setup: &Setup, packets: &[Timed], change: Option<(Intrinsics, u64)>) -> Vec<Verdict> {
    let mut scheme = setup.place();
    let mut random = Random::new(change.map_or(0, |(_, seed)| seed));
    let event = |packet: &Timed| match change {
        Some((intrinsic, _)) if random.one_in(2) => changed(&packet.event(0), intrinsic, random.word()),
        _ => packet.event(0),
    };
    packets.iter().map(event).map(|event| call(&mut scheme, &event)).collect()
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let reads = id.meta().reads;
    let mut random = Random::new(161);
    let fields = id.fields().0;
    let more = (0..40).map(|_| random_values(fields, &mut random)).collect::<Vec<_>>();
    let more = more.iter().filter_map(|values| Setup::new(id, values, DepthUnit::BYTE));
    let setups: Vec<Setup> = aqm_setups(id, 161).into_iter().chain(more).collect();
    for intrinsic in ALL {
        // A scheme that reads the pool's status looks at its occupancy through the packet memory's limits.
        let seen = match intrinsic {
            Intrinsics::POOL_DEPTH => intrinsic.union(Intrinsics::POOL_STATUS),
            other => other,
        };
        let declared = reads.intersects(seen);
        let mut noticed = false;
        for (seed, setup) in (0..).zip(&setups) {
            let packets = setup.packets(START, seed, 1_500);
            let same = run(setup, &packets, None) == run(setup, &packets, Some((intrinsic, seed)));
            noticed |= !same;
            assert!(same || declared, "{setup:?} reads {intrinsic:?} without declaring it");
        }
        assert!(noticed || !declared, "{id:?} declares {intrinsic:?} and never looks at it");
    }
}

/// It drops where it says so.
///
/// # Panics
/// It does not hold.
pub fn drops(id: AqmId) {
    let mut seen = Hooks::empty();
    for (seed, setup) in (0..).zip(&aqm_setups(id, 162)) {
        let packets = setup.packets(START, seed, 1_500);
        for (packet, verdict) in packets.iter().zip(run(setup, &packets, None)) {
            let hook = match packet.event(0) {
                PacketEvent::Arrival(_) => Hooks::ENQUEUE,
                PacketEvent::Departure(_) => Hooks::DEQUEUE,
            };
            seen.set(hook, seen.contains(hook) || verdict == Verdict::Drop);
        }
    }
    assert_eq!(seen, id.meta().drops, "{id:?}");
}

/// A congestion control looks at delivery rates and at departures if it declares it, and only then.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let (mut noticed, mut told) = (false, false);
    for (seed, setup) in (0..).zip(cc_setups(id, 163)) {
        let events = FlowModel::new(setup.mss, seed).random(4_000);
        let mut random = Random::new(seed);
        let mut changed = events.clone();
        for timed in &mut changed {
            if let FlowEvent::Ack(flight) | FlowEvent::Telemetry(flight, _) = &mut timed.event {
                flight.delivery_rate = random.one_in(2).then(|| random.below(1 << 20).into());
            }
        }
        let answers = |events| flow_answers(&mut setup.place(), events, (0, 0));
        noticed |= answers(&events) != answers(&changed);
        let is_sent = |timed: &TimedFlow| matches!(timed.event, FlowEvent::Sent(_));
        let others: Vec<TimedFlow> = events.iter().filter(|timed| !is_sent(timed)).cloned().collect();
        let to_others = events.iter().zip(answers(&events)).filter(|(timed, _)| !is_sent(timed));
        told |= to_others.map(|(_, answer)| answer).ne(answers(&others));
    }
    assert_eq!((noticed, told), (id.meta().delivery_rate, id.meta().sent), "{id:?}");
}
