//! Controls of ours in the kernel: their sockets, their marks, their windows beside the crate's own.
#![cfg(target_os = "linux")]

use freeboard_kernel::{Entry, fit};
use freeboard_live::{Control, FIRST_PORT, Options, Report, check_machine, object, run};
use freeboard_registry::CcId;
use freeboard_registry::catalog::VariantId;
use freeboard_registry::cc_api::{Bytes, Event};
use freeboard_scenario::Scenario;
use freeboard_scenario::file::Chosen;
use freeboard_scenario::world::Request;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, OnceLock};

/// Three long flows of a second from two hosts at 40 Mbit/s, marked above ten packets.
const FILE: &str = r#"
[topology]
kind = "n-to-1"
senders = 2
rate = "40 Mbps"
rtt = "4 ms"
[topology.buffer]
pool = "100 KB"
[host]
cc = "dctcp/tcp"
[[scheme]]
name = "step"
aqm = "step"
k = "15 KB"
[[workload]]
kind = "long"
flows = 3
[run]
time = "1 s"
warmup = "300 ms"
sample = "1 ms"
"#;

/// Port of the second flow of the first host; the second host has one flow.
const PORT: u16 = FIRST_PORT + 1;

/// Two runs at once share two cores badly.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The object; `None`, and the reason said, where it or the machine is missing.
fn loadable() -> Option<&'static [u8]> {
    static OBJECT: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    let made = OBJECT.get_or_init(|| {
        check_machine().map_err(|reason| reason.to_string())?;
        std::fs::metadata("/sys/kernel/btf/vmlinux")
            .map_err(|error| format!("no types of the kernel: {error}"))?;
        object().map_err(|error| format!("{error:#}"))
    });
    match made {
        Ok(object) => Some(object),
        Err(reason) => {
            println!("skipped: {reason}");
            None
        }
    }
}

fn scenario(cc: &str) -> Scenario {
    Scenario::parse(&FILE.replace("dctcp/tcp", cc)).unwrap()
}

fn id(cc: &Chosen) -> CcId {
    let VariantId::Cc(id) = cc.variant else { panic!("{} is no control", cc.id) };
    id
}

/// A run of a scenario under our control, and the record of its flow.
fn recorded(object: &[u8], scenario: &Scenario) -> (Report, Vec<Entry>) {
    let cc = &scenario.schemes[0].host.cc;
    let mss = scenario.host.config().mss.into();
    let control = Control::ours(object, cc, mss, 1, PORT).unwrap();
    let request = Request { scenario, scheme: 0, seed: 1, threads: 1 };
    let report = run(&request, &Options::new(&control, 1, &AtomicBool::new(false))).unwrap();
    let record = control.held().unwrap().record().unwrap();
    (report, record)
}

/// Entries whose answer is not that of the crate after the same events, with the crate's answer.
fn differing(scenario: &Scenario, record: &[Entry]) -> Vec<(Entry, [u32; 3])> {
    let cc = &scenario.schemes[0].host.cc;
    let mut flow = id(cc).place(&cc.values, Bytes(scenario.host.config().mss.into())).unwrap();
    let answers = record.iter().map(|entry| {
        let stack = entry.event.stack();
        let answer = flow.on_event(&entry.event.event(&stack));
        (*entry, [answer.window.0, answer.rate.to_bits(), flow.slow_start_threshold().0])
    });
    answers.filter(|(entry, answer)| entry.answer != *answer).collect()
}

#[test]
fn dctcp_in_the_kernel_answers_marks_as_its_crate_does() {
    let _alone = alone();
    let Some(object) = loadable() else { return };
    let scenario = scenario("dctcp/tcp");
    let (report, record) = recorded(object, &scenario);
    assert_eq!(report.confirmed, 3, "the socket says that it runs the control");
    assert!(report.outcome.queues.marked > 0);
    let mut narrowed = 0;
    for pair in record.windows(2) {
        let stack = pair[1].event.stack();
        if let Event::Ack { ack, .. } = pair[1].event.event(&stack)
            && ack.marked.0 > 0
            && pair[1].answer[0] < pair[0].answer[0]
        {
            narrowed += 1;
        }
    }
    assert!(narrowed > 0, "no mark narrows the window");
    assert!(record.len() > 100, "{} events", record.len());
    assert_eq!(differing(&scenario, &record).first(), None, "of {} events", record.len());
}

#[test]
fn every_other_control_in_the_kernel_decides_as_its_crate_does() {
    let _alone = alone();
    let Some(object) = loadable() else { return };
    for cc in
        ["newreno/rfc5681", "ecn-star/rfc3168", "cubic/rfc9438", "cubic/ecn", "cubic/hystart", "swift/fabric"]
    {
        let scenario = scenario(cc);
        assert_eq!(fit(id(&scenario.schemes[0].host.cc)), Ok(()));
        let (report, record) = recorded(object, &scenario);
        assert_eq!(report.confirmed, 3, "{cc}");
        assert!(record.len() > 20, "{cc}: {} events", record.len());
        assert_eq!(differing(&scenario, &record).first(), None, "{cc}, of {} events", record.len());
    }
}
