//! The rate form of DCTCP, on unbounded sequence numbers: the rules of HPCC's simulator.

use crate::{Answer, Controller, Flight, FlowEvent, Values};

const ONE: u64 = 1 << 20;

/// The model.
#[derive(Clone, Debug)]
pub struct Rate {
    mss: u64,
    product: u64,
    g_shift: u64,
    step: u64,
    slowest: u64,
    rate: u64,
    alpha: u64,
    /// Bytes acknowledged and marked in the batch, and where it ends.
    batch: (u64, u64, Option<u64>),
    reduced: Option<u64>,
}

impl Rate {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64) -> Option<Self> {
        Some(Self {
            mss,
            product: values.get("bdp")?,
            g_shift: values.get("g_shift")?,
            step: values.get("ai")?,
            slowest: values.get("min_rate")?,
            rate: values.get("initial_rate")?,
            alpha: values.get("alpha_init")? * 16,
            batch: (0, 0, None),
            reduced: None,
        })
    }

    /// Counts, and moves alpha at the end of a batch.
    fn ends_batch(&mut self, ack: &Flight) -> bool {
        let (acked, marked) = (self.batch.0 + ack.acked, self.batch.1 + ack.marked);
        let Some(end) = self.batch.2 else {
            self.batch = (acked, marked, Some(ack.nxt));
            return false;
        };
        if ack.una <= end {
            self.batch = (acked, marked, Some(end));
            return false;
        }
        let fraction =
            if marked == 0 { 0 } else { (marked * ONE).checked_div(acked).unwrap_or(ONE).min(ONE) };
        let gap = fraction.abs_diff(self.alpha);
        let step = (gap >> self.g_shift).max(u64::from(gap > 0));
        self.alpha = if fraction > self.alpha { self.alpha + step } else { self.alpha - step };
        self.batch = (0, 0, Some(ack.nxt));
        true
    }

    fn ack(&mut self, ack: &Flight) {
        let ended = self.ends_batch(ack);
        self.reduced = self.reduced.filter(|until| ack.una <= *until);
        if self.reduced.is_some() {
            return;
        }
        if ack.marked > 0 {
            self.rate = (self.rate - self.rate * self.alpha / ONE / 2).max(self.slowest);
            self.reduced = Some(ack.nxt);
        } else if ended {
            self.rate = (self.rate + self.step).min(ONE);
        }
    }
}

impl Controller for Rate {
    fn event(&mut self, _: u64, event: &FlowEvent) -> Answer {
        if let Some(ack) = event.ack() {
            self.ack(ack);
        }
        Answer { window: (self.product * self.rate / ONE).max(self.mss), rate: self.rate }
    }
}
