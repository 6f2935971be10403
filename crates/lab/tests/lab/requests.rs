//! Requests in scenarios, on every kind of network.

use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::{Outcome, Requests};

const FAT_TREE: &str = "kind = \"fat-tree\"\npods = 2\nedges = 2\naggregations = 2\ncores = 2\nhosts_per_edge = 4\n\
                        fabric_rate = \"40 Gbps\"";
const LEAF_SPINE: &str = "kind = \"leaf-spine\"\nleaves = 4\nspines = 2\nhosts_per_leaf = 4";
const N_TO_ONE: &str = "kind = \"n-to-1\"\nsenders = 16";

fn text(shape: &str, more: &str) -> String {
    format!(
        "[topology]\n{shape}\nrate = \"10 Gbps\"\nrtt = \"30 us\"\nbuffer = \"600 packets\"\n\
         [host]\ncc = \"dctcp\"\nhandshake = false\n[switch]\naqm = \"step\"\nk = \"100 KB\"\n\
         [[workload]]\nkind = \"requests\"\nincast_degree = 10\nsize = \"2 KB\"\nload = \"4 %\"\n{more}\n\
         [run]\ntime = \"5 ms\"\ndrain = \"100 ms\"\n"
    )
}

fn read(shape: &str, more: &str) -> Result<Scenario, String> {
    Scenario::read(&Document::new("test.toml", text(shape, more))).map_err(|fault| fault.to_string())
}

fn run(shape: &str) -> Outcome {
    compare(&read(shape, "").unwrap(), &Runner::silent()).unwrap().remove(0)
}

#[test]
fn hosts_ask_as_often_as_the_load_says_and_every_request_completes() {
    // 20 KB at 4 % of 10 Gbit/s is a request every 400 us per host that asks: 12.5 in 5 ms for one, 200 for sixteen.
    for (shape, least, most) in [(N_TO_ONE, 4, 26), (LEAF_SPINE, 144, 256), (FAT_TREE, 144, 256)] {
        let outcome = run(shape);
        let answers = outcome.flows.len();
        assert!(answers.is_multiple_of(10) && (least..=most).contains(&(answers / 10)), "{shape}: {answers}");
        let requests = Requests::of(&outcome.flows);
        let (mean, slowest) = (requests.mean().unwrap(), requests.at(9_900).unwrap());
        // Ten answers of two packets share the asker's link: 16 us and the way of the last at least.
        assert!(mean > 16.0 && slowest >= mean && outcome.timeouts == 0, "{shape}: {mean}, {slowest}");
    }
}

#[test]
fn the_rtt_of_a_fat_tree_is_that_of_its_longest_path() {
    let scenario = read(FAT_TREE, "").unwrap();
    assert_eq!((scenario.topology.links_across(), scenario.topology.shape.hosts()), (6, 16));
    let rows = scenario.rows();
    for (key, value) in [("topology.hosts_per_edge", "4"), ("workload[1].incast_degree", "10")] {
        assert!(rows.contains(&(key.to_owned(), value.to_owned())), "{key} is not {value} in {rows:?}");
    }
    // A lone answer of one packet over six links: half the round trip, and half of what a packet takes more than an ACK.
    let one = text(FAT_TREE, "")
        .replace("incast_degree = 10", "incast_degree = 1")
        .replace("\"2 KB\"", "\"1460 B\"")
        .replace("4 %", "0.1 %");
    let scenario = Scenario::read(&Document::new("test.toml", one)).unwrap();
    let outcome = compare(&scenario, &Runner::silent()).unwrap().remove(0);
    let longest = outcome.flows.iter().filter_map(|flow| flow.fct_ps).max().unwrap();
    assert!((16_700_000..16_800_000).contains(&longest), "{longest} ps");
}

#[test]
fn keys_that_do_not_fit_are_refused_by_name() {
    for (shape, more, key) in [
        (N_TO_ONE, "at = \"1 ms\"", "at"),
        (N_TO_ONE, "start = \"3 ms\"\nend = \"2 ms\"", "end"),
        (FAT_TREE, "start = \"9 ms\"", "start"),
        ("kind = \"fat-tree\"\npods = 2", "", "edges"),
        ("kind = \"fat-tree\"\nsenders = 2", "", "senders"),
        (
            "kind = \"fat-tree\"\npods = 256\nedges = 128\naggregations = 2\ncores = 2\nhosts_per_edge = 9",
            "",
            "hosts_per_edge",
        ),
    ] {
        let fault = read(shape, more).unwrap_err();
        assert!(fault.contains(key), "{fault}");
    }
}
