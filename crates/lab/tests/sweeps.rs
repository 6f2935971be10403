//! Sweeps: one result whatever the threads, the shards and the interruptions.

use freeboard_lab::compare::Meter;
use freeboard_lab::document::Document;
use freeboard_lab::sweep::{Finished, Grid, Shard, merge, work};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TEXT: &str = r#"
[topology]
kind = "n-to-1"
senders = 8
rate = "10 Gbps"
rtt = ["80 us", "240 us"]
buffer = "250 packets"
[host]
cc = "dctcp"
[[scheme]]
name = "tail-drop"
aqm = "tail-drop"
[[scheme]]
name = "step"
aqm = "step"
k = "100 KB"
[[workload]]
kind = "poisson"
table = "web-search"
load = "50 %"
[run]
time = "4 ms"
drain = "20 ms"
seed = [1, 2]
[sweep]
load = ["30 %", "80 %"]
"#;

fn grid(text: &str) -> Grid {
    Grid::read(&Document::new("sweep.toml", text)).unwrap()
}

/// An empty folder of its own for every test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sweeps").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn on_threads(threads: usize, text: &str, shard: &str, folder: &Path) -> anyhow::Result<Finished> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| work(&grid(text), shard.parse().unwrap(), folder, |_| Meter::silent()))
}

fn whole(name: &str) -> String {
    let done = on_threads(1, TEXT, "1/1", &folder(name)).unwrap();
    assert_eq!((done.cells, done.resumed), (8, 0));
    fs::read_to_string(done.path).unwrap()
}

#[test]
fn loads_seeds_and_schemes_are_all_run_and_differ() {
    let text = whole("all");
    let digests: Vec<&str> =
        text.lines().skip(1).filter_map(|line| line.split("\"digest\":").nth(1)).collect();
    assert_eq!(digests.len(), 8);
    // Two loads with two seeds of one scheme each; under the low load nothing is marked, and schemes agree.
    for scheme in digests.chunks(4) {
        assert_eq!(scheme.iter().collect::<BTreeSet<_>>().len(), 4, "{text}");
    }
    assert_ne!(digests[..4], digests[4..]);
}

#[test]
fn one_and_two_threads_give_the_same_result() {
    let two = on_threads(2, TEXT, "1/1", &folder("two-threads")).unwrap();
    assert_eq!(fs::read_to_string(two.path).unwrap(), whole("one-thread"));
}

#[test]
fn two_shards_merge_to_the_whole_and_one_does_not() {
    let parts = [folder("shard-1"), folder("shard-2")];
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        assert_eq!(on_threads(2, TEXT, shard, part).unwrap().cells, 4);
    }
    let out = folder("merged");
    let merged = merge(&out, &parts).unwrap();
    assert_eq!(fs::read_to_string(merged.path).unwrap(), whole("unsharded"));
    assert!(merge(&out, &parts[..1]).unwrap_err().to_string().contains("cell 1 is in no part"));
    let twice = [parts[0].clone(), parts[0].clone()];
    assert!(merge(&out, &twice).unwrap_err().to_string().contains("another part has too"));
}

#[test]
fn results_have_a_table_of_all_cells_and_means_over_the_seeds() {
    let out = folder("table");
    on_threads(2, TEXT, "1/1", &out).unwrap();
    let csv = fs::read_to_string(out.join("results.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("cell,load_ppm,scheme,algorithm,variant,cc,seed,flows,"), "{csv}");
    assert_eq!(lines.len(), 9);
    assert!(lines[8].starts_with("7,800000,step,step,enqueue,dctcp/tcp,2,"), "{csv}");
    let means = freeboard_lab::sweep::means(&out).unwrap().to_string();
    assert_eq!(
        means.lines().filter(|line| line.contains("step") && line.contains(" 2 ┆")).count(),
        2,
        "{means}"
    );
    assert!(means.contains("80 %"), "{means}");
}

#[test]
fn a_scenario_that_is_run_once_has_no_sweep() {
    let fault =
        freeboard_lab::scenario::Scenario::read(&Document::new("sweep.toml", TEXT)).unwrap_err().to_string();
    assert!(fault.contains("`freeboard sweep`"), "{fault}");
}

#[test]
fn a_shard_of_another_plan_is_refused() {
    let parts = [folder("plan-1"), folder("plan-2")];
    on_threads(2, TEXT, "1/2", &parts[0]).unwrap();
    on_threads(2, &TEXT.replace("100 KB", "101 KB"), "2/2", &parts[1]).unwrap();
    let error = merge(&folder("plans"), &parts).unwrap_err().to_string();
    assert!(error.contains("another plan"), "{error}");
    let error = on_threads(2, &TEXT.replace("100 KB", "101 KB"), "1/2", &parts[0]).unwrap_err().to_string();
    assert!(error.contains("another plan or shard"), "{error}");
    let error = on_threads(2, TEXT, "2/2", &parts[0]).unwrap_err().to_string();
    assert!(error.contains("another plan or shard"), "{error}");
}

#[test]
fn half_a_line_is_run_again() {
    let out = folder("torn");
    on_threads(2, TEXT, "1/1", &out).unwrap();
    let journal = out.join("cells.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let third = text.lines().take(3).map(|line| line.len() + 1).sum::<usize>();
    fs::write(&journal, &text[..third + 20]).unwrap();
    let done = on_threads(2, TEXT, "1/1", &out).unwrap();
    assert_eq!((done.cells, done.resumed), (8, 2));
    assert_eq!(fs::read_to_string(done.path).unwrap(), whole("untorn"));
}

#[test]
fn a_killed_sweep_resumes_to_the_same_result() {
    let out = folder("killed");
    let file = out.join("sweep.toml");
    fs::write(&file, TEXT).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_freeboard"))
        .args(["--json", "sweep", &file.display().to_string(), "--out", &out.display().to_string()])
        .env("RAYON_NUM_THREADS", "1")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let cells = || fs::read_to_string(out.join("cells.jsonl")).map_or(0, |text| text.lines().count());
    while cells() < 2 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let done = on_threads(2, TEXT, "1/1", &out).unwrap();
    assert!(done.resumed > 0, "the killed process had ended a cell");
    assert_eq!(fs::read_to_string(done.path).unwrap(), whole("unkilled"));
}

#[test]
fn a_load_without_a_workload_for_it_is_refused() {
    let text = TEXT.replace(
        "table = \"web-search\"\nload = \"50 %\"",
        "incast_degree = 4\nsize = \"3 KB\"\nat = \"1 ms\"",
    );
    let text = text.replace("\"poisson\"", "\"incast\"");
    let fault = Grid::read(&Document::new("sweep.toml", text)).unwrap_err();
    assert!(fault.to_string().contains("no workload to act on"), "{fault}");
    assert_eq!(grid(TEXT).points().len(), 8);
    assert_eq!(Shard::WHOLE.to_string(), "1/1");
}
