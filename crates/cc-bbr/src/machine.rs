//! The state machine: rounds, full pipe, gain cycle, PROBE_RTT.

use crate::params::BbrParams;
use crate::state::{Bbr, Mode, SEGMENTS_MIN, Status, UNIT};
use freeboard_cc_api::{Ack, Nanos32};

/// Longest round-trip time that counts \[ns\]: 1.07 s, so that the age of a phase stays in half the range of a stamp.
const RTT_MAX: u32 = 1 << 30;

/// Rounds without growth after which the pipe is full.
const FLAT_ROUNDS: u8 = 3;

impl Bbr {
    /// A round trip has passed: something sent after its start is acknowledged. The next one starts now.
    ///
    /// After a loss the first thing sent is the lost segment: with it everything before `next_round` is acknowledged.
    #[inline]
    pub(crate) fn count_round(&mut self, ack: &Ack) -> bool {
        let filled = self.in_force(Status::CONSERVING) && ack.una == self.next_round;
        let ended = !self.in_force(Status::ROUNDS) || filled || ack.una.is_after(self.next_round);
        if ended {
            self.status.insert(Status::ROUNDS);
            self.status.remove(Status::CONSERVING);
            self.next_round = ack.nxt;
            self.rounds = self.rounds.wrapping_add(1);
        }
        ended
    }

    /// Whether this sample is application-limited: as in Linux, what is sent from the first time the application runs out
    /// until something sent after the last time is acknowledged. What was in flight the first time is not.
    #[inline]
    pub(crate) fn is_limited(&mut self, ack: &Ack) -> bool {
        let any = Status::RESTARTED | Status::LIMITING | Status::ARMED | Status::LIMITED;
        if !self.status.intersects(any) {
            return false;
        }
        if self.in_force(Status::RESTARTED) {
            // After a silence nothing else is in flight.
            self.status.insert(Status::LIMITED);
            self.limited_until = ack.nxt;
        }
        if self.in_force(Status::LIMITING) {
            self.status.remove(Status::LIMITING);
            self.limit(ack);
        }
        if self.in_force(Status::ARMED) && ack.una.is_after(self.limited_from) {
            self.status.remove(Status::ARMED);
            self.status.insert(Status::LIMITED | Status::LASTING);
            self.limited_until = self.armed_until;
        }
        if self.in_force(Status::LIMITED) && ack.una.is_after(self.limited_until) {
            if self.in_force(Status::LASTING) {
                self.status.remove(Status::LASTING);
                self.limited_until = ack.nxt;
            } else {
                self.status.remove(Status::LIMITED);
            }
        }
        self.in_force(Status::LIMITED)
    }

    /// The application has run out: what is sent from now on is limited, and what is if it ran out before lasts longer.
    #[inline]
    fn limit(&mut self, ack: &Ack) {
        if self.in_force(Status::LASTING) {
            self.limited_until = ack.nxt;
            return;
        }
        if !self.in_force(Status::ARMED) {
            self.status.insert(Status::ARMED);
            self.limited_from = ack.nxt;
        }
        self.armed_until = ack.nxt;
    }

    /// Three rounds in which the bandwidth grew by less than a quarter: the pipe is full.
    #[inline]
    pub(crate) fn look_for_full_pipe(&mut self, round: bool, limited: bool) {
        if self.in_force(Status::FULL) || !round || limited {
            return;
        }
        let bandwidth = self.bandwidth();
        if bandwidth >= self.full_bandwidth.saturating_add(self.full_bandwidth >> 2) {
            self.full_bandwidth = bandwidth;
            self.set_flat_rounds(0);
            return;
        }
        self.set_flat_rounds(self.flat_rounds().saturating_add(1).min(FLAT_ROUNDS));
        if self.flat_rounds() >= FLAT_ROUNDS {
            self.status.insert(Status::FULL);
        }
    }

    /// STARTUP to DRAIN to PROBE_BW.
    #[inline]
    pub(crate) fn leave_startup(&mut self, params: &BbrParams, now: Nanos32, ack: &Ack) {
        if self.mode() == Mode::Startup && self.in_force(Status::FULL) {
            self.enter(Mode::Drain);
        }
        if self.mode() == Mode::Drain && ack.in_flight.0 <= self.in_flight_for(params, UNIT) {
            self.enter_probe_bw(now);
        }
    }

    /// The cycle begins in any phase but the one that empties the queue. What the flow has measured chooses it:
    /// no clock and no sequence number, so that neither's start shows in a decision.
    #[inline]
    fn enter_probe_bw(&mut self, now: Nanos32) {
        let measured = self.min_rtt ^ self.bandwidth().rotate_left(16) ^ self.delivered;
        let mixed = measured.wrapping_mul(0x9e37_79b9);
        let skip = (u64::from(mixed).wrapping_mul(7) >> 32) as u8;
        self.enter(Mode::ProbeBw);
        self.set_phase(if skip == 0 { 0 } else { skip.saturating_add(1) });
        self.timer = now;
    }

    /// The next phase of the gain cycle, when its time has come.
    #[inline]
    pub(crate) fn cycle(&mut self, params: &BbrParams, now: Nanos32, ack: &Ack) {
        if self.mode() != Mode::ProbeBw {
            return;
        }
        let whole = now.signed_since(self.timer) > self.min_rtt.cast_signed();
        let before = ack.in_flight.plus(ack.acked).0;
        let gain = self.pacing_gain();
        let over = match self.phase() {
            0 => whole && (self.in_force(Status::LOST) || before >= self.in_flight_for(params, gain)),
            1 => whole || before <= self.in_flight_for(params, UNIT),
            _ => whole,
        };
        if over {
            self.set_phase(self.phase().wrapping_add(1));
            self.timer = now;
        }
    }

    /// What time alone brings about, looked at with every event so that no stamp gets old.
    #[inline]
    pub(crate) fn watch_clock(&mut self, now: Nanos32) {
        self.age.advance(now);
        if self.in_force(Status::PROBING) && now.is_at_or_after(self.timer) {
            self.status.insert(Status::OVER);
        }
    }

    /// The smallest round-trip time, and PROBE_RTT when it is too old.
    #[inline]
    pub(crate) fn watch_min_rtt(&mut self, params: &BbrParams, now: Nanos32, ack: &Ack, round: bool) {
        let expired = self.min_rtt != 0 && self.age.elapsed > params.min_rtt_steps;
        if ack.rtt != 0 && (self.min_rtt == 0 || ack.rtt <= self.min_rtt || expired) {
            self.min_rtt = ack.rtt.min(RTT_MAX);
            self.age.restart(now);
        }
        if expired && self.mode() != Mode::ProbeRtt && !self.in_force(Status::RESTARTED) {
            self.remember_window();
            self.enter(Mode::ProbeRtt);
        }
        if self.mode() == Mode::ProbeRtt {
            self.probe(params, now, ack, round);
        }
        self.status.remove(Status::RESTARTED);
    }

    /// Four segments in flight, for `probe_rtt` and a round.
    #[inline]
    fn probe(&mut self, params: &BbrParams, now: Nanos32, ack: &Ack, round: bool) {
        self.limit(ack);
        if !self.in_force(Status::PROBING) {
            if ack.in_flight.0 <= params.mss.saturating_mul(SEGMENTS_MIN) {
                self.status.insert(Status::PROBING);
                self.timer = now.plus(params.probe_rtt);
                self.next_round = ack.nxt;
            }
            return;
        }
        if round {
            self.status.insert(Status::PROBED);
        }
        if self.in_force(Status::PROBED | Status::OVER) {
            self.age.restart(now);
            self.status.remove(Status::PROBING | Status::OVER | Status::PROBED);
            self.window = self.window.max(self.prior_window);
            if self.in_force(Status::FULL) {
                self.enter_probe_bw(now);
            } else {
                self.enter(Mode::Startup);
            }
        }
    }
}
