//! Runs: the same answer on any number of threads, paired traffic, explanations, fields without collisions.

use freeboard_lab::report::{activity, emptiness};
use freeboard_lab::runner::{Runner, compare, digest};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;

fn scenario(workloads: &str) -> Scenario {
    scenario_of("dctcp", workloads)
}

fn scenario_of(cc: &str, workloads: &str) -> Scenario {
    let text = format!(
        r#"
[topology]
kind = "n-to-1"
senders = 8
rate = "10 Gbps"
rtt = ["80 us", "240 us"]
buffer = "250 packets"
[host]
cc = "{cc}"
[[scheme]]
name = "tail-drop"
aqm = "tail-drop"
[[scheme]]
name = "step"
aqm = "step"
k = "100 KB"
[[scheme]]
name = "ECN#"
aqm = "ecn-sharp/compact"
preset = "simulations"
{workloads}
[run]
time = "30 ms"
drain = "100 ms"
seed = [1, 2]
sample = "20 us"
"#
    );
    Scenario::read(&Document::new("test.toml", text)).unwrap()
}

/// Four long flows at 100 Gbit/s under a control that steers by in-band telemetry.
fn telemetry_of(cc: &str) -> freeboard_scenario::measure::Outcome {
    let text = format!(
        r#"
[topology]
kind = "n-to-1"
senders = 4
rate = "100 Gbps"
rtt = "12 us"
buffer = "4 MB"
[host]
cc = "{cc}"
mss = "1000 B"
header = "48 B"
handshake = false
[switch]
aqm = "tail-drop"
[[workload]]
kind = "long"
flows = 4
[run]
time = "3 ms"
warmup = "1 ms"
"#
    );
    let scenario = Scenario::read(&Document::new("test.toml", text)).unwrap();
    compare(&scenario, &Runner::silent()).unwrap().remove(0)
}

#[test]
fn controls_with_telemetry_fill_a_link_and_keep_its_queue_empty() {
    // Both aim at 95 % ([Li19] §5.1, [Addanki22] §4); PowerTCP ends above, since its additive increase is larger.
    for (cc, most) in [("hpcc", 0.97), ("powertcp/int", 0.99)] {
        let outcome = telemetry_of(cc);
        let measured = outcome.ports[0].windows.last().unwrap();
        let (utilisation, queue) = (measured.utilisation, measured.packets_mean);
        assert!((0.90..most).contains(&utilisation), "{cc}: {utilisation}");
        assert!(queue < 2.0, "{cc}: {queue} packets");
        assert!(outcome.reactions() > 1_000 && outcome.queues.bottleneck_dropped == 0, "{cc}");
    }
}

const INCAST: &str =
    "[[workload]]\nkind = \"incast\"\nincast_degree = 40\nsize = [\"3 KB\", \"60 KB\"]\nat = \"5 ms\"\n";
const WEB: &str = "[[workload]]\nkind = \"poisson\"\ntable = \"web-search\"\nload = \"50 %\"\n";

fn on_threads(threads: usize, scenario: &Scenario) -> Vec<freeboard_scenario::measure::Outcome> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| compare(scenario, &Runner::silent())).unwrap()
}

#[test]
fn the_outcome_does_not_depend_on_the_number_of_threads() {
    let scenario = scenario(&format!("{INCAST}{WEB}"));
    let one = on_threads(1, &scenario);
    assert_eq!(one.len(), 6);
    for threads in [2, 5] {
        assert_eq!(on_threads(threads, &scenario), one);
    }
    assert_ne!(one[0].digest, one[1].digest, "two seeds are two runs");
    assert_ne!(digest(&one), digest(&one[1..]));
}

#[test]
fn schemes_meet_the_same_flows() {
    let outcomes = on_threads(2, &scenario(&format!("{INCAST}{WEB}")));
    let offered = |at: usize| -> Vec<(u64, u64)> {
        outcomes[at].flows.iter().map(|flow| (flow.bytes, flow.start_ps)).collect()
    };
    assert_eq!(offered(0), offered(2));
    assert_eq!(offered(1), offered(5));
    assert!(outcomes.iter().all(|outcome| outcome.unfinished() == 0));
}

#[test]
fn every_part_of_a_scheme_is_accounted_for_in_words() {
    let scenario =
        scenario("[[workload]]\nkind = \"incast\"\nincast_degree = 1\nsize = \"3 KB\"\nat = \"5 ms\"\n");
    let outcomes = on_threads(1, &scenario);
    let lines = activity(&scenario, &outcomes[4]).join("\n");
    assert!(lines.contains("persistent signals 0, never armed: reached"), "{lines}");
    assert!(lines.contains("of 10 us needed"), "{lines}");
    assert!(lines.contains("warning: ECN# saw"), "{lines}");
    assert!(lines.contains("warning: dctcp/tcp never had"), "{lines}");
}

/// The sentences of a run with these workloads under `[host]` lines of one's own: of tail-drop, and of ECN#.
fn sentences(host: &str, workloads: &str, run: &str) -> [String; 2] {
    let text = format!(
        "[topology]\nkind = \"n-to-1\"\nsenders = 8\nrate = \"10 Gbps\"\nrtt = \"80 us\"\nbuffer = \"250 packets\"\n[host]\n{host}\n\
         [[scheme]]\nname = \"tail-drop\"\naqm = \"tail-drop\"\n[[scheme]]\nname = \"ECN#\"\naqm = \"ecn-sharp/compact\"\n\
         preset = \"simulations\"\n{workloads}\n[run]\n{run}\n"
    );
    let scenario = Scenario::read(&Document::new("test.toml", text)).unwrap();
    let outcomes = on_threads(1, &scenario);
    [0, 1].map(|at| {
        let empty = emptiness(&scenario, &outcomes[at]).unwrap_or_default();
        format!("{empty}\n{}", activity(&scenario, &outcomes[at]).join("\n"))
    })
}

/// Each sentence of advice where it belongs, and not where it does not.
#[test]
fn advice_is_given_where_it_belongs_and_nowhere_else() {
    const RUN: &str = "time = \"10 ms\"\ndrain = \"100 ms\"";
    let busy = sentences("cc = \"dctcp\"", &format!("{INCAST}{WEB}"), RUN);
    let never = [
        "never acted",
        "never had a mark",
        "no flow started",
        "without end, so",
        "holds them back",
        "finished within the run",
        "waited for `ack_delay`",
    ];
    for words in never {
        assert!(!busy[1].contains(words), "{words}: {}", busy[1]);
    }
    assert!(!busy[1].contains("never armed"), "{}", busy[1]);
    let one = "[[workload]]\nkind = \"incast\"\nincast_degree = 1\nsize = \"3 KB\"\nat = \"5 ms\"";
    let shown: [(&str, &str, &str, usize, &str); 8] = [
        ("cc = \"dctcp\"", one, RUN, 1, "never acted; its settings have no effect on this traffic"),
        ("cc = \"dctcp\"", one, RUN, 1, "dctcp/tcp never had a mark, a loss or a timeout to react to"),
        ("cc = \"dctcp\"", one, RUN, 1, "never armed: reached"),
        (
            "cc = \"dctcp\"",
            "[[workload]]\nkind = \"poisson\"\ntable = \"data-mining\"\nload = \"0.1 %\"",
            "time = \"10 us\"",
            0,
            "no flow started: the load is so low",
        ),
        (
            "cc = \"dctcp\"",
            "[[workload]]\nkind = \"long\"\nflows = 1",
            "time = \"1 ms\"",
            0,
            "all flows are without end, so there are no completion times",
        ),
        (
            "cc = \"fixed\"\ncc_settings = { rate = \"0.1 %\" }",
            "[[workload]]\nkind = \"long\"\nflows = 1\nsize = \"1 MB\"",
            "time = \"1 ms\"",
            0,
            "and nothing was lost: fixed/exact holds them back, or the time is too short",
        ),
        (
            "cc = \"newreno\"",
            "[[workload]]\nkind = \"incast\"\nincast_degree = 400\nsize = \"1 MB\"\nat = \"0 s\"",
            "time = \"2 ms\"",
            0,
            "finished within the run; raise `run.time` or `run.drain`",
        ),
        (
            "cc = \"fixed\"\ncc_settings = { window = \"1460 B\" }\nack_every = 4\nack_delay = \"200 us\"",
            "[[workload]]\nkind = \"long\"\nflows = 1\nsize = \"10 KB\"",
            RUN,
            0,
            "acknowledgements waited for `ack_delay`, 200 us",
        ),
    ];
    for (host, workloads, run, scheme, words) in shown {
        let said = &sentences(host, workloads, run)[scheme];
        assert!(said.contains(words), "{words}: {said}");
    }
}

/// Each reason for an empty table where it is true, and none of the others beside it.
#[test]
fn the_reason_for_an_empty_table_is_the_true_one() {
    let flows = |count: u32, size: &str| {
        format!("[[workload]]\nkind = \"long\"\nflows = {count}\nsize = \"{size}\"\n")
    };
    let endless = "[[workload]]\nkind = \"long\"\nflows = 4\n";
    let few = "[[workload]]\nkind = \"poisson\"\ntable = \"data-mining\"\nload = \"0.1 %\"\n";
    let fault = |lines: &str| format!("{}[[fault]]\n{lines}\n", flows(4, "100 KB"));
    let lost = |rate: &str| fault(&format!("kind = \"packets\"\neffect = \"loss\"\nrate = {rate}"));
    let down = "kind = \"link-down\"\nhost = 9\nat = \"1 ns\"\nlasts = \"1 s\"";
    let paused = "kind = \"host-pause\"\nhost = 9\nat = \"1 ns\"\nlasts = \"1 s\"";
    let window = "cc = \"fixed\"\ncc_settings = { window = \"30 KB\" }";
    let dctcp = "cc = \"dctcp\"";
    let (ms, long) = ("time = \"1 ms\"", "time = \"40 ms\"");
    let cases = [
        (
            dctcp,
            lost("1.0"),
            long,
            "none of 4 flows finished within the run, and none of their bytes arrived: faults took ",
        ),
        (
            dctcp,
            fault(down),
            long,
            "none of 4 flows finished within the run; flow 0: link 8 is down until 1000000",
        ),
        (
            dctcp,
            fault(paused),
            long,
            "none of 4 flows finished within the run; flow 0: host 8 is paused until 1000000",
        ),
        (
            window,
            flows(4, "100 MB"),
            ms,
            "none of 4 flows finished within the run: the shortest needs 80 ms of a link of its own",
        ),
        (
            window,
            flows(8, "1 MB"),
            "time = \"4 ms\"",
            "none of 8 flows finished within the run: the busiest link to a receiver was in use for ",
        ),
        (window, format!("{endless}{}", flows(2, "100 MB")), ms, "none of 2 flows finished within the run"),
        (
            dctcp,
            format!("{endless}{few}"),
            "time = \"10 us\"",
            "all 4 flows that started are without end: the load is so low",
        ),
        (dctcp, few.to_owned(), "time = \"10 us\"", "no flow started: the load is so low"),
    ];
    let reasons = [
        "none of their bytes arrived",
        "is down until",
        "is paused until",
        "the shortest needs",
        "in use for",
        "holds them back",
        "the load is so low",
    ];
    for (host, workloads, run, words) in &cases {
        let said = &sentences(host, workloads, run)[1];
        let empty = said.lines().next().unwrap();
        assert!(empty.starts_with(words), "{words}: {said}");
        assert_eq!(reasons.iter().filter(|reason| empty.contains(**reason)).count(), 1, "{empty}");
        let by_time = words.contains("shortest") || words.contains("busiest") || words.contains("none of 2");
        assert_eq!(empty.contains("raise `run.time` or `run.drain`"), by_time, "{empty}");
    }
    // Some packets arrive: more time does help.
    let [_, said] = sentences("cc = \"dctcp\"\nhandshake = false", &lost("0.5"), ms);
    assert!(
        said.starts_with("none of 4 flows finished within the run; raise `run.time` or `run.drain`"),
        "{said}"
    );
}

#[test]
fn a_scheme_without_packets_is_not_said_to_have_been_armed() {
    let few = "[[workload]]\nkind = \"poisson\"\ntable = \"data-mining\"\nload = \"0.1 %\"\n";
    let [_, said] = sentences("cc = \"dctcp\"", few, "time = \"10 us\"");
    assert!(said.contains("persistent signals 0, no packet came"), "{said}");
    assert!(!said.contains("armed"), "{said}");
    let one = "[[workload]]\nkind = \"incast\"\nincast_degree = 1\nsize = \"3 KB\"\nat = \"5 ms\"";
    let [_, said] = sentences("cc = \"dctcp\"", one, "time = \"10 ms\"");
    assert!(said.contains("never armed") && !said.contains("no packet came"), "{said}");
}

#[test]
fn lost_syns_are_timeouts_of_their_control() {
    let lost = "[[workload]]\nkind = \"long\"\nflows = 4\nsize = \"100 KB\"\n[[fault]]\nkind = \"packets\"\neffect = \"loss\"\nrate = 1.0\n";
    let [said, _] = sentences("cc = \"dctcp\"", lost, "time = \"40 ms\"");
    let told = said.lines().find(|line| line.contains("dctcp/tcp had ")).unwrap();
    assert!(told.ends_with(" timeouts") && !said.contains("never had a mark"), "{said}");
}

#[test]
fn a_control_that_steers_by_delay_or_not_at_all_needs_no_mark() {
    let one = "[[workload]]\nkind = \"incast\"\nincast_degree = 1\nsize = \"3 KB\"\nat = \"5 ms\"";
    for cc in ["timely", "swift", "powertcp/theta", "bbr", "cubic/hystart"] {
        let [said, _] = sentences(&format!("cc = \"{cc}\""), one, "time = \"10 ms\"\ndrain = \"100 ms\"");
        assert!(said.contains("had round-trip times alone"), "{said}");
        assert!(!said.contains("never had a mark"), "{said}");
    }
    let [said, _] = sentences("cc = \"fixed\"", one, "time = \"10 ms\"\ndrain = \"100 ms\"");
    assert!(said.contains("fixed/exact had nothing to react to"), "{said}");
    assert!(!said.contains("never had a mark"), "a control without state waits for nothing: {said}");
}

#[test]
fn an_empty_result_is_explained() {
    let scenario = scenario("[[workload]]\nkind = \"long\"\nflows = 2\n");
    let outcomes = on_threads(2, &scenario);
    assert!(emptiness(&scenario, &outcomes[0]).unwrap().contains("without end"));
    // Handshake and slow start take part of the 30 ms.
    assert!(outcomes[4].bottleneck().utilisation > 0.8);
}

#[test]
fn no_setting_of_a_scheme_hides_behind_a_key_of_the_scenario() {
    let keys = [
        "name",
        "aqm",
        "preset",
        "not_ect",
        "cc",
        "cc_preset",
        "cc_settings",
        "underlay",
        "underlay_settings",
    ];
    for algorithm in freeboard_scenario::catalog::AQMS {
        for doc in algorithm.docs {
            assert!(!keys.contains(&doc.name), "{} of {}", doc.name, algorithm);
        }
    }
}

#[test]
fn notifications_of_marks_reach_a_control_that_steers_by_them() {
    let scenario = scenario_of("dcqcn/rate", "[[workload]]\nkind = \"long\"\nflows = 4\n");
    let outcomes = on_threads(2, &scenario);
    // Without marks it stays at line rate, and three of four packets find no room.
    let (unmarked, marked) = (outcomes[0].bottleneck(), outcomes[2].bottleneck());
    assert!(unmarked.dropped > 1_000, "{}", unmarked.dropped);
    assert!(marked.dropped * 10 < unmarked.dropped, "{} of {}", marked.dropped, unmarked.dropped);
}
