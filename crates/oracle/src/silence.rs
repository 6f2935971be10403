//! The window of TCP behind a silence.

use crate::Values;

/// The two rules: RFC 5681 §4.1, and Linux's `tcp_cwnd_restart`, which is RFC 2861 §3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Silence {
    /// Timeout \[ns\]; 0 for never.
    patience: u64,
    halves: bool,
    initial: u64,
}

impl Silence {
    /// From the settings, with an initial window in bytes.
    pub(crate) fn new(values: &Values, initial: u64) -> Option<Self> {
        let (patience, restart) = (values.get("idle_restart")?, values.get("restart")?);
        Some(Self { patience, halves: restart == 0, initial })
    }

    /// Behind a silence; `held` while a cut or a recovery keeps the threshold.
    pub(crate) fn over(self, silence: u64, cwnd: &mut u64, ssthresh: &mut Option<u64>, held: bool) {
        if self.patience == 0 || silence <= self.patience {
            return;
        }
        let restart = self.initial.min(*cwnd);
        if !self.halves {
            *cwnd = restart;
            return;
        }
        if !held {
            *ssthresh = ssthresh.map(|known| known.max(*cwnd / 2 + *cwnd / 4));
        }
        // A control knows 32 bits of nanoseconds: one that fills them may have lasted for ever.
        let known = if silence < u64::from(u32::MAX) { silence } else { u64::MAX };
        let mut left = known - self.patience;
        while left > 0 && *cwnd > restart {
            *cwnd /= 2;
            left = left.saturating_sub(self.patience);
        }
        *cwnd = (*cwnd).max(restart);
    }
}
