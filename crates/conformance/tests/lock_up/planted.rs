//! Schemes that lock an empty queue, each as some code once did.

use freeboard_aqm_api::{Aqm, DepthUnit, Meta, Nanos32, PortView, Scope, Verdict};
use freeboard_conformance::model::{Decider, Fifo};
use freeboard_conformance::suites::lock_up::{LEGAL_BOUND, PRESET_BOUND, bursts, sent_after};
use freeboard_registry::aqm_codel::{CodelSettings, Phase as CodelPhase, Rfc8289};
use freeboard_registry::aqm_pie::{Exact as Pie, PieSettings};
use freeboard_registry::aqm_red::{Exact as Red, RedSettings};
use freeboard_replay::PacketEvent;

/// A scheme of one queue, and what is wrong with it.
struct Broken<A: Aqm, F> {
    params: A::Params,
    queue: A::Queue,
    wrong: F,
    /// Its control plane is not called for an empty queue.
    blind: bool,
}

impl<A, F> Decider for Broken<A, F>
where
    A: Aqm<Pipe = (), Port = ()>,
    F: Fn(&A::Params, &mut A::Queue, &PacketEvent) -> Verdict,
{
    fn packet(&mut self, event: &PacketEvent) -> Verdict {
        (self.wrong)(&self.params, &mut self.queue, event)
    }

    fn control(&mut self, now: Nanos32, view: &PortView<'_>) {
        if !self.blind || view.queues[0].depth > 0 {
            A::on_control(&mut self.params, now, view);
        }
    }
}

fn ask<A: Aqm<Pipe = (), Port = ()>>(
    params: &A::Params,
    queue: &mut A::Queue,
    event: &PacketEvent,
) -> Verdict {
    let scope = Scope { pipe: &mut (), port: &mut (), queue };
    match event {
        PacketEvent::Arrival(arrival) => A::on_enqueue(params, scope, arrival).verdict,
        PacketEvent::Departure(departure) => A::on_dequeue(params, scope, departure).verdict,
    }
}

/// Histories of 200 after which the queue drops `bound` packets in a row.
fn locks<A, F>(meta: &Meta, params: A::Params, (blind, bound): (bool, u32), wrong: F) -> usize
where
    A: Aqm<Pipe = (), Port = ()>,
    F: Fn(&A::Params, &mut A::Queue, &PacketEvent) -> Verdict + Copy,
{
    let locked = |seed: &u64| {
        let scheme = Broken::<A, F> { params, queue: A::Queue::default(), wrong, blind };
        let mut fifo = Fifo::new(scheme, meta, DepthUnit::BYTE, (10_000, 1 << 40, *seed));
        sent_after(&mut fifo, &bursts(*seed), bound).is_none()
    };
    (0..200).filter(locked).count()
}

#[test]
fn a_red_whose_idle_time_ends_with_a_dropped_packet_is_found() {
    let params = Red::params(&RedSettings::default(), DepthUnit::BYTE).unwrap();
    let locked = |wrong| locks::<Red, _>(&Red::META, params, (false, PRESET_BOUND), wrong);
    let found = locked(|params: &_, queue: &mut _, event: &_| {
        let verdict = ask::<Red>(params, queue, event);
        if matches!(event, PacketEvent::Arrival(_)) {
            queue.idle = 0;
        }
        verdict
    });
    assert!(found > 10, "{found}");
    assert_eq!(locks::<Red, _>(&Red::META, params, (false, PRESET_BOUND), ask::<Red>), 0);
}

#[test]
fn a_codel_that_signals_where_it_should_leave_its_episode_is_found() {
    let settings = CodelSettings { target: 10_000, interval: 240_000, ..CodelSettings::default() };
    let params = Rfc8289::params(&settings, DepthUnit::BYTE).unwrap();
    let found = locks::<Rfc8289, _>(&Rfc8289::META, params, (false, LEGAL_BOUND), |params, queue, event| {
        let before = *queue;
        let verdict = ask::<Rfc8289>(params, queue, event);
        let left = |phase: CodelPhase| !phase.contains(CodelPhase::SIGNALLING);
        if left(before.phase) || !left(queue.phase) {
            return verdict;
        }
        *queue = before;
        Verdict::Signal
    });
    assert!(found > 10, "{found}");
    assert_eq!(locks::<Rfc8289, _>(&Rfc8289::META, params, (false, LEGAL_BOUND), ask::<Rfc8289>), 0);
}

#[test]
fn a_pie_whose_probability_stays_while_the_queue_is_empty_is_found() {
    let params = Pie::params(&PieSettings::default(), DepthUnit::BYTE).unwrap();
    // Without the guard of two packets, which would hide it.
    let unguarded = |params: &_, queue: &mut _, event: &_| {
        let mut event = *event;
        if let PacketEvent::Arrival(arrival) = &mut event {
            arrival.depth = arrival.depth.max(1 << 20);
        }
        ask::<Pie>(params, queue, &event)
    };
    let locked = |blind| locks::<Pie, _>(&Pie::META, params, (blind, LEGAL_BOUND), unguarded);
    assert!(locked(true) > 10, "{}", locked(true));
    assert_eq!(locked(false), 0);
}
