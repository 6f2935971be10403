//! Swift in floating point. Source: Kumar et al. 2020 algorithm 1 and target delay, fabric window alone.

use crate::following::{Expected, FlowTolerance, Textbook, exceeds};
use crate::{Answer, Flight, FlowEvent, Values};

/// Line rate \[2^-20\].
const LINE: f64 = 1_048_576.0;
/// Unit of the window \[segments\], as the algorithm documents.
const UNIT: f64 = 1.0 / 65_536.0;
/// Longest round-trip time that counts \[ns\], as the algorithm documents.
const RTT_MAX: u64 = 1 << 30;
/// Most bytes of line rate in a round trip, as the algorithm documents.
const CARRIED_MAX: f64 = 4_294_967_295.0;
/// Most that one acknowledgement adds \[segments\], as a Q16 word saturates.
const GAIN_MAX: f64 = 65_536.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    ai: f64,
    beta: f64,
    max_mdf: f64,
    base: f64,
    range: f64,
    fs_min: f64,
    fs_max: f64,
    smallest: f64,
    largest: f64,
    limit: u64,
    /// Line rate \[B/ns\].
    line: f64,
    mss: f64,
    tolerance: FlowTolerance,
}

/// What lies between two bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    low: f64,
    high: f64,
}

impl Range {
    const fn exactly(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// Both, and what lies between.
    fn joined(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn clamp(self, least: f64, most: f64) -> Self {
        Self { low: self.low.clamp(least, most), high: self.high.clamp(least, most) }
    }
}

/// The model. What the answers hide is kept as the range it may be in.
#[derive(Clone, Debug, PartialEq)]
pub struct Swift {
    set: Setting,
    /// Window \[segments\].
    window: Range,
    rate: Range,
    last_cut: Option<u64>,
    srtt: Option<f64>,
    /// How far the algorithm's may be from it \[ns\].
    noise: f64,
    timeouts: u64,
}

impl Swift {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64, tolerance: FlowTolerance) -> Option<Self> {
        let get = |name| values.get(name).map(|value| value as f64);
        let fraction = |name| get(name).map(|value| value / 65_536.0);
        let set = Setting {
            ai: fraction("ai")?,
            beta: fraction("beta")?,
            max_mdf: fraction("max_mdf")?,
            base: get("base_target")? + get("hop_scale")? * get("hops")?,
            range: get("fs_range")?,
            fs_min: fraction("fs_min")?,
            fs_max: get("fs_max")?,
            smallest: fraction("min_window")?,
            largest: get("max_window")?,
            limit: values.get("retx_limit")?,
            line: get("line_mbps")? / 8_000.0,
            mss: mss as f64,
            tolerance,
        };
        Some(Self {
            set,
            window: Range::exactly(get("initial_window")?),
            rate: Range::exactly(LINE),
            last_cut: None,
            srtt: None,
            noise: 0.0,
            timeouts: 0,
        })
    }

    /// Every outcome of asking whether the last cut is a round trip old.
    fn aged(self, now: u64, next: &mut Vec<Self>) {
        let Some(at) = self.last_cut else { return next.push(self) };
        let age = now as f64 - at as f64;
        for over in exceeds(age, self.srtt.unwrap_or(0.0), self.noise) {
            next.push(Self { last_cut: if *over { None } else { Some(at) }, ..self.clone() });
        }
    }

    /// A gain of 1/8.
    fn smooth(&mut self, rtt: u64) {
        let sample = rtt.min(RTT_MAX) as f64;
        match &mut self.srtt {
            Some(srtt) => {
                *srtt += (sample - *srtt) / 8.0;
                self.noise = self.noise * 0.875 + 1.0;
            }
            None => self.srtt = Some(sample),
        }
    }

    /// The target at a window \[ns\].
    fn target(&self, window: f64) -> f64 {
        let set = &self.set;
        let inverse = |window: f64| 1.0 / libm::sqrt(window);
        let slope = set.range / (inverse(set.fs_min) - inverse(set.fs_max));
        set.base + (slope * (inverse(window) - inverse(set.fs_max))).clamp(0.0, set.range)
    }

    /// Where the algorithm's may be: the slope is whole ns, and magnified by 1/sqrt(fs_min) at most.
    fn targets(&self) -> Range {
        let noise = self.set.tolerance.step + 1.0 / libm::sqrt(self.set.fs_min);
        Range { low: self.target(self.window.high) - noise, high: self.target(self.window.low) + noise }
    }

    fn ack(mut self, now: u64, ack: &Flight, next: &mut Vec<Self>) {
        self.timeouts = 0;
        let Some(rtt) = ack.rtt else { return next.push(self) };
        self.smooth(rtt);
        let (delay, target) = (rtt as f64, self.targets());
        if delay < target.high {
            for below in [true, false] {
                let Some(run) = self.split(below) else { continue };
                run.increase(ack, below).pace(next);
            }
        }
        if delay >= target.low {
            let excess = |target: f64| (self.set.beta * (delay - target) / delay).max(0.0);
            let noise = self.set.tolerance.ratio;
            let by = Range { low: excess(target.high) - noise, high: excess(target.low) + noise };
            self.cut(now, by.clamp(0.0, self.set.max_mdf), next);
        }
    }

    /// The part of the range below a segment, or above.
    fn split(&self, below: bool) -> Option<Self> {
        let Range { low, high } = self.window;
        let window = match below {
            true if low < 1.0 => Range { low, high: high.min(1.0) },
            false if high >= 1.0 => Range { low: low.max(1.0), high },
            _ => return None,
        };
        Some(Self { window, ..self.clone() })
    }

    fn increase(mut self, ack: &Flight, below: bool) -> Self {
        if !below && !ack.window_limited {
            return self;
        }
        let gain = (ack.acked as f64 / self.set.mss * self.set.ai).min(GAIN_MAX);
        let least = (gain - UNIT).max(0.0);
        let Range { low, high } = self.window;
        let wider = if below {
            Range { low: low + least, high: high + gain }
        } else {
            // w + c/w is no longer rising where c is above w²: both ends of the range count.
            let ends = [low + gain / low, high + gain / high];
            let error_bound = gain / low * self.set.tolerance.ratio;
            let short = error_bound + UNIT / low + UNIT * UNIT;
            Range { low: ends[0].min(ends[1]) - short, high: ends[0].max(ends[1]) + error_bound }
        };
        self.window = wider.clamp(0.0, self.set.largest);
        self
    }

    /// By a fraction that is known to its range; nothing happens while a cut is in force.
    fn cut(&self, now: u64, by: Range, next: &mut Vec<Self>) {
        if self.last_cut.is_some() {
            return self.clone().pace(next);
        }
        let Range { low, high } = self.window;
        let smallest = self.set.smallest;
        let surely = low * by.low > 2.0 * UNIT && low > smallest + UNIT;
        let never = high * by.high < UNIT || high <= smallest;
        if !surely {
            self.clone().pace(next);
        }
        if !never {
            // Deviation 9: a cut forgets what the window had gained below its unit.
            let window = Range { low: (low - UNIT) * (1.0 - by.high), high: high * (1.0 - by.low) + UNIT };
            let window = window.clamp(smallest, self.set.largest);
            Self { window, last_cut: Some(now), ..self.clone() }.pace(next);
        }
    }

    fn timeout(mut self, now: u64, next: &mut Vec<Self>) {
        self.timeouts = (self.timeouts + 1).min(self.set.limit);
        if self.timeouts < self.set.limit {
            let by = Range { low: self.set.max_mdf - UNIT, high: self.set.max_mdf };
            return self.cut(now, by, next);
        }
        let smallest = self.set.smallest;
        if self.window.low <= smallest + UNIT {
            self.clone().pace(next);
        }
        if self.window.high > smallest {
            let (window, last_cut) = (Range::exactly(smallest), Some(now));
            Self { window, last_cut, ..self }.pace(next);
        }
    }

    /// The rate of a window below a segment: a segment every srtt/window.
    fn pace(self, next: &mut Vec<Self>) {
        for below in [true, false] {
            let Some(mut run) = self.split(below) else { continue };
            run.rate = match run.srtt {
                Some(srtt) if below => run.paced(srtt),
                _ => Range::exactly(LINE),
            };
            next.push(run);
        }
    }

    fn paced(&self, srtt: f64) -> Range {
        let carried = |srtt: f64| (self.set.line * srtt.max(1.0)).min(CARRIED_MAX);
        // Line rate is known to 2^-20 B/ns, and what it carries in a round trip is whole bytes.
        let most = carried(srtt + self.noise);
        let least = (carried(srtt - self.noise) * (1.0 - 1.0 / (LINE * self.set.line)) - 1.0).max(1.0);
        let share = |window: f64, bytes: f64| window * self.set.mss / bytes * LINE;
        let rate = Range { low: share(self.window.low, most) - 1.0, high: share(self.window.high, least) };
        rate.clamp(1.0, LINE)
    }
}

impl Textbook for Swift {
    fn event(self, now: u64, event: &FlowEvent, next: &mut Vec<Self>) {
        let mut runs = Vec::new();
        self.aged(now, &mut runs);
        for mut run in runs {
            match event {
                FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => run.ack(now, ack, next),
                FlowEvent::Rtt(rtt) if *rtt != 0 => {
                    run.smooth(*rtt);
                    run.pace(next);
                }
                FlowEvent::Loss(_) => {
                    run.timeouts = 0;
                    let by = Range { low: run.set.max_mdf - UNIT, high: run.set.max_mdf };
                    run.cut(now, by, next);
                }
                FlowEvent::Timeout(_) => run.timeout(now, next),
                FlowEvent::Idle(silence) => {
                    for over in exceeds(*silence as f64, run.srtt.unwrap_or(0.0), run.noise) {
                        let last_cut = run.last_cut.filter(|_| !*over);
                        next.push(Self { last_cut, ..run.clone() });
                    }
                }
                _ => next.push(run),
            }
        }
    }

    fn expected(&self) -> Expected {
        // What the window has gained below its unit does not show.
        let low = (self.window.low - UNIT) * self.set.mss - 1.0;
        let high = self.window.high * self.set.mss;
        let least = self.set.mss;
        let around = |low: f64, high: f64| (f64::midpoint(low, high), (high - low) / 2.0);
        let window = around(low.max(least), high.max(least));
        let rate = around(self.rate.low, self.rate.high);
        let answer = self.set.tolerance.answer;
        Expected { window: (window.0, window.1 + answer), rate: (rate.0, rate.1 + answer) }
    }

    /// The window shows in whole bytes: what lies outside of the byte that shows is not it.
    fn adopt(&mut self, found: &Answer) {
        let shown = found.window as f64;
        if shown > self.set.mss {
            let answer = self.set.tolerance.answer;
            let (low, high) = ((shown - answer) / self.set.mss, (shown + 1.0 + answer) / self.set.mss + UNIT);
            let window = Range { low: self.window.low.max(low), high: self.window.high.min(high) };
            self.window = if window.low <= window.high { window } else { self.window };
        }
    }

    /// Two ranges on one side of a segment are one.
    fn absorb(&mut self, other: &Self) -> bool {
        let one = Self { window: self.window, rate: self.rate, ..other.clone() } == *self
            && (self.window.low < 1.0) == (other.window.low < 1.0);
        if one {
            self.window = self.window.joined(other.window);
            self.rate = self.rate.joined(other.rate);
        }
        one
    }
}
