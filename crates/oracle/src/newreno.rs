//! NewReno's window on unbounded sequence numbers: RFC 5681 §3.1, and RFC 6582 for one reaction per window.

use crate::silence::Silence;
use crate::{Answer, Controller, Flight, FlowEvent, Values};

/// Line rate \[2^-20\].
const LINE: u64 = 1 << 20;
/// Share of the window after a mark by RFC 3168, Q16.
const HALF_Q16: u64 = 1 << 15;
/// The ceiling the algorithm documents \[B\].
const WINDOW_MAX: u64 = 1 << 30;

/// The model; with a floor for marks it is ECN\* ([`EcnStar`](crate::ecn_star::EcnStar)).
#[derive(Clone, Debug)]
pub struct NewReno {
    mss: u64,
    step_max: u64,
    silence: Silence,
    beta_ecn: u64,
    cwnd: u64,
    ssthresh: Option<u64>,
    counted: u64,
    /// End of the window of data that was already reacted to.
    recover: Option<u64>,
    /// A timeout has not been answered by new data yet.
    backing_off: bool,
}

impl NewReno {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64) -> Option<Self> {
        let initial = values.get("initial_window")? * mss;
        Some(Self {
            mss,
            step_max: values.get("slow_start_limit")? * mss,
            silence: Silence::new(values, initial)?,
            beta_ecn: values.get("beta_ecn").unwrap_or(HALF_Q16),
            cwnd: initial,
            ssthresh: None,
            counted: 0,
            recover: None,
            backing_off: false,
        })
    }

    /// One window of data has one reaction.
    fn reacts(&mut self, una: u64) -> bool {
        self.recover = self.recover.filter(|until| una < *until);
        self.recover.is_none()
    }

    fn cut(&mut self, to: u64, until: u64) {
        (self.cwnd, self.ssthresh, self.counted, self.recover) = (to, Some(to), 0, Some(until));
    }

    fn half(&self, loss: &Flight) -> u64 {
        (loss.in_flight.min(self.cwnd) / 2).max(2 * self.mss).min(WINDOW_MAX)
    }

    fn threshold(&self, loss: &Flight) -> u64 {
        (loss.in_flight / 2).max(2 * self.mss).min(WINDOW_MAX)
    }

    /// An acknowledgement; `floor` is where marks stop cutting, `None` if they are not answered.
    pub(crate) fn ack(&mut self, ack: &Flight, floor: Option<u64>) {
        self.backing_off = false;
        // The last byte a mark is about lies before `una`: up to the end it was sent before the cut.
        if floor.is_some() && self.recover == Some(ack.una) || !self.reacts(ack.una) {
            return;
        }
        match floor {
            Some(floor) if ack.marked > 0 => {
                self.cut(((self.cwnd * self.beta_ecn) >> 16).max(floor).min(self.cwnd), ack.nxt);
            }
            _ if ack.window_limited => self.grow(ack.acked),
            _ => {}
        }
    }

    fn grow(&mut self, acked: u64) {
        if self.ssthresh.is_none_or(|ssthresh| self.cwnd < ssthresh) {
            self.cwnd = (self.cwnd + acked.min(self.step_max)).min(WINDOW_MAX);
            return;
        }
        self.counted += acked;
        if self.counted >= self.cwnd {
            self.counted = (self.counted - self.cwnd).min(self.cwnd);
            self.cwnd = (self.cwnd + self.mss).min(WINDOW_MAX);
        }
    }

    fn loss(&mut self, loss: &Flight) {
        if self.reacts(loss.una) {
            self.cut(self.half(loss), loss.nxt);
        }
    }

    /// Any event but an acknowledgement.
    pub(crate) fn other(&mut self, event: &FlowEvent) {
        match event {
            FlowEvent::Loss(loss) => self.loss(loss),
            FlowEvent::Timeout(loss) => {
                let first = self.threshold(loss);
                let kept = if self.backing_off { self.ssthresh } else { None };
                (self.ssthresh, self.cwnd, self.counted) = (Some(kept.unwrap_or(first)), self.mss, 0);
                (self.recover, self.backing_off) = (None, true);
            }
            // Linux's tcp_undo_cwnd_reduction: both are at least what they were.
            FlowEvent::Undo { window, threshold } => {
                self.cwnd = self.cwnd.max((*window).min(WINDOW_MAX));
                self.ssthresh = self.ssthresh.and_then(|now| threshold.map(|before| before.max(now)));
            }
            FlowEvent::Idle(silence) => {
                let held = self.recover.is_some();
                self.silence.over(*silence, &mut self.cwnd, &mut self.ssthresh, held);
            }
            _ => {}
        }
    }

    /// The window, at line rate.
    pub(crate) fn answer(&self) -> Answer {
        Answer { window: self.cwnd, rate: LINE }
    }
}

impl Controller for NewReno {
    fn event(&mut self, _: u64, event: &FlowEvent) -> Answer {
        match event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => self.ack(ack, None),
            other => self.other(other),
        }
        self.answer()
    }
}
