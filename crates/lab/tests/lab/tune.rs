//! `freeboard tune`: the race on planted optima, the rows of the literature, the configuration that is written.

use freeboard_import::sonic::Thresholds;
use freeboard_lab::tune::{
    Answer, COLUMNS, Candidate, Interval, Kind, Measured, Problem, Round, RoundTrips, Space, Verdict,
    check_round, score, search,
};
use freeboard_replay::Random;
use freeboard_scenario::document::Document;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BASE: Thresholds = Thresholds { min: 100_000, max: 1_600_000, probability: 5, alpha_log2: Some(0) };

fn space() -> Space {
    Space { bytes: 10_000..=4_000_000, most: 16_000_000, alpha_log2: Some(-2..=2) }
}

fn base() -> Candidate {
    Candidate { name: "as configured".to_owned(), kind: Kind::Thresholds(BASE) }
}

/// All times of a run are `of` its thresholds, with noise that all candidates of a seed share, and a little that they do not.
fn run(round: &Round, of: impl Fn(&Thresholds) -> f64) -> Vec<Vec<Measured>> {
    let one = |at: usize, seed: u64| {
        let Kind::Thresholds(thresholds) = &round.candidates[at].kind else { panic!("no scheme") };
        let (mut common, mut own) = (Random::new(seed), Random::new(1000 * seed + at as u64));
        let mut noise = |share: f64| share * (f64::from(common.word()) / 4_294_967_296.0 - 0.5);
        let time = 100.0
            * libm::exp(of(thresholds) + noise(1.0) + 0.02 * (f64::from(own.word()) / 4_294_967_296.0 - 0.5));
        let mut values = vec![Some(time); COLUMNS.len()];
        values[8..].fill(Some(0.0));
        Measured { candidate: round.candidates[at].name.clone(), seed, values, unfinished: 0, result: 0 }
    };
    let runs = |at| round.seeds.iter().map(|seed| one(at, *seed)).collect();
    (0..round.candidates.len()).map(runs).collect()
}

/// Flows take longest far from 400 and 1600 KB, 20 %, alpha 2.
fn planted(it: &Thresholds) -> f64 {
    let off = |value: f64, best: f64| libm::log(value / best).powi(2);
    0.05 * off(it.min as f64, 400e3)
        + 0.05 * off(it.max as f64, 1_600e3)
        + 0.05 * off(f64::from(it.probability), 20.0)
        + 0.05 * f64::from(it.alpha_log2.unwrap_or_default() - 1).powi(2)
}

#[test]
fn a_planted_optimum_is_recovered() {
    let found = search(&space(), &[base()], 48, |_| true, |round| Ok(run(round, planted))).unwrap();
    let Kind::Thresholds(best) = &found.best[0].kind else { panic!("no scheme") };
    assert!((200_000..=800_000).contains(&best.min), "{best:?}");
    assert!((800_000..=3_200_000).contains(&best.max), "{best:?}");
    assert!((8..=50).contains(&best.probability), "{best:?}");
    assert!(planted(best) < planted(&BASE) / 4.0, "{best:?}: {} of {}", planted(best), planted(&BASE));
}

#[test]
fn what_is_not_allowed_or_pauses_more_is_never_run_or_found() {
    let allowed = |it: &Thresholds| it.min >= 500_000;
    let evaluate = |round: &Round| {
        let mut results = run(round, planted);
        for (candidate, runs) in round.candidates.iter().zip(&mut results).skip(1) {
            let Kind::Thresholds(it) = &candidate.kind else { panic!("no scheme") };
            assert!(allowed(it), "{it:?}");
            if it.max > 2_000_000 {
                runs.iter_mut().for_each(|run| run.values[9] = Some(1.0));
            }
        }
        Ok(results)
    };
    let found = search(&space(), &[base()], 48, allowed, evaluate).unwrap();
    let legal =
        |it: &Candidate| matches!(&it.kind, Kind::Thresholds(it) if *it == BASE || it.max <= 2_000_000);
    assert!(!found.best.is_empty() && found.best.iter().all(legal), "{found:?}");
}

/// The second and third step have two rounds each: who is shown to be worse by the first does not run the second.
#[test]
fn the_worse_leave_within_a_step() {
    let mut rounds: Vec<Round> = Vec::new();
    let evaluate = |round: &Round| {
        rounds.push(round.clone());
        Ok(run(round, |it| 20.0 * planted(it)))
    };
    let found = search(&space(), &[base()], 48, |_| true, evaluate).unwrap();
    let numbers: Vec<usize> = rounds.iter().map(|round| round.number).collect();
    assert_eq!((numbers, found.rounds), ((1..=5).collect(), 5));
    let seeds: Vec<u64> = rounds.iter().flat_map(|round| round.seeds.clone()).collect();
    assert_eq!(seeds, (1..=14).collect::<Vec<u64>>());
    for [first, second] in [[1, 2], [3, 4]] {
        let names = |at: usize| rounds[at].candidates.iter().map(|it| &it.name).collect::<Vec<_>>();
        assert!(names(second).iter().all(|name| names(first).contains(name)), "{rounds:?}");
        assert!(names(second).len() < names(first).len(), "{:?} of {:?}", names(second), names(first));
        assert_eq!(names(second)[0], "as configured");
    }
    assert!(found.best.iter().all(|it| rounds[4].candidates.contains(it)), "{found:?}");
}

/// Nearest rank: of four times the median is the second.
#[test]
fn percentiles_of_measured_round_trips_are_of_the_nearest_rank() {
    let times = RoundTrips::read("rtts", "# of a Tuesday\n40 us\n10 us\n\n30.5 us\n20000 ns\n").unwrap();
    let at = [1, 25, 26, 50, 75, 76, 99, 100].map(|percent| times.at(percent) / 1_000);
    assert_eq!(at, [10_000, 10_000, 20_000, 20_000, 30_500, 40_000, 40_000, 40_000]);
    assert_eq!(times.mean(), 25_125_000);
    for (text, says) in [
        ("10 us\n20", "rtts, line 2"),
        ("10 us\n20", "has no unit"),
        ("0 us", "out of range"),
        ("2 s", "out of range"),
        ("# none\n", "has no times"),
    ] {
        let error = RoundTrips::read("rtts", text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

fn problem(traffic: &str, measured: Option<&str>) -> Problem {
    let measured = measured.map(|text| RoundTrips::read("rtts", text).unwrap());
    let document = Document::new("traffic.toml", traffic);
    Problem::read("config_db.json", CONFIG.to_owned(), &document, None, None, measured).unwrap()
}

#[test]
fn schemes_are_tried_by_what_their_papers_set_them_from() {
    let settings = |problem: &Problem, name: &str| {
        let all = problem.schemes().unwrap();
        let found = all.into_iter().find(|it| it.name == name);
        let Kind::Scheme { settings, .. } = found.unwrap_or_else(|| panic!("no {name}")).kind else {
            panic!("thresholds")
        };
        settings.into_iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    };
    let measured = problem(TRAFFIC, Some("10 us\n20 us\n30 us\n100 us\n"));
    let expected = "ins_target = 20 us, pst_interval = 20 us, pst_target = 40 us";
    assert_eq!(settings(&measured, "ECN#, p50 of RTT"), expected);
    let expected = "ins_target = 100 us, pst_interval = 100 us, pst_target = 40 us";
    assert_eq!(settings(&measured, "ECN#, p90 of RTT"), expected);
    // Of a network without variation all percentiles are one.
    let names: Vec<String> =
        problem(TRAFFIC, None).schemes().unwrap().into_iter().map(|it| it.name).collect();
    assert_eq!(names.iter().filter(|name| name.starts_with("ECN#, ")).count(), 1, "{names:?}");
    // B_R = C RTT (1 + lambda) - S: 25 Gbit/s, 21.25 us with a packet's time on each link, 0.72, no reserve. Nothing else changes.
    assert_eq!(settings(&measured, "BCC, half"), "b_r = 57.109 KB");
    assert_eq!(settings(&measured, "BCC, twice"), "b_r = 228.436 KB");
}

/// A search that was stopped has the same answer: it depends on what the rounds came to alone.
#[test]
fn the_answer_is_a_function_of_the_results() {
    let go = || search(&space(), &[base()], 16, |_| true, |round| Ok(run(round, planted))).unwrap();
    assert_eq!(go(), go());
}

/// Differences 1, 2, 3: mean 2, standard error 1/sqrt(3), t = 4.303.
#[test]
fn three_differences_have_the_interval_of_the_textbook() {
    let interval = Interval::of(&[1.0, 2.0, 3.0]);
    assert_eq!(interval.mean, 2.0);
    assert!((interval.high - 4.484).abs() < 1e-3 && (interval.low + 0.484).abs() < 1e-3, "{interval:?}");
    assert!(!interval.is_above() && Interval::of(&[1.0, 1.1, 1.2]).is_above());
    assert!(!Interval::of(&[-9.0]).is_below() && Interval::of(&[-1.0, -1.1, -1.2]).is_below());
}

/// Runs of one candidate with these times, one per seed.
fn runs(name: &str, times: &[f64], unfinished: usize) -> Vec<Measured> {
    let one = |(time, seed): (&f64, u64)| {
        let mut values = vec![Some(*time); COLUMNS.len()];
        values[8..].fill(Some(0.0));
        Measured { candidate: name.to_owned(), seed, values, unfinished, result: 0 }
    };
    times.iter().zip(1..).map(one).collect()
}

#[test]
fn no_difference_shown_is_an_answer() {
    let winner =
        Candidate { name: "tuned 1".to_owned(), kind: Kind::Thresholds(Thresholds { min: 1, ..BASE }) };
    let round = Round { number: 4, candidates: vec![base(), winner.clone()], seeds: vec![1, 2, 3] };
    for (times, verdict) in [
        ([80.0, 160.0, 240.0], Verdict::Better),
        ([80.0, 240.0, 310.0], Verdict::NoDifferenceShown),
        ([101.0, 202.0, 303.0], Verdict::Worse),
    ] {
        let results = [runs("as configured", &[100.0, 200.0, 300.0], 0), runs("tuned 1", &times, 0)];
        let answer = Answer::of(&round, &results, &winner, 1).unwrap();
        assert_eq!(answer.verdict, verdict, "{answer:?}");
    }
    // Sooner, and more is dropped.
    let mut results =
        [runs("as configured", &[100.0, 200.0, 300.0], 0), runs("tuned 1", &[50.0, 100.0, 150.0], 0)];
    results[1].iter_mut().zip([5.0, 6.0, 7.0]).for_each(|(run, drops)| run.values[10] = Some(drops));
    assert_eq!(Answer::of(&round, &results, &winner, 1).unwrap().verdict, Verdict::Worse);
}

#[test]
fn flows_that_do_not_finish_are_no_gain() {
    let [base, own] = [runs("a", &[100.0], 0), runs("b", &[1.0], 1)];
    assert_eq!(score(&own[0], &base[0]), f64::INFINITY);
}

#[test]
fn the_check_has_seeds_of_its_own_and_the_rules_first() {
    let mut seen = Vec::new();
    let found = search(
        &space(),
        &[base()],
        8,
        |_| true,
        |round| {
            seen.extend(round.seeds.clone());
            Ok(run(round, planted))
        },
    );
    let check = check_round(&found.unwrap(), &[base()], 8);
    assert_eq!(check.candidates[0], base());
    assert!(check.seeds.len() == 8 && check.seeds.iter().all(|seed| !seen.contains(seed)), "{seen:?}");
}

const CONFIG: &str = include_str!("../../../import/tests/import/files/lossless-25g.json");
const TRAFFIC: &str = "name = \"x\"\n[topology]\nkind = \"n-to-1\"\nsenders = 8\nrate = \"25 Gbps\"\nrtt = \"20 us\"\nbuffer = \"1 MB\"\n\
    [host]\ntransport = \"rdma\"\ncc = \"dcqcn/rate\"\n[switch]\naqm = \"step\"\nnot_ect = \"pass\"\n\
    [[workload]]\nkind = \"poisson\"\ntable = \"web-search\"\nload = \"60 %\"\n[run]\ntime = \"1 ms\"\ndrain = \"100 ms\"\n";

fn tune(folder: &Path, out: &str, more: &[&str]) -> Output {
    let words = [
        "tune",
        "config_db.json",
        "traffic.toml",
        "--budget",
        "4",
        "--held-out",
        "2",
        "--out",
        out,
        "--write",
    ];
    let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
    command.args(words).arg(format!("{out}.json")).args(more).current_dir(folder);
    // A cluster of one node: `sbatch` runs one task after the other.
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", folder.join("bin").display())).output().unwrap()
}

const SBATCH: &str = "#!/bin/sh\nfor word in \"$@\"; do case $word in --array=*) tasks=${word#--array=};; esac; script=$word; done\n\
    echo 1\nfor task in $(echo $tasks | tr , ' '); do SLURM_ARRAY_TASK_ID=$task sh \"$script\" || failed=1; done\nexit ${failed:-0}\n";

fn files(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tune").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("bin")).unwrap();
    std::fs::write(folder.join("config_db.json"), CONFIG).unwrap();
    std::fs::write(folder.join("traffic.toml"), TRAFFIC).unwrap();
    folder
}

#[test]
fn a_search_that_was_killed_has_the_same_answer() {
    let folder = files("killed");
    let whole = tune(&folder, "whole", &[]);
    let error = String::from_utf8_lossy(&whole.stderr).into_owned();
    assert_eq!(whole.status.code(), Some(0), "{error}");
    let text = String::from_utf8(whole.stdout).unwrap();
    for row in ["as configured = HPCC's map", "DCTCP's K", "ECN#", "BCC", "digest: "] {
        assert!(text.contains(row), "{row}: {text}");
    }
    // What two kills leave: half a journal of the first round, one with half a line of the second.
    for (round, cut) in [("round-1", 3), ("round-2", 5)] {
        let kept = folder.join("killed").join(round);
        std::fs::create_dir_all(&kept).unwrap();
        let journal = std::fs::read_to_string(folder.join("whole").join(round).join("cells.jsonl")).unwrap();
        let lines: Vec<&str> = journal.lines().take(cut).collect();
        std::fs::write(kept.join("cells.jsonl"), format!("{}\n{{\"cell\":", lines.join("\n"))).unwrap();
    }
    let again = tune(&folder, "killed", &[]);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), text);
    let answers =
        ["whole", "killed"].map(|out| std::fs::read_to_string(folder.join(out).join("tune.jsonl")).unwrap());
    assert_eq!(answers[0], answers[1]);
    let written =
        ["whole", "killed"].map(|out| std::fs::read_to_string(folder.join(format!("{out}.json"))).ok());
    assert_eq!(written[0], written[1]);
    // What is recommended is what lint allows, and the configuration but for its values.
    if let [Some(text), _] = &written {
        assert_eq!(text.lines().count(), CONFIG.lines().count());
    }
}

/// Every round as a job array of two tasks.
#[cfg(unix)]
#[test]
fn a_cluster_comes_to_the_same_answer() {
    use std::os::unix::fs::PermissionsExt;
    let folder = files("cluster");
    let sbatch = folder.join("bin").join("sbatch");
    std::fs::write(&sbatch, SBATCH).unwrap();
    std::fs::set_permissions(&sbatch, std::fs::Permissions::from_mode(0o755)).unwrap();
    let [alone, cluster] = [("alone", &[][..]), ("cluster", &["--slurm", "2"])].map(|(out, more)| {
        let ran = tune(&folder, out, more);
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        std::fs::read_to_string(folder.join(out).join("tune.jsonl")).unwrap()
    });
    assert_eq!(alone, cluster);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let folder = files("refused");
    let other = TRAFFIC.replace(
        "kind = \"n-to-1\"\nsenders = 8",
        "kind = \"leaf-spine\"\nleaves = 2\nspines = 2\nhosts_per_leaf = 4",
    );
    std::fs::write(folder.join("other.toml"), other).unwrap();
    std::fs::write(folder.join("none.json"), CONFIG.replace("\"ecn_all\"", "\"ecn_none\"")).unwrap();
    let off = CONFIG.replace("\"wred_yellow_enable\": \"true\"", "\"wred_yellow_enable\": \"false\"");
    std::fs::write(folder.join("off.json"), off).unwrap();
    std::fs::write(folder.join("bad.json"), CONFIG.replace("\"100000\"", "\"100 KB\"")).unwrap();
    for (words, says) in [
        (["config_db.json", "other.toml"], "`topology.kind` is another network than senders and one port"),
        (["none.json", "traffic.toml"], "`WRED_PROFILE|LOSSLESS` marks no green packets"),
        (["bad.json", "traffic.toml"], "green_min_threshold = 100 KB` is not a number of bytes"),
        (["config_db.json", "bad.json"], "not valid TOML"),
        (
            ["off.json", "traffic.toml"],
            "`WRED_PROFILE|LOSSLESS|wred_yellow_enable` cannot be mended by thresholds: `ecn` names yellow",
        ),
    ] {
        let ran = Command::new(env!("CARGO_BIN_EXE_freeboard"))
            .arg("tune")
            .args(words)
            .current_dir(&folder)
            .output()
            .unwrap();
        let error = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(says), "{words:?}: {error}");
        assert!(!folder.join("out").exists(), "{words:?}");
    }
}

/// Commands of the chapter on switches that run in a moment, from the folder of the checkout, print what stands below them.
#[test]
fn the_chapter_shows_what_its_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/src/switch-configuration.md")).unwrap();
    let mut compared = 0;
    for block in page.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        let (command, expected) = block.split_once('\n').unwrap();
        let words: Vec<&str> = command.strip_prefix("$ cargo freeboard ").unwrap().split(' ').collect();
        let mut run = Command::new(env!("CARGO_BIN_EXE_freeboard"));
        run.args(&words).current_dir(&root);
        // A search has a folder, and says on standard error how far it is.
        let is_search = words[0] == "tune";
        if is_search {
            run.arg("--out").arg(files("chapter"));
        }
        let ran = run.output().unwrap();
        let both = if is_search { ran.stdout } else { [ran.stdout, ran.stderr].concat() };
        assert_eq!(String::from_utf8(both).unwrap(), expected, "{command}");
        compared += 1;
    }
    assert!(compared >= 3, "{compared}");
}
