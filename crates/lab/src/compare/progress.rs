//! Progress with ETA: a bar on a terminal, plain lines elsewhere.

use crate::world::Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::fmt;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Picoseconds in one step of the bar: 1 us of simulated time.
const STEP_PS: u64 = 1_000_000;
/// Plain lines are printed at these shares, in quarters.
const QUARTERS: u64 = 4;

/// Tells a person how far the runs are; its numbers go nowhere else.
#[derive(Debug)]
pub struct Meter {
    told: Told,
    total: u64,
    done: AtomicU64,
}

/// How it is told.
#[derive(Debug)]
enum Told {
    Bar(ProgressBar),
    Lines(Lines),
    Nothing,
}

/// Plain lines: the time since the start, and where they go.
struct Lines {
    elapsed: Box<dyn Fn() -> Duration + Send + Sync>,
    print: Box<dyn Fn(&str) + Send + Sync>,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lines")
    }
}

impl Meter {
    /// For `work_ps` of simulated time in all.
    #[must_use]
    pub fn new(work_ps: u64) -> Self {
        let total = work_ps.max(1);
        if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(total / STEP_PS);
            let style =
                ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed} elapsed, {eta} to go");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            return Self { told: Told::Bar(bar), total, done: AtomicU64::new(0) };
        }
        #[expect(clippy::disallowed_methods, reason = "an estimate of the time to go, for a person")]
        let start = Instant::now();
        Self::by_lines(work_ps, move || start.elapsed(), |line| eprintln!("{line}"))
    }

    /// For as much, told in plain lines: `elapsed` is the time since the start, `print` takes each line.
    #[must_use]
    pub fn by_lines(
        work_ps: u64,
        elapsed: impl Fn() -> Duration + Send + Sync + 'static,
        print: impl Fn(&str) + Send + Sync + 'static,
    ) -> Self {
        let lines = Lines { elapsed: Box::new(elapsed), print: Box::new(print) };
        Self { told: Told::Lines(lines), total: work_ps.max(1), done: AtomicU64::new(0) }
    }

    /// Says nothing.
    #[must_use]
    pub const fn silent() -> Self {
        Self { told: Told::Nothing, total: 1, done: AtomicU64::new(0) }
    }

    /// So much more is done.
    pub fn advance(&self, ps: u64) {
        let before = self.done.fetch_add(ps, Ordering::Relaxed);
        let done = before.saturating_add(ps);
        match &self.told {
            Told::Bar(bar) => bar.set_position(done / STEP_PS),
            Told::Lines(lines) => lines.advance(before, done, self.total),
            Told::Nothing => {}
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Told::Bar(bar) = &self.told {
            bar.finish_and_clear();
        }
    }
}

impl Lines {
    /// A line at each quarter that is passed; the rest takes as long per picosecond as what is done took.
    fn advance(&self, before: u64, done: u64, total: u64) {
        let quarter = |done: u64| u128::from(done) * u128::from(QUARTERS) / u128::from(total);
        let (passed, elapsed) = (quarter(done), (self.elapsed)());
        if passed <= quarter(before) {
            return;
        }
        let rest = elapsed.mul_f64(total.saturating_sub(done) as f64 / done as f64);
        let percent = passed * 100 / u128::from(QUARTERS);
        (self.print)(&format!(
            "{percent} % simulated, {} elapsed, {} to go",
            HumanDuration(elapsed),
            HumanDuration(rest)
        ));
    }
}

impl Progress for Meter {
    fn advance(&self, ps: u64) {
        Self::advance(self, ps);
    }
}
