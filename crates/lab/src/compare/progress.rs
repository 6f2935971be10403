//! How far the runs are: a bar with an estimate on a terminal, plain lines elsewhere.

use crate::world::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};

/// Picoseconds in one step of the bar: 1 us of simulated time.
const STEP_PS: u64 = 1_000_000;
/// Plain lines are printed at these shares, in quarters.
const QUARTERS: u64 = 4;

/// Tells a person how far the runs are; its numbers go nowhere else.
#[derive(Debug)]
pub struct Meter {
    bar: Option<ProgressBar>,
    total: u64,
    done: AtomicU64,
    quiet: bool,
}

impl Meter {
    /// For `work_ps` of simulated time in all.
    #[must_use]
    pub fn new(work_ps: u64) -> Self {
        let total = work_ps.max(1);
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total / STEP_PS);
            let style =
                ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed} elapsed, {eta} to go");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Self { bar, total, done: AtomicU64::new(0), quiet: false }
    }

    /// Says nothing.
    #[must_use]
    pub const fn silent() -> Self {
        Self { bar: None, total: 1, done: AtomicU64::new(0), quiet: true }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Meter {
    fn advance(&self, ps: u64) {
        let before = self.done.fetch_add(ps, Ordering::Relaxed);
        let quarter = |done: u64| u128::from(done) * u128::from(QUARTERS) / u128::from(self.total);
        match &self.bar {
            Some(bar) => bar.set_position((before + ps) / STEP_PS),
            None if !self.quiet && quarter(before + ps) > quarter(before) => {
                eprintln!("{} % simulated", quarter(before + ps) * 100 / u128::from(QUARTERS));
            }
            None => {}
        }
    }
}
