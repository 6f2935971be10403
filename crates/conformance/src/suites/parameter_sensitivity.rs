//! Every setting has an effect: changed alone, it changes what is decided about some stream.

use super::sample::{CcSetup, START, Setup, aqm_setups, cc_setups, decisions, flow_answers};
use crate::model::{FlowModel, Level, PacketModel, PacketOp, Span, Timed, TimedFlow};
use crate::values::{default_values, random_values};
use freeboard_aqm_api::{DepthUnit, Nanos32, PortId, PortView, QueueView, Verdict};
use freeboard_cc_api::{UnderlayEvent, UnderlayOutput};
use freeboard_oracle::{Flight, FlowEvent};
use freeboard_params::{Field, FieldDoc};
use freeboard_registry::{AnyUnderlay, AqmId, CcId, UnderlayId};
use freeboard_replay::{Random, UnderlayEvents};

/// Settings drawn beside presets, defaults and corners: some settings act only where another one is on.
const DRAWN: usize = 60;

/// Values with another one at `at`: the ends of its range, its neighbours, and anywhere.
fn turned(fields: &[Field], values: &[u32], at: usize, random: &mut Random) -> Vec<Vec<u32>> {
    let (field, value) = (&fields[at], values[at]);
    let drawn = random_values(fields, random)[at];
    [field.min, field.max, field.default, value / 2, value.saturating_mul(2), value ^ 1, drawn]
        .into_iter()
        .filter(|other| *other != value && (field.min..=field.max).contains(other))
        .map(|other| {
            let mut all = values.to_vec();
            all[at] = other;
            all
        })
        .collect()
}

/// Panics if there is a field for which `noticed` finds nothing.
fn every(name: &str, docs: &[FieldDoc], mut noticed: impl FnMut(usize) -> bool) {
    let idle: Vec<&str> =
        docs.iter().enumerate().filter(|(at, _)| !noticed(*at)).map(|(_, doc)| doc.name).collect();
    assert!(idle.is_empty(), "{name}: without effect: {}", idle.join(", "));
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let (fields, docs) = id.fields();
    let mut random = Random::new(171);
    let drawn = (0..DRAWN).map(|_| random_values(fields, &mut random)).collect::<Vec<_>>();
    let drawn = drawn.iter().filter_map(|values| Setup::new(id, values, DepthUnit::BYTE));
    let setups: Vec<Setup> = aqm_setups(id, 171).into_iter().chain(drawn).collect();
    every(&format!("{id:?}"), docs, |at| {
        (0..).zip(&setups).any(|(seed, setup)| {
            let packets = stream(setup, seed);
            let before = ticked(setup, &packets, seed);
            let others = turned(fields, &setup.values, at, &mut random);
            let others = others.iter().filter_map(|values| Setup::new(id, values, setup.unit));
            others.into_iter().any(|other| ticked(&other, &packets, seed) != before)
        })
    });
}

/// Random operations, then runs of a standing queue with rests of about 16 of the scheme's times between them, which is
/// how long a schedule is remembered: random operations hardly ever ask for the end of a memory.
fn stream(setup: &Setup, seed: u64) -> Vec<Timed> {
    let (mut model, mut random) = (PacketModel::new(setup.scale(), START, seed), Random::new(seed));
    let mut packets = model.random(1_500);
    for _ in 0..200 {
        let field = random.below(4) as u8;
        let phase = |packets, sixteenths, level| PacketOp::Phase {
            packets,
            gap: Span::Part { field, sixteenths },
            sojourn: Level::Value(level),
            depth: Level::Value(level),
            jitter: 0,
        };
        model.apply(phase(40 + random.below(24) as u16, 2, 1 << 30), &mut packets);
        model.apply(phase(1, 0, 0), &mut packets);
        model.apply(phase(1, 232, 0), &mut packets);
    }
    packets
}

/// Packets from one tick of the control plane to the next.
const TICK: usize = 16;
/// Queues of the port that the control plane sees.
const QUEUES: usize = 8;

/// The decisions of a scheme whose control plane ticks now and then, and sees queues of any length.
fn ticked(setup: &Setup, packets: &[Timed], seed: u64) -> Vec<Verdict> {
    let (mut scheme, mut random) = (setup.place(), Random::new(seed));
    let mut all = Vec::with_capacity(packets.len());
    for chunk in packets.chunks(TICK) {
        // Any order of magnitude.
        let mut any = || random.word() >> random.below(32);
        let queues: [QueueView; QUEUES] =
            core::array::from_fn(|_| QueueView { depth: any(), sojourn: any(), weight: any() & 3 });
        let pool_depth = any();
        let now = chunk.first().map_or(Nanos32(0), |packet| Nanos32(packet.now as u32));
        scheme.on_control(now, &PortView { port: PortId(0), queues: &queues, pool_depth });
        all.extend(decisions(&mut scheme, chunk, 0));
    }
    all
}

/// Of a congestion control.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let (fields, docs) = id.fields();
    let mut random = Random::new(172);
    let drawn = (0..DRAWN).map(|_| random_values(fields, &mut random)).collect::<Vec<_>>();
    let drawn = drawn.into_iter().filter_map(|values| CcSetup::new(id, values, 1_460));
    let setups: Vec<CcSetup> = cc_setups(id, 172).into_iter().chain(drawn).collect();
    every(&format!("{id:?}"), docs, |at| {
        (0..).zip(&setups).any(|(seed, setup)| {
            let streams = [FlowModel::new(setup.mss, seed).random(3_000), rising(setup.mss.into())];
            let answers = |setup: &CcSetup| {
                streams.each_ref().map(|events| flow_answers(&mut setup.place(), events, (0, 0)))
            };
            let before = answers(setup);
            let others = turned(fields, &setup.values, at, &mut random);
            let others = others.into_iter().filter_map(|values| CcSetup::new(id, values, setup.mss));
            others.into_iter().any(|other| answers(&other) != before)
        })
    });
}

/// Acknowledgements of a long path whose queue grows by a 40th of a round trip in each: in random streams the shortest round
/// trip is of microseconds, a fraction of which is below every bound.
fn rising(mss: u64) -> Vec<TimedFlow> {
    const WINDOW: u64 = 32;
    let ack = |index: u64| {
        let una = (index + 1) * mss;
        let (nxt, in_flight) = (una + WINDOW * mss, WINDOW * mss);
        let rtt = Some(1_000_000 * (40 + index / WINDOW));
        let flight =
            Flight { acked: mss, una, nxt, in_flight, rtt, window_limited: true, ..Flight::default() };
        TimedFlow { now: START + 3_000_000 * index, event: FlowEvent::Ack(flight) }
    };
    (0..12 * WINDOW).map(ack).collect()
}

/// Of an underlay.
///
/// # Panics
/// It does not hold.
pub fn underlay(id: UnderlayId) {
    let (fields, docs) = id.fields();
    let mut random = Random::new(173);
    let drawn = (0..DRAWN).map(|_| random_values(fields, &mut random));
    let settings: Vec<Vec<u32>> =
        core::iter::once(default_values(fields)).chain(drawn.collect::<Vec<_>>()).collect();
    every(id.name(), docs, |at| {
        (0..).zip(&settings).any(|(seed, values)| {
            let Ok(flow) = id.place(values) else { return false };
            let before = underlay_outputs(flow, seed);
            let others = turned(fields, values, at, &mut random);
            others
                .iter()
                .filter_map(|values| id.place(values).ok())
                .any(|other| underlay_outputs(other, seed) != before)
        })
    });
}

/// The answers of an underlay on a stream that carries the pauses it was told.
fn underlay_outputs(mut flow: AnyUnderlay, seed: u64) -> Vec<UnderlayOutput> {
    let mut events = UnderlayEvents::new(seed);
    let step = |_| {
        let event = events.step();
        let answer = flow.take(&event);
        if let UnderlayEvent::Sent(_) = event {
            events.carry(answer.pause);
        }
        answer
    };
    (0..3_000).map(step).collect()
}
