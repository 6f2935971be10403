//! TIMELY in floating point. Source: Mittal et al. 2015 algorithm 1; the patched form: Zhu et al. 2016 §4.3.

use crate::following::{Expected, FlowTolerance, Textbook, exceeds};
use crate::{Answer, FlowEvent, Values};

/// Line rate \[2^-20\].
const LINE: f64 = 1_048_576.0;
/// The largest difference that counts \[ns\], as the algorithm documents.
const DIFFERENCE_MAX: f64 = 1_048_576.0;
/// The largest distance from the reference that counts \[references\], as the algorithm documents.
const APART_MAX: f64 = 65_536.0;

/// Which of the published rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// HPCC's simulator: counts increases.
    Simulator,
    /// The authors' code: counts falling samples.
    Authors,
    /// Patched: steers by the gradient without a threshold.
    Patched,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    rule: Rule,
    window: Option<(f64, f64)>,
    alpha: f64,
    beta: f64,
    beta_patched: f64,
    low: f64,
    high: f64,
    min_rtt: f64,
    reference: f64,
    delta: f64,
    hai: f64,
    n: u64,
    segment: u64,
    slowest: f64,
    tolerance: FlowTolerance,
}

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Timely {
    set: Setting,
    rate: f64,
    slack: f64,
    before: Option<f64>,
    gradient: f64,
    /// Error bound of the algorithm's gradient \[ns\].
    noise: f64,
    /// Up to N: no rule looks further.
    count: u64,
    next: Option<u64>,
}

impl Timely {
    /// From the settings; `window` is for the variant that has one, with segments of `mss` bytes.
    #[must_use]
    pub fn new(
        rule: Rule,
        window: bool,
        values: &Values,
        mss: u64,
        tolerance: FlowTolerance,
    ) -> Option<Self> {
        let get = |name| values.get(name).map(|value| value as f64);
        let fraction = |name| get(name).map(|value| value / 65_536.0);
        // A value that a rule does not use has no setting.
        let patched = rule == Rule::Patched;
        let only = |used: bool, value: Option<f64>| if used { value } else { Some(0.0) };
        let set = Setting {
            rule,
            window: if window { Some((get("bdp")?, mss as f64)) } else { None },
            alpha: fraction("alpha")?,
            beta: fraction("beta")?,
            beta_patched: only(patched, fraction("beta_patched"))?,
            low: get("t_low")?,
            high: get("t_high")?,
            min_rtt: get("min_rtt")?,
            reference: only(patched, get("rtt_ref"))?,
            delta: get("delta")?,
            hai: only(!patched, get("hai"))?,
            n: only(!patched, get("n"))? as u64,
            segment: values.get("segment")?,
            slowest: get("min_rate")?,
            tolerance,
        };
        let rate = get("initial_rate")?;
        Some(Self { set, rate, slack: 0.0, before: None, gradient: 0.0, noise: 0.0, count: 0, next: None })
    }

    fn sample(mut self, rtt: f64, next: &mut Vec<Self>) {
        let Some(before) = self.before.replace(rtt) else { return next.push(self) };
        let set = self.set;
        let difference = (rtt - before).clamp(-DIFFERENCE_MAX, DIFFERENCE_MAX);
        self.gradient += set.alpha * (difference - self.gradient);
        self.noise = self.noise * (1.0 - set.alpha) + set.tolerance.step;
        if set.rule == Rule::Authors {
            self.count = if difference < 0.0 { (self.count + 1).min(set.n) } else { 0 };
        }
        if rtt < set.low {
            self.increase(set.rule == Rule::Authors);
        } else if rtt > set.high {
            self.decrease(set.beta * (1.0 - set.high / rtt), set.tolerance.ratio);
        } else if set.rule == Rule::Patched {
            self.steer(rtt);
        } else {
            for rises in exceeds(self.gradient, 0.0, self.noise) {
                let mut run = self.clone();
                if *rises {
                    let steepness = run.gradient.max(0.0) / set.min_rtt;
                    run.decrease(set.beta * steepness, set.beta * run.noise / set.min_rtt);
                } else {
                    run.increase(false);
                }
                next.push(run);
            }
            return;
        }
        next.push(self);
    }

    fn increase(&mut self, plain: bool) {
        let hyper = !plain && self.set.rule != Rule::Patched && self.count >= self.set.n;
        if self.set.rule == Rule::Simulator {
            self.count = (self.count + 1).min(self.set.n);
        }
        self.set_rate(self.rate + if hyper { self.set.hai } else { self.set.delta }, 0.0);
    }

    /// Decrease by a fraction with the error bound `noise`.
    fn decrease(&mut self, fraction: f64, noise: f64) {
        if self.set.rule == Rule::Simulator {
            self.count = 0;
        }
        let noise = noise + 2.0 * self.set.tolerance.ratio;
        self.set_rate(self.rate * (1.0 - fraction.min(1.0)), self.rate * noise);
    }

    /// rate = delta (1 - w) + rate (1 - beta w (RTT - ref)/ref), w = 1/2 + 2 gradient within 0 and 1.
    fn steer(&mut self, rtt: f64) {
        let set = self.set;
        let weight = (0.5 + 2.0 * self.gradient / set.min_rtt).clamp(0.0, 1.0);
        let error_bound = (2.0 * (self.noise / set.min_rtt + set.tolerance.ratio)).min(1.0);
        let apart = ((rtt - set.reference) / set.reference).clamp(-APART_MAX, APART_MAX);
        let pull = (set.beta_patched * weight * apart).clamp(-1.0, 1.0);
        let pull_error_bound = set.beta_patched * (apart.abs() * error_bound + 2.0 * set.tolerance.ratio);
        let noise = self.rate * (pull_error_bound + 2.0 * set.tolerance.ratio) + set.delta * error_bound;
        self.set_rate(set.delta * (1.0 - weight) + self.rate * (1.0 - pull), noise);
    }

    fn set_rate(&mut self, rate: f64, noise: f64) {
        self.rate = rate.clamp(self.set.slowest, LINE);
        self.slack = noise + self.set.tolerance.answer;
    }
}

impl Textbook for Timely {
    fn event(mut self, _: u64, event: &FlowEvent, next: &mut Vec<Self>) {
        self.slack = 0.0;
        match event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => {
                let whole = self.set.segment == 0;
                let due = self.next.is_none_or(|at| if whole { ack.una > at } else { ack.una >= at });
                if let (true, Some(rtt)) = (due, ack.rtt) {
                    self.next = Some(if whole { ack.nxt } else { ack.una + self.set.segment });
                    return self.sample(rtt as f64, next);
                }
            }
            FlowEvent::Rtt(rtt) if *rtt != 0 => return self.sample(*rtt as f64, next),
            FlowEvent::Idle(_) => (self.before, self.next) = (None, None),
            _ => {}
        }
        next.push(self);
    }

    fn expected(&self) -> Expected {
        let window = self.set.window.map_or((4_294_967_295.0, 0.0), |(product, mss)| {
            ((product * self.rate / LINE).max(mss), product * self.slack / LINE + 1.0)
        });
        Expected { window, rate: (self.rate, self.slack) }
    }

    fn adopt(&mut self, found: &Answer) {
        self.rate = found.rate as f64;
    }
}
