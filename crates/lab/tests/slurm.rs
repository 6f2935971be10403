//! A job array on a real Slurm cluster of one node, started and ended here: its digest is that of one process, and of four shards.
//!
//! `cargo xtask test --only slurm` runs it where Slurm is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The sweep of the tests on this machine; longer, so that a task can be killed while it runs.
fn scenario() -> String {
    let changes = [("4 ms", "500 ms"), ("20 ms", "100 ms"), ("[1, 2]", "[1, 2, 3, 4]")];
    let text = include_str!("support/sweep.toml").to_owned();
    changes.into_iter().fold(text, |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replace(from, to)
    })
}

/// How long a daemon may take to answer. Chosen by us: seconds on an idle machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A cluster; its daemons end with it.
struct Cluster {
    folder: PathBuf,
    daemons: Vec<Child>,
}

impl Cluster {
    /// Ports that are free now are not looked for: two of these tests at once would be two processes of one user.
    fn start() -> Self {
        // Short: the path of a socket has an end at 107 letters.
        let folder = std::env::temp_dir().join(format!("freeboard-slurm-{}", std::process::id()));
        for name in ["state", "spool"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        let key: Vec<u8> = (0..1024u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        fs::write(folder.join("key"), key).unwrap();
        run(Command::new("chmod").arg("400").arg(folder.join("key")));
        let text = |command: &str, argument: &str| {
            let output = run(Command::new(command).arg(argument));
            String::from_utf8(output.stdout).unwrap().trim().to_owned()
        };
        let (host, user) = (text("hostname", "-s"), text("id", "-un"));
        let port = 20_000 + std::process::id() % 10_000 * 2;
        let configuration = format!(
            "ClusterName=freeboard\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser={user}\nSlurmdUser={user}\n\
             AuthType=auth/munge\nAuthInfo=socket={folder}/socket\nStateSaveLocation={folder}/state\n\
             SlurmdSpoolDir={folder}/spool\nSlurmctldPidFile={folder}/slurmctld.pid\nSlurmdPidFile={folder}/slurmd.pid\n\
             SlurmctldPort={port}\nSlurmdPort={next}\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nReturnToService=2\nMpiDefault=none\n\
             JobAcctGatherType=jobacct_gather/none\nSchedulerParameters=batch_sched_delay=0,sched_interval=1\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\nPartitionName=all Nodes={host} Default=YES State=UP\n",
            folder = folder.display(),
            next = port + 1,
        );
        fs::write(folder.join("slurm.conf"), configuration).unwrap();
        let mut cluster = Self { folder, daemons: Vec::new() };
        let own = |option: &str, name: &str| format!("--{option}={}/{name}", cluster.folder.display());
        let munge = [own("key-file", "key"), own("socket", "socket"), own("pid-file", "munged.pid")];
        let more = [own("log-file", "munged.log"), own("seed-file", "seed")];
        let munge: Vec<String> = munge.into_iter().chain(more).collect();
        cluster.daemon(Command::new("munged").args(["--foreground", "--force"]).args(munge));
        let socket = cluster.folder.join("socket");
        until("munged", || socket.exists());
        cluster.daemon(Command::new("slurmctld").arg("-D"));
        cluster.daemon(Command::new("slurmd").arg("-D"));
        until("an idle node", || {
            let states = cluster.command("sinfo").args(["--noheader", "--format=%T"]).output().unwrap();
            String::from_utf8_lossy(&states.stdout).trim() == "idle"
        });
        cluster
    }

    fn daemon(&mut self, command: &mut Command) {
        command.env("SLURM_CONF", self.folder.join("slurm.conf")).stdout(Stdio::null()).stderr(Stdio::null());
        self.daemons.push(command.spawn().unwrap());
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.join("slurm.conf"));
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "no {what} after {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The digest that a command prints last.
fn digest(output: &Output) -> String {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().rev().find_map(|line| line.strip_prefix("digest: ")).unwrap().to_owned()
}

fn freeboard() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
    command.env("RAYON_NUM_THREADS", "1");
    command
}

/// Kills the program of a task as soon as its journal has a cell, and not before: it has something to go on from.
fn kill_task(task: &Path) {
    let cells = || fs::read_to_string(task.join("cells.jsonl")).map_or(0, |text| text.lines().count());
    until("a cell of the task", || cells() > 1);
    let wanted = task.to_str().unwrap();
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let mut words = words.split(|byte| *byte == 0);
        let is_program = words.next().is_some_and(|word| word.ends_with(b"freeboard"));
        if is_program && words.any(|word| word == wanted.as_bytes()) {
            run(Command::new("kill").arg("-9").arg(process.file_name()));
            return;
        }
    }
    panic!("the task has ended before it could be killed");
}

#[test]
fn one_process_four_shards_and_an_array_with_a_killed_task_have_one_digest() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slurm");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sweep.toml");
    fs::write(&file, scenario()).unwrap();
    let sweep = |out: &str| {
        let mut command = freeboard();
        command.arg("sweep").arg(&file).arg("--out").arg(folder.join(out));
        command
    };
    let whole = digest(&run(&mut sweep("whole")));

    let parts: Vec<PathBuf> = (1..=4).map(|part| folder.join(format!("part-{part}"))).collect();
    for (at, part) in (1..).zip(&parts) {
        run(sweep(part.to_str().unwrap()).arg("--shard").arg(format!("{at}/4")));
    }
    run(freeboard().arg("merge").args(&parts).arg("--out").arg(folder.join("merged")));
    assert_eq!(digest(&run(&mut sweep("merged"))), whole);

    let cluster = Cluster::start();
    let mut command = sweep("array");
    command.args(["--slurm", "4"]).env("SLURM_CONF", cluster.folder.join("slurm.conf"));
    let array = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let task = fs::canonicalize(&folder).unwrap().join("array/shards/2");
    kill_task(&task);
    let ended = array.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.success(), "{told}");
    assert!(told.contains("tasks 2 failed and are submitted again"), "{told}");
    assert_eq!(digest(&ended), whole);
    let results = |out: &str| fs::read(folder.join(out).join("results.jsonl")).unwrap();
    assert!(results("array") == results("whole") && results("merged") == results("whole"));
    assert!(!folder.join("array/shards").exists());
}
