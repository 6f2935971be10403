//! Invariants over any history: packets, reports, ACKs and silences in any order, with any counters.

use freeboard_cc_api::{Bytes, Nanos32, OrAck, Sent, Underlay, UnderlayEvent};
use freeboard_cc_on_ramp::{OnRamp, OnRampCounted, OnRampParams, OnRampSettings, Strawman};
use proptest::prelude::*;

/// One step: time that passes, then what happens.
#[derive(Clone, Copy, Debug)]
enum Step {
    Send,
    /// A report of the n-th packet back, with this delay \[ns\], of an honest echo or any number.
    Report(u32, i32, Option<u32>),
    Ack(u32),
    Ask,
}

fn step() -> impl Strategy<Value = (u32, Step)> {
    let pass = prop_oneof![
        8 => 0u32..30_000,
        2 => 0u32..2_000_000,
        1 => 2_000_000_000u32..2_300_000_000,
        1 => any::<u32>()
    ];
    let delay = prop_oneof![8 => -20_000i32..150_000, 2 => -100_000_000i32..100_000_000, 1 => any::<i32>()];
    let echo = prop_oneof![15 => Just(None), 1 => any::<u32>().prop_map(Some)];
    let event = prop_oneof![
        4 => Just(Step::Send),
        4 => (0u32..6, delay, echo).prop_map(|(back, delay, echo)| Step::Report(back, delay, echo)),
        2 => (0u32..20_000).prop_map(Step::Ack),
        1 => Just(Step::Ask)
    ];
    (pass, event)
}

fn settings() -> impl Strategy<Value = OnRampSettings> {
    (1u32..200_000, 0u32..=15, 0u32..=65_536, 1u32..3_000_000, prop_oneof![Just(0u32), 1_000u32..200_000])
        .prop_map(|(t, g_shift, beta_init, pause_max, in_flight_cap)| OnRampSettings {
            t,
            g_shift,
            beta_init,
            pause_max,
            in_flight_cap,
            ..OnRampSettings::DEFAULT
        })
}

/// A history as calls, from a clock and counters that stand anywhere: attached in mid-life. Echoes are `carried`.
struct History {
    now: u32,
    /// Time since the beginning, beyond 32 bits.
    elapsed: u64,
    packet: u32,
    carried: Vec<(u32, u32)>,
}

impl History {
    fn new(now: u32, packet: u32) -> Self {
        Self { now, elapsed: 0, packet, carried: vec![(now, 0)] }
    }

    fn call(&mut self, pass: u32, step: Step) -> UnderlayEvent {
        self.now = self.now.wrapping_add(pass);
        self.elapsed += u64::from(pass);
        let now = Nanos32(self.now);
        match step {
            Step::Send => {
                self.packet = self.packet.wrapping_add(1);
                UnderlayEvent::Sent(Sent { now, packet: self.packet, fresh: Bytes(1_460) })
            }
            Step::Report(back, delay, echo) => {
                let back = back.min(self.carried.len() as u32 - 1);
                let (sent, pause) = self.carried[self.carried.len() - 1 - back as usize];
                let received = Nanos32(sent).plus(delay.cast_unsigned());
                UnderlayEvent::Report(OrAck {
                    now,
                    packet: self.packet.wrapping_sub(back),
                    sent: Nanos32(sent),
                    received,
                    pause_at_sent: echo.unwrap_or(pause),
                })
            }
            Step::Ack(acked) => UnderlayEvent::Ack { now, acked: Bytes(acked) },
            Step::Ask => UnderlayEvent::Query { now },
        }
    }

    fn carry(&mut self, event: &UnderlayEvent, pause: u32) {
        if let UnderlayEvent::Sent(sent) = event {
            self.carried.push((sent.now.0, pause));
        }
    }
}

/// Holds of one report: the old end, or at most the excess.
fn check_report(
    params: &OnRampParams,
    report: &OrAck,
    (beta, before): (u32, Nanos32),
    after: Nanos32,
    moved_to: u32,
) -> Result<(), TestCaseError> {
    let delay = i64::from(report.received.signed_since(report.sent));
    let excess = (delay - i64::from(params.t)).max(0);
    let held = i64::from(after.since(report.now));
    prop_assert!(after == before || (0 < held && held <= excess.min(i64::from(params.pause_max))));
    prop_assert!(delay > i64::from(params.t) || after == before, "a small delay changes nothing");
    prop_assert!(moved_to <= 65_536);
    // One unit at least where the step rounds to 0.
    let most = (65_536 >> params.gain.shift()).max(1);
    prop_assert!(moved_to.abs_diff(beta) <= most, "beta moves by its gain at most");
    Ok(())
}

proptest! {
    #[test]
    fn any_history_keeps_the_invariants(
        settings in settings(),
        now: u32,
        packet: u32,
        steps in prop::collection::vec(step(), 1..200),
    ) {
        let params = OnRamp::params(&settings).unwrap();
        let (mut flow, mut history) = (OnRamp::default(), History::new(now, packet));
        let mut last = None;
        for (pass, step) in steps {
            let event = history.call(pass, step);
            let (beta, before) = (flow.beta(&params), flow.release(&params, event.now()));
            let answer = flow.take(&params, &event);
            history.carry(&event, answer.pause);
            if let UnderlayEvent::Report(report) = &event {
                check_report(&params, report, (beta, before), answer.release, flow.beta(&params))?;
            } else {
                prop_assert_eq!(answer.release, before, "only a report holds a flow");
                prop_assert_eq!(flow.beta(&params), beta);
            }
            if let UnderlayEvent::Sent(_) = &event
                && let Some((at, total)) = last.replace((history.elapsed, answer.pause))
            {
                let grown = answer.pause.wrapping_sub(total);
                prop_assert!(u64::from(grown) <= history.elapsed - at, "pause grows no faster than time");
            }
            // No further event: it ends.
            let end = answer.release;
            prop_assert!(end.since(event.now()) <= params.pause_max);
            prop_assert_eq!(flow.release(&params, end), end);
        }
    }

    #[test]
    fn a_constant_on_both_clocks_changes_nothing_and_one_on_the_receivers_is_one_on_t(
        now: u32,
        shift: u32,
        ahead in 0u32..20_000,
        steps in prop::collection::vec(step(), 1..100),
    ) {
        let plain = OnRampSettings { sane: 1_000_000_000, ..OnRampSettings::DEFAULT };
        let params = OnRamp::params(&plain).unwrap();
        let less = OnRamp::params(&OnRampSettings { t: plain.t - ahead, ..plain }).unwrap();
        let (mut flow, mut shifted, mut lower) = (OnRamp::default(), OnRamp::default(), OnRamp::default());
        let mut history = History::new(now, 0);
        for (pass, step) in steps {
            // Beyond this the sum is not sane any more.
            let step = match step {
                Step::Report(back, delay, echo) => Step::Report(back, delay.clamp(-900_000_000, 900_000_000), echo),
                other => other,
            };
            let event = history.call(pass, step);
            let moved = match event {
                UnderlayEvent::Sent(sent) => UnderlayEvent::Sent(Sent { now: sent.now.plus(shift), ..sent }),
                UnderlayEvent::Report(it) => UnderlayEvent::Report(OrAck {
                    now: it.now.plus(shift),
                    sent: it.sent.plus(shift),
                    received: it.received.plus(shift),
                    ..it
                }),
                UnderlayEvent::Ack { now, acked } => UnderlayEvent::Ack { now: now.plus(shift), acked },
                UnderlayEvent::Query { now } => UnderlayEvent::Query { now: now.plus(shift) },
            };
            let late = match event {
                UnderlayEvent::Report(it) => UnderlayEvent::Report(OrAck { received: it.received.plus(ahead), ..it }),
                other => other,
            };
            let (answer, there) = (flow.take(&less, &event), shifted.take(&less, &moved));
            prop_assert_eq!(answer.release.plus(shift), there.release);
            prop_assert_eq!(answer.pause, there.pause);
            prop_assert_eq!(answer, lower.take(&params, &late), "receiver ahead by d is T - d");
            history.carry(&event, answer.pause);
        }
    }

    #[test]
    fn with_beta_0_and_the_least_gain_the_strawman_is_the_same(
        now: u32,
        steps in prop::collection::vec(step(), 1..100),
    ) {
        // No pause is ever seen between two packets: beta stays at 0.
        let params = OnRamp::params(&OnRampSettings::DEFAULT).unwrap();
        let (mut flow, mut straw, mut history) = (OnRamp::default(), Strawman::default(), History::new(now, 0));
        for (pass, step) in steps {
            let step = match step {
                Step::Report(back, delay, _) => Step::Report(back, delay, Some(0)),
                other => other,
            };
            let event = history.call(pass, step);
            prop_assert_eq!(flow.take(&params, &event), straw.take(&params, &event));
        }
    }

    #[test]
    fn from_rest_a_larger_excess_never_releases_earlier(delay in -50_000i32..300_000, more in 0i32..300_000) {
        let params = OnRamp::params(&OnRampSettings::DEFAULT).unwrap();
        let release = |delay: i32| {
            let mut flow = OnRamp::default();
            let received = Nanos32(delay.cast_unsigned());
            flow.on_or_ack(&params, &OrAck { received, ..OrAck::default() });
            flow.release(&params, Nanos32(0)).0
        };
        prop_assert!(release(delay) <= release(delay + more));
        prop_assert_eq!(release(delay) > 0, delay > 30_000, "strictly above T");
    }

    #[test]
    fn counting_changes_nothing_but_holds_a_full_cap_until_an_ack_or_the_longest_pause(
        settings in settings(),
        now: u32,
        steps in prop::collection::vec(step(), 1..200),
    ) {
        let params = OnRamp::params(&settings).unwrap();
        let (mut plain, mut counted) = (OnRamp::default(), OnRampCounted::default());
        let mut history = History::new(now, 0);
        for (pass, step) in steps {
            let event = history.call(pass, step);
            let (a, b) = (plain.take(&params, &event), counted.take(&params, &event));
            history.carry(&event, a.pause);
            prop_assert_eq!(a.pause, b.pause, "a full cap is no pause");
            let now = event.now();
            prop_assert!(b.release.since(now) >= a.release.since(now), "never earlier");
            prop_assert!(b.release.since(now) <= settings.pause_max, "no wait without end");
            prop_assert!(settings.in_flight_cap != 0 || b.release == a.release, "no cap, no wait");
            prop_assert_eq!(b.cap, Bytes::MAX, "nobody else has to count");
        }
    }
}
