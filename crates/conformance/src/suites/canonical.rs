//! Canonical words say all that matters, and nothing that does not.
//!
//! A fresh state is all zeros. Two instances whose words are equal answer alike from then on, however their
//! inactive fields differ: pairs are found by running one stream twice with a few packets changed.

use super::sample::START;
use super::{CcSetup, Setup, aqm_setups, cc_setups, decisions, flow_answers};
use crate::model::call;
use crate::model::{FlowModel, Level, PacketModel, PacketOp, Span, Timed};
use freeboard_oracle::FlowEvent;
use freeboard_params::Words;
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::Random;

/// Events after which two equal-looking instances must still agree.
const FUTURE: usize = 120;

fn words(canonical: impl Fn(&mut Words)) -> Words {
    let mut words = Words::new();
    canonical(&mut words);
    words
}

/// Standing queues of each of the scheme's levels, with random operations between them.
fn stream(setup: &Setup, seed: u64) -> Vec<Timed> {
    let mut model = PacketModel::new(setup.scale(), START, seed);
    let mut packets = Vec::new();
    for round in 0..48 {
        let standing = PacketOp::Phase {
            packets: 60,
            gap: Span::Part { field: round / 2, sixteenths: 3 },
            sojourn: Level::Near { field: round, delta: 2 },
            depth: Level::Near { field: 0, delta: 2 },
            jitter: 0,
        };
        model.apply(standing, &mut packets);
        packets.extend(model.random(20));
    }
    packets
}

/// Of a scheme; answers how many pairs looked equal without being so.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) -> usize {
    let mut pairs = 0;
    for (seed, setup) in (0..).zip(aqm_setups(id, 141)) {
        let mut random = Random::new(seed);
        let (mut left, mut right) = (setup.place(), setup.place());
        let fresh = words(|words| left.canonical(words));
        assert!(fresh.as_slice().iter().all(|word| *word == 0), "{setup:?}: a fresh state is not zero");
        let packets = stream(&setup, seed);
        for (index, packet) in packets.iter().enumerate() {
            let mut changed = *packet;
            // Seldom, so that both go on through the same phases from different times.
            if random.one_in(40) {
                (changed.sojourn, changed.depth) = (packet.sojourn ^ 0xffff, packet.depth ^ 0xffff);
            }
            call(&mut left, &packet.event(0));
            // One that is not seen at all moves an episode within its run.
            if !random.one_in(15) {
                call(&mut right, &changed.event(0));
            }
            let alike = words(|words| left.canonical(words)) == words(|words| right.canonical(words));
            if alike && left != right {
                pairs += 1;
                let future = &packets[index + 1..packets.len().min(index + 1 + FUTURE)];
                let mut twins = (left, right);
                let answers = (decisions(&mut twins.0, future, 0), decisions(&mut twins.1, future, 0));
                assert_eq!(answers.0, answers.1, "{setup:?}: {left:?} and {right:?} look alike");
            }
        }
    }
    pairs
}

/// What two runs of one stream are told differently: where an episode ends, which is forgotten once it has ended; or
/// one sample, which is forgotten with a silence.
const CHANGES: [fn(&mut FlowEvent); 4] = [
    |event| {
        if let FlowEvent::Loss(loss) | FlowEvent::Timeout(loss) = event {
            loss.nxt += 1;
        }
    },
    |event| {
        if let FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) = event {
            ack.nxt += 1;
        }
    },
    |event| {
        if let FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) = event {
            ack.rtt = ack.rtt.map(|rtt| rtt ^ 1);
        }
    },
    |event| {
        if let FlowEvent::Telemetry(_, path) = event {
            path.hops.iter_mut().take(path.count).for_each(|hop| hop.depth ^= 1);
        }
    },
];

/// Of a congestion control; answers how many pairs looked equal without being so.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) -> usize {
    let mut pairs = 0;
    for (seed, setup) in (0..).zip(cc_setups(id, 142)) {
        for change in CHANGES {
            pairs += lookalikes(&setup, seed, change);
        }
    }
    pairs
}

fn lookalikes(setup: &CcSetup, seed: u64, change: fn(&mut FlowEvent)) -> usize {
    let (mut pairs, mut random) = (0, Random::new(seed));
    let (mut left, mut right) = (setup.place(), setup.place());
    let fresh = words(|words| left.canonical(words));
    assert!(fresh.as_slice().iter().all(|word| *word == 0), "{setup:?}: a fresh state is not zero");
    let events = FlowModel::new(setup.mss, seed).random(8_000);
    for (index, timed) in events.iter().enumerate() {
        let mut changed = *timed;
        if random.one_in(2) {
            change(&mut changed.event);
        }
        left.on_event(&timed.event(0, 0).get());
        right.on_event(&changed.event(0, 0).get());
        let alike = words(|words| left.canonical(words)) == words(|words| right.canonical(words));
        if alike && left != right && pairs < 200 {
            pairs += 1;
            let future = &events[index + 1..events.len().min(index + 1 + FUTURE)];
            let mut twins = (left, right);
            let answers =
                (flow_answers(&mut twins.0, future, (0, 0)), flow_answers(&mut twins.1, future, (0, 0)));
            assert_eq!(answers.0, answers.1, "{setup:?}: {left:?} and {right:?} look alike");
        }
    }
    pairs
}
