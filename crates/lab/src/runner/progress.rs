//! Progress of jobs: a bar with an estimate on a terminal, plain lines with one elsewhere.

use crate::say::tell;
use freeboard_scenario::world::Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::fmt;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Picoseconds in one step of the bar: 1 us of simulated time.
const STEP_PS: u64 = 1_000_000;
/// Plain lines are printed at these shares of the work, in twentieths, but not more often than [`BETWEEN`].
const SHARES: u64 = 20;
/// Chosen by us: a run of seconds stays on a page.
const BETWEEN: Duration = Duration::from_secs(1);
/// The longest time without a plain line. Chosen by us: who waits longer wonders.
const SILENCE: Duration = Duration::from_secs(10);
/// Between two looks at the time.
const TICK: Duration = Duration::from_millis(500);

/// Tells a person how far the jobs are; its numbers go nowhere else.
#[derive(Debug)]
pub struct Meter {
    told: Told,
    total_ps: u64,
    jobs: usize,
    done_ps: AtomicU64,
    ended: AtomicUsize,
}

/// How it is told.
#[derive(Debug)]
enum Told {
    Bar(ProgressBar),
    Lines(Lines),
    Nothing,
}

/// Plain lines: the time since the start, where they go, and the last one: its time and its share.
struct Lines {
    elapsed: Box<dyn Fn() -> Duration + Send + Sync>,
    print: Box<dyn Fn(&str) + Send + Sync>,
    last: Mutex<(Duration, u64)>,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lines")
    }
}

impl Meter {
    /// For `work_ps` of simulated time of `jobs` jobs in all.
    #[must_use]
    pub fn new(work_ps: u64, jobs: usize) -> Self {
        if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(work_ps.max(1) / STEP_PS);
            let style = ProgressStyle::with_template(
                "{bar:40} {percent:>3} %  {msg}, {elapsed} elapsed, {eta} to go",
            );
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            return Self::telling(Told::Bar(bar), work_ps, jobs);
        }
        #[expect(clippy::disallowed_methods, reason = "an estimate of the time to go, for a person")]
        let start = Instant::now();
        Self::by_lines(work_ps, jobs, move || start.elapsed(), |line| tell!("{line}"))
    }

    /// The same, told in plain lines: `elapsed` is the time since the start, `print` takes each line.
    #[must_use]
    pub fn by_lines(
        work_ps: u64,
        jobs: usize,
        elapsed: impl Fn() -> Duration + Send + Sync + 'static,
        print: impl Fn(&str) + Send + Sync + 'static,
    ) -> Self {
        // The first line is due as soon as one may be told.
        let last = Mutex::new((Duration::ZERO, u64::MAX));
        let lines = Lines { elapsed: Box::new(elapsed), print: Box::new(print), last };
        Self::telling(Told::Lines(lines), work_ps, jobs)
    }

    /// Says nothing.
    #[must_use]
    pub const fn silent() -> Self {
        Self::telling(Told::Nothing, 1, 0)
    }

    const fn telling(told: Told, work_ps: u64, jobs: usize) -> Self {
        let total_ps = if work_ps == 0 { 1 } else { work_ps };
        Self { told, total_ps, jobs, done_ps: AtomicU64::new(0), ended: AtomicUsize::new(0) }
    }

    /// So much more is done.
    pub fn advance(&self, ps: u64) {
        self.done_ps.fetch_add(ps, Ordering::Relaxed);
        self.tick();
    }

    /// One more job has ended.
    pub fn end_job(&self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }

    /// Tells how far it is, if that is due: a share more is done, or nothing was told for long.
    pub fn tick(&self) {
        let (done, ended) = (self.done_ps.load(Ordering::Relaxed), self.ended.load(Ordering::Relaxed));
        match &self.told {
            Told::Bar(bar) => {
                let phase = if done == 0 { "setting up, " } else { "" };
                bar.set_message(format!("{phase}{ended} of {} runs", self.jobs));
                bar.set_position(done / STEP_PS);
            }
            Told::Lines(lines) => lines.tick((done, self.total_ps), (ended, self.jobs)),
            Told::Nothing => {}
        }
    }

    /// Ticks while `work` is done, however long a job takes between two advances; then removes the bar.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        if matches!(self.told, Told::Nothing) {
            return work();
        }
        let (end, ended) = channel::<()>();
        let tick = move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                self.tick();
            }
        };
        let done = std::thread::scope(|scope| {
            // Without a thread to spare nobody ticks, and the work is done all the same.
            drop(std::thread::Builder::new().spawn_scoped(scope, tick));
            let done = work();
            drop(end);
            done
        });
        if let Told::Bar(bar) = &self.told {
            bar.finish_and_clear();
        }
        done
    }
}

impl Lines {
    /// Prints a line if one is due; the rest takes as long per picosecond as what is done took.
    fn tick(&self, (done, total): (u64, u64), (ended, jobs): (usize, usize)) {
        let elapsed = (self.elapsed)();
        let share = (u128::from(done) * u128::from(SHARES) / u128::from(total)) as u64;
        // Who comes while another thread prints has nothing to add.
        let Ok(mut last) = self.last.try_lock() else { return };
        let since = elapsed.saturating_sub(last.0);
        if since < BETWEEN || (share == last.1 && since < SILENCE) {
            return;
        }
        *last = (elapsed, share);
        // Before its first event a run builds the tables of its network.
        if done == 0 {
            return (self.print)(&format!("setting up the network, {} elapsed", HumanDuration(elapsed)));
        }
        let rest = elapsed.mul_f64(total.saturating_sub(done) as f64 / done as f64);
        let percent = 100.0 * done.min(total) as f64 / total as f64;
        (self.print)(&format!(
            "{percent:.1} % simulated, {ended} of {jobs} runs done, {} elapsed, {} to go",
            HumanDuration(elapsed),
            HumanDuration(rest)
        ));
    }
}

impl Progress for Meter {
    fn advance(&self, ps: u64) -> ControlFlow<()> {
        Self::advance(self, ps);
        ControlFlow::Continue(())
    }
}
