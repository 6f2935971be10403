//! DCTCP with alpha in Q20, in wide integers and on unbounded sequence numbers.
//!
//! RFC 8257 §3.3: once per window alpha += g * (M - alpha), here by at least one unit of 2^-20; a marked
//! acknowledgement cuts the window by alpha/2 once per window; RFC 5681 §3.1 for the rest.

use crate::silence::Silence;
use crate::{Answer, Controller, Flight, FlowEvent, Values};

const ONE: u64 = 1 << 20;
/// The ceiling the algorithm documents \[B\].
const WINDOW_MAX: u64 = 1 << 30;

/// The model.
#[derive(Clone, Debug)]
pub struct Q20 {
    mss: u64,
    floor: u64,
    g_shift: u64,
    silence: Silence,
    per_ack: bool,
    grows_while_reduced: bool,
    cwnd: u64,
    ssthresh: Option<u64>,
    growth: u64,
    alpha: u64,
    acked: u64,
    marked: u64,
    window_end: Option<u64>,
    reduced_until: Option<u64>,
    /// Recovery from a loss or a timeout until this is acknowledged.
    recovered: Option<u64>,
}

impl Q20 {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64) -> Option<Self> {
        let initial = values.get("initial_window")? * mss;
        Some(Self {
            mss,
            floor: values.get("min_window")? * mss,
            g_shift: values.get("g_shift")?,
            silence: Silence::new(values, initial)?,
            per_ack: values.get("increase")? == 1,
            grows_while_reduced: values.get("growth")? == 1,
            cwnd: initial,
            ssthresh: None,
            growth: 0,
            alpha: values.get("alpha_init")? * 16,
            acked: 0,
            marked: 0,
            window_end: None,
            reduced_until: None,
            recovered: None,
        })
    }

    /// Alpha \[2^-20\].
    #[must_use]
    pub fn alpha(&self) -> u64 {
        self.alpha
    }

    fn observe(&mut self, ack: &Flight) {
        self.acked += ack.acked;
        self.marked += ack.marked;
        match self.window_end {
            None => self.window_end = Some(ack.nxt),
            Some(end) if ack.una >= end => {
                let sample = match (self.marked, self.acked) {
                    (0, _) => 0,
                    (_, 0) => ONE,
                    (marked, acked) => (marked * ONE / acked).min(ONE),
                };
                let gap = sample.abs_diff(self.alpha);
                let step = (gap >> self.g_shift).max(u64::from(gap > 0));
                self.alpha = if sample > self.alpha { self.alpha + step } else { self.alpha - step };
                (self.window_end, self.acked, self.marked) = (Some(ack.nxt), 0, 0);
            }
            Some(_) => {}
        }
    }

    fn grow(&mut self, acked: u64) {
        if self.ssthresh.is_none_or(|ssthresh| self.cwnd < ssthresh) {
            self.cwnd = (self.cwnd + acked).min(WINDOW_MAX);
            return;
        }
        if self.per_ack {
            let share = self.mss * (acked * ONE / self.cwnd).min(ONE) / ONE;
            self.cwnd = (self.cwnd + if acked == 0 { 0 } else { share.max(1) }).min(WINDOW_MAX);
            return;
        }
        self.growth += acked;
        if self.growth >= self.cwnd {
            self.growth = (self.growth - self.cwnd).min(self.cwnd);
            self.cwnd = (self.cwnd + self.mss).min(WINDOW_MAX);
        }
    }

    fn bound(&mut self, ssthresh: u64, until: u64) {
        (self.ssthresh, self.growth, self.reduced_until) = (Some(ssthresh), 0, Some(until));
    }

    fn ack(&mut self, ack: &Flight) {
        self.observe(ack);
        // Linux's Recovery and Loss states end when what was sent before them is acknowledged, CWR one byte later.
        if self.recovered.is_some_and(|until| ack.una >= until) {
            (self.recovered, self.reduced_until) = (None, None);
        }
        // The last byte an ACK is about lies before `una`: up to the end it was sent before the cut.
        if self.reduced_until.is_some_and(|until| ack.una > until) {
            self.reduced_until = None;
        }
        let reduced = self.reduced_until.is_some();
        if reduced && !self.grows_while_reduced {
            return;
        }
        if ack.marked > 0 && !reduced && self.recovered.is_none() {
            let cut = self.cwnd * self.alpha / ONE / 2;
            let target = (self.cwnd - cut).max(self.floor);
            // A cut is never a raise: the window may lie below the floor.
            self.cwnd = self.cwnd.min(target);
            self.bound(target, ack.nxt);
        } else if ack.window_limited && (ack.marked == 0 || self.recovered.is_none()) {
            self.grow(ack.acked);
        }
    }

    fn half(&self, flight: &Flight) -> u64 {
        (flight.in_flight / 2).max(2 * self.mss).min(WINDOW_MAX)
    }
}

impl Controller for Q20 {
    fn event(&mut self, _: u64, event: &FlowEvent) -> Answer {
        match event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => self.ack(ack),
            // RFC 6582 §3.2 step 2: a loss of data sent before the recovery began belongs to the same episode.
            FlowEvent::Loss(loss) if self.recovered.is_some_and(|until| loss.una < until) => {}
            FlowEvent::Loss(loss) => {
                let in_flight = loss.in_flight.min(self.cwnd);
                self.cwnd = self.half(&Flight { in_flight, ..*loss });
                self.bound(self.cwnd, loss.nxt);
                self.recovered = Some(loss.nxt);
            }
            FlowEvent::Timeout(loss) => {
                self.bound(self.half(loss), loss.nxt);
                (self.reduced_until, self.recovered) = (None, Some(loss.nxt));
                self.cwnd = self.mss;
            }
            // Linux's tcp_undo_cwnd_reduction: both are at least what they were.
            FlowEvent::Undo { window, threshold } => {
                self.cwnd = self.cwnd.max((*window).min(WINDOW_MAX));
                self.ssthresh = self.ssthresh.and_then(|now| threshold.map(|before| before.max(now)));
            }
            FlowEvent::Idle(silence) => {
                let held = self.reduced_until.is_some() || self.recovered.is_some();
                self.silence.over(*silence, &mut self.cwnd, &mut self.ssthresh, held);
            }
            _ => {}
        }
        Answer { window: self.cwnd, rate: ONE }
    }
}
