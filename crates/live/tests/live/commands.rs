//! Programs inside hosts.

use crate::support::{CUBIC, is_skipped, report_with, scenario};
use freeboard_live::{Command, End, Options, Report, address};
use freeboard_scenario::Scenario;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

fn idle() -> Scenario {
    let flow = "[[workload]]\nkind = \"long\"\nflows = 1\nsize = \"1 KB\"";
    scenario("senders = 2\nbuffer = \"200 KB\"", "", flow, "600 ms")
}

/// A report, and what was printed.
fn with(commands: &[&str]) -> (Report, Vec<(u32, String)>) {
    let commands: Vec<Command> = commands.iter().map(|it| it.parse().unwrap()).collect();
    let printed = Mutex::new(Vec::new());
    let output = |host: u32, line: &str| printed.lock().unwrap().push((host, line.to_owned()));
    let stop = AtomicBool::new(false);
    let options = Options { commands: &commands, output: &output, ..Options::new(&CUBIC, 1, &stop) };
    let report = report_with(&idle(), 0, &options);
    (report, printed.into_inner().unwrap())
}

#[test]
fn a_program_runs_in_its_hosts_namespace() {
    if is_skipped() {
        return;
    }
    let namespace = "readlink /proc/self/ns/net";
    let (report, printed) = with(&[
        &format!("1:0:{namespace}; grep -c . /proc/net/tcp"),
        &format!("2:0.1:{namespace} >&2; printf unfinished"),
    ]);
    assert!(report.commands.iter().all(|it| !it.is_failure()), "{:?}", report.commands);
    let of = |host: u32| -> Vec<&String> {
        printed.iter().filter(|(from, _)| *from == host).map(|(_, line)| line).collect()
    };
    let (first, second) = (of(0), of(1));
    assert!(first[0].starts_with("net:[") && second[0].starts_with("net:["), "{printed:?}");
    assert_ne!(first[0], second[0]);
    let own = std::fs::read_link("/proc/self/ns/net").unwrap();
    assert!(![first[0], second[0]].contains(&&own.display().to_string()));
    // The last line has no end of line.
    assert_eq!(second[1], "unfinished");
}

#[test]
fn a_failing_program_is_reported_with_its_status() {
    if is_skipped() {
        return;
    }
    let (report, _) = with(&["1:0:exit 7", "2:0:true", "3:0:kill -KILL $$"]);
    let of = |host: u32| report.commands.iter().find(|it| it.command.host == host).unwrap();
    assert!(of(0).is_failure() && !of(1).is_failure() && of(2).is_failure());
    assert_eq!(of(0).to_string(), "host 1: `exit 7` ended with exit status: 7");
    assert!(of(2).to_string().ends_with("exit status: 137"), "{}", of(2));
}

#[test]
fn a_program_ends_with_the_run_and_so_does_what_it_started() {
    if is_skipped() {
        return;
    }
    // A name that nothing else has.
    let seconds = format!("700.{}", std::process::id());
    let line = format!("1:0:setsid sleep {seconds} & trap '' TERM; sleep {seconds}");
    let (report, _) = with(&[&line]);
    assert_eq!(report.commands[0].end, End::Stopped);
    assert!(!report.commands[0].is_failure());
    let is_left = |entry: std::io::Result<std::fs::DirEntry>| {
        let line = std::fs::read(entry.unwrap().path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&seconds)
    };
    let left = std::fs::read_dir("/proc").unwrap().map(is_left);
    assert_eq!(left.filter(|left| *left).count(), 0);
}

#[test]
fn programs_of_different_hosts_talk_over_the_switch() {
    if is_skipped() {
        return;
    }
    let missing = std::process::Command::new("python3").arg("--version").output().is_err();
    if missing {
        println!("skipped: no python3");
        return;
    }
    let server = "import socket;s=socket.create_server((\"\",7000));c=s.accept()[0];print(\"heard\",c.recv(9).decode())";
    let client =
        format!("import socket;socket.create_connection((\"{}\",7000)).sendall(b\"word\")", address(2));
    let wait = "for i in 1 2 3 4 5 6 7 8 9; do";
    let (report, printed) = with(&[
        &format!("3:0:python3 -c '{server}'"),
        &format!("1:0.05:{wait} python3 -c '{client}' 2>/dev/null && exit 0; sleep 0.05; done; exit 1"),
    ]);
    // A busy machine may not get as far within the run: the programs were stopped then.
    let stopped = report.commands.iter().any(|it| it.end == End::Stopped);
    assert!(stopped || printed.contains(&(2, "heard word".to_owned())), "{printed:?} {:?}", report.commands);
}

#[test]
fn a_host_or_time_that_is_not_there_is_refused() {
    if is_skipped() {
        return;
    }
    let told = |text: &str| {
        let (commands, stop) = ([text.parse::<Command>().unwrap()], AtomicBool::new(false));
        let options = Options { commands: &commands, ..Options::new(&CUBIC, 1, &stop) };
        let scenario = idle();
        let request =
            freeboard_scenario::world::Request { scenario: &scenario, scheme: 0, seed: 1, threads: 1 };
        freeboard_live::run(&request, &options).unwrap_err().to_string()
    };
    assert!(told("4:0:true").contains("legal: 1 to 3"));
    assert!(told("1:0.6:true").contains("legal: 0 s to less than 600 ms"));
}
