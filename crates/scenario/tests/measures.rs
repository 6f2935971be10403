//! Every measure on a record made by hand, whose values follow from the book's definitions by mental arithmetic.

use freeboard_fabric::faults::FaultCounts;
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::{
    ControlRecord, Exchange, Flow, LongFlow, Measure, Outcome, PortRecord, QueueSample, QueueTotals, Told,
    Window, measure_table,
};

/// A bandwidth-delay product of 100 KB, and 600 KB of memory without reserves.
const SCENARIO: &str = r#"
name = "measured"
[topology]
kind = "n-to-1"
senders = 8
receivers = 2
rate = "10 Gbps"
rtt = "80 us"
[topology.buffer]
pool = "600 KB"
alpha = "1"
[host]
transport = "tcp"
cc = "dctcp"
[switch]
aqm = "step"
[[workload]]
kind = "long"
name = "long"
flows = 4
[[workload]]
kind = "incast"
name = "ask"
incast_degree = 8
size = "2 KB"
at = "2 ms"
[[workload]]
kind = "closed-loop"
name = "loop"
clients = [1]
servers = [2]
size = "2 KB"
[[workload]]
kind = "long"
name = "other"
flows = 3
receiver = 2
[run]
time = "6 ms"
warmup = "1 ms"
"#;

const MS: u64 = 1_000_000_000;
const US: u64 = 1_000_000;

/// The first receiver's port from each of these milliseconds to the next: packets and bytes on average, the most packets, marks, drops,
/// share of time.
const WINDOWS: [(u64, f64, f64, u32, u64, u64, f64); 5] = [
    (0, 900.0, 900_000.0, 900, 90, 90, 1.0),
    (1, 10.0, 15_000.0, 20, 3, 1, 0.5),
    (2, 40.0, 60_000.0, 50, 5, 2, 1.0),
    (3, 30.0, 45_000.0, 45, 0, 0, 1.0),
    (4, 0.0, 0.0, 1, 0, 0, 0.25),
];
/// Its samples: when \[us\], packets; each packet has 1500 B.
const SAMPLES: [(u64, u32); 7] =
    [(500, 900), (1_000, 5), (2_000, 20), (3_000, 50), (4_000, 0), (5_000, 10), (6_000, 70)];

fn flow(workload: usize, bytes: u64, start_us: u64, fct_us: Option<u64>) -> Flow {
    Flow {
        bytes,
        start_ps: start_us * US,
        fct_ps: fct_us.map(|us| us * US),
        query: workload == 1,
        workload,
        timeouts: 0,
        resent: 0,
        arrived: bytes,
    }
}

fn outcome() -> Outcome {
    let window = |(from, packets_mean, bytes_mean, packets_max, marked, dropped, utilisation)| Window {
        from_ps: from * MS,
        // The last one is twice as long.
        to_ps: if from == 4 { 6 * MS } else { (from + 1) * MS },
        packets_mean,
        bytes_mean,
        packets_max,
        bytes_max: packets_max * 1_500,
        marked,
        dropped,
        utilisation,
    };
    let sample = |(at, packets)| QueueSample { at_ps: at * US, bytes: packets * 1_500, packets };
    let long = |workload, delivered: [u64; 5]| LongFlow { workload, delivered: delivered.to_vec() };
    let exchange = |workload, start, time| Exchange { workload, start_ps: start * US, time_ps: time * US };
    Outcome {
        flows: vec![
            Flow { resent: 2, arrived: 2_000, ..flow(1, 2_000, 2_000, Some(100)) },
            flow(1, 2_000, 2_000, Some(300)),
            flow(1, 2_000, 4_500, Some(50)),
            flow(2, 99_999, 1_000, Some(40)),
            flow(2, 100_000, 1_000, Some(80)),
            flow(2, 11_000_000, 1_000, Some(4_000)),
            // Without end, and one that did not finish.
            Flow { arrived: 0, ..flow(0, 0, 0, Some(7)) },
            Flow { arrived: 1, timeouts: 3, ..flow(2, 5_000, 1_000, None) },
        ],
        ports: vec![
            PortRecord { samples: SAMPLES.map(sample).to_vec(), windows: WINDOWS.map(window).to_vec() },
            PortRecord {
                samples: vec![sample((2_000, 8))],
                windows: vec![window((1, 7.0, 9_000.0, 8, 2, 4, 0.75))],
            },
        ],
        delivered: vec![
            vec![9, 500_000, 9, 0],
            vec![0, 100_000, 0, 0],
            vec![0, 200_000, 7, 0],
            vec![0; 4],
            vec![0; 4],
        ],
        long: vec![long(0, [90, 10, 10, 20, 0]), long(0, [0, 0, 30, 20, 40]), long(3, [0, 0, 0, 0, 1_000])],
        exchanges: vec![
            exchange(2, 1_500, 60),
            exchange(2, 3_000, 20),
            exchange(2, 500, 900),
            exchange(0, 2_000, 700),
            exchange(2, 6_000, 800),
        ],
        queues: QueueTotals {
            arrived: 1_000,
            marked: 11,
            unmarkable: 4,
            dropped_buffer: 8,
            dropped_scheme: 4,
            dropped_not_ect: 2,
            dropped_fault: 1,
            bottleneck_dropped: 3,
        },
        ports_lost: 0.02,
        timeouts: 4,
        ..Outcome::default()
    }
}

/// The value of a measure with these keys.
fn value(keys: &str) -> Option<f64> {
    let scenario = Scenario::parse(SCENARIO).unwrap();
    let text = format!("[measure.it]\n{keys}\n");
    let document = Document::new("measures", &text);
    let measure = document.read(|root| {
        let section = root.section("measure")?.expect("a section");
        Measure::read(&section.section("it")?.expect("a measure"), "it", &scenario)
    });
    measure.unwrap_or_else(|fault| panic!("{keys}: {fault}")).value(&scenario, &outcome())
}

#[test]
fn each_measure_has_the_value_of_its_definition() {
    // Without a queue the network holds 100 KB.
    let holds = 100_000.0 / 1_500.0;
    let root = (2.0 * holds / 4.0_f64).sqrt();
    let a = (2.0 * root - 1.0) / (holds / 4.0 + 1.0 - 2.0 * root);
    let segments = 3.0 * 2.0 + 69.0 + 69.0 + 7_535.0 + 1.0;
    let expected = [
        ("of = \"queue-within\"\nlimit = 20", 80.0),
        ("of = \"queue-within\"\nlimit = 19", 60.0),
        ("of = \"queue-longest\"", 50.0),
        ("of = \"queue-longest\"\nfrom = \"0 s\"", 900.0),
        ("of = \"queue-longest\"\nreceiver = 2", 8.0),
        ("of = \"queue-mean\"", 16.0),
        ("of = \"queue-mean\"\nfrom = \"2 ms\"\nto = \"4 ms\"", 35.0),
        ("of = \"queue-at\"\npercentile = 60", 20.0),
        ("of = \"queue-at\"\npercentile = 59.99", 10.0),
        ("of = \"queue-delay\"", 19.2),
        ("of = \"queue-delay-at\"\npercentile = 80", 60.0),
        ("of = \"time-above\"\ndelay = \"20 us\"", 2.0),
        ("of = \"time-above\"\ndelay = \"12 us\"", 2.0),
        ("of = \"time-above\"\ndelay = \"11 us\"", 4.0),
        ("of = \"time-above\"\ndelay = \"70 us\"", 0.0),
        // Incasts at 2 and 4.5 ms.
        ("of = \"burst-within\"\nlimit = 49", 50.0),
        ("of = \"burst-within\"\nlimit = 50", 100.0),
        ("of = \"burst-longest-at\"\npercentile = 99", 50.0),
        ("of = \"burst-longest-at\"\npercentile = 10", 10.0),
        ("of = \"utilisation\"", 60.0),
        ("of = \"utilisation\"\nreceiver = 2\nto = \"2 ms\"", 75.0),
        // 300 KB in 5 ms.
        ("of = \"goodput\"\nworkload = \"ask\"", 0.48),
        ("of = \"goodput\"\nworkload = \"ask\"\nto = \"2 ms\"", 0.8),
        // 40 and 90.
        ("of = \"fairness\"\nworkload = \"long\"", 16_900.0 / (2.0 * 9_700.0)),
        ("of = \"fairness\"\nworkload = \"other\"", 1.0),
        // By milliseconds 10 and 0, 10 and 30, 20 and 20.
        ("of = \"convergence\"\nworkload = \"long\"\nevery = \"1 ms\"\nto = \"4 ms\"", 2.0),
        ("of = \"convergence\"\nworkload = \"long\"\nevery = \"1 ms\"\nto = \"4 ms\"\nindex = \"80 %\"", 1.0),
        ("of = \"convergence\"\nworkload = \"long\"\nevery = \"1 ms\"\nto = \"4 ms\"\nindex = \"50 %\"", 0.0),
        ("of = \"pool-share\"", 4.0),
        ("of = \"drops\"", 3.0),
        ("of = \"marks\"", 8.0),
        ("of = \"marks\"\nfrom = \"0 s\"", 98.0),
        ("of = \"network-drops\"", 15.0),
        ("of = \"network-marks\"", 11.0),
        ("of = \"lost-share\"", 100.0 * 15.0 / (segments + 2.0)),
        ("of = \"port-lost-share\"", 2.0),
        ("of = \"resent-share\"", 100.0 * 2.0 / (segments + 2.0)),
        ("of = \"timeouts\"", 4.0),
        ("of = \"timeouts-per-100\"", 50.0),
        ("of = \"fct-mean\"\nclass = \"overall\"", 4_120.0 / 3.0),
        ("of = \"fct-mean\"\nclass = \"short\"", 40.0),
        ("of = \"fct-mean\"\nclass = \"medium\"", 80.0),
        ("of = \"fct-mean\"\nclass = \"large\"", 4_000.0),
        ("of = \"fct-mean\"\nclass = \"query\"", 150.0),
        ("of = \"fct-mean\"\nsizes = [\"99999 B\", \"100001 B\"]", 60.0),
        ("of = \"fct-mean\"\nsizes = [\"100 KB\", \"11 MB\"]", 80.0),
        ("of = \"fct-p99\"\nclass = \"overall\"", 4_000.0),
        ("of = \"fct-at\"\nclass = \"query\"\npercentile = 50", 100.0),
        ("of = \"fct-at\"\nclass = \"query\"\nworkload = \"ask\"\npercentile = 0.01", 50.0),
        ("of = \"request-mean\"", 175.0),
        ("of = \"request-at\"\npercentile = 50", 50.0),
        ("of = \"request-at\"\npercentile = 50.01", 300.0),
        ("of = \"latency-mean\"\nworkload = \"loop\"", 40.0),
        ("of = \"latency-at\"\nworkload = \"loop\"\npercentile = 99.99", 60.0),
        ("of = \"floor\"\nwindow = 20", 80.0 - holds),
        ("of = \"floor\"\nwindow = 16", 0.0),
        ("of = \"floor\"\nwindow = 40\nreceiver = 2", 120.0 - holds),
        ("of = \"t-a-max\"\nk = 60", 60.0 / 4.0 * a - 1.0 / (2.0 * a)),
    ];
    for (keys, expected) in expected {
        let found = value(keys).unwrap_or_else(|| panic!("{keys}: no value"));
        assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{keys}: {found} for {expected}");
    }
    let measured = |kind: &str| {
        expected.iter().any(|(keys, _)| keys.lines().next() == Some(&format!("of = \"{kind}\"")))
    };
    let kinds = measure_table();
    let kinds: Vec<&str> =
        kinds.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).skip(1).collect();
    assert!(kinds.len() > 30, "{kinds:?}");
    for kind in kinds {
        assert!(measured(kind), "{kind} is not measured here");
    }
}

#[test]
fn there_is_no_value_where_nothing_was_seen() {
    for keys in [
        "of = \"queue-within\"\nlimit = 20\nto = \"1 ms\"",
        "of = \"queue-at\"\npercentile = 50\nto = \"1 ms\"",
        "of = \"queue-delay-at\"\npercentile = 50\nto = \"1 ms\"",
        "of = \"burst-within\"\nlimit = 49\nto = \"2 ms\"",
        "of = \"goodput\"\nworkload = \"ask\"\nto = \"1 ms\"",
        "of = \"fairness\"\nworkload = \"long\"\nto = \"1 ms\"",
        // The last bin is not fair.
        "of = \"convergence\"\nworkload = \"long\"\nevery = \"1 ms\"\nto = \"3 ms\"",
        "of = \"fct-mean\"\nsizes = [\"1 B\", \"99999 B\"]",
        "of = \"request-mean\"\nworkload = \"loop\"",
        "of = \"latency-mean\"\nworkload = \"loop\"\nto = \"1500 us\"",
    ] {
        assert_eq!(value(keys), None, "{keys}");
    }
}

#[test]
fn a_key_of_a_measure_that_is_out_of_range_is_refused() {
    let refused = |keys: &str| {
        let scenario = Scenario::parse(SCENARIO).unwrap();
        let text = format!("[measure.it]\n{keys}\n");
        let read = Document::new("measures", &text).read(|root| {
            let section = root.section("measure")?.expect("a section");
            Measure::read(&section.section("it")?.expect("a measure"), "it", &scenario)
        });
        read.expect_err(keys).to_string()
    };
    for percentile in ["0", "0.001", "99.995", "100", "50.005"] {
        let said = refused(&format!("of = \"queue-at\"\npercentile = {percentile}"));
        assert!(said.contains("0.01 to 99.99"), "{percentile}: {said}");
    }
    for (keys, why) in [
        ("of = \"goodput\"\nworkload = \"none\"", "long, ask, loop, other"),
        ("of = \"latency-mean\"\nworkload = \"long\"", "closed-loop"),
        ("of = \"queue-mean\"\nreceiver = 3", "1 to 2"),
        ("of = \"queue-mean\"\nfrom = \"7 ms\"", "6 ms"),
        ("of = \"fct-mean\"\nsizes = [\"2 KB\", \"2 KB\"]", "range"),
        ("of = \"fct-mean\"\nclass = \"short\"\nsizes = [\"1 KB\", \"2 KB\"]", "one of the two"),
        ("of = \"convergence\"\nworkload = \"long\"\nevery = \"500 ns\"", "1 us"),
    ] {
        let said = refused(keys);
        assert!(said.contains(why), "{keys}: {said}");
    }
}

#[test]
fn sums_of_a_record_have_every_part_once() {
    let told = Told { marked_acks: 1, telemetry: 20, cnps: 300, losses: 4_000, timeouts: 50_000 };
    let mut twice = told;
    twice += told;
    assert_eq!(twice, Told { marked_acks: 2, telemetry: 40, cnps: 600, losses: 8_000, timeouts: 100_000 });
    let record = |told| ControlRecord { cc: "dctcp".to_owned(), told };
    assert_eq!((record(told).reactions(), record(twice).reactions()), (54_321, 108_642));
    let faults = FaultCounts {
        loss: 16,
        corruption: 32,
        link_down: 64,
        reboot: 128,
        watchdog: 256,
        ..FaultCounts::default()
    };
    let outcome = Outcome { faults, controls: vec![record(told), record(twice)], ..outcome() };
    let causes = ["buffer", "scheme", "not_ect", "loss", "corruption", "link_down", "reboot", "watchdog"];
    let counts = [8, 4, 2, 16, 32, 64, 128, 256];
    assert!(outcome.drops_by_cause().into_iter().eq(causes.into_iter().zip(counts)));
    assert_eq!((outcome.drops(), outcome.reactions(), outcome.unfinished()), (510, 162_963, 1));
    assert_eq!(outcome.bottleneck(), outcome.ports[0].over(0..u64::MAX));
    assert_eq!((outcome.bottleneck().from_ps, outcome.bottleneck().to_ps), (0, 6 * MS));
    assert_eq!(outcome.ports[0].over(MS..MS), Window::default());
}
