//! DCQCN at the edges of its deadlines, stages and settings.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, IntStack, Nanos32, Words};
use freeboard_cc_dcqcn::{Dcqcn, DcqcnParams, DcqcnSettings};

const LINE: u32 = 1 << 20;

/// Alpha stays 1 for 50 us, so that a cut halves.
const HALVING: DcqcnSettings = DcqcnSettings { t_alpha: 50_000, ..DcqcnSettings::DEFAULT };

fn preset(name: &str) -> DcqcnSettings {
    Dcqcn::PRESETS.iter().find(|preset| preset.name == name).unwrap().settings
}

/// A flow and its parameters; each call is an event, and answers the rate.
struct Flow {
    params: DcqcnParams,
    flow: Dcqcn,
}

impl Flow {
    fn new(settings: DcqcnSettings) -> Self {
        Self { params: Dcqcn::params(&settings, Bytes(1_000)).unwrap(), flow: Dcqcn::default() }
    }

    fn on(&mut self, event: &Event<'_>) -> u32 {
        self.flow.on_event(&self.params, event).rate.to_bits()
    }

    fn cnp(&mut self, now: u32) -> u32 {
        self.on(&Event::Cnp { now: Nanos32(now) })
    }

    fn tick(&mut self, now: u32) -> u32 {
        self.on(&Event::Tick { now: Nanos32(now) })
    }

    fn send(&mut self, now: u32, bytes: u32) -> u32 {
        self.on(&Event::Sent { now: Nanos32(now), bytes: Bytes(bytes) })
    }

    fn hold(&mut self, now: u32, held: bool) -> u32 {
        self.on(&Event::Paused { now: Nanos32(now), held })
    }

    fn alpha(&self) -> u32 {
        self.flow.alpha_q20(&self.params)
    }

    fn words(&self) -> Vec<u32> {
        let mut words = Words::new();
        self.flow.canonical(&mut words);
        words.as_slice().to_vec()
    }
}

#[test]
fn an_acknowledgement_with_a_mark_is_a_notification_and_one_without_is_not() {
    for (marked, rate) in [(0, LINE), (1, LINE / 2)] {
        let (now, ack) = (Nanos32(0), Ack { marked: Bytes(marked), ..Ack::default() });
        for event in [Event::Ack { now, ack }, Event::Int { now, ack, stack: &IntStack::default() }] {
            let mut flow = Flow::new(HALVING);
            flow.on(&event);
            assert_eq!(flow.tick(4_000), rate, "{event:?}");
        }
    }
}

#[test]
fn the_increase_timer_counts_from_a_cuts_deadline_until_a_whole_period_has_passed() {
    // The deadline of the cut is 4 us, the next one 8 us.
    for (seen, cut) in [(4_000, 4_000), (7_999, 4_000), (8_000, 8_000), (50_000, 50_000)] {
        let mut flow = Flow::new(DcqcnSettings { t_alpha: 1_000_000, ..HALVING });
        flow.cnp(0);
        assert_eq!(flow.tick(seen), LINE / 2);
        assert_eq!(flow.tick(cut + 299_999), LINE / 2, "seen at {seen}");
        assert_eq!(flow.tick(cut + 300_000), LINE / 4 * 3, "seen at {seen}");
    }
}

#[test]
fn after_a_silence_every_deadline_begins_anew_and_rate_and_alpha_stay() {
    let mut flow = Flow::new(preset("low-gain"));
    flow.cnp(0);
    let cut = flow.tick(50_000);
    let alpha = flow.alpha();
    flow.cnp(60_000);
    let silent = 10_000_000;
    assert_eq!(flow.on(&Event::Idle { now: Nanos32(silent), silence: 9_000_000 }), cut);
    assert_eq!((flow.tick(silent + 49_999), flow.alpha()), (cut, alpha));
    // The notification before the silence still raises alpha and cuts, 50 us after it.
    let again = flow.tick(silent + 50_000);
    assert!(again < cut && flow.alpha() > alpha);
    assert_eq!(flow.tick(silent + 104_999), again);
    assert!(flow.tick(silent + 105_000) > again, "55 us after the cut");
}

#[test]
fn a_silence_leaves_a_frozen_timer_what_was_left_of_it() {
    let mut flow = Flow::new(preset("low-gain-frozen"));
    flow.cnp(0);
    let cut = flow.tick(50_000);
    flow.hold(80_000, true);
    flow.on(&Event::Idle { now: Nanos32(900_000), silence: 800_000 });
    flow.hold(1_000_000, false);
    assert_eq!(flow.tick(1_024_999), cut);
    assert!(flow.tick(1_025_000) > cut, "25 us were left");
}

#[test]
fn a_hold_said_twice_and_a_release_said_twice_move_no_timer() {
    let mut flow = Flow::new(preset("low-gain-frozen"));
    flow.cnp(0);
    let cut = flow.tick(50_000);
    for (now, held) in [(80_000, true), (90_000, true), (1_000_000, false), (1_010_000, false)] {
        assert_eq!(flow.hold(now, held), cut);
    }
    assert_eq!(flow.tick(1_024_999), cut);
    assert!(flow.tick(1_025_000) > cut, "25 us were left at the first hold");
}

#[test]
fn a_step_of_the_byte_counter_is_an_increase_to_the_next_cut() {
    for (bytes, target) in [(999, LINE), (1_000, LINE / 4 * 3)] {
        let mut flow = Flow::new(DcqcnSettings { byte_counter: 1_000, ..HALVING });
        flow.cnp(0);
        flow.cnp(4_000);
        flow.send(5_000, bytes);
        flow.tick(8_000);
        assert_eq!(flow.flow.target(), target, "{bytes} B between two cuts");
    }
}

/// \[Zhu15\] §3.2, F = 5: additive from the fifth step of either counter on, hyper beyond the fifth of both.
#[test]
fn hyper_increase_waits_for_both_counters() {
    let settings = preset("paper");
    let mut flow = Flow::new(settings);
    flow.cnp(0);
    flow.cnp(50_000);
    let mut target = flow.flow.target();
    for step in 1..=7 {
        target += if step > 5 { settings.ai } else { 0 };
        flow.tick(50_000 + step * settings.t_i);
        assert_eq!(flow.flow.target(), target, "step {step} of the timer");
    }
    for step in 1..=7 {
        target += if step > 6 { settings.hai } else { settings.ai };
        flow.send(50_000 + 7 * settings.t_i, settings.byte_counter);
        assert_eq!(flow.flow.target(), target, "step {step} of the byte counter");
    }
}

#[test]
fn the_words_of_a_flow_hide_deadlines_that_are_not_in_force() {
    let mut flow = Flow::new(preset("paper"));
    assert_eq!(flow.words(), [0; 9]);
    // A silence moves deadlines of alpha and cut that no notification has set.
    flow.on(&Event::Idle { now: Nanos32(7), silence: 1 });
    flow.send(8, 10_000_003);
    assert_eq!(flow.words(), [LINE, LINE, 0, 0, 0, 55_007, 3, 1 << 16, 1]);
    flow.tick(55_007);
    flow.tick(110_007);
    assert_eq!(flow.words(), [LINE, LINE, 0, 0, 0, 165_007, 3, 1 << 16 | 2, 1]);
    flow.cnp(120_000);
    assert_eq!(flow.words(), [LINE / 2, LINE, LINE, 175_000, 170_000, 175_000, 0, 0, 3]);
}

#[test]
fn a_fresh_flow_may_start_at_the_smallest_rate_and_not_below() {
    let refusal = |initial_rate| {
        let settings = DcqcnSettings { initial_rate, min_rate: 5_000, ..DcqcnSettings::DEFAULT };
        Dcqcn::params(&settings, Bytes(1_000)).err()
    };
    assert_eq!(refusal(5_000), None);
    let error = refusal(4_999).unwrap();
    assert_eq!((error.field, error.value), (DcqcnSettings::initial_rate, 4_999));
    assert_eq!((error.min, error.max), (5_000, LINE));
}
