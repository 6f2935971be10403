//! Counters of one run agree wherever they are printed: tables, JSON, CSV.

use crate::every_key::{EDGE, POOL, RDMA, TCP};
use crate::fault_keys::FAULTS;
use crate::graph_keys::TREE;
use comfy_table::Table;
use freeboard_lab::report::{
    ConfigurationLine, Line, RunLine, activity, class_table, configuration, counter_table, counters,
    drop_table, effective_settings, fct_table, micros, pause_table, queue_table, write_fct_csv,
    write_flows_csv,
};
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::{Scenario, Shape};
use freeboard_scenario::measure::{FctSummary, Outcome};
use serde_json::Value;
use std::collections::BTreeSet;

/// A storm with a watchdog, whose drops are in the queue and before it.
pub(crate) const STORM: &str = r#"
[topology]
kind = "n-to-1"
senders = 4
rate = "10 Gbps"
rtt = "20 us"
[topology.buffer]
pool = "1 MB"
[topology.queues]
scheduler = "dwrr"
count = 2
lossless = [1]
alpha = ["1/32", "1"]
[host]
transport = "rdma"
cc = "dcqcn/rate"
[switch]
aqm = "red"
kmin = "20 KB"
kmax = "60 KB"
p_max = "20 %"
[[workload]]
kind = "long"
flows = 4
class = 1
[[fault]]
kind = "pfc-storm"
host = 5
class = 1
at = "100 us"
lasts = "4 ms"
detection_time = "300 us"
restoration_time = "1 ms"
[run]
time = "6 ms"
"#;

/// Endless flows, whose timeouts and segments sent again are in no record of completion; and SYNs that are lost.
const ENDLESS: &str = r#"
[topology]
kind = "n-to-1"
senders = 8
rate = "10 Gbps"
rtt = "80 us"
buffer = "250 packets"
[host]
cc = "newreno"
[switch]
aqm = "tail-drop"
[[workload]]
kind = "long"
flows = 8
[run]
time = "50 ms"
"#;
const LOST_SYNS: &str = r#"
[topology]
kind = "n-to-1"
senders = 4
rate = "10 Gbps"
rtt = "80 us"
buffer = "250 packets"
[host]
cc = "dctcp"
[switch]
aqm = "step"
k = "100 KB"
[[workload]]
kind = "long"
flows = 4
size = "100 KB"
[[fault]]
kind = "packets"
effect = "loss"
rate = 1.0
[run]
time = "40 ms"
"#;

/// Twenty-seven scenarios: every base of the tests of keys, under schemes that mark, drop at arrival, drop at departure, and signal
/// on packets without ECN.
fn scenarios() -> Vec<(String, Scenario)> {
    let switches = [
        "aqm = \"tail-drop\"",
        "aqm = \"red\"\nkmin = \"5 KB\"\nkmax = \"9 KB\"\np_max = \"50 %\"\nnot_ect = \"drop\"",
        "aqm = \"codel/linux\"\nnot_ect = \"drop\"",
        "aqm = \"step\"\nk = \"9 KB\"\nnot_ect = \"pass\"",
    ];
    let bases =
        [("tcp", TCP), ("rdma", RDMA), ("tree", TREE), ("edge", EDGE), ("pool", POOL), ("storm", STORM)];
    let mut all = Vec::new();
    let read = |name: &str, text: &str| {
        let scenario = Scenario::read(&Document::new("books.toml", text));
        (name.to_owned(), scenario.unwrap_or_else(|fault| panic!("{name}: {fault}")))
    };
    for (name, base) in bases {
        let (before, rest) = base.split_once("[switch]\n").unwrap();
        let after = &rest[rest.find("[[workload]]").unwrap()..];
        for switch in switches {
            let text = format!("{before}[switch]\n{switch}\n{after}");
            all.push(read(&format!("{name}, {switch}"), &text));
        }
    }
    let others = [("faults", FAULTS), ("endless", ENDLESS), ("lost SYNs", LOST_SYNS)];
    all.extend(others.map(|(name, text)| read(name, text)));
    all
}

/// The number in a column of a table's first row.
fn cell(table: &Table, column: &str) -> u64 {
    let at = table.header().unwrap().cell_iter().position(|name| name.content() == column).unwrap();
    table.row_iter().next().unwrap().cell_iter().nth(at).unwrap().content().parse().unwrap()
}

fn agrees(name: &str, scenario: &Scenario, outcome: &Outcome) {
    let line: Value = serde_json::from_str(&RunLine::of(scenario, outcome).line()).unwrap();
    let count = |value: &Value| value.as_u64().unwrap_or(0);
    let (marks, drops) = (count(&line["marks"]), count(&line["drops"]));
    let by_cause: u64 = line["drops_by_cause"].as_object().map_or(0, |all| all.values().map(count).sum());
    assert_eq!(by_cause, drops, "{name}: by cause");
    let in_queues = outcome.queues.dropped();
    let on_links = outcome.faults.lost() - outcome.queues.dropped_fault;
    assert_eq!(in_queues + on_links, drops, "{name}: in queues and on links");
    let before_queues: u64 = outcome.classes.iter().map(|queue| queue.refused_fault).sum();
    assert!(before_queues <= outcome.faults.watchdog, "{name}: {before_queues} before queues");
    let of_switch = |name: &str| -> u64 {
        counters(scenario, outcome).iter().filter(|it| it.sai == name).map(|it| it.value).sum()
    };
    let named = ["WRED_ECN_MARKED_PACKETS", "DROPPED_PACKETS"]
        .map(|name| of_switch(&format!("SAI_QUEUE_STAT_{name}")));
    assert_eq!(named, [marks, in_queues + before_queues], "{name}: as a switch names them");
    if let Some(queues) = line["queues"].as_array() {
        let sum = |key: &str| queues.iter().map(|queue| count(&queue[key])).sum::<u64>();
        assert_eq!((sum("marked"), sum("dropped")), (marks, in_queues + before_queues), "{name}: queues");
    }
    let (names, runs) = ([name], [outcome]);
    let table = queue_table(&names, &runs);
    assert_eq!((cell(&table, "marks"), cell(&table, "drops")), (marks, drops), "{name}\n{table}");
    let timeouts = count(&line["timeouts"]);
    assert_eq!(cell(&table, "timeouts"), timeouts, "{name}\n{table}");
    let told = line["controls"].as_array().map_or(0, |all| all.iter().map(|it| count(&it["timeouts"])).sum());
    assert_eq!(told, timeouts, "{name}: of controls");
    assert_eq!(drop_table(&names, &runs).is_some(), drops > 0, "{name}");
    if let Some(table) = class_table(&names, &runs) {
        assert_eq!(table.row_count(), outcome.classes.iter().filter(|queue| queue.arrived > 0).count());
    }
    let path = std::env::temp_dir().join(format!("freeboard-books-{}.csv", std::process::id()));
    write_fct_csv(&path, &[(name, outcome)]).unwrap();
    let mut rows = csv::Reader::from_path(&path).unwrap();
    for row in rows.deserialize::<std::collections::BTreeMap<String, String>>() {
        let row = row.unwrap();
        assert_eq!((&row["marks"], &row["drops"]), (&marks.to_string(), &drops.to_string()), "{name}");
    }
    write_flows_csv(&path, &[(name, outcome)]).unwrap();
    let mut rows = csv::Reader::from_path(&path).unwrap();
    let of_flows = rows.deserialize::<std::collections::BTreeMap<String, String>>();
    let of_flows: u64 = of_flows.map(|row| row.unwrap()["timeouts"].parse::<u64>().unwrap()).sum();
    assert_eq!(of_flows, timeouts, "{name}: of flows");
    std::fs::remove_file(&path).unwrap();
}

/// Each signal is a mark, a drop or passed, or found a packet marked elsewhere or without room; each came of a trigger.
fn signals_agree(name: &str, scenario: &Scenario, outcome: &Outcome) -> bool {
    let queues = &outcome.queues;
    let effects = queues.marked + queues.dropped_scheme + queues.dropped_not_ect + queues.unmarkable;
    let fired = outcome.acts.iter().map(|act| act.fired);
    let (most, sum) = (fired.clone().max().unwrap_or(0), fired.sum::<u64>());
    assert!(
        most <= outcome.signals && outcome.signals <= sum,
        "{name}: {} of {:?}",
        outcome.signals,
        outcome.acts
    );
    assert!(effects <= outcome.signals, "{name}: {effects} effects of {} signals", outcome.signals);
    // One switch marks no packet twice, unless it does so at both ends of a queue, and a fault marks none.
    let is_first = matches!(scenario.topology.shape, Shape::NToOne(_)) && scenario.faults.is_empty();
    if is_first && queues.dropped_buffer == 0 {
        assert_eq!(effects, outcome.signals, "{name}: {queues:?}");
    }
    if outcome.acts.len() == 1 {
        assert_eq!(sum, outcome.signals, "{name}: {:?}", outcome.acts);
    }
    let lines = activity(scenario, outcome).join("\n");
    let line: Value = serde_json::from_str(&RunLine::of(scenario, outcome).line()).unwrap();
    let [marked, dropped, passed] =
        [queues.marked, queues.dropped_scheme + queues.dropped_not_ect, queues.unmarkable];
    let said = format!("{} signals: {marked} marked, {dropped} dropped, {passed} passed", outcome.signals);
    let differ = outcome.signals != marked;
    assert_eq!(lines.contains(&said), differ, "{name}: {said}\n{lines}");
    assert_eq!(line["signals"]["passed"].as_u64(), differ.then_some(passed), "{name}");
    differ
}

/// All tables of a run, the first two and the configuration always.
fn tables(name: &str, scenario: &Scenario, outcome: &Outcome) -> Vec<Table> {
    let (names, runs) = ([name], [outcome]);
    let all = [drop_table(&names, &runs), class_table(&names, &runs), pause_table(&names, &runs)];
    let counters = counter_table(&counters(scenario, outcome));
    let always = [
        fct_table(&names, &[FctSummary::of(&outcome.flows)]),
        queue_table(&names, &runs),
        configuration(scenario),
        counters,
    ];
    always.into_iter().chain(all.into_iter().flatten()).collect()
}

/// Every way in which a table may write what an object has.
fn written(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::Object(all) => all.values().for_each(|value| written(value, texts)),
        Value::Array(all) => all.iter().for_each(|value| written(value, texts)),
        Value::String(text) => drop(texts.insert(text.clone())),
        Value::Number(number) => {
            let value = number.as_f64().unwrap();
            texts.extend(["", " packets", " B"].map(|unit| format!("{number}{unit}")));
            texts.extend([micros(Some(value)), micros(Some(value * 1e-6))]);
            texts.extend([format!("{value:.1} packets"), format!("{:.1} %", 100.0 * value)]);
        }
        _ => {}
    }
}

/// Each cell of each table is in the objects that `--json` prints for them, and no line is wider than a terminal.
fn cells_are_in_the_objects(name: &str, scenario: &Scenario, outcome: &Outcome) {
    let configuration =
        ConfigurationLine { name: scenario.name.clone(), configuration: effective_settings(scenario) }.line();
    let counters = counters(scenario, outcome).into_iter().map(|counter| counter.line());
    let mut texts = BTreeSet::from([name.to_owned(), "-".to_owned(), String::new()]);
    texts.extend(scenario.schemes.iter().map(|scheme| format!("[{}]", scheme.name)));
    for line in [configuration, RunLine::of(scenario, outcome).line()].into_iter().chain(counters) {
        written(&serde_json::from_str(&line).unwrap(), &mut texts);
    }
    for table in tables(name, scenario, outcome) {
        for cell in table.row_iter().flat_map(|row| row.cell_iter()) {
            assert!(texts.contains(&cell.content()), "{name}: {:?} is in no object\n{table}", cell.content());
        }
        let widest = table.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= 80, "{name}: {widest} columns\n{table}");
    }
}

#[test]
fn every_output_counts_the_same() {
    let (mut dropping, mut marking, mut differing) = (0, 0, 0);
    for (name, scenario) in scenarios() {
        for outcome in compare(&scenario, &Runner::silent()).unwrap() {
            agrees(&name, &scenario, &outcome);
            cells_are_in_the_objects(&name, &scenario, &outcome);
            differing += u32::from(signals_agree(&name, &scenario, &outcome));
            dropping += u32::from(outcome.drops() > 0);
            marking += u32::from(outcome.queues.marked > 0);
        }
    }
    assert!(differing >= 5, "{differing} whose signals are not marks");
    assert!(dropping >= 10 && marking >= 5, "{dropping} with drops, {marking} with marks");
}

#[test]
fn what_a_watchdog_drops_before_the_queue_is_a_drop() {
    let scenario = Scenario::read(&Document::new("books.toml", STORM)).unwrap();
    let outcome = &compare(&scenario, &Runner::silent()).unwrap()[0];
    let (all, in_queue) = (outcome.faults.watchdog, outcome.queues.dropped_fault);
    assert!(in_queue > 0 && all > in_queue, "{all}, of which {in_queue} in the queue");
    assert!(outcome.drops() >= all);
    let refused: u64 = outcome.classes.iter().map(|queue| queue.refused_fault).sum();
    assert_eq!(refused, all - in_queue, "before the queue");
    let table = class_table(&["storm"], &[outcome]).unwrap();
    let at = table.header().unwrap().cell_iter().position(|name| name.content() == "drops").unwrap();
    let dropped = |row: &comfy_table::Row| row.cell_iter().nth(at).unwrap().content().parse::<u64>().unwrap();
    assert_eq!(table.row_iter().map(dropped).sum::<u64>(), outcome.drops(), "{table}");
    let sentence = format!("lossless class 1 dropped {} packets", outcome.drops());
    assert!(activity(&scenario, outcome).iter().any(|line| line.contains(&sentence)), "{sentence}");
}

#[test]
fn unfinished_flows_have_their_timeouts_and_segments_sent_again() {
    let scenario = Scenario::read(&Document::new("books.toml", ENDLESS)).unwrap();
    let outcome = &compare(&scenario, &Runner::silent()).unwrap()[0];
    assert!(outcome.flows.iter().all(|flow| flow.fct_ps.is_none()));
    let resent: u64 = outcome.flows.iter().map(|flow| u64::from(flow.resent)).sum();
    let (dropped, timeouts) = (outcome.drops(), outcome.timeouts);
    assert!(
        timeouts > 0 && resent > 100 && resent < 2 * dropped,
        "{resent} of {dropped} drops, {timeouts} timeouts"
    );
}
