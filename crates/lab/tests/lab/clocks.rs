//! Clocks in scenarios: what they touch, and what is refused.

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
