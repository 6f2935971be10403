//! BBR v1 in floating point. Source: Cardwell et al. 2016 and the behaviour of Linux's `tcp_bbr`.
//!
//! Bandwidths are samples and stay whole; rounds, phases and recoveries compare whole numbers. Real are the product of
//! bandwidth and time, what follows from it, and the age of the smallest round-trip time. The phase in which the gain
//! cycle begins is random: every lawful one is followed.

mod filter;
mod machine;

use crate::following::{Expected, FlowTolerance, Textbook, exceeds};
use crate::{Answer, Flight, FlowEvent, Values};
use filter::Maximum;

/// Line rate \[2^-20\].
const LINE: f64 = 1_048_576.0;
/// Largest window \[B\].
const WINDOW_MAX: f64 = 1_073_741_824.0;
/// 2/ln 2 and its inverse as Linux has them, in 256ths.
const HIGH_GAIN: f64 = 739.0 / 256.0;
const DRAIN_GAIN: f64 = 88.0 / 256.0;
/// What is left of a rate by the margin of 1 %.
const MARGIN: f64 = 0.99;
/// Round-trip time before the first sample \[ns\].
const RTT_UNKNOWN: f64 = 1e6;
/// Longest round-trip time that counts \[ns\], and longest silence that stamps show, as the algorithm documents.
const RTT_MAX: u64 = 1 << 30;
/// Silences from here on \[ns\] say no more than that they are long, and make any round-trip time old.
const TOLD_MAX: u64 = (1 << 32) - 1;
/// Longer ago than any memory \[ns\].
const AGES_AGO: f64 = -1e15;
/// Step in which an age is counted \[ns\].
const STEP: f64 = 1_024.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    /// Line rate \[B/ns\].
    line: f64,
    rounds: u64,
    /// How long the smallest round-trip time is remembered \[ns\].
    memory: f64,
    probe: u64,
    mss: f64,
    initial: f64,
    headroom: f64,
    pause_limits: bool,
    tolerance: FlowTolerance,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Startup,
    Drain,
    /// In this phase of eight.
    Cycle(u8),
    /// Until when, once four segments are in flight, and whether a round has passed since.
    Probe(Option<u64>, bool),
}

/// What lies between two bounds.
type Range = (f64, f64);

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Bbr {
    set: Setting,
    mode: Mode,
    bandwidth: Maximum,
    min_rtt: Option<u64>,
    /// When it was measured, and how much of its age the algorithm may have missed \[ns\].
    stamp: Option<(f64, f64)>,
    phase_start: u64,
    rounds: u64,
    next_round: Option<u64>,
    limiting: bool,
    /// What was sent while the application limited the flow: first and last SND.UNA that acknowledges it.
    limited: Vec<(u64, u64)>,
    /// Where the application ran out last, if nothing later has been acknowledged.
    out_at: Option<u64>,
    recovered: Option<u64>,
    conserving: bool,
    lost: bool,
    restarted: bool,
    full: bool,
    flat: u32,
    full_bandwidth: u64,
    delivered: f64,
    prior: f64,
    window: Range,
    rate: Range,
    /// When the last event was.
    last: u64,
}

impl Bbr {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64, tolerance: FlowTolerance) -> Option<Self> {
        let get = |name| values.get(name).map(|value| value as f64);
        let mss = mss.clamp(1, 65_535) as f64;
        let set = Setting {
            line: get("line_mbps")? / 8_000.0,
            rounds: values.get("bw_rounds")?,
            memory: get("min_rtt_window_ms")? * 1e6,
            probe: values.get("probe_rtt")?,
            mss,
            initial: get("initial_window")? * mss,
            headroom: 3.0 * get("quantum")? * mss,
            pause_limits: values.get("pause_limits")? == 1,
            tolerance,
        };
        let mut fresh = Self {
            set,
            mode: Mode::Startup,
            bandwidth: Maximum::default(),
            min_rtt: None,
            stamp: None,
            phase_start: 0,
            rounds: 0,
            next_round: None,
            limiting: false,
            limited: Vec::new(),
            out_at: None,
            recovered: None,
            conserving: false,
            lost: false,
            restarted: false,
            full: false,
            flat: 0,
            full_bandwidth: 0,
            delivered: 0.0,
            prior: 0.0,
            window: (set.initial, set.initial),
            rate: (LINE, LINE),
            last: 0,
        };
        fresh.rate = fresh.first_rate();
        Some(fresh)
    }

    /// Whole bytes of a time at line rate, known to what rounding the line costs.
    fn carried(&self, time: f64) -> Range {
        let real = self.set.line * time;
        let least = real * (1.0 - 1.0 / (LINE * self.set.line)) - 1.0;
        (least.clamp(0.0, WINDOW_MAX), real.min(WINDOW_MAX))
    }

    /// gain · bandwidth · smallest round-trip time, and headroom.
    fn in_flight_for(&self, gain: f64) -> Range {
        let most = |bytes: f64| (bytes + self.set.headroom).min(WINDOW_MAX);
        let Some(rtt) = self.min_rtt else {
            return (most(self.set.initial), most(self.set.initial));
        };
        let share = self.bandwidth.get() as f64 / LINE;
        let (low, high) = self.carried(rtt as f64);
        let low = ((low * share - 1.0).max(0.0) * gain - 1.0).max(0.0);
        (most(low.min(WINDOW_MAX)), most((high * share * gain).min(WINDOW_MAX)))
    }

    fn target(&self) -> Range {
        self.in_flight_for(match self.mode {
            Mode::Startup | Mode::Drain => HIGH_GAIN,
            Mode::Cycle(_) => 2.0,
            Mode::Probe(..) => 1.0,
        })
    }

    const fn pacing_gain(&self) -> f64 {
        match self.mode {
            Mode::Startup => HIGH_GAIN,
            Mode::Drain => DRAIN_GAIN,
            Mode::Cycle(0) => 1.25,
            Mode::Cycle(1) => 0.75,
            _ => 1.0,
        }
    }

    /// A rate at a gain, 1 % below it.
    fn with_margin(&self, (low, high): Range, gain: f64) -> Range {
        let at = |rate: f64| rate * gain * MARGIN;
        let noise = self.set.tolerance.ratio;
        let low = at(low) * (1.0 - noise) - 2.0;
        (low.clamp(1.0, LINE), (at(high) * (1.0 + noise)).clamp(1.0, LINE))
    }

    /// The window over the round-trip time at high gain: before there is a bandwidth.
    fn first_rate(&self) -> Range {
        let (low, high) = self.carried(self.min_rtt.map_or(RTT_UNKNOWN, |rtt| rtt as f64));
        let share = |window: f64, bytes: f64| (window / bytes.max(1.0) * LINE).min(LINE);
        self.with_margin((share(self.window.0, high) - 1.0, share(self.window.1, low)), HIGH_GAIN)
    }

    fn paced(&self, gain: f64) -> Range {
        let bandwidth = self.bandwidth.get() as f64;
        self.with_margin((bandwidth, bandwidth), gain)
    }

    /// Pacing is not lowered before the pipe is full.
    fn pace(self, next: &mut Vec<Self>) {
        if self.bandwidth.get() == 0 {
            return next.push(self);
        }
        let rate = self.paced(self.pacing_gain());
        if self.full {
            return next.push(Self { rate, ..self });
        }
        // What the first round-trip time set may not have shown yet.
        let rises = |at: f64| at > self.rate.0;
        if rises(rate.1) {
            let rate = (rate.0.max(self.rate.0), rate.1.max(self.rate.1));
            next.push(Self { rate, ..self.clone() });
        }
        if rate.0 <= self.rate.1 {
            next.push(self);
        }
    }

    fn set_window(mut self, ack: &Flight, next: &mut Vec<Self>) {
        let least = 4.0 * self.set.mss;
        let most = if matches!(self.mode, Mode::Probe(..)) { least } else { WINDOW_MAX };
        let wider = |window: f64| (window + ack.acked as f64).min(WINDOW_MAX);
        let window = self.window;
        let mut push = |run: &Self, (low, high): Range, least: f64| {
            let bound = |window: f64| window.max(least).min(most);
            next.push(Self { window: (bound(low), bound(high)), ..run.clone() });
        };
        let target = self.target();
        self.delivered += ack.acked as f64;
        if self.conserving {
            let conserved = (ack.in_flight + ack.acked) as f64;
            return push(&self, (window.0.max(conserved), window.1.max(conserved)), 0.0);
        }
        if self.full {
            return push(&self, (wider(window.0).min(target.0), wider(window.1).min(target.1)), least);
        }
        let early = self.delivered < self.set.initial;
        if early || window.0 < target.1 {
            push(&self, (wider(window.0), wider(window.1)), least);
        }
        if !early && window.1 >= target.0 {
            push(&self, window, least);
        }
    }

    fn acknowledged(mut self, now: u64, ack: &Flight, next: &mut Vec<Self>) {
        let round = self.count_round(ack);
        let limited = self.is_limited(ack);
        if let Some(rate) = ack.delivery_rate.filter(|rate| *rate != 0)
            && (!limited || rate >= self.bandwidth.get())
        {
            self.bandwidth.take(self.rounds, rate.min(1 << 20), self.set.rounds);
        }
        if self.recovered.is_some_and(|until| ack.una >= until) {
            self.recovered = None;
            self.conserving = false;
            self.restore();
        }
        for mut run in each(vec![self], |run, next| run.cycle(now, ack, next)) {
            run.look_for_full_pipe(round, limited);
            let drained = each(vec![run], |run, next| run.leave_startup(now, ack, next));
            let unknown = drained.first().is_some_and(|run| run.min_rtt.is_none());
            for mut run in each(drained, |run, next| run.watch_min_rtt(now, ack, round, next)) {
                if unknown && run.min_rtt.is_some() && !run.full {
                    run.rate = run.first_rate();
                }
                run.lost = false;
                for run in each(vec![run], Self::pace) {
                    run.set_window(ack, next);
                }
            }
        }
    }

    /// The window of before a recovery or PROBE_RTT comes back.
    fn restore(&mut self) {
        self.window = (self.window.0.max(self.prior), self.window.1.max(self.prior));
    }

    /// Remembers it: the largest while both last.
    const fn remember(&mut self) {
        let kept = self.recovered.is_some() || matches!(self.mode, Mode::Probe(..)) && self.prior > 0.0;
        // Before this event it was seen, so both ends are one.
        let window = self.window.0;
        self.prior = if kept { self.prior.max(window) } else { window };
    }

    fn loss(&mut self, loss: &Flight) {
        self.lost = true;
        if self.recovered.is_some_and(|until| loss.una < until) {
            return;
        }
        self.remember();
        let window = (loss.in_flight as f64).min(self.window.0).max(self.set.mss);
        self.window = (window, window);
        self.recovered = Some(loss.nxt);
        self.conserving = true;
        self.next_round = Some(loss.nxt);
    }

    fn timeout(&mut self, loss: &Flight) {
        self.lost = true;
        self.remember();
        self.window = (self.set.mss, self.set.mss);
        self.full_bandwidth = 0;
        self.recovered = Some(loss.nxt);
    }

    fn idle(&mut self, now: u64, silence: u64) {
        if silence >= RTT_MAX {
            // The age grows by the silence and not by the time since the last event; beyond what can be told, for ever.
            let missed = ((now - self.last) as f64 - silence as f64).abs() + STEP;
            let told = silence < TOLD_MAX;
            self.stamp =
                self.stamp.map(|(at, error_bound)| (if told { at } else { AGES_AGO }, error_bound + missed));
            if let Mode::Probe(Some(_), passed) = self.mode {
                self.mode = Mode::Probe(Some(now), passed);
            }
        }
        self.phase_start = now;
        self.restarted = true;
        self.limiting = false;
        if matches!(self.mode, Mode::Cycle(_)) {
            self.rate = self.paced(1.0);
        }
    }
}

/// Every state that follows from every state.
fn each(runs: Vec<Bbr>, mut step: impl FnMut(Bbr, &mut Vec<Bbr>)) -> Vec<Bbr> {
    let mut next = Vec::new();
    runs.into_iter().for_each(|run| step(run, &mut next));
    next
}

impl Textbook for Bbr {
    fn event(mut self, now: u64, event: &FlowEvent, next: &mut Vec<Self>) {
        if self.stamp.is_none() {
            (self.stamp, self.phase_start, self.last) = (Some((now as f64, 0.0)), now, now);
        }
        match event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => {
                self.last = now;
                return self.acknowledged(now, ack, next);
            }
            FlowEvent::Loss(loss) => self.loss(loss),
            FlowEvent::Timeout(loss) => self.timeout(loss),
            FlowEvent::AppLimited => self.limiting = true,
            FlowEvent::Paused(_) if self.set.pause_limits => self.limiting = true,
            FlowEvent::Idle(silence) => self.idle(now, *silence),
            _ => {}
        }
        self.last = now;
        next.push(self);
    }

    fn expected(&self) -> Expected {
        let answer = self.set.tolerance.answer;
        let around = |(low, high): Range| (f64::midpoint(low, high), (high - low) / 2.0 + answer);
        Expected { window: around(self.window), rate: around(self.rate) }
    }

    fn adopt(&mut self, found: &Answer) {
        self.window = (found.window as f64, found.window as f64);
        self.rate = (found.rate as f64, found.rate as f64);
    }
}
