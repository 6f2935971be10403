//! Settings that follow the network stay legal, and one that cannot suit it is named with both numbers.

use freeboard_scenario::file::{Chosen, Origin, SettingLine};
use freeboard_scenario::{Document, Scenario};

/// Four senders to one receiver.
const ONE: &str = r#"
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
[[workload]]
kind = "poisson"
table = "web-search"
load = "30 %"
[run]
time = "5 ms"
"#;

fn read(text: &str) -> Scenario {
    Scenario::read(&Document::new("test.toml", text.to_owned()))
        .unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

/// [`ONE`] with other lines for some of its own.
fn of(changes: &[(&str, &str)]) -> Scenario {
    let change = |text: String, (old, new): &(&str, &str)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    };
    read(&changes.iter().fold(ONE.to_owned(), change))
}

fn line<'a>(chosen: &'a Chosen, name: &str) -> &'a SettingLine {
    chosen.lines.iter().find(|line| line.name == name).unwrap()
}

fn warnings(scenario: &Scenario) -> Vec<String> {
    scenario.schemes[0].warnings()
}

#[test]
fn what_follows_stops_at_the_legal_range() {
    for aqm in ["codel/rfc8289", "codel/linux"] {
        let scenario = of(&[("80 us", "8 us"), ("\"step\"", &format!("\"{aqm}\""))]);
        let target = line(&scenario.schemes[0].aqm, "target");
        assert_eq!((target.asked.as_str(), target.origin), ("1.024 us", Origin::Topology), "{aqm}");
        assert_eq!(warnings(&scenario), [""; 0], "{aqm}");
    }
    // HPCC's base round trip is at least 1 us and at most 4 ms.
    let scenario =
        of(&[("80 us", "10 ms"), ("cc = \"dctcp\"", "transport = \"rdma\"\ncc = \"hpcc\""), ("250", "9000")]);
    let t = line(&scenario.schemes[0].host.cc, "t");
    assert_eq!((t.asked.as_str(), t.origin), ("4 ms", Origin::Topology));
    assert!(warnings(&scenario)[0].contains("t = 4 ms, but the base round-trip time is 10000000 ns"));
}

#[test]
fn a_setting_that_holds_a_rate_is_named_where_ports_have_two() {
    let spine = "kind = \"leaf-spine\"\nleaves = 2\nspines = 2\nhosts_per_leaf = 4";
    let tree = |aqm: &str, fabric: &str| {
        let shape = format!("{spine}\nfabric_rate = \"{fabric}\"");
        of(&[("kind = \"n-to-1\"\nsenders = 4", &shape), ("\"step\"", &format!("\"{aqm}\""))])
    };
    for (aqm, setting) in [
        ("hull/exact", "link = 10000"),
        ("hull/classes", "link = 10000"),
        ("s-ecn/exact", "link = 10000"),
        ("e-ecn/exact", "t_i = 1 us"),
        ("e-ecn/shift-16", "t_i = 1 us"),
        ("red/exact", "packet_time = 1.2 us"),
        ("step/enqueue", "k = 97.5 KB"),
        ("cedm/exact", "k1 = 97.5 KB"),
        ("mbecn/enqueue", "link = 10000"),
    ] {
        let scenario = tree(aqm, "100 Gbps");
        let rates = "but switch ports have 10000 and 100000 Mbit/s, and it does not suit those of 100000";
        let said = format!("{aqm}: {setting}, {rates}");
        assert!(warnings(&scenario).contains(&said), "{said}: {:?}", warnings(&scenario));
        let alike = tree(aqm, "10 Gbps");
        assert_eq!(warnings(&alike), [""; 0], "{aqm}");
    }
    let sender = warnings(&tree("mbecn/enqueue", "100 Gbps"));
    assert!(!sender.iter().any(|it| it.contains("sender_link")), "{sender:?}");
    // Data leaves the switch through the receiver's port only.
    let group = |host: u32| {
        format!("[[host_group]]\nname = \"fast\"\nhosts = [{host}]\nrate = \"100 Gbps\"\n[switch]")
    };
    let with = |host| of(&[("[switch]", &group(host)), ("\"step\"", "\"hull\"")]);
    assert_eq!(warnings(&with(5)), ["hull/exact: link = 10000, but switch ports have 100000 Mbit/s"]);
    let told = of(&[("[switch]", &group(5)), ("\"step\"", "\"hull\"\nlink = 100000")]);
    assert_eq!(warnings(&told), [""; 0]);
    assert_eq!(warnings(&with(1)), [""; 0]);
}

#[test]
fn a_threshold_that_no_queue_reaches_is_named_with_the_longest_queue() {
    let scenario = of(&[("10 Gbps", "400 Gbps")]);
    assert_eq!(warnings(&scenario), ["step/enqueue: k = 2.88 MB, but the buffer leaves a queue 375000 B"]);
    assert_eq!(warnings(&of(&[("10 Gbps", "400 Gbps"), ("250 packets", "3 MB")])), [""; 0]);
    // Alone a queue has half of a pool at alpha 1.
    let pool = |alpha: &str| {
        let section = format!("[topology.buffer]\npool = \"4 MB\"\nalpha = \"{alpha}\"\n[host]");
        of(&[("10 Gbps", "400 Gbps"), ("buffer = \"250 packets\"\n", ""), ("[host]", &section)])
    };
    let said = &warnings(&pool("1"))[0];
    assert_eq!(said, "step/enqueue: k = 2.88 MB, but the buffer leaves a queue 2000000 B");
    assert_eq!(warnings(&pool("8")), [""; 0]);
    // 10 packets take 12 us, where the threshold is a time.
    let short = of(&[("250 packets", "10 packets"), ("\"step\"", "\"tcn\"")]);
    let said = &warnings(&short)[0];
    assert!(
        said.ends_with("but the 15000 B that the buffer leaves a queue take 12000 ns on the link"),
        "{said}"
    );
}

#[test]
fn on_ramp_holds_above_the_one_way_delay() {
    let with = |settings: &str| {
        of(&[("cc = \"dctcp\"", &format!("cc = \"dctcp\"\nunderlay = \"on-ramp\"\n{settings}"))])
    };
    let scenario = with("");
    let t = line(scenario.schemes[0].host.underlay.as_ref().unwrap(), "t");
    // Half of the propagation and two transmissions: (80000 - 2464)/2 + 2400.
    assert_eq!((t.asked.as_str(), t.origin), ("51.168 us", Origin::Topology));
    assert_eq!(warnings(&scenario), [""; 0]);
    let low = with("underlay_settings = { t = \"30 us\" }");
    assert_eq!(warnings(&low), ["on-ramp: t = 30 us, but the base one-way delay is 41168 ns"]);
    assert_eq!(warnings(&with("underlay_settings = { t = \"42 us\" }")), [""; 0]);
}
