//! Linux `tcp_rate` and `tcp_bbr`: which samples the application limited, and when rounds end.
//!
//! Every segment remembers what had been delivered when it was sent, and whether the application limited the flow then.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Seq32};
use freeboard_registry::cc_bbr::{Bbr, BbrSettings, Mode};
use freeboard_replay::Random;
use std::collections::VecDeque;

const MSS: u32 = 1_000;
const RATE: u32 = 1 << 18;

/// A segment in flight: its end, what had been delivered, whether the application limited it.
#[derive(Clone, Copy)]
struct Sent {
    end: u32,
    delivered: u32,
    limited: bool,
}

/// What Linux keeps of it, and its search for a full pipe.
#[derive(Default)]
struct Kernel {
    in_flight: VecDeque<Sent>,
    delivered: u32,
    /// `app_limited`: delivered and in flight when the application ran out; 0 for not.
    app_limited: u32,
    next_round: u32,
    rounds: u32,
    flat: u32,
    known: bool,
    full: bool,
}

impl Kernel {
    fn send(&mut self, end: u32) {
        self.in_flight.push_back(Sent { end, delivered: self.delivered, limited: self.app_limited > 0 });
    }

    fn run_out(&mut self) {
        self.app_limited = (self.delivered + self.in_flight.len() as u32).max(1);
    }

    /// One segment arrived: where SND.UNA stands.
    fn acknowledged(&mut self, sent: Sent) {
        self.delivered += 1;
        if self.app_limited > 0 && self.delivered > self.app_limited {
            self.app_limited = 0;
        }
        let round = sent.delivered >= self.next_round;
        if round {
            self.next_round = self.delivered;
            self.rounds += 1;
        }
        if round && !sent.limited && !self.full {
            // The rate is constant: the first look sets it, each later one finds it flat.
            self.flat += u32::from(self.known);
            self.known = true;
            self.full = self.flat >= 3;
        }
    }
}

/// Both sides over one stream; ends with the acknowledgement at which each leaves STARTUP.
fn startup_ends(seed: u64, losses: bool) -> (Option<u32>, Option<u32>, bool) {
    let params = Bbr::params(&BbrSettings::default(), Bytes(MSS)).unwrap();
    let (mut kernel, mut flow, mut random) = (Kernel::default(), Bbr::default(), Random::new(seed));
    let (mut nxt, mut una, mut limited) = (0, 0, false);
    let (mut theirs, mut ours, mut lost) = (None, None, None);
    let window = 4 + random.below(40);
    let quiet = 1 + random.below(60);
    for ack in 0..3_000 {
        while kernel.in_flight.len() < window as usize {
            nxt += MSS;
            kernel.send(nxt);
        }
        let now = Nanos32(ack * 1_000);
        if !losses && random.one_in(quiet) {
            kernel.run_out();
            flow.on_event(&params, &Event::AppLimited { now });
            limited = true;
        }
        // One loss, of the oldest segment, found by the arrival of the next: it is sent again, and arrives after everything
        // that was in flight.
        if losses && ack == 3 * window / 2 && lost.is_none() {
            let first = kernel.in_flight.pop_front().unwrap();
            let second = kernel.in_flight.pop_front().unwrap();
            kernel.acknowledged(second);
            let loss = Loss { in_flight: Bytes(nxt - una), una: Seq32(una), nxt: Seq32(nxt) };
            flow.on_event(&params, &Event::LossEpisode { now, loss });
            kernel.next_round = kernel.delivered;
            kernel.send(first.end);
            lost = Some(first.end);
            continue;
        }
        let sent = kernel.in_flight.pop_front().unwrap();
        // A hole holds SND.UNA back: until it is filled nothing of this is new to a cumulative acknowledgement.
        let hole = lost.filter(|end| *end != sent.end && *end > una);
        kernel.acknowledged(sent);
        if hole.is_none() {
            let before = una;
            una = if lost == Some(sent.end) {
                lost = Some(0);
                kernel.in_flight.iter().map(|it| it.end - MSS).min().unwrap_or(nxt)
            } else {
                sent.end
            };
            let ack = Ack {
                acked: Bytes(una - before),
                una: Seq32(una),
                nxt: Seq32(nxt),
                in_flight: Bytes(nxt - una),
                rtt: window * 1_000,
                delivery_rate: RATE,
                window_limited: true,
                ..Ack::default()
            };
            flow.on_event(&params, &Event::Ack { now, ack });
        }
        theirs = theirs.or(kernel.full.then_some(ack));
        ours = ours.or((flow.mode() != Mode::Startup).then_some(ack));
        if theirs.is_some() && ours.is_some() {
            break;
        }
    }
    (ours, theirs, limited)
}

#[test]
fn samples_of_what_was_sent_after_the_application_ran_out_are_limited() {
    let mut delayed = 0;
    for seed in 0..3_000 {
        let (ours, theirs, limited) = startup_ends(seed, false);
        assert_eq!(ours, theirs, "seed {seed}");
        delayed += usize::from(limited);
    }
    assert!(delayed > 2_000, "{delayed}");
}

#[test]
fn the_round_of_a_loss_ends_with_the_segment_sent_again() {
    for seed in 0..3_000 {
        let (ours, theirs, _) = startup_ends(seed, true);
        assert_eq!(ours, theirs, "seed {seed}");
    }
}
