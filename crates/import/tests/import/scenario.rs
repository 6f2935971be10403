//! Findings on a scenario.

use freeboard_import::lint::lint_scenario;

const SCENARIO: &str = "name = \"x\"\n[topology]\nkind = \"n-to-1\"\nsenders = 2\nrate = \"10 Gbps\"\nrtt = \"20 us\"\n\
    [topology.buffer]\npool = \"4 MB\"\nalpha = \"1/2\"\n[host]\ncc = \"dctcp/tcp\"\n[[scheme]]\nname = \"WRED\"\naqm = \"red/exact\"\n\
    kmin = \"100 KB\"\nkmax = \"400 KB\"\np_max = \"5 %\"\n";

/// Rules and places.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let findings = lint_scenario("x.toml", text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    findings.into_iter().map(|it| (it.rule, it.place)).collect()
}

#[test]
fn a_scenario_needs_no_traffic_and_an_ordinary_one_has_no_finding() {
    assert_eq!(found(SCENARIO), []);
}

#[test]
fn each_mistake_of_a_scheme_is_found_by_its_rule() {
    let queues = "[topology.queues]\nscheduler = \"dwrr\"\nweights = [1, 1, 1, 1]\n\
        alpha = [\"8\", \"8\", \"8\", \"8\"]\nreserve = [\"0 B\", \"0 B\", \"0 B\", \"0 B\"]\n[host]";
    let rises = SCENARIO.replace("kmin = \"100 KB\"", "kmin = \"1000 KB\"").replace("400 KB", "1100 KB");
    for (text, rule, field) in [
        (SCENARIO.replace("\"4 MB\"", "\"200 KB\""), "beyond-share", "kmin"),
        (rises.replace("alpha = \"1/2\"\n", "").replace("[host]", queues), "alpha-sum", "kmin"),
        (SCENARIO.replace("\"400 KB\"", "\"101 KB\""), "ramp-below-frame", "kmax"),
        (
            SCENARIO.replace("\"10 Gbps\"", "\"500 Mbps\"").replace("20 us", "100 us"),
            "threshold-time",
            "kmin",
        ),
        (
            SCENARIO
                .replace("red/exact\"\nkmin", "step\"\nk")
                .replace("kmax = \"400 KB\"\np_max = \"5 %\"\n", "")
                .replace("\"4 MB\"", "\"200 KB\""),
            "beyond-share",
            "k",
        ),
    ] {
        assert_eq!(found(&text), [(rule, format!("scheme|WRED|{field}"))], "{text}");
    }
}

#[test]
fn parts_without_effect_are_found_where_there_is_traffic() {
    let queues = "[topology.queues]\nscheduler = \"dwrr\"\nweights = [1, 1]\n[host]";
    let traffic = "[[workload]]\nkind = \"long\"\nflows = 1\nclass = 0\n[run]\ntime = \"1 ms\"\n";
    let text = SCENARIO.replace("[host]", queues);
    assert_eq!(found(&text), []);
    assert_eq!(found(&(text + traffic)), [("unused-part", "scenario".to_owned())]);
}
