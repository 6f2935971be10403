//! Queues of a port in scenarios: what is read, what is refused, what a run shows of them.

use freeboard_lab::report::{Line, RunLine, configuration};
use freeboard_lab::runner::{Runner, compare, digest};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;

const BASE: &str = r#"
[topology]
kind = "n-to-1"
senders = 5
rate = "10 Gbps"
rtt = "80 us"
BUFFER
[topology.queues]
QUEUES
[host]
cc = "dctcp"
HOST
[switch]
AQM
WORKLOADS
[run]
time = "20 ms"
warmup = "10 ms"
"#;

/// One long flow per class, each from its own host.
fn long(classes: &[&str]) -> String {
    let flow = |(index, class): (usize, &&str)| {
        let number = index + 1;
        format!(
            "[[workload]]\nkind = \"long\"\nname = \"{number}\"\nflows = 1\nhosts = [{number}]\nclass = {class}\n"
        )
    };
    classes.iter().enumerate().map(flow).collect()
}

struct Parts<'a> {
    buffer: &'a str,
    queues: &'a str,
    host: &'a str,
    aqm: &'a str,
    workloads: &'a str,
}

const POOL: &str = "[topology.buffer]\npool = \"2 MB\"";

impl Parts<'_> {
    fn text(&self) -> String {
        BASE.replace("BUFFER", self.buffer)
            .replace("QUEUES", self.queues)
            .replace("HOST", self.host)
            .replace("AQM", self.aqm)
            .replace("WORKLOADS", self.workloads)
    }

    fn read(&self) -> Result<Scenario, String> {
        Scenario::read(&Document::new("test.toml", self.text())).map_err(|fault| fault.to_string())
    }

    fn run(&self) -> Outcome {
        let scenario = self.read().unwrap();
        compare(&scenario, &Runner::silent()).unwrap().remove(0)
    }
}

fn parts<'a>(queues: &'a str, aqm: &'a str, workloads: &'a str) -> Parts<'a> {
    Parts { buffer: "buffer = \"600 packets\"", queues, host: "", aqm, workloads }
}

const DWRR: &str = "scheduler = \"dwrr\"\nweights = [2, 1, 1]";
const ECN_SHARP: &str = "aqm = \"ecn-sharp/compact\"\nins_target = \"150 us\"";

/// Goodputs of the workloads after the warm-up, in shares of all of it.
fn shares(outcome: &Outcome) -> Vec<f64> {
    let workloads = outcome.delivered.first().map_or(0, Vec::len);
    let bytes = |workload: usize| outcome.delivered.iter().map(|window| window[workload]).sum::<u64>();
    let all: u64 = (0..workloads).map(bytes).sum();
    (0..workloads).map(|workload| bytes(workload) as f64 / all as f64).collect()
}

#[test]
fn dctcp_flows_share_a_port_by_the_weights_of_their_queues() {
    let workloads = long(&["0", "1", "2"]);
    for (queues, wanted) in [
        (DWRR, [0.5, 0.25, 0.25]),
        ("scheduler = \"wfq\"\nweights = [5, 3, 2]", [0.5, 0.3, 0.2]),
        ("scheduler = \"dwrr\"\nweights = [1, 1, 1]\nquantum = \"3 KB\"", [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]),
    ] {
        for aqm in [ECN_SHARP, "aqm = \"tcn\"\nt = \"150 us\"", "aqm = \"mq-ecn\""] {
            let found = shares(&parts(queues, aqm, &workloads).run());
            assert_eq!(found.len(), 3);
            let near = found.iter().zip(wanted).all(|(share, wanted)| (share / wanted - 1.0).abs() < 0.02);
            assert!(near, "{queues} {aqm}: {found:?}");
        }
    }
}

#[test]
fn strict_priority_serves_the_first_class_alone() {
    let workloads = long(&["0", "1"]);
    let outcome = parts("scheduler = \"strict\"\ncount = 2", ECN_SHARP, &workloads).run();
    let found = shares(&outcome);
    assert!(found.len() == 2 && found[0] > 0.999, "{found:?}");
}

#[test]
fn what_happened_in_each_queue_is_shown() {
    let workloads = long(&["0", "1", "1"]);
    let scenario = parts(DWRR, "aqm = \"step\"\nk = \"60 KB\"", &workloads).read().unwrap();
    let outcomes = compare(&scenario, &Runner::silent()).unwrap();
    let queues = &outcomes[0].classes;
    assert_eq!(queues.len(), 3);
    assert_eq!(queues.iter().map(|queue| queue.marked).sum::<u64>(), outcomes[0].queues.marked);
    assert_eq!(queues.iter().map(|queue| queue.arrived).sum::<u64>(), outcomes[0].queues.arrived);
    // What was longest is kept when measurements start anew: at the end of slow start it was above the threshold.
    assert!(queues[1].bytes_max > 60_000, "{queues:?}");
    assert!(queues[1].marked > 0 && queues[2].marked == 0 && queues[2].arrived == 0);
    let line = RunLine::of(&scenario, &outcomes[0]).line();
    assert!(line.contains("\"queues\":[{\"queue\":0,") && !line.contains("pauses"), "{line}");
    let row = |key: &str, value: &str| (format!("topology.queues.{key}"), value.to_owned());
    let rows = scenario.rows();
    assert!(
        rows.contains(&row("scheduler", "dwrr")) && rows.contains(&row("weights", "2, 1, 1")),
        "{rows:?}"
    );
    assert_eq!(digest(&compare(&scenario, &Runner::silent()).unwrap()), digest(&outcomes));
}

#[test]
fn a_threshold_of_mq_ecn_is_that_of_its_own_queue() {
    // Both queues busy: the port's threshold is shared 3 to 1.
    let workloads = long(&["0", "0", "1", "1"]);
    let queues = "scheduler = \"dwrr\"\nweights = [3, 1]";
    let outcome = parts(queues, "aqm = \"mq-ecn\"\nk_port = \"80 KB\"", &workloads).run();
    let longest: Vec<u32> = outcome.classes.iter().map(|queue| queue.bytes_max).collect();
    assert!(outcome.classes.iter().all(|queue| queue.marked > 0));
    assert!(longest[0] > longest[1], "{longest:?}");
}

#[test]
fn pie_controls_every_queue_by_its_own_delay() {
    let queues = "scheduler = \"strict\"\ncount = 2";
    for aqm in ["aqm = \"pie\"", "aqm = \"pie/pipeline\""] {
        let [first, second] = ["0", "1"].map(|class| {
            let outcome = parts(queues, aqm, &long(&[class; 4])).run();
            let record = &outcome.classes[class.parse::<usize>().unwrap()];
            (record.marked, record.bytes_max)
        });
        assert!(first.0 > 0, "{aqm}: {first:?}");
        assert_eq!(first, second, "{aqm}: one busy queue of two is as long as the other one alone");
    }
}

#[test]
fn a_lossless_class_is_paused_and_its_pauses_are_shown() {
    let queues = "scheduler = \"dwrr\"\nweights = [1, 1]\nlossless = [1]";
    let workloads =
        "[[workload]]\nkind = \"incast\"\nincast_degree = 20\nsize = \"400 KB\"\nat = \"0 s\"\nclass = 1\n";
    let host = "ack_class = 0\nhandshake = false\ncc_settings = { initial_window = 1000 }";
    let lossless = Parts { buffer: POOL, host, ..parts(queues, "aqm = \"tail-drop\"", workloads) };
    let outcome = lossless.run();
    assert_eq!(outcome.queues.dropped(), 0);
    let [pauses] = outcome.pauses.as_slice() else { panic!("{:?}", outcome.pauses) };
    assert!(pauses.class == 1 && pauses.pauses > 0 && pauses.paused_ps > 0, "{pauses:?}");
    let queues = "scheduler = \"dwrr\"\nweights = [1, 1]";
    let lossy = Parts { queues, ..lossless }.run();
    assert!(lossy.queues.dropped() > 0 && lossy.pauses.is_empty());
}

#[test]
fn a_key_without_effect_is_refused() {
    let one = long(&["0"]);
    let refused = |parts: Parts<'_>, words: &[&str]| {
        let fault = parts.read().unwrap_err();
        for word in words {
            assert!(fault.contains(word), "{word:?} is missing in: {fault}");
        }
    };
    let queues = |queues| parts(queues, ECN_SHARP, &one);
    refused(queues("scheduler = \"dwrr\"\nweigths = [1, 1]"), &["topology.queues.weigths", "`weights`"]);
    refused(queues("scheduler = \"drr\"\nweights = [1]"), &["did you mean \"dwrr\""]);
    refused(
        queues("scheduler = \"strict\"\nweights = [1, 1]"),
        &["weights", "has no effect", "scheduler = \"dwrr\" or"],
    );
    refused(
        queues("scheduler = \"wfq\"\nweights = [1, 1]\nquantum = \"1500 B\""),
        &["quantum", "has no effect"],
    );
    refused(queues("scheduler = \"strict\"\ncount = 2\npriority = 1"), &["priority", "has no effect"]);
    refused(queues("scheduler = \"dwrr\"\nweights = [1, 1]\ncount = 2"), &["count", "beside `weights`"]);
    refused(queues("scheduler = \"dwrr\"\nweights = [1, 1]\nalpha = \"1\""), &["alpha", "shared pool"]);
    refused(queues("scheduler = \"dwrr\"\nweights = [1, 1]\nlossless = [1]"), &["lossless", "shared pool"]);
    refused(
        queues("scheduler = \"dwrr\"\nweights = [1, 1]\nlossless_xon = \"1 KB\""),
        &["without `lossless`"],
    );
    refused(queues("scheduler = \"dwrr\"\nweights = [1]"), &["workload[1].class", "one queue per port"]);
    refused(parts(DWRR, ECN_SHARP, &long(&["3"])), &["workload[1].class", "0 to 2"]);
    refused(parts(DWRR, "aqm = \"mq-ecn\"\nqueue = 1", &one), &["switch.queue", "has no effect"]);
    let all = Parts { buffer: POOL, ..queues("scheduler = \"dwrr\"\nweights = [1, 1]\nlossless = [0, 1]") };
    refused(all, &["lossless", "no lossy class"]);
    let both = "[topology.buffer]\npool = \"2 MB\"\nmmus = 2\nports_per_pool = 3";
    refused(Parts { buffer: both, ..queues(DWRR) }, &["mmus", "beside `ports_per_pool`"]);
    for key in ["alpha = \"1\"", "reserve = \"1 KB\""] {
        let (buffer, queues) = (format!("{POOL}\n{key}"), format!("{DWRR}\n{key}"));
        let twice = Parts { buffer: &buffer, ..parts(&queues, ECN_SHARP, &one) };
        refused(twice, &["topology.buffer", "has no effect beside"]);
    }
    let frames = format!("{DWRR}\nlossless = [0]\nlossless_frame_min = \"1 KB\"");
    let bytes = Parts { buffer: POOL, ..parts(&frames, ECN_SHARP, &one) };
    refused(bytes, &["lossless_frame_min", "without cells"]);
    let host = Parts { host: "ack_class = 3", ..queues(DWRR) };
    refused(host, &["host.ack_class", "0 to 2"]);
}

#[test]
fn memory_may_be_shared_out_queue_by_queue() {
    let queues = "scheduler = \"dwrr\"\nweights = [1, 1]\nalpha = [\"2\", \"1/2\"]\nreserve = \"3 KB\"";
    let workloads = long(&["0", "1"]);
    let shared = Parts { buffer: POOL, ..parts(queues, "aqm = \"tail-drop\"", &workloads) };
    let queues = shared.read().unwrap().topology.queues.unwrap();
    assert_eq!(queues.shares().map(|share| share.alpha_log2).collect::<Vec<_>>(), [1, -1]);
    assert!(queues.shares().all(|share| share.reserve == 3_000));
    let outcome = shared.run();
    assert!(outcome.classes[0].bytes_max > 2 * outcome.classes[1].bytes_max, "{:?}", outcome.classes);
}

#[test]
fn a_memory_may_be_a_chips() {
    let queues = "scheduler = \"dwrr\"\nweights = [1, 1]\nlossless = [1]";
    let workloads =
        "[[workload]]\nkind = \"incast\"\nincast_degree = 20\nsize = \"2 MB\"\nat = \"0 s\"\nclass = 1\n";
    let host = "ack_class = 0\nhandshake = false\ncc_settings = { initial_window = 1000 }";
    let buffer = "[topology.buffer]\nprofile = \"tomahawk-like\"";
    let chip = Parts { buffer, host, ..parts(queues, "aqm = \"step\"\nk = \"200 KB\"", workloads) };
    let scenario = chip.read().unwrap();
    let words = configuration(&scenario).to_string();
    assert!(words.contains("tomahawk-like") && words.contains("cells of 208 B"), "{words}");
    // A threshold counts in whole cells: 961 of them.
    assert!(words.contains("199.888 KB") || words.contains("199888 B"), "{words}");
    let outcome = chip.run();
    assert_eq!(outcome.queues.dropped(), 0);
    assert!(outcome.pauses[0].pauses > 0 && outcome.queues.marked > 0);
    let refused = |buffer: &str, words: &[&str]| {
        let fault = Parts { buffer, ..chip }.read().unwrap_err();
        for word in words {
            assert!(fault.contains(word), "{word:?} is missing in: {fault}");
        }
    };
    refused("[topology.buffer]\nprofile = \"tomahwk-like\"", &["did you mean \"tomahawk-like\""]);
    refused("[topology.buffer]\nprofile = \"tofino-1-like\"\nalpha = \"8\"", &["alpha", "1/64 to 4"]);
    refused("[topology.buffer]\nprofile = \"tofino-1-like\"\npool = \"1 MB\"", &["pool", "beside `profile`"]);
}

#[test]
fn a_scheme_per_queue_marks_its_own_queue_only() {
    // Two long flows fill the second queue; what comes in the first goes before them and hardly waits.
    let long = "[[workload]]\nkind = \"long\"\nflows = 2\nhosts = [1, 2]\nclass = 1\n";
    let short = "[[workload]]\nkind = \"incast\"\nincast_degree = 200\nhosts = [3]\nsize = \"1 KB\"\nat = \"0 s\"\n\
                 spread = \"20 ms\"\nclass = 0\n";
    let workloads = format!("{long}{short}");
    let strict = "scheduler = \"strict\"\ncount = 2";
    for aqm in [
        ECN_SHARP,
        "aqm = \"tcn\"\nt = \"50 us\"",
        "aqm = \"codel/linux\"\ntarget = \"20 us\"\ninterval = \"200 us\"",
    ] {
        let outcome = parts(strict, aqm, &workloads).run();
        let [first, second] = outcome.classes.as_slice() else { panic!("{:?}", outcome.classes) };
        assert!(first.arrived >= 400, "{aqm}: {first:?}");
        assert!(first.marked == 0 && second.marked > 20, "{aqm}: {first:?} {second:?}");
    }
}
