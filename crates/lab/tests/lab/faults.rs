//! Faults of a scenario: what contradicts is refused by name, and the advice says what flows wait for.

use freeboard_lab::report::activity;
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;

const BASE: &str = r#"[topology]
kind = "leaf-spine"
leaves = 2
spines = 2
hosts_per_leaf = 2
rate = "10 Gbps"
rtt = "10 us"
buffer = "100 KB"
[host]
cc = "newreno"
[switch]
aqm = "tail-drop"
[[workload]]
kind = "permutation"
size = "100 KB"
[run]
time = "1 ms"
drain = "100 ms"
"#;

fn read(fault: &str) -> Result<Scenario, String> {
    let text = format!("{BASE}[[fault]]\n{fault}");
    Scenario::read(&Document::new("broken.toml", text)).map_err(|fault| fault.to_string())
}

#[test]
fn contradictions_are_refused_by_line_and_name() {
    let node = "at = \"1 us\"\nlasts = \"5 us\"";
    let packets = "kind = \"packets\"\neffect = \"loss\"";
    let refused = [
        ("kind = \"flood\"".to_owned(), "`fault[1].kind = \"flood\"`"),
        (format!("{packets}\nrate = \"1 %\"\nrates = 1"), "line 23: `fault[1].rates = 1` is not a known key"),
        (packets.to_owned(), "`fault[1].rate` is missing"),
        (format!("{packets}\nrate = \"1 %\"\nlist = [1]"), "`fault[1].list = [ .. ]` stands beside `rate`"),
        (format!("{packets}\nrate = \"101 %\""), "`fault[1].rate = \"101 %\"`"),
        (format!("{packets}\nlist = [4, 3]"), "is not in order"),
        (format!("{packets}\nrate = \"1 %\"\nhosts = [5]"), "is not in the network; legal: 1 to 4"),
        (format!("{packets}\nrate = \"1 %\"\ndelay = \"1 us\""), "has no effect with effect = \"loss\""),
        (
            format!("{packets}\nrate = \"1 %\"\nlinks = \"fabric\"\nhosts = [1]"),
            "has no effect on links between switches",
        ),
        (format!("kind = \"link-down\"\n{node}"), "`fault[1].between` is missing"),
        (format!("kind = \"link-down\"\nhost = 1\nbetween = [1, 3]\n{node}"), "stands beside `host`"),
        (format!("kind = \"link-down\"\nbetween = [1, 2]\n{node}"), "has no link; legal: two neighbours"),
        (format!("kind = \"reboot\"\nswitch = 5\n{node}"), "is not in the network; legal: 1 to 4"),
        (format!("kind = \"host-pause\"\nhost = 1\n{node}\ntimes = 2"), "`fault[1].every` is missing"),
        (format!("kind = \"host-pause\"\nhost = 1\n{node}\nevery = \"9 us\""), "has no effect once"),
        (
            format!("kind = \"host-pause\"\nhost = 1\n{node}\nevery = \"5 us\"\ntimes = 2"),
            "is not above `lasts`",
        ),
        ("kind = \"clock-step\"\nat = \"1 us\"\nby = \"1 us\"".to_owned(), "`fault[1].host` is missing"),
        (format!("kind = \"pfc-storm\"\nhost = 1\nclass = 1\n{node}"), "cannot be paused"),
        (
            "kind = \"host-pause\"\nhost = 1\nat = \"2 s\"\nlasts = \"1 us\"".to_owned(),
            "`fault[1].at = \"2 s\"`",
        ),
    ];
    for (fault, words) in refused {
        let error = read(&fault).unwrap_err();
        assert!(error.starts_with("broken.toml, line ") && error.contains(words), "{fault}\n{error}");
    }
}

/// One packet in 200 comes 5 to 30 us late and none is lost: with `rack` fewer look lost, with `undo` the flow is not slower for it.
#[test]
fn late_packets_are_told_of_and_waited_for() {
    let run = |host: &str, fault: &str| {
        let text = format!(
            "name = \"late\"\n[topology]\nkind = \"n-to-1\"\nsenders = 1\nrate = \"10 Gbps\"\nrtt = \"80 us\"\nbuffer = \"4000 packets\"\n[host]\ncc = \"cubic\"\n{host}\n\
             [switch]\naqm = \"tail-drop\"\n[[workload]]\nkind = \"long\"\nflows = 1\nsize = \"100 MB\"\n[run]\ntime = \"1 s\"\n{fault}"
        );
        let scenario = Scenario::read(&Document::new("late.toml", text)).unwrap();
        let outcome = compare(&scenario, &Runner::silent()).unwrap().remove(0);
        let told = activity(&scenario, &outcome).join("\n");
        (outcome.flows[0].resent, outcome.flows[0].fct_ps.unwrap(), told)
    };
    let fault = "[[fault]]\nkind = \"packets\"\neffect = \"delay\"\npackets = \"data\"\nrate = \"0.5 %\"\ndelay = [\"5 us\", \"30 us\"]\n";
    let words = "segments were sent again though none was lost";
    let (resent, quick, told) = run("", "");
    assert!(resent == 0 && !told.contains(words), "{told}");
    let (resent, slow, told) = run("", fault);
    assert!(resent > 50 && told.contains(&format!("{resent} {words}")), "{told}");
    assert!(slow > 2 * quick, "{slow} {quick}");
    let advice = |told: &str| {
        ["three segments", "reordering window", "`rack`", "`undo`", "tail probe"].map(|it| told.contains(it))
    };
    assert_eq!(advice(&told), [true, false, true, true, false], "{told}");
    let (_, _, told) = run("sack = false", fault);
    assert_eq!(advice(&told), [true, false, false, false, false], "neither does anything: {told}");
    let (_, _, told) = run("tail_probe = true", fault);
    assert_eq!(advice(&told), [true, false, true, true, true], "{told}");
    let (with_rack, time, told) = run("rack = true", fault);
    assert!(with_rack > 0 && told.contains(words), "{told}");
    assert_eq!(advice(&told), [false, true, false, true, false], "{told}");
    assert!(with_rack * 10 < resent && time * 20 < quick * 21, "{with_rack} of {resent}, {time} for {quick}");
    let (_, time, told) = run("undo = true", fault);
    assert_eq!(advice(&told), [true, false, true, false, false], "{told}");
    assert!(time * 3 < slow * 2, "{time} of {slow}");
    let (_, time, told) = run("rack = true\nundo = true", fault);
    assert!(!told.contains('`'), "nothing is left to advise: {told}");
    assert!(time * 100 < quick * 101, "{time} for {quick}");
}

#[test]
fn the_advice_names_what_unfinished_flows_wait_for() {
    let scenario =
        read("kind = \"link-down\"\nhost = 1\nat = \"10 us\"\nlasts = \"3 s\"\nqueue = \"kept\"").unwrap();
    let outcomes = compare(&scenario, &Runner::silent()).unwrap();
    let lines = activity(&scenario, &outcomes[0]).join("\n");
    // The flow from host 1 and the one to it.
    let words = "warning: 2 flows have not completed like flow 2: link 0 is down until 3000010 us";
    assert!(lines.contains(words) && lines.contains("faults lost 0 packets"), "{lines}");
}
