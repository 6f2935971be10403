//! A plan of the clock kind, small enough for a test.

use freeboard_lab::plan::{AnyPlan, Plan, Reproduction, Scale};
use freeboard_lab::runner::Runner;

const PLAN: &str = r#"
kind = "clock"
claim = "probes find the clocks"
[topology]
kind = "leaf-spine"
leaves = 2
spines = 2
hosts_per_leaf = 3
rate = "10 Gbps"
rtt = "20 us"
buffer = "500 packets"
[switch]
aqm = "tail-drop"
[host]
cc = "cubic"
[[workload]]
kind = "poisson"
table = "web-search"
load = "30 %"
[clocks]
offset_sigma = "20 us"
drift_sigma = "10 ppm"
[probes]
degree = 3
interval = "100 us"
spacing = "10 us"
size = "64 B"
window = "20 ms"
ntp_interval = "5 ms"
[run]
time = "45 ms"
warmup = "5 ms"
"#;

fn quantity(measure: &str, scheme: &str, high: f64) -> String {
    format!(
        "[[quantity]]\nid = \"{scheme}\"\nmeasure = \"{measure}\"\nscheme = \"{scheme}\"\nname = \"{scheme}\"\nunit = \"ns\"\n\
         paper_value = 40\nhigh = {high}\ntolerance = \"t\"\nsource = \"this test\"\n"
    )
}

fn run(plan: &str, expected: &str) -> anyhow::Result<Reproduction> {
    let plan = Plan { paper: "test", figure: "clock", folder: "test", plan, expected: Some(expected) };
    let (any, expected) = AnyPlan::read(&plan, Scale::Paper)?;
    Ok(any.run(&plan, &expected, &Runner::silent())?.unwrap().0)
}

#[test]
fn a_lightly_loaded_network_gives_clocks_to_nanoseconds_and_doing_nothing_does_not() {
    let expected = [quantity("p99", "nic", 50.0), quantity("p99", "raw", 1_000.0)].concat();
    let first = run(PLAN, &expected).unwrap();
    let verdicts: Vec<&str> = first.lines.iter().map(|line| line.verdict.name()).collect();
    assert_eq!(verdicts, ["holds", "differs"], "{:?}", first.shown.rows);
    assert_eq!(first.shown.rows.len(), 9);
    assert_eq!(run(PLAN, &expected).unwrap().shown, first.shown, "a second run is the same");
}

#[test]
fn an_unknown_estimator_and_windows_longer_than_the_run_are_refused() {
    let error = run(PLAN, &quantity("p99", "nick", 50.0)).unwrap_err();
    assert!(format!("{error:#}").contains("nic, nic-online"), "{error:#}");
    let error = run(&PLAN.replace("window = \"20 ms\"", "window = \"50 ms\""), "").unwrap_err();
    assert!(error.to_string().contains("probes.window"), "{error}");
}

#[test]
fn too_few_probes_are_an_error_that_names_the_window() {
    let sparse = PLAN.replace("interval = \"100 us\"", "interval = \"2500 us\"").replace("30 %", "95 %");
    let error = run(&sparse, "").unwrap_err();
    assert!(format!("{error:#}").contains("do not connect"), "{error:#}");
}
