//! Rounds, full pipe, gain cycle, PROBE_RTT.

use super::{Bbr, Mode, RTT_MAX, STEP, exceeds};
use crate::Flight;

impl Bbr {
    /// A round ends with the acknowledgement of something sent after it began.
    pub(super) fn count_round(&mut self, ack: &Flight) -> bool {
        // Linux asks what had been delivered when the acknowledged segment was sent; after a loss that is the lost one
        // itself, and its acknowledgement covers what was sent before it.
        let passed = |until| ack.una > until || self.conserving && ack.una == until;
        let ended = self.next_round.is_none_or(passed);
        if ended {
            self.next_round = Some(ack.nxt);
            self.rounds += 1;
            self.conserving = false;
        }
        ended
    }

    /// The sample was limited by the application: its segment was sent after that ran out, and before a segment sent
    /// after it ran out last was acknowledged (Linux `tcp_rate.c`).
    pub(super) fn is_limited(&mut self, ack: &Flight) -> bool {
        if self.restarted {
            self.limited.clear();
            self.limited.push((0, ack.nxt));
            self.out_at = None;
        }
        if core::mem::take(&mut self.limiting) {
            self.run_out(ack.nxt);
        }
        if self.out_at.is_some_and(|at| ack.una > at) {
            self.out_at = None;
            self.close(ack.nxt);
        }
        self.limited.retain(|(_, until)| ack.una <= *until);
        self.limited.iter().any(|(from, _)| ack.una >= *from)
    }

    /// What is sent from now on is limited, until something of it is acknowledged.
    pub(super) fn run_out(&mut self, nxt: u64) {
        if self.out_at.is_none() {
            self.limited.push((nxt + 1, u64::MAX));
        }
        self.out_at = Some(nxt);
    }

    /// What is sent is limited no longer.
    fn close(&mut self, nxt: u64) {
        for (_, until) in &mut self.limited {
            *until = nxt.min(*until);
        }
    }

    /// Three rounds without a quarter more.
    pub(super) fn look_for_full_pipe(&mut self, round: bool, limited: bool) {
        if self.full || !round || limited {
            return;
        }
        let bandwidth = self.bandwidth.get();
        // A quarter more of whole units, cut.
        if bandwidth >= self.full_bandwidth + self.full_bandwidth / 4 {
            (self.full_bandwidth, self.flat) = (bandwidth, 0);
        } else {
            self.flat += 1;
            self.full = self.flat >= 3;
        }
    }

    /// STARTUP, DRAIN once the pipe is full, PROBE_BW once what was too much has left.
    pub(super) fn leave_startup(mut self, now: u64, ack: &Flight, next: &mut Vec<Self>) {
        if self.mode == Mode::Startup && self.full {
            self.mode = Mode::Drain;
        }
        if self.mode != Mode::Drain {
            return next.push(self);
        }
        let (low, high) = self.in_flight_for(1.0);
        if ack.in_flight as f64 <= high {
            self.begin_cycle(now, next);
        }
        if ack.in_flight as f64 > low.floor() {
            next.push(self);
        }
    }

    /// In any phase but the one that empties the queue.
    pub(super) fn begin_cycle(&self, now: u64, next: &mut Vec<Self>) {
        for phase in [0, 2, 3, 4, 5, 6, 7] {
            next.push(Self { mode: Mode::Cycle(phase), phase_start: now, ..self.clone() });
        }
    }

    /// The next phase when a smallest round-trip time has passed: the first also waits for its gain or a loss, the second
    /// only until its queue is gone.
    pub(super) fn cycle(self, now: u64, ack: &Flight, next: &mut Vec<Self>) {
        let Mode::Cycle(phase) = self.mode else { return next.push(self) };
        let whole = now.saturating_sub(self.phase_start) > self.min_rtt.unwrap_or(0);
        let before = (ack.in_flight + ack.acked) as f64;
        let outcomes: &[bool] = match phase {
            0 if whole && !self.lost => reaches(before, self.in_flight_for(1.25)),
            1 if !whole => drained(before, self.in_flight_for(1.0)),
            _ if whole => &[true],
            _ => &[false],
        };
        for over in outcomes {
            let mut run = self.clone();
            if *over {
                run.mode = Mode::Cycle((phase + 1) % 8);
                run.phase_start = now;
            }
            next.push(run);
        }
    }

    pub(super) fn watch_min_rtt(self, now: u64, ack: &Flight, round: bool, next: &mut Vec<Self>) {
        let (at, error_bound) = self.stamp.unwrap_or((now as f64, 0.0));
        let age = now as f64 - at;
        let outcomes: &[bool] = if self.min_rtt.is_none() {
            &[false]
        } else {
            exceeds(age, self.set.memory, error_bound + 2.0 * STEP)
        };
        for expired in outcomes {
            let mut run = self.clone();
            if let Some(rtt) = ack.rtt
                && (run.min_rtt.is_none_or(|least| rtt <= least) || *expired)
            {
                run.min_rtt = Some(rtt.min(RTT_MAX));
                run.stamp = Some((now as f64, 0.0));
            }
            if *expired && !matches!(run.mode, Mode::Probe(..)) && !run.restarted {
                run.remember();
                run.mode = Mode::Probe(None, false);
            }
            run.restarted = false;
            run.probe(now, ack, round, next);
        }
    }

    /// Four segments for a while and a round; the window comes back afterwards.
    fn probe(mut self, now: u64, ack: &Flight, round: bool, next: &mut Vec<Self>) {
        let Mode::Probe(until, passed) = self.mode else { return next.push(self) };
        self.run_out(ack.nxt);
        let Some(until) = until else {
            if ack.in_flight as f64 <= 4.0 * self.set.mss {
                self.mode = Mode::Probe(Some(now + self.set.probe), false);
                self.next_round = Some(ack.nxt);
            }
            return next.push(self);
        };
        let passed = passed || round;
        self.mode = Mode::Probe(Some(until), passed);
        if !passed || now < until {
            return next.push(self);
        }
        self.stamp = Some((now as f64, 0.0));
        self.restore();
        if self.full {
            self.begin_cycle(now, next);
        } else {
            self.mode = Mode::Startup;
            next.push(self);
        }
    }
}

/// Whether `before` is at a threshold known to a range.
fn reaches(before: f64, (low, high): (f64, f64)) -> &'static [bool] {
    if before >= high {
        &[true]
    } else if before < low.floor() {
        &[false]
    } else {
        &[true, false]
    }
}

/// Whether `before` is at a threshold or below it.
fn drained(before: f64, (low, high): (f64, f64)) -> &'static [bool] {
    if before > high {
        &[false]
    } else if before <= low.floor() {
        &[true]
    } else {
        &[true, false]
    }
}
