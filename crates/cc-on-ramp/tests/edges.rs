//! On-Ramp at the edges: late stamps, first reports, new flows, presets, and the words of a state.

use freeboard_cc_api::{Bytes, Nanos32, OrAck, Remembered, Sent, Underlay, Words};
use freeboard_cc_on_ramp::{
    Memory, MemorySettings, OnRamp, OnRampCounted, OnRampParams, OnRampSettings, Strawman,
};

const US: u32 = 1_000;
const NOW: u32 = 1 << 30;
/// A stamp this little before what is known already is late.
const LATE: u32 = 1 << 24;
/// In the last word of a flow: a report has come; what is learnt counts.
const REPORTED: u32 = 1 << 31;
const MEASURED: u32 = 1 << 30;

fn params(beta_init: u32, in_flight_cap: u32) -> OnRampParams {
    OnRamp::params(&OnRampSettings { beta_init, in_flight_cap, ..OnRampSettings::DEFAULT }).unwrap()
}

/// A report of packet 9, which arrived after 50 us: 20 us more than T.
fn report(pause_at_sent: u32) -> OrAck {
    let now = Nanos32(NOW);
    OrAck { now, packet: 9, sent: now, received: now.plus(50 * US), pause_at_sent }
}

fn sent(now: u32) -> Sent {
    Sent { now: Nanos32(now), packet: 0, fresh: Bytes(1_000) }
}

fn words(underlay: &impl Underlay) -> Vec<u32> {
    let mut words = Words::new();
    underlay.canonical(&mut words);
    words.as_slice().to_vec()
}

#[test]
fn a_stamp_up_to_16_8_ms_late_ends_no_pause_and_an_earlier_one_is_a_silence() {
    let params = params(0, 0);
    for (late, counted) in [(1, 0), (LATE, 0), (LATE + 1, 20 * US)] {
        let mut flow = OnRamp::default();
        flow.on_or_ack(&params, &report(0));
        assert_eq!(flow.on_sent(&params, &sent(NOW - late)), counted, "{late} ns late");
    }
}

#[test]
fn a_stamp_up_to_16_8_ms_late_finds_a_full_cap_full() {
    let params = params(0, 1_000);
    let mut flow = OnRampCounted::default();
    flow.on_sent(&params, &sent(NOW));
    for (late, wait) in [(1, params.pause_max), (LATE, params.pause_max), (LATE + 1, 0)] {
        let now = Nanos32(NOW - late);
        assert_eq!(flow.release(&params, now).since(now), wait, "{late} ns late");
    }
}

#[test]
fn a_first_report_measures_nothing() {
    let params = params(16_384, 0);
    let mut flow = OnRamp::default();
    flow.on_or_ack(&params, &report(10 * US));
    assert_eq!(flow.beta(&params), 16_384);
}

#[test]
fn a_delay_as_long_as_is_sane_is_believed() {
    let params = params(0, 0);
    for delay in [100_000_000, -100_000_000i32] {
        let mut flow = OnRamp::default();
        flow.on_or_ack(&params, &OrAck { received: Nanos32(NOW).plus(delay.cast_unsigned()), ..report(0) });
        assert_eq!(flow.remember(Nanos32(NOW)).map(|seen| seen.delay), Some(delay));
    }
}

#[test]
fn a_flow_that_starts_from_memory_is_held_for_what_is_left_and_for_the_longest_pause_at_most() {
    let (params, now) = (params(16_384, 0), Nanos32(NOW));
    for (until, held) in [(-5, 0), (0, 0), (7, 7), (2_000_000, 1_000_000)] {
        let seen = Remembered { delay: 80_000, until: now.plus(i32::cast_unsigned(until)) };
        let flow = OnRamp::starting_from(&params, now, &seen);
        assert_eq!((flow.release(&params, now).since(now), flow.beta(&params)), (held, 16_384), "{until}");
        let counted = OnRampCounted::starting_from(&params, now, &seen);
        assert_eq!(counted.release(&params, now).since(now), held, "{until}");
    }
}

#[test]
fn a_flow_that_counts_remembers_what_one_that_does_not_does() {
    let params = params(0, 0);
    let (mut plain, mut counted) = (OnRamp::default(), OnRampCounted::default());
    assert_eq!(counted.remember(Nanos32(NOW)), None);
    plain.on_or_ack(&params, &report(0));
    counted.on_or_ack(&params, &report(0));
    let seen = Some(Remembered { delay: 50_000, until: Nanos32(NOW + 20 * US) });
    assert_eq!([plain.remember(Nanos32(NOW)), counted.remember(Nanos32(NOW))], [seen; 2]);
}

#[test]
fn an_empty_slot_is_no_destination_and_another_one_in_the_slot_is_not_the_one_asked_for() {
    let settings = MemorySettings { age: 500_000 };
    let seen = |delay| Remembered { delay, until: Nanos32(0) };
    let mut memory = Memory::<16>::default();
    assert_eq!(memory.recall(&settings, Nanos32(1), 0), None);
    // Neighbouring addresses do not displace one another.
    for destination in 0..8 {
        memory.note(&settings, Nanos32(1), destination, seen(destination.cast_signed()));
    }
    for destination in 0..8 {
        let found = memory.recall(&settings, Nanos32(1), destination);
        assert_eq!(found, Some(seen(destination.cast_signed())));
    }
    let mut one = Memory::<1>::default();
    one.note(&settings, Nanos32(1), 7, seen(3));
    assert_eq!(
        [one.recall(&settings, Nanos32(1), 8), one.recall(&settings, Nanos32(1), 7)],
        [None, Some(seen(3))]
    );
}

#[test]
fn the_words_of_a_flow_hide_a_pause_that_is_over_and_when_nothing_is_in_flight() {
    let params = params(16_384, 0);
    let mut flow = OnRampCounted::default();
    assert_eq!(words(&flow), [0; 9]);
    flow.on_sent(&params, &sent(NOW));
    flow.on_or_ack(&params, &report(7));
    let learnt = [50 * US, 7, 9, REPORTED | MEASURED | 16_384];
    assert_eq!(words(&flow)[..3], [NOW, NOW + 20 * US, 0]);
    assert_eq!((&words(&flow)[3..7], &words(&flow)[7..]), (&learnt[..], &[1_000, NOW][..]));
    flow.on_ack(&params, Nanos32(NOW + 5), Bytes(1_000));
    flow.on_sent(&params, &Sent { fresh: Bytes(0), ..sent(NOW + 20 * US) });
    assert_eq!((&words(&flow)[..3], &words(&flow)[7..]), (&[0, 0, 20 * US][..], &[0, 0][..]));
    assert_eq!(words(&flow)[3..7], learnt);
}

/// The strawman has no beta: neither one measured nor one it starts from.
#[test]
fn the_strawmans_last_word_has_no_beta() {
    let (params, now) = (params(16_384, 0), Nanos32(NOW));
    let seen = Remembered { delay: 80_000, until: now };
    let mut flow = Strawman::starting_from(&params, now, &seen);
    assert_eq!(words(&flow)[6], MEASURED);
    flow.on_or_ack(&params, &report(10 * US));
    assert_eq!(words(&flow)[6], REPORTED | MEASURED);
}

#[test]
fn presets_have_the_papers_thresholds() {
    let values = OnRamp::PRESETS.iter().map(|preset| {
        let it = preset.settings;
        (preset.name, it.t / US, it.in_flight_cap)
    });
    // The fat tree's 12.24 us at 100 Gbit/s are 153 000 B.
    let expected = [
        ("single-switch", 30, 0),
        ("fat-tree", 16, 0),
        ("cloudlab", 50, 0),
        ("google-cloud", 150, 0),
        ("capped", 30, 153_000),
    ];
    assert!(values.eq(expected));
}
