//! The filter, the state graph and the gains.

use crate::path::{BASE, LINE, Loop, MSS, SERVICE, params};
use freeboard_cc_api::{Bytes, CongestionControl, Event, Loss, Nanos32};
use freeboard_cc_bbr::{Bbr, BbrSettings, MaxFilter, Mode};
use freeboard_replay::{FlowEvents, Random};
use std::collections::VecDeque;

#[test]
fn finds_the_bandwidth_drains_and_cycles() {
    let mut path = Loop::new(BbrSettings::DEFAULT);
    let mut modes = vec![path.flow.mode()];
    while path.flow.mode() != Mode::ProbeBw {
        path.step();
        if path.flow.mode() != modes[modes.len() - 1] {
            modes.push(path.flow.mode());
        }
        assert!(path.now < 4_294_000_000 + 10_000_000, "within 10 ms, {:?}", path.flow);
    }
    assert_eq!(modes, [Mode::Startup, Mode::Drain, Mode::ProbeBw]);
    assert!(path.flow.bandwidth().abs_diff(LINE / 4) < LINE / 4 / 20, "{}", path.flow.bandwidth());
    assert!(path.flow.min_rtt().abs_diff((BASE + SERVICE) as u32) < 10);
}

#[test]
fn keeps_the_link_busy_with_little_queue() {
    let mut path = Loop::new(BbrSettings::DEFAULT);
    path.run(20_000_000);
    path.queue_max = 0;
    let (from, start) = (path.delivered, path.now);
    path.run(100_000_000);
    let share = u64::from(path.delivered - from) * SERVICE * 1_000 / (path.now - start);
    assert!(share >= 950, "{share} of 1000");
    assert!(path.queue_max <= BASE, "at most a product in the queue: {}", path.queue_max);
}

#[test]
fn visits_every_phase_of_the_cycle_with_its_gain() {
    let mut path = Loop::new(BbrSettings::DEFAULT);
    path.run(20_000_000);
    let mut gains = [0; 8];
    let (mut changes, mut last) = (0, path.flow.phase());
    let start = path.now;
    while path.now < start + 100_000_000 {
        path.step();
        let phase = path.flow.phase();
        gains[usize::from(phase)] = path.flow.pacing_gain();
        changes += u32::from(phase != last);
        assert!(phase == last || phase == (last + 1) % 8);
        last = phase;
    }
    assert_eq!(gains, [320, 192, 256, 256, 256, 256, 256, 256]);
    assert!((500..1_000).contains(&changes), "about one per 103 us: {changes}");
}

#[test]
fn an_old_round_trip_time_is_probed_with_four_segments_and_the_window_comes_back() {
    let settings = BbrSettings { min_rtt_window_ms: 20, probe_rtt: 2_000_000, ..BbrSettings::DEFAULT };
    let mut path = Loop::new(settings);
    // A path that gets longer never refreshes the smallest time by itself.
    path.stretch = 1_000;
    path.run(10_000_000);
    let (mut probes, mut shortest, mut inside) = (0, u64::MAX, None);
    let start = path.now;
    while path.now < start + 200_000_000 {
        path.step();
        let probing = path.flow.mode() == Mode::ProbeRtt;
        match (inside, probing) {
            (None, true) => inside = Some(path.now),
            (Some(since), false) => {
                probes += 1;
                shortest = shortest.min(path.now - since);
                inside = None;
                assert!(path.flow.control(&path.params).window.0 > 4 * MSS);
            }
            _ => {}
        }
        if probing {
            assert!(path.flow.control(&path.params).window.0 <= 4 * MSS);
        }
    }
    assert!((7..=10).contains(&probes), "one per 22 ms: {probes}");
    assert!(shortest >= 2_000_000, "{shortest}");
}

#[test]
fn a_loss_conserves_packets_for_a_round_and_the_window_comes_back() {
    let mut path = Loop::new(BbrSettings::DEFAULT);
    path.run(20_000_000);
    let before = path.flow.control(&path.params).window.0;
    let in_flight = Bytes(path.flight.len() as u32 * MSS);
    let loss = Loss { in_flight, una: path.number(path.delivered), nxt: path.number(path.sent) };
    let now = Nanos32(path.now as u32);
    path.tell(&Event::LossEpisode { now, loss });
    assert_eq!(path.flow.control(&path.params).window.0, in_flight.0.min(before));
    path.run(1_000_000);
    let after = path.flow.control(&path.params).window.0;
    assert!(after + 4 * MSS >= before, "{after} {before}");
    assert!(path.flow.bandwidth() > LINE / 5, "the model is not cut");
}

#[test]
fn a_pause_of_many_rounds_does_not_lower_the_bandwidth() {
    let mut path = Loop::new(BbrSettings::DEFAULT);
    path.run(20_000_000);
    let bandwidth = path.flow.bandwidth();
    for _ in 0..30 {
        let now = Nanos32(path.now as u32);
        path.tell(&Event::Paused { now, held: true });
        path.next_send = path.now + 300_000;
        let end = path.now + 300_000;
        while !path.flight.is_empty() && path.now < end {
            path.next_send = path.next_send.max(end);
            path.step();
        }
        let now = Nanos32(path.now as u32);
        path.tell(&Event::Paused { now, held: false });
        path.run(50_000);
    }
    assert!(path.flow.bandwidth() >= bandwidth / 10 * 9, "{} {bandwidth}", path.flow.bandwidth());
}

#[test]
fn the_filter_is_never_above_the_true_maximum_and_exact_for_falling_and_rising_rates() {
    let mut random = Random::new(1);
    let (mut filter, mut window) = (MaxFilter::default(), VecDeque::new());
    let start = u32::MAX - 500;
    for at in 0..5_000u32 {
        let round = start.wrapping_add(at / 3);
        let value = random.below(1 << 20);
        window.push_back((round, value));
        while window.front().is_some_and(|(old, _)| round.wrapping_sub(*old) > 10) {
            window.pop_front();
        }
        filter.update(round, value, 10);
        let best = window.iter().map(|(_, value)| *value).max().unwrap();
        assert!(filter.get() <= best && filter.get() >= value);
    }
    let mut rising = MaxFilter::default();
    (0..100).for_each(|round| rising.update(round, round * 7, 10));
    assert_eq!(rising.get(), 99 * 7);
}

#[test]
fn random_events_keep_the_state_graph_and_the_window() {
    for seed in 0..8 {
        let (mut events, mut flow) = (FlowEvents::new(seed), Bbr::default());
        let params =
            params(BbrSettings { min_rtt_window_ms: 30, probe_rtt: 1_000_000, ..BbrSettings::DEFAULT });
        let mut last = flow.mode();
        for _ in 0..60_000 {
            let control = flow.on_event(&params, &events.step());
            assert!((MSS..=1 << 30).contains(&control.window.0));
            assert!((1..=LINE).contains(&control.rate.to_bits()));
            let mode = flow.mode();
            let edge = matches!(
                (last, mode),
                (Mode::Startup, Mode::Drain | Mode::ProbeBw | Mode::ProbeRtt)
                    | (Mode::Drain, Mode::ProbeBw | Mode::ProbeRtt)
                    | (Mode::ProbeBw, Mode::ProbeRtt)
                    | (Mode::ProbeRtt, Mode::ProbeBw | Mode::Startup)
            );
            assert!(last == mode || edge, "{last:?} {mode:?}");
            last = mode;
        }
    }
    assert!(size_of::<Bbr>() <= 104);
}
