//! Alpha and the cut of DCTCP in floating point, as RFC 8257 §3.3 writes them.

use crate::{Flight, FlowEvent, Values, Violation};

/// One unit of the algorithm's alpha.
const UNIT: f64 = 1.0 / 1_048_576.0;

/// How far an alpha in Q20 may lie from the real one.
///
/// Each sample is rounded down by less than one unit and weighs g; each step is rounded by less than one unit
/// (down, or up to one unit where it would vanish). The error contracts by 1 - g per step, so it stays below
/// (g + 1)/g units; one more covers the starting value's rounding and the sums of f64.
#[must_use]
pub fn alpha_bound(g_shift: u32) -> f64 {
    let g = 1.0 / f64::from(1u32 << g_shift);
    ((g + 1.0) / g + 1.0) * UNIT
}

/// Follows alpha in real arithmetic and checks every cut against it.
#[derive(Clone, Debug)]
pub struct AlphaJudge {
    g: f64,
    bound: f64,
    floor: f64,
    grows_while_reduced: bool,
    alpha: f64,
    acked: f64,
    marked: f64,
    window_end: Option<u64>,
    reduced_until: Option<u64>,
    /// Recovery from a loss or a timeout until this is acknowledged.
    recovered: Option<u64>,
}

impl AlphaJudge {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64) -> Option<Self> {
        let g_shift = values.get("g_shift")? as u32;
        Some(Self {
            g: 1.0 / f64::from(1u32 << g_shift),
            bound: alpha_bound(g_shift),
            floor: (values.get("min_window")? * mss) as f64,
            grows_while_reduced: values.get("growth")? == 1,
            alpha: values.get("alpha_init")? as f64 / 65_536.0,
            acked: 0.0,
            marked: 0.0,
            window_end: None,
            reduced_until: None,
            recovered: None,
        })
    }

    /// Takes one event, alpha behind it \[2^-20\], and the window before and behind it \[B\].
    ///
    /// # Errors
    /// Alpha, or a cut, lies outside the bound.
    pub fn event(&mut self, event: &FlowEvent, alpha: u32, before: u64, after: u64) -> Result<(), Violation> {
        match event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => {
                self.ack(ack, before as f64, after as f64)?
            }
            FlowEvent::Loss(loss) if self.recovered.is_some_and(|until| loss.una < until) => {}
            FlowEvent::Loss(loss) => {
                (self.reduced_until, self.recovered) = (Some(loss.nxt), Some(loss.nxt));
            }
            FlowEvent::Timeout(loss) => (self.reduced_until, self.recovered) = (None, Some(loss.nxt)),
            _ => {}
        }
        let error = f64::from(alpha) * UNIT - self.alpha;
        if error.abs() > self.bound {
            return Err(Violation(format!("alpha {alpha} is {error:e} from {}", self.alpha)));
        }
        Ok(())
    }

    fn ack(&mut self, ack: &Flight, before: f64, after: f64) -> Result<(), Violation> {
        self.acked += ack.acked as f64;
        self.marked += ack.marked as f64;
        if self.window_end.is_some_and(|end| ack.una >= end) {
            let fraction = if self.acked > 0.0 { self.marked / self.acked } else { 0.0 };
            self.alpha += self.g * (fraction.min(1.0) - self.alpha);
        }
        if self.window_end.is_none_or(|end| ack.una >= end) {
            if self.window_end.is_some() {
                (self.acked, self.marked) = (0.0, 0.0);
            }
            self.window_end = Some(ack.nxt);
        }
        if self.recovered.is_some_and(|until| ack.una >= until) {
            (self.recovered, self.reduced_until) = (None, None);
        }
        if self.reduced_until.is_some_and(|until| ack.una > until) {
            self.reduced_until = None;
        }
        if self.reduced_until.is_some() {
            let holds = if self.grows_while_reduced { after >= before } else { after == before };
            return check(holds, "window moved while reduced", before, after);
        }
        if ack.marked == 0 || self.recovered.is_some() {
            return check(after >= before, "window fell without a mark to answer", before, after);
        }
        self.reduced_until = Some(ack.nxt);
        let exact = (before * (1.0 - self.alpha / 2.0)).max(self.floor).min(before);
        // Half of alpha's error, and two roundings of a byte.
        let slack = before * self.bound / 2.0 + 2.0;
        check((after - exact).abs() <= slack, "cut is off", exact, after)
    }
}

fn check(holds: bool, what: &str, expected: f64, actual: f64) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation(format!("{what}: {expected} expected, {actual} found"))) }
}
