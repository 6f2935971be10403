//! Nothing is left after a run, however it ended; several at once are no trouble.

use crate::support::{CUBIC, is_skipped, report, report_beside, report_with, scenario};
use freeboard_live::{Command, Options};
use freeboard_scenario::Scenario;
use std::collections::BTreeSet;
use std::fs::{read, read_dir, read_link};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread::{scope, sleep};
use std::time::Duration;

/// Set for a child that is to be killed; its processes inherit it.
const CHILD: &str = "FREEBOARD_LIVE_CHILD";
/// Kills.
const KILLS: u64 = 10;
/// Longest life of a child: all of them take less than ten seconds.
const LIFE_MAX_MS: u64 = 800;

fn long() -> Scenario {
    let flows = "[[workload]]\nkind = \"long\"\nflows = 2\n[[workload]]\nkind = \"closed-loop\"\nclients = [1]\n\
         servers = [3]\nsize = \"10 KB\"\nservice = \"1 ms\"\nthink = \"1 ms\"";
    scenario("senders = 2\nbuffer = \"200 KB\"", "", flows, "20 s")
}

/// The network namespaces of all threads below a process folder of `/proc`.
fn namespaces(process: &Path) -> BTreeSet<PathBuf> {
    let tasks = read_dir(process.join("task")).into_iter().flatten().flatten();
    tasks.filter_map(|task| read_link(task.path().join("ns/net")).ok()).collect()
}

fn processes() -> impl Iterator<Item = PathBuf> {
    let all = read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    all.filter(|path| path.file_name().is_some_and(|name| name.as_encoded_bytes()[0].is_ascii_digit()))
}

/// Processes that have inherited a mark.
fn marked(mark: &str) -> Vec<PathBuf> {
    let has = |process: &PathBuf| {
        let environment = read(process.join("environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark.as_bytes())
    };
    processes().filter(has).collect()
}

fn devices() -> BTreeSet<String> {
    read_dir("/sys/class/net")
        .unwrap()
        .flatten()
        .map(|it| it.file_name().to_string_lossy().into_owned())
        .collect()
}

/// Runs in the child until it is killed.
fn run_until_killed() {
    let commands: Vec<Command> =
        ["1:0:setsid sleep 600 & sleep 600; true", "3:0.1:sleep 600"].map(|it| it.parse().unwrap()).into();
    let stop = AtomicBool::new(false);
    report_with(&long(), 0, &Options { commands: &commands, ..Options::new(&CUBIC, 1, &stop) });
}

/// Kills a child after a while; returns its own namespaces, and its processes.
fn kill(
    mut child: Child,
    after: Duration,
    own: &BTreeSet<PathBuf>,
    mark: &str,
) -> (BTreeSet<PathBuf>, usize) {
    sleep(after);
    let folder = PathBuf::from(format!("/proc/{}", child.id()));
    let (had, processes) = (namespaces(&folder), marked(mark).len());
    child.kill().unwrap();
    child.wait().unwrap();
    (had.difference(own).cloned().collect(), processes)
}

#[test]
fn after_kill_9_nothing_is_left() {
    if std::env::var_os(CHILD).is_some() {
        run_until_killed();
        return;
    }
    if is_skipped() {
        return;
    }
    let (own, before) = (namespaces(Path::new("/proc/self")), devices());
    let seed = u64::from(std::process::id());
    println!("seed {seed}");
    let (mut most_namespaces, mut most_processes) = (0, 0);
    for at in 0..KILLS {
        let name = format!("{}-{at}", std::process::id());
        let random = freeboard_fabric::random::word(seed, freeboard_fabric::random::Stream::Gap, 0, at);
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "residue::after_kill_9_nothing_is_left"])
            .env(CHILD, &name)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mark = format!("{CHILD}={name}");
        let after = Duration::from_millis(random % LIFE_MAX_MS);
        let (namespaces_had, processes_had) = kill(child, after, &own, &mark);
        most_namespaces = most_namespaces.max(namespaces_had.len());
        most_processes = most_processes.max(processes_had);
        // A namespace ends its processes a moment after its first one.
        let mut looks = 0;
        while !marked(&mark).is_empty() && looks < 100 {
            sleep(Duration::from_millis(20));
            looks += 1;
        }
        assert_eq!(marked(&mark), Vec::<PathBuf>::new(), "after {after:?}");
        let left: BTreeSet<PathBuf> = processes().flat_map(|process| namespaces(&process)).collect();
        assert!(left.is_disjoint(&namespaces_had), "after {after:?}: {namespaces_had:?}");
    }
    assert_eq!(devices(), before);
    // Three hosts, and the child with commands, in at least one of the kills.
    assert!(most_namespaces >= 3 && most_processes > 1, "{most_namespaces} {most_processes}");
}

#[test]
fn a_run_leaves_no_namespace() {
    if is_skipped() {
        return;
    }
    let before = read_link("/proc/thread-self/ns/net").unwrap();
    let flow = "[[workload]]\nkind = \"long\"\nflows = 1\nsize = \"1 KB\"";
    report(&scenario("senders = 2\nbuffer = \"200 KB\"", "", flow, "100 ms"), 0, 1);
    assert_eq!(read_link("/proc/thread-self/ns/net").unwrap(), before);
}

#[test]
fn two_runs_at_once_do_not_meet() {
    if is_skipped() {
        return;
    }
    let flow = "[[workload]]\nkind = \"incast\"\nincast_degree = 4\nsize = \"10 KB\"\nat = \"50 ms\"";
    let scenario = scenario("senders = 2\nbuffer = \"200 KB\"", "", flow, "300 ms");
    let stop = &AtomicBool::new(false);
    let reports = scope(|scope| {
        let run = || report_beside(&scenario, 0, &Options::new(&CUBIC, 1, stop));
        let both = [0, 1].map(|_| scope.spawn(run));
        both.map(|it| it.join().unwrap())
    });
    for report in reports {
        let received: u64 = report.outcome.flows.iter().map(|flow| flow.arrived).sum();
        assert_eq!((report.outcome.unfinished(), received), (0, 40_000));
    }
}

#[test]
fn names_may_be_longer_than_those_of_devices() {
    if is_skipped() {
        return;
    }
    // A device's name has 15 characters at most; a scheme's or a workload's is none.
    let flow = "name = \"a scheme of more than fifteen characters\"\n[[workload]]\nname = \"a workload of more than fifteen characters\"\n\
         kind = \"incast\"\nincast_degree = 2\nsize = \"1 KB\"\nat = \"1 ms\"";
    let scenario = scenario("senders = 2\nbuffer = \"200 KB\"", "", flow, "100 ms");
    assert_eq!(scenario.schemes[0].name, "a scheme of more than fifteen characters");
    assert_eq!(report(&scenario, 0, 1).outcome.unfinished(), 0);
}
