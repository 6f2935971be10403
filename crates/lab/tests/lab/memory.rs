//! The memory that a run is said to take, and what its process took.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Eight senders and a receiver.
const STAR: &str =
    "kind = \"n-to-1\"\nsenders = 8\nrate = \"10 Gbps\"\nrtt = \"80 us\"\nbuffer = \"250 packets\"";
/// A hundred senders.
const WIDE: &str =
    "kind = \"n-to-1\"\nsenders = 100\nrate = \"100 Gbps\"\nrtt = \"80 us\"\nbuffer = \"2500 packets\"";
const TINY: &str = "kind = \"incast\"\nincast_degree = 8\nsize = \"3 KB\"\nat = \"0 s\"";
const STEP: &str = "[switch]\naqm = \"step\"\nk = \"100 KB\"";

fn text(topology: &str, host: &str, switch: &str, workload: &str, run: &str) -> String {
    format!("[topology]\n{topology}\n[host]\n{host}\n{switch}\n[[workload]]\n{workload}\n[run]\n{run}\n")
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("memory");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(name: &str, text: &str) -> PathBuf {
    let file = folder().join(format!("{name}.toml"));
    std::fs::write(&file, text).unwrap();
    file
}

fn estimate(file: &Path) -> u64 {
    let ran = Command::new(env!("CARGO_BIN_EXE_freeboard"))
        .args(["run", "--check", "--json"])
        .arg(file)
        .output()
        .unwrap();
    let text = String::from_utf8(ran.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let lines: Vec<_> = lines.collect();
    let row = |key: &str| lines.iter().find(|line| line["key"] == key);
    let memory = row("estimate.all").or_else(|| row("estimate.memory"));
    let memory =
        memory.unwrap_or_else(|| panic!("{}: {}", file.display(), String::from_utf8_lossy(&ran.stderr)));
    memory["value"].as_str().unwrap().strip_suffix(" MiB").unwrap().parse().unwrap()
}

/// In ascending order: the system keeps the largest peak of all children.
#[test]
#[cfg(target_os = "linux")]
fn the_estimate_is_within_a_fifth_of_the_peak() {
    use nix::sys::resource::{UsageWho, getrusage};
    let racks = "kind = \"leaf-spine\"\nleaves = 128\nspines = 8\nhosts_per_leaf = 64\nrate = \"10 Gbps\"\nrtt = \"80 us\"\nbuffer = \"250 packets\"";
    let pool = "kind = \"n-to-1\"\nsenders = 100\nrate = \"100 Gbps\"\nrtt = \"80 us\"\n[topology.buffer]\npool = \"200 MB\"\nalpha = \"8\"";
    let large = "cc = \"fixed\"\ncc_settings = { window = \"1 MB\" }\nmss = \"100 B\"\nhandshake = false";
    let cc = "cc = \"dctcp\"";
    let at_once = |times: &str| {
        let workload = format!("kind = \"incast\"\nincast_degree = 100000\nsize = \"100 B\"\nat = [{times}]");
        text(STAR, cc, STEP, &workload, "time = \"1 ms\"")
    };
    let on_ramp = "cc = \"cubic\"\nunderlay = \"on-ramp\"";
    let arrivals = "kind = \"poisson\"\ntable = \"search-rpc\"\nload = \"50 %\"";
    let star = |senders: u32, rate: &str, buffer: &str| {
        format!("kind = \"n-to-1\"\nsenders = {senders}\nrate = \"{rate}\"\nrtt = \"80 us\"\n{buffer}")
    };
    let (few, large_pool) = ("buffer = \"250 packets\"", "[topology.buffer]\npool = \"2 GB\"\nalpha = \"8\"");
    let tail_drop = "[switch]\naqm = \"tail-drop\"";
    let flood = |flows: u32, rate: &str| {
        format!("kind = \"constant\"\nflows = {flows}\nrate = \"{rate}\"\npayload = \"64 B\"")
    };
    let asked = "kind = \"closed-loop\"\nclients = [1, 2, 3, 4]\nservers = [9]\ndepth = 10\nsize = \"100 B\"";
    let pause = "[[fault]]\nkind = \"host-pause\"\nhost = 17\nat = \"0 s\"\nlasts = \"20 ms\"";
    let paused = format!("{}\n{pause}", flood(16, "6 Gbps"));
    let burst = "kind = \"incast\"\nincast_degree = 100\nsize = \"10 KB\"\nat = \"0 s\"";
    let three: String =
        ["a", "b", "c"].map(|name| format!("[[scheme]]\nname = \"{name}\"\naqm = \"tail-drop\"\n")).concat();
    let (fast, slow) = ("100 Gbps", "10 Gbps");
    let shapes = [
        ("closed loops", text(STAR, cc, STEP, asked, "time = \"200 ms\"")),
        ("racks", text(racks, cc, STEP, "kind = \"permutation\"\nsize = \"100 KB\"", "time = \"100 us\"")),
        ("samples", text(STAR, cc, STEP, TINY, "time = \"150 ms\"\nsample = \"100 ns\"")),
        ("underlay", text(WIDE, on_ramp, STEP, "kind = \"long\"\nflows = 60000", "time = \"2 ms\"")),
        ("schemes", text(STAR, cc, &three, TINY, "time = \"112 ms\"\nsample = \"100 ns\"")),
        ("hosts", text(&star(20_000, slow, few), cc, STEP, burst, "time = \"1 ms\"")),
        ("arrivals", text(STAR, cc, STEP, arrivals, "time = \"300 ms\"")),
        ("flood", text(&star(64, slow, large_pool), cc, tail_drop, &flood(64, slow), "time = \"2 ms\"")),
        ("long", text(WIDE, cc, STEP, "kind = \"long\"\nflows = 45000", "time = \"1 ms\"")),
        ("paused", text(&star(16, fast, few), cc, tail_drop, &paused, "time = \"10 ms\"")),
        ("packets", text(pool, large, tail_drop, "kind = \"long\"\nflows = 400", "time = \"2 ms\"")),
        ("at once", at_once("\"0 s\", \"0 s\"")),
        ("more at once", at_once("\"0 s\", \"0 s\", \"0 s\"")),
    ];
    let out = folder().join("out");
    // Of another build: its files are not of this one.
    let _ = std::fs::remove_dir_all(&out);
    let (mut last, mut wrong) = (0, Vec::new());
    for (name, text) in shapes {
        let file = write(name, &text);
        let said = estimate(&file);
        let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
        command.args(["run", "--threads", "1", "--out"]).arg(&out).arg(&file);
        let ran = command.output().unwrap();
        assert!(ran.status.success(), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
        let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss().cast_unsigned() >> 10;
        if peak <= last || said.abs_diff(peak) * 5 > peak {
            wrong.push(format!("{name}: {said} MiB said, {peak} MiB taken, {last} MiB before"));
        }
        last = peak;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Runs with a million samples of three schemes each, in this much address space \[KiB\].
#[cfg(target_os = "linux")]
fn limited(command: &str, most: &str) -> Output {
    let schemes: String =
        (0..3).map(|at| format!("[[scheme]]\nname = \"{at}\"\naqm = \"tail-drop\"\n")).collect();
    let text = text(STAR, "cc = \"dctcp\"", &schemes, TINY, "time = \"100 ms\"\nsample = \"100 ns\"");
    let measure = if command == "sweep" { "[measure.queue]\nof = \"queue-longest\"\n" } else { "" };
    let file = write(&format!("limited-{command}"), &format!("{text}{measure}"));
    let words = [
        "-c",
        "ulimit -v $0; exec \"$@\"",
        most,
        env!("CARGO_BIN_EXE_freeboard"),
        command,
        "--threads",
        "1",
        "--out",
    ];
    let out = folder().join(format!("limited-{command}"));
    // Of another build: its journal is not of this one.
    let _ = std::fs::remove_dir_all(&out);
    Command::new("sh").args(words).arg(out).arg(&file).output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn runs_that_would_be_ended_in_the_middle_are_refused_before() {
    for command in ["run", "sweep"] {
        let refused = limited(command, "100000");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{command}: {said}");
        let start = "error: command line: `ulimit -v = 97 MiB` is too little: the runs take about ";
        assert!(said.starts_with(start), "{command}: {said}");
        let ran = limited(command, "1000000");
        assert_eq!(ran.status.code(), Some(0), "{command}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}
