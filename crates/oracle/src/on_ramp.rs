//! On-Ramp in floating point. Source: Liu et al. 2021 §3.1-3.2, equations 2 and 3.
//!
//! Time is a signed number of nanoseconds that never wraps; a pause is a list of what was asserted.

use crate::Values;

/// A receiver's report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// When it came back \[ns\].
    pub now: f64,
    /// Which packet.
    pub packet: u64,
    /// One-way delay of that packet \[ns\]; clock errors can make it negative.
    pub delay: f64,
    /// Pause asserted until that packet left \[ns\].
    pub pause_at_sent: f64,
}

/// The packet reported last.
#[derive(Clone, Copy, Debug)]
struct Black {
    packet: u64,
    delay: f64,
    pause_at_sent: f64,
}

/// The model.
#[derive(Clone, Debug)]
pub struct OnRamp {
    threshold: f64,
    gain: f64,
    pause_max: f64,
    sane: f64,
    /// Beta and how far the algorithm's may be from it; `None` is the strawman's 0.
    beta: Option<(f64, f64)>,
    black: Option<Black>,
    /// Pause that was asserted in full, and the one assigned last: from when, until when.
    total: f64,
    running: Option<(f64, f64)>,
    /// How far the algorithm's sum of pauses may be from it \[ns\].
    drift: f64,
}

impl OnRamp {
    /// From the settings; the `strawman` does not measure beta.
    #[must_use]
    pub fn new(strawman: bool, values: &Values) -> Option<Self> {
        let get = |name| values.get(name).map(|value| value as f64);
        // The strawman has neither a beta nor its gain.
        let (beta, gain) = if strawman {
            (None, 0.0)
        } else {
            let gain = 1.0 / f64::from(1u32 << values.get("g_shift")?);
            (Some((get("beta_init")? / 65_536.0, 0.0)), gain)
        };
        Some(Self {
            threshold: get("t")?,
            gain,
            pause_max: get("pause_max")?,
            sane: get("sane")?,
            beta,
            black: None,
            total: 0.0,
            running: None,
            drift: 0.0,
        })
    }

    /// Pause asserted until `now`, never what has yet to elapse.
    #[must_use]
    pub fn asserted(&self, now: f64) -> f64 {
        self.total + self.running.map_or(0.0, |(from, until)| (now.min(until) - from).max(0.0))
    }

    /// How far the algorithm's sum of pauses may be from it \[ns\].
    #[must_use]
    pub fn drift(&self) -> f64 {
        self.drift
    }

    /// When the flow is released, if it is held at `now`, and how far off.
    #[must_use]
    pub fn release(&self, now: f64) -> f64 {
        self.running.map_or(now, |(_, until)| until.max(now))
    }

    /// Takes a report and the end of the pause that the algorithm assigned; what should hold: `None` for no
    /// change, or the end and how far off.
    pub fn report(&mut self, report: &Report) -> Option<(f64, f64)> {
        let news = self.black.is_none_or(|black| report.packet > black.packet);
        if !news || report.delay.abs() > self.sane {
            return None;
        }
        self.measure(report);
        let (beta, error_bound) = self.beta.unwrap_or((0.0, 0.0));
        let during = (self.asserted(report.now) - report.pause_at_sent).max(0.0);
        let excess = report.delay - beta * during - self.threshold;
        let noise = error_bound * during + 2.0 * self.drift + 1.0;
        (excess > -noise).then(|| (report.now + excess.min(self.pause_max), noise))
    }

    /// Takes over the end that the algorithm assigned at `now`.
    pub fn assign(&mut self, now: f64, until: f64) {
        self.total = self.asserted(now);
        self.running = Some((now, until));
    }

    /// Beta moves towards what the last pause between two reported packets has shown.
    fn measure(&mut self, report: &Report) {
        if let (Some(black), Some((beta, error_bound))) = (self.black, &mut self.beta) {
            let between = report.pause_at_sent - black.pause_at_sent;
            if between > 0.0 {
                let shown = ((black.delay - report.delay) / between).clamp(0.0, 1.0);
                *beta += self.gain * (shown - *beta);
                // One unit of 2^-16 per step, and a normalised division.
                *error_bound = *error_bound * (1.0 - self.gain) + 1.0 / 65_536.0 + self.gain * 4.6e-5;
            }
        }
        let Report { packet, delay, pause_at_sent, .. } = *report;
        self.black = Some(Black { packet, delay, pause_at_sent });
    }
}
