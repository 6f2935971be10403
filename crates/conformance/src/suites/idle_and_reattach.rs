//! Bug class 3: state from before a silence, or a start in the middle of life, is taken for news.

use super::lock_up::SILENCE_NS;
use super::sample::START;
use super::{Setup, aqm_setups, cc_setups};
use crate::agreement::{AqmPair, run_cc};
use crate::model::call;

use crate::model::{FlowModel, FlowOp, Level, PacketModel, PacketOp, Span, Timed};
use freeboard_aqm_api::Verdict;
use freeboard_cc_api::{Event, Nanos32};
use freeboard_oracle::{Hook, Violation};
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::Random;

/// A standing queue, with or without an empty one behind it, then 1 to 10 intervals or a longer silence.
fn silences(random: &mut Random) -> [PacketOp; 3] {
    let standing = PacketOp::Phase {
        packets: 60,
        gap: Span::Part { field: random.below(4) as u8, sixteenths: 3 },
        sojourn: Level::Near { field: random.below(4) as u8, delta: 2 },
        depth: Level::Near { field: random.below(2) as u8, delta: 2 },
        jitter: 0,
    };
    let level = if random.one_in(2) { Level::Value(0) } else { Level::Near { field: 0, delta: 1 } };
    let silence = PacketOp::Phase {
        packets: 1,
        gap: Span::Part { field: random.below(4) as u8, sixteenths: 16 + random.below(48) as u8 },
        sojourn: level,
        depth: level,
        jitter: 0,
    };
    let longer = PacketOp::Silence { share: if random.one_in(3) { u16::MAX } else { random.word() as u16 } };
    [standing, silence, if random.one_in(4) { longer } else { silence }]
}

/// Schemes that decide by the past on purpose: their presets forward once a queue was empty for [`SILENCE_NS`], any of
/// their legal settings as [`super::lock_up`] says.
pub const REMEMBERS: &[(&str, &str)] = &[
    ("red", "[Floyd93] §4: the average decides, not the queue"),
    ("hull", "[Alizadeh12] §3: the phantom queue decides, whatever the real one holds"),
    ("e-ecn", "[Wang22] equation (2): the growth over the last window is extrapolated from any length"),
];

/// A packet that finds nothing in queue, port and pool, and is small itself, is not signalled: at once, or after the
/// queue was empty for `memory` ns.
fn empty_means_forward(setup: &Setup, packets: &[Timed], memory: u64) {
    let mut scheme = setup.place();
    let mut empty_since = None;
    for packet in packets {
        let nothing = packet.sojourn == 0 && packet.depth == 0 && packet.size < 65;
        let others = if nothing { (0, 0) } else { (packet.port_depth, packet.pool_depth) };
        let packet = Timed { port_depth: others.0, pool_depth: others.1, ..*packet };
        let verdict = call(&mut scheme, &packet.event(0));
        let forgotten = empty_since.is_some_and(|since| packet.now.saturating_sub(since) >= memory);
        let owed = nothing && (memory == 0 || forgotten);
        assert!(!owed || verdict == Verdict::Forward, "{setup:?}: an empty queue is signalled");
        // A queue is known to be empty from a departure on that leaves nothing behind.
        empty_since = match packet.hook {
            _ if packet.depth > 0 => None,
            Hook::Departure => empty_since.or(Some(packet.now)),
            Hook::Arrival => empty_since,
        };
    }
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let presets = id.descriptor().presets().len() as u64;
    for (seed, setup) in (0..).zip(aqm_setups(id, 31)) {
        let mut random = Random::new(seed);
        let mut packets = Vec::new();
        // A start anywhere: attached to a clock in the middle of its life.
        let start = START + u64::from(random.word()) * 1024;
        let mut model = PacketModel::new(setup.scale(), start, seed);
        for _ in 0..40 {
            silences(&mut random).into_iter().for_each(|op| model.apply(op, &mut packets));
        }
        let Some(mut pair) = AqmPair::new(id, &setup.values, setup.unit) else { continue };
        if let Err(Violation(why)) = pair.run(&packets, 0) {
            panic!("after a silence: {why}");
        }
        let remembers = REMEMBERS.iter().any(|(name, _)| *name == id.meta().name);
        if !remembers || seed < presets {
            empty_means_forward(&setup, &packets, if remembers { SILENCE_NS } else { 0 });
        }
    }
}

/// Of a congestion control.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    for (seed, setup) in (0..).zip(cc_setups(id, 32)) {
        let mut model = FlowModel::new(setup.mss, seed);
        let mut events = model.random(300);
        for log2 in 0..=40 {
            model.apply(FlowOp::Silence { log2 }, &mut events);
            let acks = FlowOp::Acks { count: 5, segments: 1, mark_one_in: 2, window: 9, limited: true };
            model.apply(acks, &mut events);
        }
        // Attached in mid-life: the first sequence number lies anywhere, both halves of the range included.
        for offset in [0, (1 << 31) - 5, 1 << 31, (1 << 32) - 5] {
            if let Err(Violation(why)) = run_cc(id, &setup.values, setup.mss, &events, (seed << 20, offset)) {
                panic!("attached at {offset}: {why}");
            }
        }
        let mut flow = setup.place();
        for timed in &events {
            let before = flow.control().window;
            let told = timed.event(0, 0);
            let event = told.get();
            let after = flow.on_event(&event).window;
            // A timer's expiry shows at whichever event comes next; a silence arms it anew.
            let timed = id.meta().tick_ns != 0;
            let idle =
                matches!(event, Event::Idle { .. }) || !timed && matches!(event, Event::AppLimited { .. });
            assert!(!idle || after <= before, "{setup:?}: a silence raised the window");
        }
        let now = Nanos32(u32::MAX);
        let before = flow.control().window;
        assert!(flow.on_event(&Event::Idle { now, silence: u32::MAX }).window <= before);
    }
}
