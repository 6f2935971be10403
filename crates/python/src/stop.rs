//! Long work beside the interpreter: its lock is released, Ctrl-C stops the work, progress is told.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;
use freeboard_scenario::world::Progress;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};

/// Between two looks at signals. Chosen by us: nobody notices it after Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

/// Simulated time that has passed \[ps\], and whether runs are to stop.
pub(crate) struct Meter {
    total_ps: u64,
    done_ps: AtomicU64,
    is_stopped: AtomicBool,
}

impl Meter {
    /// For `total_ps` of simulated time.
    pub(crate) const fn new(total_ps: u64) -> Self {
        Self { total_ps, done_ps: AtomicU64::new(0), is_stopped: AtomicBool::new(false) }
    }

    fn share(&self) -> f64 {
        (self.done_ps.load(Ordering::Relaxed) as f64 / self.total_ps.max(1) as f64).min(1.0)
    }
}

impl Progress for Meter {
    fn advance(&self, ps: u64) -> ControlFlow<()> {
        self.done_ps.fetch_add(ps, Ordering::Relaxed);
        if self.is_stopped.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Listener of the share of the work that is done.
pub(crate) enum Listener {
    /// Nobody.
    Nobody,
    /// A person, by a line on `sys.stderr`.
    Person,
    /// A function that takes the share of the work, 0 to 1.
    Function(Py<PyAny>),
}

impl Listener {
    /// Reads the argument `progress`.
    pub(crate) fn of(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(argument) = argument.filter(|argument| !argument.is_none()) else { return Ok(Self::Nobody) };
        if let Ok(is_wanted) = argument.extract::<bool>() {
            return Ok(if is_wanted { Self::Person } else { Self::Nobody });
        }
        if argument.is_callable() {
            return Ok(Self::Function(argument.clone().unbind()));
        }
        Err(PyTypeError::new_err("progress is True, False or a function of one number"))
    }

    fn tell(&self, py: Python<'_>, share: f64, end: &str) -> PyResult<()> {
        match self {
            Self::Nobody => Ok(()),
            Self::Function(function) => function.call1(py, (share,)).map(drop),
            Self::Person => {
                let text = format!("\r{:5.1} % simulated{end}", 100.0 * share);
                py.import("sys")?.getattr("stderr")?.call_method1("write", (text,)).map(drop)
            }
        }
    }
}

/// Does `work` on a thread of its own while this one looks at signals.
///
/// # Errors
/// A signal's handler or the listener raised an exception: runs that `meter` is told of have stopped then.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    meter: &Meter,
    listener: &Listener,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let done = py.detach(|| {
        std::thread::scope(|scope| {
            let (end, ended) = channel();
            let worker = scope.spawn(move || drop(end.send(work())));
            loop {
                match ended.recv_timeout(TICK) {
                    Ok(done) => return PyResult::Ok(done),
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Ok(()) => unreachable!("a worker that ends has sent"),
                        Err(panic) => std::panic::resume_unwind(panic),
                    },
                    Err(RecvTimeoutError::Timeout) => {
                        let told = |py: Python<'_>| {
                            py.check_signals()?;
                            listener.tell(py, meter.share(), "")
                        };
                        // The scope waits for the end of the work.
                        Python::attach(told)
                            .inspect_err(|_| meter.is_stopped.store(true, Ordering::Relaxed))?;
                    }
                }
            }
        })
    })?;
    listener.tell(py, 1.0, "\n")?;
    Ok(done)
}
