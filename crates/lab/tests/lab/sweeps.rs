//! Sweeps: one result whatever the threads, the shards and the interruptions.

use freeboard_lab::runner::{Folder, Manifest, Runner, Shard, merge};
use freeboard_lab::sweep::{Grid, Results};
use freeboard_scenario::document::Document;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TEXT: &str = include_str!("../support/sweep.toml");

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

fn on_threads(threads: usize, text: &str, shard: &str, folder: &Path) -> anyhow::Result<Results> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (grid, folder) = (grid(text), Folder::open(folder)?);
    let results = pool.install(|| grid.run(&Runner::keeping(true, &folder, shard.parse().unwrap())))?;
    folder.commit(Manifest::new("sweep", "test", results.digest()))?;
    Ok(results)
}

fn lines(folder: &Path) -> String {
    fs::read_to_string(folder.join("results.jsonl")).unwrap()
}

fn whole(name: &str) -> String {
    let folder = folder(name);
    let done = on_threads(1, TEXT, "1/1", &folder).unwrap();
    assert_eq!((done.runs, done.resumed), (8, 0));
    lines(&folder)
}

/// The command, on one thread.
fn freeboard(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
    command.env("RAYON_NUM_THREADS", "1").args(words).output().unwrap()
}

#[test]
fn loads_seeds_and_schemes_are_all_run_and_differ() {
    let text = whole("all");
    let digests: Vec<&str> =
        text.lines().skip(1).filter_map(|line| line.split("\"digest\":").nth(1)).collect();
    assert_eq!(digests.len(), 8);
    // Two loads, in them two schemes with two seeds each; under the low load nothing is marked, and schemes agree.
    for scheme in [[0, 1, 4, 5], [2, 3, 6, 7]] {
        assert_eq!(scheme.map(|at| digests[at]).iter().collect::<BTreeSet<_>>().len(), 4, "{text}");
    }
    assert_ne!(digests[4..6], digests[6..]);
}

#[test]
fn one_and_two_threads_give_the_same_result() {
    let two = folder("two-threads");
    on_threads(2, TEXT, "1/1", &two).unwrap();
    assert_eq!(lines(&two), whole("one-thread"));
}

#[test]
fn two_shards_merge_to_the_whole_and_one_does_not() {
    let parts = [folder("shard-1"), folder("shard-2")];
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        assert_eq!(on_threads(2, TEXT, shard, part).unwrap().runs, 4);
    }
    let out = folder("merged");
    let merged = Folder::open(&out).unwrap();
    assert_eq!(merge(&merged, &parts, false).unwrap().len(), 8);
    merged.commit(Manifest::new("merge", "test", None)).unwrap();
    assert_eq!(lines(&out), whole("unsharded"));
    assert!(merge(&merged, &parts[..1], false).unwrap_err().to_string().contains("cell 1 is in no part"));
    let twice = [parts[0].clone(), parts[0].clone()];
    assert!(merge(&merged, &twice, false).unwrap_err().to_string().contains("another part has too"));
    drop(merged);
    let done = on_threads(2, TEXT, "1/1", &out).unwrap();
    assert_eq!((done.runs, done.resumed), (8, 8), "the whole goes on from what was merged");
}

#[test]
fn results_have_a_table_of_all_cells_and_means_over_the_seeds() {
    let out = folder("table");
    let done = on_threads(2, TEXT, "1/1", &out).unwrap();
    let csv = fs::read_to_string(out.join("results.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("cell,load,scheme,algorithm,variant,cc,seed,flows,"), "{csv}");
    assert_eq!(rows.len(), 9);
    assert!(rows[8].starts_with("7,80 %,step,step,enqueue,dctcp/tcp,2,"), "{csv}");
    let sheet = done.sheet(&grid(TEXT), |value| value.to_string());
    assert_eq!(sheet.header[..3], ["load", "scheme", "overall [us]"]);
    assert_eq!(
        sheet.rows.iter().map(|row| row[..2].join(" ")).collect::<Vec<_>>(),
        ["30 % tail-drop", "30 % step", "80 % tail-drop", "80 % step"]
    );
}

#[test]
fn any_key_is_an_axis_and_any_measure_of_a_plan_is_measured() {
    let text = format!(
        "{TEXT}[[axis]]\nname = \"threshold\"\nkey = [\"scheme.step.k\", \"topology.buffer\"]\nvalues = [[\"30 KB\", \"250 \
         packets\"], [\"300 KB\", \"300 packets\"]]\n[measure.queue]\nof = \"queue-longest\"\n"
    );
    let out = folder("measures");
    let done = on_threads(2, &text, "1/1", &out).unwrap();
    assert_eq!((done.runs, done.cells.len()), (16, 4));
    let sheet = done.sheet(&grid(&text), |value| value.to_string());
    assert_eq!(sheet.header, ["load", "threshold", "scheme", "queue [packets]"]);
    let longest: Vec<f64> = sheet.rows.iter().map(|row| row[3].parse().unwrap()).collect();
    assert!(longest[5] < longest[7], "the step marks later: {sheet:?}");
    assert!(lines(&out).contains("\"axes\":{\"load\":\"30 %\",\"threshold\":\"30 KB\"}"));
}

#[test]
fn a_key_that_is_not_there_is_answered_with_the_nearest() {
    for (key, words) in [
        ("workload.1.lod", "`workload.1.lod = \"30 %\"` is not a known key, did you mean `load`?"),
        ("topolgy.rate", "`topolgy.rate` is not a known key, did you mean `topology`?"),
        ("scheme.stepp.k", "names a table that is not there, did you mean `scheme.step`?"),
        ("workload.2.load", "names a table that is not there; legal: a number from 1 to 1"),
        ("run.time.k", "is not a key of the scenario"),
        ("topology.buffer", "`topology.buffer"),
    ] {
        let text = TEXT.replace("workload.1.load", key);
        let fault = Grid::read(&Document::new("sweep.toml", text)).unwrap_err().to_string();
        assert!(fault.starts_with("sweep.toml, line 25: ") && fault.contains(words), "{key}: {fault}");
    }
}

#[test]
fn all_errors_of_a_sweep_are_told_in_one_go() {
    let text = TEXT.replace("senders = 8", "sendrs = 8").replace("k = \"100 KB\"", "kk = \"100 KB\"");
    let text = text.replace("time = \"4 ms\"", "time = 4").replace("workload.1.load", "workload.1.laod");
    let told = Grid::read_or_all_faults(&Document::new("sweep.toml", text)).unwrap_err().to_string();
    for key in ["topology.sendrs", "scheme[2].kk", "run.time", "workload.1.laod"] {
        assert!(told.contains(key), "{key}: {told}");
    }
    assert_eq!(told.matches("error: ").count(), 3, "{told}");
}

#[test]
fn a_scenario_that_is_run_once_has_no_sweep() {
    let fault =
        freeboard_scenario::file::Scenario::read(&Document::new("sweep.toml", TEXT)).unwrap_err().to_string();
    assert!(fault.contains("`freeboard sweep`"), "{fault}");
}

#[test]
fn a_shard_of_another_plan_is_refused() {
    let parts = [folder("plan-1"), folder("plan-2")];
    on_threads(2, TEXT, "1/2", &parts[0]).unwrap();
    on_threads(2, &TEXT.replace("100 KB", "101 KB"), "2/2", &parts[1]).unwrap();
    let error = merge(&Folder::open(&folder("plans")).unwrap(), &parts, false).unwrap_err().to_string();
    assert!(error.contains("another plan"), "{error}");
    let error = on_threads(2, &TEXT.replace("4 ms", "5 ms"), "1/2", &parts[0]).unwrap_err().to_string();
    assert!(error.contains("another plan or shard"), "{error}");
    let error = on_threads(2, TEXT, "2/2", &parts[0]).unwrap_err().to_string();
    assert!(error.contains("another plan or shard"), "{error}");
}

#[test]
fn half_a_line_is_run_again_also_if_it_ends_in_half_a_letter() {
    let out = folder("torn");
    on_threads(2, TEXT, "1/1", &out).unwrap();
    let journal = out.join("cells.jsonl");
    let text = fs::read(&journal).unwrap();
    let third = text.split_inclusive(|byte| *byte == b'\n').take(3).map(<[u8]>::len).sum::<usize>();
    fs::write(&journal, [&text[..third + 20], b"\xf0\x9f"].concat()).unwrap();
    let done = on_threads(2, TEXT, "1/1", &out).unwrap();
    assert_eq!((done.runs, done.resumed), (8, 2));
    assert_eq!(lines(&out), whole("untorn"));
}

#[test]
fn a_killed_sweep_resumes_to_the_same_result() {
    let out = folder("killed");
    let file = out.join("sweep.toml");
    fs::write(&file, TEXT).unwrap();
    let words = ["--json", "sweep", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let mut child = Command::new(env!("CARGO_BIN_EXE_freeboard"))
        .args(words)
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
    let done: serde_json::Value = serde_json::from_slice(&freeboard(&words).stdout).unwrap();
    assert!(done["resumed"].as_u64().unwrap() > 0, "the killed process had ended a cell: {done}");
    assert_eq!(lines(&out), whole("unkilled"));
}

/// What is said of a journal after `change`, by the same program.
fn changed(name: &str, change: impl Fn(&str) -> String) -> String {
    let out = folder(name);
    on_threads(2, TEXT, "1/2", &out).unwrap();
    let journal = out.join("cells.jsonl");
    fs::write(&journal, change(&fs::read_to_string(&journal).unwrap())).unwrap();
    format!("{:#}", on_threads(2, TEXT, "1/2", &out).unwrap_err())
}

#[test]
fn a_journal_that_was_changed_is_refused_by_file_and_line() {
    let digit = changed("digit", |text| text.replacen("\"flows\":", "\"flows\":1", 1));
    assert!(digit.contains("cells.jsonl, line 2: its checksum is missing or wrong"), "{digit}");
    let twice = changed("twice", |text| format!("{text}{}\n", text.lines().nth(2).unwrap()));
    assert!(twice.contains("cells.jsonl, line 6: cell") && twice.contains("is there twice"), "{twice}");
    let other = lines(&{
        let out = folder("other-shard");
        on_threads(2, TEXT, "2/2", &out).unwrap();
        out
    });
    let foreign = changed("foreign", |text| format!("{text}{}\n", other.lines().nth(1).unwrap()));
    assert!(foreign.contains("cell 1 is not of shard 1/2"), "{foreign}");
    let larger = TEXT.replace("seed = [1, 2]", "seed = [1, 2, 3, 4]");
    let beyond = {
        let out = folder("larger");
        on_threads(2, &larger, "1/2", &out).unwrap();
        lines(&out).lines().last().unwrap().to_owned()
    };
    let beyond = changed("beyond", |text| format!("{text}{beyond}\n"));
    assert!(beyond.contains("cell 14 is beyond the plan, which has 8 cells"), "{beyond}");
    let program = changed("program", |text| {
        let (first, rest) = text.split_once('\n').unwrap();
        format!("{}\n{rest}", first.replace("\"program\":\"", "\"program\":\"0"))
    });
    assert!(program.contains("line 1: its checksum"), "{program}");
}

#[test]
fn a_folder_has_one_writer() {
    let out = folder("locked");
    let first = Folder::open(&out).unwrap();
    let error = Folder::open(&out).unwrap_err().to_string();
    assert!(error.contains("another process writes to the folder"), "{error}");
    let file = out.join("sweep.toml");
    fs::write(&file, TEXT).unwrap();
    let refused = freeboard(&["sweep", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && text.contains("another process writes"), "{text}");
    drop(first);
    assert!(Folder::open(&out).is_ok());
}

#[test]
fn a_scenario_without_axes_is_a_sweep_of_one_cell() {
    let text = &TEXT[..TEXT.find("[[axis]]").unwrap()];
    assert_eq!((grid(text).cells.len(), grid(text).runs(), grid(TEXT).runs()), (1, 4, 8));
    assert_eq!(Shard::WHOLE.to_string(), "1/1");
}

#[test]
fn a_check_says_what_would_run_and_seeds_replace_those_of_every_cell() {
    let out = folder("checked");
    let (file, results) = (out.join("sweep.toml"), out.join("results"));
    fs::write(&file, TEXT).unwrap();
    let words = |more: &[&str]| {
        let path = [file.to_str().unwrap(), "--out", results.to_str().unwrap()];
        let ended = freeboard(&[&["sweep"], path.as_slice(), more].concat());
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        String::from_utf8(ended.stdout).unwrap()
    };
    let said = words(&["--check"]);
    assert!(said.contains("axis load: 30 %, 80 %\n2 cells, 8 runs"), "{said}");
    assert!(words(&["--check", "--seed", "7"]).contains("2 cells, 4 runs"));
    assert!(!results.exists(), "a check writes nothing");
    words(&["--seed", "7"]);
    assert_eq!(lines(&results).matches("\"seed\":7").count(), 4);
}

/// The threshold of one of two schemes is swept: the runs of the other are the same at each of its values.
#[test]
fn runs_that_do_not_differ_are_run_once_and_each_has_its_line() {
    let sections = TEXT.split_once("[[axis]]").map_or(TEXT, |(before, _)| before);
    let axis = "[[axis]]\nname = \"k\"\nkey = \"scheme.2.k\"\nvalues = [\"20 KB\", \"60 KB\", \"100 KB\"]\n";
    let text = format!("{sections}{axis}").replace("load = \"50 %\"", "load = \"80 %\"");
    let grid = grid(&text);
    assert_eq!((grid.runs(), grid.distinct_runs()), (12, 8), "two seeds, three thresholds, two schemes");
    let (one, two) = (folder("once"), folder("once-threads"));
    on_threads(1, &text, "1/1", &one).unwrap();
    on_threads(3, &text, "1/1", &two).unwrap();
    assert_eq!(lines(&one), lines(&two));
    let all = lines(&one);
    let of = |threshold: &str, scheme: &str| -> Vec<String> {
        let (axis, scheme) = (format!("\"k\":\"{threshold}\""), format!("\"scheme\":\"{scheme}\""));
        let lines = all.lines().filter(|line| line.contains(&axis) && line.contains(&scheme));
        lines
            .filter_map(|line| Some(line.split_once("\"digest\":")?.1.split(',').next()?.to_owned()))
            .collect()
    };
    let names: Vec<&str> = grid.base().schemes.iter().map(|scheme| scheme.name.as_str()).collect();
    assert_eq!(of("20 KB", names[0]).len(), 2);
    assert_eq!(of("20 KB", names[0]), of("100 KB", names[0]));
    assert_ne!(of("20 KB", names[1]), of("100 KB", names[1]));
}

#[test]
fn an_axis_that_grows_and_another_scheme_reuse_the_runs_that_are_there() {
    let (out, anew) = (folder("grown"), folder("grown-anew"));
    on_threads(2, TEXT, "1/1", &out).unwrap();
    let grown = TEXT.replace("[\"30 %\", \"80 %\"]", "[\"20 %\", \"80 %\", \"30 %\"]");
    assert_ne!(grown, TEXT);
    let done = on_threads(2, &grown, "1/1", &out).unwrap();
    assert_eq!((done.runs, done.resumed), (12, 8));
    let whole = on_threads(2, &grown, "1/1", &anew).unwrap();
    assert_eq!((whole.runs, whole.resumed), (12, 0));
    assert_eq!(lines(&out), lines(&anew), "in the order of the plan, whatever was there first");
    assert_eq!(done.digest(), whole.digest());
    // A plan that has fewer runs loses none of the others.
    let done = on_threads(2, TEXT, "1/1", &out).unwrap();
    assert_eq!((done.runs, done.resumed), (8, 8));
    assert_eq!(lines(&out), self::whole("shrunk"));
    let done = on_threads(2, &grown, "1/1", &out).unwrap();
    assert_eq!((done.runs, done.resumed), (12, 12));
    let scheme = "[[scheme]]\nname = \"first\"\naqm = \"codel\"\n\n";
    let more = grown.replacen("[[scheme]]", &format!("{scheme}[[scheme]]"), 1);
    let done = on_threads(2, &more, "1/1", &out).unwrap();
    assert_eq!((done.runs, done.resumed), (18, 12));
}

#[test]
fn a_setting_of_one_scheme_leaves_the_runs_of_the_other() {
    let out = folder("one-scheme");
    on_threads(2, TEXT, "1/1", &out).unwrap();
    let done = on_threads(2, &TEXT.replace("100 KB", "101 KB"), "1/1", &out).unwrap();
    assert_eq!((done.runs, done.resumed), (8, 4));
}

#[test]
fn a_measure_or_a_time_that_changes_reuses_nothing() {
    let out = folder("measured-anew");
    on_threads(2, TEXT, "1/1", &out).unwrap();
    for text in [format!("{TEXT}[measure.queue]\nof = \"queue-longest\"\n"), TEXT.replace("4 ms", "5 ms")] {
        assert_ne!(text, TEXT);
        let refused = on_threads(2, &text, "1/1", &out).unwrap_err().to_string();
        assert!(refused.contains("another plan or shard"), "{refused}");
    }
}

/// The runs of another build are of another program, though a plan that grew would have their keys.
#[test]
fn the_runs_of_another_program_are_not_reused() {
    let out = folder("grown-program");
    let file = out.join("sweep.toml");
    fs::write(&file, TEXT).unwrap();
    let (file, text) =
        (file.to_str().unwrap(), TEXT.replace("[\"30 %\", \"80 %\"]", "[\"30 %\", \"80 %\", \"20 %\"]"));
    let words = ["sweep", file, "--out", out.to_str().unwrap()];
    assert!(freeboard(&words).status.success());
    let refused = on_threads(2, &text, "1/1", &out).unwrap_err().to_string();
    assert!(refused.contains("another build of this program"), "{refused}");
}

#[test]
fn shards_of_a_plan_that_grew_merge_into_the_folder_of_the_one_before() {
    let out = folder("grown-merged");
    on_threads(2, TEXT, "1/1", &out).unwrap();
    let grown = TEXT.replace("[\"30 %\", \"80 %\"]", "[\"30 %\", \"80 %\", \"20 %\"]");
    let parts = [folder("grown-1"), folder("grown-2")];
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        on_threads(2, &grown, shard, part).unwrap();
    }
    let merged = Folder::open(&out).unwrap();
    merge(&merged, &parts, false).unwrap();
    merged.commit(Manifest::new("merge", "test", None)).unwrap();
    drop(merged);
    let done = on_threads(2, &grown, "1/1", &out).unwrap();
    assert_eq!((done.runs, done.resumed), (12, 12));
    let other = TEXT.replace("4 ms", "5 ms");
    let part = folder("grown-other");
    on_threads(2, &other, "1/1", &part).unwrap();
    let merged = Folder::open(&out).unwrap();
    let refused = merge(&merged, core::slice::from_ref(&part), false).unwrap_err().to_string();
    assert!(refused.contains("a journal of another plan"), "{refused}");
    merge(&merged, &[part], true).unwrap();
}
