//! Scenarios and runs of these tests.

use freeboard_live::{Control, Options, Report, check_machine, run};
use freeboard_scenario::Scenario;
use freeboard_scenario::world::Request;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// The kernel's CUBIC.
pub(crate) static CUBIC: LazyLock<Control> = LazyLock::new(|| Control::linux("cubic"));

/// Whether the machine cannot run real packets; prints the reason.
pub(crate) fn is_skipped() -> bool {
    let missing = check_machine();
    if let Err(reason) = &missing {
        println!("skipped: {reason}");
    }
    missing.is_err()
}

pub(crate) fn report(scenario: &Scenario, scheme: usize, slow: u32) -> Report {
    report_with(scenario, scheme, &Options::new(&CUBIC, slow, &AtomicBool::new(false)))
}

/// One run after the other: a busy machine makes every run late.
static TURN: Mutex<()> = Mutex::new(());

pub(crate) fn report_with(scenario: &Scenario, scheme: usize, options: &Options<'_>) -> Report {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    report_beside(scenario, scheme, options)
}

/// A run that may have others beside it.
pub(crate) fn report_beside(scenario: &Scenario, scheme: usize, options: &Options<'_>) -> Report {
    let request = Request { scenario, scheme, seed: 1, threads: 1 };
    run(&request, options).unwrap()
}

/// A scenario of 40 Mbit/s and 4 ms, with lines for the topology and workloads.
pub(crate) fn scenario(topology: &str, host: &str, workloads: &str, time: &str) -> Scenario {
    let text = format!(
        "[topology]\nkind = \"n-to-1\"\nrate = \"40 Mbps\"\nrtt = \"4 ms\"\n{topology}\n\
         [host]\ncc = \"cubic/ecn\"\n{host}\n[[scheme]]\naqm = \"step\"\nk = \"15 KB\"\n{workloads}\n\
         [run]\ntime = \"{time}\"\ndrain = \"2 s\"\n"
    );
    Scenario::parse(&text).unwrap()
}
