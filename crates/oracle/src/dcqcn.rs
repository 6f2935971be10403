//! DCQCN in floating point. Source: Zhu et al. 2015 §3, and the order of events of HPCC's simulator.

use crate::following::{Expected, FlowTolerance, Textbook};
use crate::{Answer, FlowEvent, Values};

/// Line rate \[2^-20\].
const LINE: f64 = 1_048_576.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    window: Option<(f64, f64)>,
    g: f64,
    alpha_period: u64,
    cut_period: u64,
    raise_period: u64,
    byte_counter: u64,
    stages: u64,
    additive: f64,
    hyper: f64,
    alpha_first: f64,
    clamps: bool,
    at_once: bool,
    freezes: bool,
    slowest: f64,
    tolerance: FlowTolerance,
}

/// What the first notification starts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Congestion {
    alpha: f64,
    /// How far the algorithm's alpha may be from it.
    noise: f64,
    alpha_due: u64,
    cut_due: u64,
    /// Notifications since alpha's update, and since the check for a cut.
    notified: (bool, bool),
}

/// The increase timer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Timer {
    Due(u64),
    /// Stands still with this much left \[ns\].
    Frozen(u64),
}

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Dcqcn {
    set: Setting,
    rate: f64,
    slack: f64,
    target: f64,
    congestion: Option<Congestion>,
    timer: Option<Timer>,
    /// Steps of the timer and of the byte counter since the last cut, and bytes towards the next.
    steps: (u64, u64),
    bytes: u64,
}

impl Dcqcn {
    /// From the settings; `window` is for the variant that has one, with segments of `mss` bytes.
    #[must_use]
    pub fn new(window: bool, values: &Values, mss: u64, tolerance: FlowTolerance) -> Option<Self> {
        let get = |name| values.get(name).map(|value| value as f64);
        let set = Setting {
            window: if window { Some((get("bdp")?, mss as f64)) } else { None },
            g: get("g")? / 65_536.0,
            alpha_period: values.get("t_alpha")?,
            cut_period: values.get("t_d")?,
            raise_period: values.get("t_i")?,
            byte_counter: values.get("byte_counter")?,
            stages: values.get("f")?,
            additive: get("ai")?,
            hyper: get("hai")?,
            alpha_first: get("alpha_init")? / 65_536.0,
            clamps: values.get("clamp_target")? == 1,
            at_once: values.get("cut_at")? == 1,
            freezes: values.get("freeze")? == 1,
            slowest: get("min_rate")?,
            tolerance,
        };
        let rate = get("initial_rate")?;
        let (slack, target, congestion, timer) = (0.0, rate, None, None);
        Some(Self { set, rate, slack, target, congestion, timer, steps: (0, 0), bytes: 0 })
    }

    fn rearm(&mut self, now: u64) {
        if let Some(it) = &mut self.congestion {
            (it.alpha_due, it.cut_due) = (now + self.set.alpha_period, now + self.set.cut_period);
        }
        if let Some(Timer::Due(due)) = &mut self.timer {
            *due = now + self.set.raise_period;
        }
    }

    /// Alpha, then the cut, then the increase.
    fn expire(&mut self, now: u64) {
        if let Some(it) = &mut self.congestion {
            it.decay(&self.set, now);
            if !self.set.at_once && now >= it.cut_due {
                let due = it.cut_due;
                it.cut_due = following(due, self.set.cut_period, now);
                if core::mem::take(&mut it.notified.1) {
                    // Timers of a NIC fire on time; one that is late by a period or more has lost its phase.
                    self.cut(if now - due < self.set.cut_period { due } else { now });
                }
            }
        }
        if let Some(Timer::Due(due)) = self.timer
            && now >= due
        {
            self.timer = Some(Timer::Due(following(due, self.set.raise_period, now)));
            self.raise();
            self.steps.0 += 1;
        }
    }

    fn notify(&mut self, now: u64) {
        let set = self.set;
        let first = self.congestion.is_none();
        if first {
            self.target = self.rate;
        }
        let it = self.congestion.get_or_insert(Congestion {
            alpha: set.alpha_first,
            noise: 0.0,
            alpha_due: now + set.alpha_period,
            cut_due: if set.at_once { now } else { now + set.cut_period },
            notified: (false, false),
        });
        if !set.at_once {
            // The first notification starts alpha, and its flag is not set: what happens then is a decay.
            it.notified = (!first, true);
        } else if now >= it.cut_due {
            it.cut_due = now + set.cut_period;
            self.cut(now);
            if let Some(it) = &mut self.congestion {
                it.step(&set, true);
                it.alpha_due = now + set.alpha_period;
            }
        }
    }

    fn cut(&mut self, now: u64) {
        let Some(it) = self.congestion else { return };
        if self.set.clamps || self.steps != (0, 0) {
            self.target = self.rate;
        }
        self.slack = self.rate * it.noise / 2.0 + self.set.tolerance.answer;
        self.rate = (self.rate * (1.0 - it.alpha / 2.0)).max(self.set.slowest);
        (self.steps, self.bytes) = ((0, 0), 0);
        self.timer = Some(match self.timer {
            Some(Timer::Frozen(_)) => Timer::Frozen(self.set.raise_period),
            _ => Timer::Due(now + self.set.raise_period),
        });
    }

    /// Fast recovery while both counters are below F, hyper increase when both are above, additive between.
    fn raise(&mut self) {
        let (time, bytes) =
            if self.set.byte_counter == 0 { (self.steps.0, self.steps.0) } else { self.steps };
        let more = if time.max(bytes) < self.set.stages {
            0.0
        } else if time.min(bytes) > self.set.stages {
            self.set.hyper
        } else {
            self.set.additive
        };
        self.target = (self.target.max(self.rate) + more).min(LINE);
        // Rounded up, as documented, so that the target is reached.
        self.rate = libm::ceil((self.rate + self.target) / 2.0);
    }

    fn pause(&mut self, now: u64, held: bool) {
        self.timer = match self.timer {
            Some(Timer::Due(due)) if held && self.set.freezes => Some(Timer::Frozen(due - now)),
            Some(Timer::Frozen(left)) if !held => Some(Timer::Due(now + left)),
            other => other,
        };
    }
}

impl Congestion {
    fn step(&mut self, set: &Setting, congested: bool) {
        self.alpha += set.g * (f64::from(congested) - self.alpha);
        self.noise = self.noise * (1.0 - set.g) + set.tolerance.step;
    }

    fn decay(&mut self, set: &Setting, now: u64) {
        let mut congested = core::mem::take(&mut self.notified.0);
        if now < self.alpha_due {
            self.notified.0 = congested;
            return;
        }
        let more = now - self.alpha_due >= set.alpha_period;
        while now >= self.alpha_due {
            self.alpha += set.g * (f64::from(congested) - self.alpha);
            self.noise *= 1.0 - set.g;
            self.alpha_due += set.alpha_period;
            congested = false;
        }
        // Several periods at once: one product per digit of their number, and two single steps.
        self.noise += set.tolerance.step * if more { 5.0 } else { 1.0 };
    }
}

/// One period on, or from now on if that has passed as well.
fn following(due: u64, period: u64, now: u64) -> u64 {
    if now >= due + period { now + period } else { due + period }
}

impl Textbook for Dcqcn {
    fn event(mut self, now: u64, event: &FlowEvent, next: &mut Vec<Self>) {
        self.slack = 0.0;
        self.timer.get_or_insert(Timer::Due(now + self.set.raise_period));
        if matches!(event, FlowEvent::Idle(_)) {
            self.rearm(now);
        }
        self.expire(now);
        match event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) if ack.marked > 0 => self.notify(now),
            FlowEvent::Cnp => self.notify(now),
            FlowEvent::Sent(bytes) if self.set.byte_counter > 0 => {
                self.bytes += bytes;
                if self.bytes >= self.set.byte_counter {
                    self.bytes = (self.bytes - self.set.byte_counter).min(self.set.byte_counter);
                    self.raise();
                    self.steps.1 += 1;
                }
            }
            FlowEvent::Paused(held) => self.pause(now, *held),
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
