//! Clocks in scenarios: what they touch, and what is refused.

use freeboard_lab::report::{Line, RunLine, activity};
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::{Document, Fault};
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;

/// Four flows into one link, with a section of clocks.
fn read(underlay: &str, clocks: &str) -> Result<Scenario, Fault> {
    let text = format!(
        r#"
[topology]
kind = "n-to-1"
senders = 4
rate = "10 Gbps"
rtt = "80 us"
buffer = "1000 packets"
[host]
cc = "dctcp"
{underlay}
[switch]
aqm = "step"
k = "400 KB"
{clocks}
[[workload]]
kind = "long"
flows = 4
[run]
time = "20 ms"
warmup = "5 ms"
seed = [1]
"#
    );
    Scenario::read(&Document::new("test.toml", text))
}

fn outcome(underlay: &str, clocks: &str) -> Outcome {
    let scenario = read(underlay, clocks).unwrap();
    compare(&scenario, &Runner::silent()).unwrap().remove(0)
}

const ON_RAMP: &str = "underlay = \"on-ramp\"";

#[test]
fn no_clock_of_a_host_reaches_a_control_that_measures_round_trips_only() {
    let wrong = "[clocks]\noffset_sigma = \"50 us\"\ndrift_sigma = \"30 ppm\"\nstamps = \"software\"\n";
    assert_eq!(outcome("", wrong), outcome("", ""));
}

#[test]
fn clocks_without_an_error_change_nothing_and_large_offsets_do() {
    let perfect = outcome(ON_RAMP, "");
    assert_eq!(outcome(ON_RAMP, "[clocks]\noffset_sigma = \"0 s\"\n"), perfect);
    let wrong = outcome(ON_RAMP, "[clocks]\noffset_sigma = \"100 us\"\n");
    assert_ne!(wrong.digest, perfect.digest);
}

#[test]
fn every_key_of_the_clocks_has_its_line_in_the_configuration() {
    let clocks = "[clocks]\noffset_sigma = \"200 ns\"\ndrift_sigma = \"5 ppm\"\nwander = \"100 ns\"\n\
                  wander_piece = \"1 s\"\nresync = \"2 s\"\nresidual_sigma = \"30 ns\"\nstamps = \"hardware\"\n";
    let scenario = read("", clocks).unwrap();
    let rows = scenario.rows();
    for (key, value) in [
        ("clocks.offset_sigma", "200 ns"),
        ("clocks.drift_sigma", "5 ppm"),
        ("clocks.wander", "100 ns"),
        ("clocks.wander_piece", "1 s"),
        ("clocks.resync", "2 s"),
        ("clocks.residual_sigma", "30 ns"),
        ("clocks.granularity", "4 ns"),
    ] {
        assert!(rows.contains(&(key.to_owned(), value.to_owned())), "{key} is not {value} in {rows:?}");
    }
}

#[test]
fn a_key_that_would_do_nothing_is_refused() {
    for (clocks, key) in [
        ("[clocks]\nslew = \"1 ms\"\n", "clocks.slew"),
        ("[clocks]\nresidual_sigma = \"1 ns\"\n", "clocks.residual_sigma"),
        ("[clocks]\nwander_piece = \"1 s\"\n", "clocks.wander_piece"),
        ("[clocks]\nwander = \"1 us\"\n", "clocks.wander_piece"),
        ("[clocks]\nresync = \"1 s\"\nslew = \"2 s\"\n", "clocks.slew"),
        ("[clocks]\ndrift_sigma = 5\n", "clocks.drift_sigma"),
        ("[clocks]\nstamps = \"hardwear\"\n", "clocks.stamps"),
    ] {
        let fault = read("", clocks).unwrap_err().to_string();
        assert!(fault.contains(key), "{key} is not in {fault}");
    }
}

/// Sentences of a run, and its object, with a clock of host 1 that is off from the first nanosecond on.
fn told(fault: &str) -> (Vec<String>, serde_json::Value) {
    let fault =
        if fault.is_empty() { String::new() } else { format!("[[fault]]\nkind = \"clock-step\"\n{fault}\n") };
    let underlay = format!("{ON_RAMP}\nunderlay_settings = {{ t = \"100 us\" }}");
    let scenario = read(&underlay, &fault).unwrap();
    let outcome = compare(&scenario, &Runner::silent()).unwrap().remove(0);
    let line = RunLine::of(&scenario, &outcome).line();
    (activity(&scenario, &outcome), serde_json::from_str(&line).unwrap())
}

#[test]
fn a_clock_that_takes_a_host_from_its_underlay_is_named() {
    let doubt = "is its clock right";
    let counts = |line: &serde_json::Value, key: &str| -> Vec<u64> {
        line["reports"].as_array().unwrap().iter().map(|host| host[key].as_u64().unwrap()).collect()
    };
    let (lines, line) = told("");
    assert!(!lines.iter().any(|line| line.contains(doubt)), "{lines:#?}");
    assert_eq!(counts(&line, "host"), [1, 2, 3, 4]);
    assert_eq!(counts(&line, "ignored"), [0, 0, 0, 0]);
    let (all, held): (u64, u64) = (counts(&line, "reports").iter().sum(), counts(&line, "held").iter().sum());
    assert!(all > held && held > 0, "{held} of {all}");
    let sentence = format!("step/enqueue: on-ramp had {all} reports, held flows after {held}, ignored 0");
    assert!(lines.contains(&sentence), "{sentence}: {lines:#?}");

    // TAI against UTC.
    let (lines, line) = told("host = 1\nat = \"1 ns\"\nby = \"37 s\"");
    let (reports, ignored) = (counts(&line, "reports"), counts(&line, "ignored"));
    assert_eq!(ignored, [reports[0], 0, 0, 0]);
    assert!(reports[0] > 1_000, "{reports:?}");
    let sentence = format!(
        "warning: {0} of {0} reports of host 1 ignored: one-way delay beyond 100 ms; is its clock right, and those of its receivers?",
        reports[0]
    );
    assert_eq!(lines.iter().filter(|line| line.contains(doubt)).collect::<Vec<_>>(), [&sentence]);
    assert!(line["warnings"].to_string().contains(doubt));

    // Behind, it sees delays that are not there.
    let (lines, line) = told("host = 1\nat = \"1 ns\"\nby = \"1 ms\"\nbackwards = true");
    assert_eq!(counts(&line, "held")[0], counts(&line, "reports")[0]);
    let sentence = format!("warning: all {} reports of host 1 held its flows", counts(&line, "reports")[0]);
    let doubts: Vec<_> = lines.iter().filter(|line| line.contains(doubt)).collect();
    assert!(doubts.len() == 1 && doubts[0].starts_with(&sentence), "{sentence}: {lines:#?}");
}

#[test]
fn a_clock_that_is_ahead_of_its_receivers_is_named() {
    let counts = |line: &serde_json::Value, key: &str| -> Vec<u64> {
        line["reports"].as_array().unwrap().iter().map(|host| host[key].as_u64().unwrap()).collect()
    };
    let negative = "negative";
    let (lines, line) = told("");
    assert_eq!(counts(&line, negative), [0; 4]);
    assert!(!lines.iter().any(|line| line.contains(negative)), "{lines:#?}");

    let (lines, line) = told("host = 1\nat = \"1 ns\"\nby = \"1 ms\"");
    let reports = counts(&line, "reports")[0];
    assert_eq!((counts(&line, negative), counts(&line, "held")[0]), (vec![reports, 0, 0, 0], 0));
    let warning = format!("warning: {reports} of {reports} reports of host 1 with a negative one-way delay");
    let named: Vec<_> = lines.iter().filter(|line| line.contains(negative)).collect();
    assert!(named.len() == 2 && named[0].ends_with(&format!("of a negative delay {reports}")), "{lines:#?}");
    assert!(named[1].starts_with(&warning), "{warning}: {lines:#?}");
}

#[test]
fn controls_say_what_they_had_to_react_to() {
    let (lines, line) = told("");
    let told = &line["controls"][0];
    let marked = told["marked_acks"].as_u64().unwrap();
    assert!(marked > 0 && told["cc"] == "dctcp/tcp", "{told}");
    assert!(lines.contains(&format!("step/enqueue: dctcp/tcp had {marked} marked ACKs")), "{lines:#?}");
}
