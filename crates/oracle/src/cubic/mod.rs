//! CUBIC: the cubic of RFC 9438 §4.2 in floating point, the Reno-friendly estimate of §4.3 in whole bytes.

mod curve;
mod hystart;

use crate::following::{Expected, FlowTolerance, Textbook, exceeds};
use crate::silence::Silence;
use crate::{Answer, Flight, FlowEvent, Values};
use curve::{Curve, TICK};
use hystart::Hystart;

/// Line rate \[2^-20\].
const LINE: f64 = 1_048_576.0;
/// The ceiling the algorithm documents \[B\].
const WINDOW_MAX: u64 = 1 << 30;
/// 1 in Q16.
const ONE: u64 = 1 << 16;
/// A step of the algorithm's stopwatch \[s\]: a pause may lose one.
const STEP: f64 = 1.024e-6;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    marks: bool,
    mss: u64,
    initial: u64,
    floor: u64,
    step_max: u64,
    silence: Silence,
    /// Q16, as are the next three.
    beta: u64,
    beta_ecn: u64,
    convergence: u64,
    alpha: u64,
    curve: Curve,
    tolerance: FlowTolerance,
}

/// A stretch of congestion avoidance.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Epoch {
    /// Time in the stretch \[s\], the end of the counted time \[ns\], and the bound of the algorithm's lag \[s\].
    elapsed: f64,
    counted: u64,
    behind: f64,
    /// K \[s\] and its error bound.
    k: (f64, f64),
    /// The estimate \[B\], and 2^-16 bytes credited to it.
    estimate: u64,
    credit: u64,
}

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Cubic {
    set: Setting,
    cwnd: f64,
    slack: f64,
    ssthresh: Option<u64>,
    reduced_until: Option<u64>,
    timed_out: bool,
    w_max: u64,
    prior: u64,
    epoch: Option<Epoch>,
    /// Smoothed round-trip time \[s\], and the algorithm's error bound.
    srtt: Option<(f64, f64)>,
    /// What ends slow start, where its settings are there.
    hystart: Option<Hystart>,
}

impl Cubic {
    /// From the settings, with segments of `mss` bytes; `marks` are answered or not.
    #[must_use]
    pub fn new(marks: bool, values: &Values, mss: u64, tolerance: FlowTolerance) -> Option<Self> {
        let segments = |name| values.get(name).map(|count| count * mss);
        let beta = values.get("beta")?;
        let fast = values.get("fast_convergence")? == 1;
        let initial = segments("initial_window")?;
        let set = Setting {
            marks,
            mss,
            initial,
            floor: segments("min_window")?,
            step_max: segments("slow_start_limit")?,
            silence: Silence::new(values, initial)?,
            beta,
            beta_ecn: values.get("beta_ecn").unwrap_or(beta),
            convergence: if fast { u64::midpoint(ONE, beta) } else { ONE },
            alpha: 3 * (ONE - beta) * ONE / (ONE + beta),
            curve: Curve::new(values.get("c")? as f64 / 65_536.0, mss as f64),
            tolerance,
        };
        let ssthresh = segments("threshold").filter(|bytes| *bytes > 0);
        Some(Self {
            set,
            cwnd: set.initial as f64,
            slack: 0.0,
            ssthresh,
            reduced_until: None,
            timed_out: false,
            w_max: 0,
            prior: 0,
            epoch: None,
            srtt: None,
            hystart: Hystart::new(values, mss),
        })
    }

    /// The window as it was answered last.
    fn window(&self) -> u64 {
        self.cwnd as u64
    }

    fn ack(mut self, now: u64, ack: &Flight, next: &mut Vec<Self>) {
        for found in self.detect(now, ack) {
            let mut run = self.clone();
            if *found {
                run.ssthresh = Some(run.window());
                run.hystart = run.hystart.map(Hystart::found);
            }
            run.turn(now, ack);
            run.grow(now, ack, next);
        }
    }

    /// Whether HyStart ends slow start with this acknowledgement: one answer, or two where it is close.
    fn detect(&mut self, now: u64, ack: &Flight) -> &'static [bool] {
        let (slow_start, window) = (self.in_slow_start(), self.window());
        match (&mut self.hystart, ack.rtt) {
            // While an epoch of congestion avoidance lasts, no sample counts.
            (Some(hystart), Some(rtt)) if self.epoch.is_none() => {
                hystart.sample(rtt);
                if slow_start { hystart.acked(now, ack, rtt, (window, self.srtt)) } else { &[false] }
            }
            _ => &[false],
        }
    }

    /// With a clock of milliseconds a round ends where the window grows, after the test.
    fn turn(&mut self, now: u64, ack: &Flight) {
        let slow_start = self.in_slow_start();
        if let Some(hystart) = self.hystart.as_mut().filter(|_| slow_start && ack.window_limited) {
            hystart.turned(now, ack);
        }
    }

    fn in_slow_start(&self) -> bool {
        self.ssthresh.is_none_or(|ssthresh| self.window() < ssthresh)
    }

    fn grow(mut self, now: u64, ack: &Flight, next: &mut Vec<Self>) {
        self.timed_out = false;
        self.smooth(ack.rtt);
        // The last byte a mark is about lies before `una`: up to the end it was sent before the cut.
        let end = |until: &u64| ack.una < *until || self.set.marks && ack.una == *until;
        self.reduced_until = self.reduced_until.filter(end);
        if self.reduced_until.is_none() {
            if self.set.marks && ack.marked > 0 {
                let before = self.cwnd;
                self.cut(self.set.beta_ecn, self.window(), ack.nxt);
                // Below its floor a mark raises the threshold only.
                self.cwnd = self.cwnd.min(before);
            } else if !ack.window_limited {
                self.skip(now);
            } else if self.in_slow_start() {
                self.set_window((self.window() + ack.acked.min(self.set.step_max)) as f64, 0.0);
            } else {
                return self.avoid(now, ack.acked, next);
            }
        }
        next.push(self);
    }

    fn smooth(&mut self, rtt: Option<u64>) {
        let Some(rtt) = rtt.map(|rtt| rtt as f64 * 1e-9) else { return };
        self.srtt = Some(match self.srtt {
            None => (rtt, 0.0),
            Some((srtt, error_bound)) => {
                (srtt + (rtt - srtt) / 8.0, error_bound * 7.0 / 8.0 + self.set.tolerance.step * 1e-9)
            }
        });
    }

    /// Time up to `now` does not count.
    fn skip(&mut self, now: u64) {
        if let Some(epoch) = &mut self.epoch {
            epoch.counted = now;
            epoch.behind += STEP;
        }
    }

    fn avoid(mut self, now: u64, acked: u64, next: &mut Vec<Self>) {
        let window = self.window();
        let mut epoch = self.epoch.unwrap_or_else(|| {
            self.w_max = self.w_max.max(window);
            let k = self.set.curve.climb((self.w_max - window) as f64);
            Epoch { elapsed: 0.0, counted: now, behind: 0.0, k, estimate: window, credit: 0 }
        });
        epoch.elapsed += (now - epoch.counted) as f64 * 1e-9;
        epoch.counted = now;
        epoch.grow(&self.set, acked, window, self.prior);
        self.epoch = Some(epoch);
        let error_bound = TICK + STEP + epoch.behind;
        let (here, here_error_bound) =
            self.set.curve.at(epoch.elapsed, epoch.k, self.w_max as f64, error_bound);
        for friendly in exceeds(epoch.estimate as f64, here, here_error_bound) {
            let mut run = self.clone();
            if *friendly {
                run.set_window(window.max(epoch.estimate) as f64, 0.0);
            } else {
                run.climb(&epoch, acked, error_bound);
            }
            next.push(run);
        }
    }

    /// Towards where the cubic will be in a round trip, at most half a window further.
    fn climb(&mut self, epoch: &Epoch, acked: u64, error_bound: f64) {
        let (srtt, srtt_error_bound) = self.srtt.unwrap_or((0.0, 0.0));
        let error_bound = error_bound + srtt_error_bound + STEP;
        let (ahead, noise) = self.set.curve.at(epoch.elapsed + srtt, epoch.k, self.w_max as f64, error_bound);
        let room = |ahead: f64| (ahead - self.cwnd).clamp(0.0, self.cwnd / 2.0);
        let share = acked as f64 / self.cwnd;
        let growth = |ahead: f64| (share * room(ahead)).min(room(ahead));
        let middle = growth(ahead);
        let noise = (growth(ahead + noise) - middle).max(middle - growth(ahead - noise));
        self.set_window(self.cwnd + middle, noise + acked as f64 * self.set.tolerance.ratio + 1.0);
    }

    fn set_window(&mut self, window: f64, noise: f64) {
        self.cwnd = window.min(WINDOW_MAX as f64);
        self.slack = if noise > 0.0 { noise + self.set.tolerance.answer } else { 0.0 };
    }

    /// To a fraction of `base`, Q16; the maximum is remembered before it.
    fn cut(&mut self, kept: u64, base: u64, until: u64) {
        self.remember();
        let left = self.left(kept, base);
        (self.cwnd, self.ssthresh, self.reduced_until) = (left as f64, Some(left), Some(until));
    }

    fn left(&self, kept: u64, base: u64) -> u64 {
        (base * kept / ONE).max(self.set.floor).min(WINDOW_MAX)
    }

    fn remember(&mut self) {
        let window = self.window();
        self.w_max = if window < self.w_max { window * self.set.convergence / ONE } else { window };
        (self.prior, self.epoch) = (window, None);
    }

    fn timeout(&mut self, loss: &Flight) {
        let kept = if self.timed_out { self.ssthresh } else { None };
        self.ssthresh = Some(kept.unwrap_or_else(|| self.left(self.set.beta, loss.in_flight)));
        self.remember();
        (self.w_max, self.cwnd, self.reduced_until) = (0, self.set.mss as f64, None);
        self.timed_out = true;
    }
}

impl Epoch {
    /// RFC 9438 §4.3: alpha segments per window, one once the window before the cut is regained; in whole
    /// segments, as the algorithm documents.
    fn grow(&mut self, set: &Setting, acked: u64, window: u64, prior: u64) {
        self.credit += acked * if self.estimate >= prior { ONE } else { set.alpha };
        if self.credit / ONE >= window {
            // The rest below a byte stays, the rest beyond a window is forgotten.
            let whole = (self.credit / ONE - window).min(window);
            self.credit = whole * ONE + self.credit % ONE;
            self.estimate = (self.estimate + set.mss).min(WINDOW_MAX);
        }
    }
}

impl Textbook for Cubic {
    fn event(mut self, now: u64, event: &FlowEvent, next: &mut Vec<Self>) {
        self.slack = 0.0;
        match event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => return self.ack(now, ack, next),
            FlowEvent::Loss(loss) => {
                self.reduced_until = self.reduced_until.filter(|until| loss.una < *until);
                if self.reduced_until.is_none() {
                    self.cut(self.set.beta, loss.in_flight.min(self.window()), loss.nxt);
                }
            }
            FlowEvent::Timeout(loss) => {
                self.timeout(loss);
                self.hystart = self.hystart.map(|hystart| hystart.restarted(now, loss.nxt));
            }
            // As Linux: what was comes back, and an epoch that has begun goes on.
            FlowEvent::Undo { window, threshold } => {
                self.cwnd = self.cwnd.max((*window).min(WINDOW_MAX) as f64);
                self.ssthresh = self.ssthresh.and_then(|now| threshold.map(|before| before.max(now)));
            }
            FlowEvent::Idle(silence) => {
                self.skip(now);
                self.hystart = self.hystart.map(|hystart| hystart.silent(*silence));
                let (mut window, held) = (self.window(), self.reduced_until.is_some());
                self.set.silence.over(*silence, &mut window, &mut self.ssthresh, held);
                self.cwnd = window as f64;
            }
            _ => {}
        }
        next.push(self);
    }

    fn expected(&self) -> Expected {
        Expected { window: (self.cwnd, self.slack), rate: (LINE, 0.0) }
    }

    fn adopt(&mut self, found: &Answer) {
        self.cwnd = found.window as f64;
    }
}
