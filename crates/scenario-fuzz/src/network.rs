//! Small random networks: any topology, scheme, control and workload, and what breaks in them.
//!
//! An input is a list of choices, from which a scenario is written. Its run must balance, every flow must complete or say what
//! it waits for, and where nothing breaks, windows must give what one event after the other gives.

use core::fmt::Write;
use freeboard_conformance::fuzz::{Exercised, Reader};
use freeboard_fabric::network::StuckReason;
use freeboard_scenario::catalog::{AQMS, CCS, Descriptor, underlays};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;

/// Kinds of topologies.
pub const TOPOLOGIES: [&str; 3] = ["n-to-1", "leaf-spine", "fat-tree"];
/// Hosts and switches of each.
const NODES: [(u8, u8); 3] = [(5, 1), (6, 4), (8, 10)];
/// Keys of each but its kind.
const SHAPES: [&str; 3] = [
    "senders = 4",
    "leaves = 2\nspines = 2\nhosts_per_leaf = 3",
    "pods = 2\nedges = 2\naggregations = 2\ncores = 2\nhosts_per_edge = 2",
];
/// Two switches with a link of each; the first has none.
const BETWEEN: [[u8; 2]; 3] = [[0, 0], [1, 3], [1, 5]];
/// The queues of every port: one, several, several of which one is lossless.
const QUEUES: [&str; 5] = [
    "buffer = \"40 packets\"",
    "buffer = \"100 KB\"",
    "buffer = \"100 KB\"\n[topology.queues]\nscheduler = \"wfq\"\nweights = [1, 3]",
    "[topology.buffer]\npool = \"300 KB\"\nalpha = \"1/2\"\n[topology.queues]\nscheduler = \"strict\"\ncount = 2",
    "[topology.buffer]\npool = \"4 MB\"\n[topology.queues]\nscheduler = \"dwrr\"\nweights = [1, 1]\nlossless = [1]",
];
/// The one with a lossless class.
const LOSSLESS: usize = 4;
/// What flows, but its class.
const WORKLOADS: [&str; 6] = [
    "kind = \"permutation\"\nsize = \"60 KB\"\nstagger = \"50 us\"",
    "kind = \"incast\"\nincast_degree = 12\nsize = [\"1 B\", \"40 KB\"]\nat = [\"10 us\", \"150 us\"]\nspread = \"20 us\"",
    "kind = \"requests\"\nincast_degree = 4\nsize = \"20 KB\"\nload = \"30 %\"",
    "kind = \"poisson\"\ntable = \"cache\"\nload = \"40 %\"\nflows = 30\nlargest = \"200 KB\"",
    "kind = \"long\"\nflows = 3",
    "kind = \"constant\"\nflows = 2\nrate = \"2 Gbps\"\nend = \"200 us\"",
];
/// What may flow beside it, each time when the flow before is complete.
const LOOP: &str =
    "kind = \"closed-loop\"\nclients = [1, 2]\nservers = [3, 4, 5]\ndepth = 3\nsize = [\"1 B\", \"40 KB\"]";
/// How long it waits, if it does.
const WAITS: [&str; 3] =
    ["", "service = \"4 us\"\nthink = \"2 us\"", "service = \"20 us\"\nthink = \"50 us\""];
/// What a group of hosts has of its own.
const GROUPS: [&str; 4] =
    ["rate = \"40 Gbps\"", "rate = \"5 Gbps\"", "cc = \"dctcp\"", "cc = \"cubic\"\nunderlay = \"on-ramp\""];
/// What a host may have beside its control.
const HOSTS: [&str; 9] = [
    "",
    "sack = false",
    "ack_every = 2\nack_delay = \"100 us\"",
    "prr = true\ntail_probe = true",
    "pacing = \"fq\"\noffload = \"16 KB\"",
    "receive_batch = \"8 packets\"",
    "reuse = true",
    "nic_packets = \"20 packets\"\nhandshake = false",
    "rack = true\nundo = true",
];
/// A fault that waits for a packet that never comes: it changes nothing but how the run is executed.
const IDLE_FAULT: &str = "\n[[fault]]\nkind = \"packets\"\neffect = \"loss\"\nlist = 4294967295\n";
/// Time after the run, in which nothing breaks any more. Chosen by us: forty timeouts.
const DRAIN: &str = "20 ms";

/// A network and what happens in it, as a scenario.
#[derive(Clone, Debug)]
struct Drawn {
    text: String,
    topology: usize,
    faults: u8,
}

/// Writes the scenario of an input, runs it and holds it against what is promised of any. `None` if it is refused.
///
/// # Panics
/// A promise is broken.
pub fn fabric_ledger(data: &[u8]) -> Option<Exercised> {
    let drawn = draw(&mut Reader::new(data));
    let scenario = Scenario::read(&Document::new("fuzz.toml", drawn.text.clone())).ok()?;
    let outcome = run(&scenario, &drawn.text);
    check_flows(&outcome, &drawn.text);
    let mut compared = outcome.flows.len();
    if drawn.faults == 0 {
        let text = format!("{}{IDLE_FAULT}", drawn.text);
        let one_by_one =
            Scenario::read(&Document::new("fuzz.toml", text)).expect("a fault that fits any network");
        // Windows have fewer events of the engine's own.
        let but_events = |outcome: Outcome| Outcome { events: 0, ..outcome };
        let other = run(&one_by_one, &drawn.text);
        compared += other.flows.len();
        assert_eq!(but_events(outcome.clone()), but_events(other), "windows differ\n{}", drawn.text);
    }
    Some(Exercised { id: TOPOLOGIES[drawn.topology].to_owned(), events: outcome.events as usize, compared })
}

fn run(scenario: &Scenario, text: &str) -> Outcome {
    scenario.run(0, scenario.run.seeds[0]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Every flow with an end has completed or waits for something.
fn check_flows(outcome: &Outcome, text: &str) {
    let open = outcome.flows.iter().filter(|flow| flow.bytes > 0 && flow.fct_ps.is_none()).count();
    assert_eq!(open, outcome.stuck.len(), "{:?}\n{text}", outcome.stuck);
    for stuck in &outcome.stuck {
        assert!(!matches!(stuck.reason, StuckReason::Nothing), "{stuck:?}\n{text}");
    }
}

fn draw(reader: &mut Reader<'_>) -> Drawn {
    let topology = usize::from(reader.byte()) % TOPOLOGIES.len();
    let (aqm, cc) = (one_of(reader, AQMS), one_of(reader, CCS));
    let queues = usize::from(reader.byte()) % QUEUES.len();
    let mut text = format!(
        "[topology]\nkind = \"{}\"\n{}\nrate = \"{} Gbps\"\nrtt = {}\n{}\n",
        TOPOLOGIES[topology],
        SHAPES[topology],
        reader.choose(&[10, 25, 100]),
        reader.choose(&["\"20 us\"", "\"60 us\"", "[\"30 us\", \"90 us\"]"]),
        QUEUES[queues],
    );
    add_host(&mut text, reader, cc);
    let drawn = reader.choose(&["", "not_ect = \"pass\"", "not_ect = \"drop\""]);
    let not_ect = if aqm.triggers.is_empty() { "" } else { drawn };
    let _ = writeln!(text, "[switch]\naqm = \"{aqm}\"\n{}\n{not_ect}", preset("preset", reader, aqm));
    let class = if queues >= 2 { reader.choose(&["class = 0", "class = 1", "class = [0, 1]"]) } else { "" };
    for _ in 0..=reader.byte() % 2 {
        let _ = writeln!(text, "[[workload]]\n{}\n{class}", reader.choose(&WORKLOADS));
    }
    let seed = reader.byte();
    let _ = writeln!(text, "[run]\ntime = \"300 us\"\ndrain = \"{DRAIN}\"\nseed = {seed}");
    let faults = reader.byte() % 4;
    (0..faults).for_each(|_| add_fault(&mut text, reader, topology, queues == LOSSLESS));
    if reader.byte() % 3 == 1 {
        let _ = writeln!(text, "[[workload]]\n{LOOP}\n{}", reader.choose(&WAITS));
    }
    if reader.byte() % 3 == 1 {
        let _ = writeln!(text, "[[host_group]]\nname = \"some\"\nhosts = [2, 4]\n{}", reader.choose(&GROUPS));
    }
    Drawn { text, topology, faults }
}

fn one_of(reader: &mut Reader<'_>, among: &'static [Descriptor]) -> &'static Descriptor {
    &among[usize::from(reader.byte()) % among.len()]
}

/// A preset of an algorithm by a key of this name; nothing where it has none.
fn preset(key: &str, reader: &mut Reader<'_>, of: &Descriptor) -> String {
    let presets = of.presets();
    let at = usize::from(reader.byte()).checked_rem(presets.len());
    at.map_or_else(String::new, |at| format!("{key} = \"{}\"", presets[at].name))
}

fn add_host(text: &mut String, reader: &mut Reader<'_>, cc: &Descriptor) {
    let _ = writeln!(text, "[host]\ncc = \"{cc}\"\n{}", preset("cc_preset", reader, cc));
    let _ = writeln!(text, "min_rto = \"500 us\"\ninitial_rto = \"500 us\"");
    let (is_rdma, own) = (reader.byte().is_multiple_of(3), reader.choose(&HOSTS));
    let own = if is_rdma { "transport = \"rdma\"" } else { own };
    // Only these take a cut back.
    let may_undo = ["newreno", "ecn-star", "cubic"].contains(&cc.name) || cc.is_called("dctcp/tcp");
    let _ = writeln!(text, "{}", if may_undo { own } else { own.trim_end_matches("\nundo = true") });
    if reader.byte().is_multiple_of(4) {
        let reports =
            reader.choose(&["", "reports = \"packets\"", "memory = \"1 ms\"", "samples = \"4 packets\""]);
        let _ = writeln!(text, "underlay = \"{}\"\n{reports}", one_of(reader, underlays()));
    }
}

fn add_fault(text: &mut String, reader: &mut Reader<'_>, topology: usize, is_lossless: bool) {
    let (hosts, switches) = NODES[topology];
    let (host, switch) = (1 + reader.byte() % hosts, 1 + reader.byte() % switches);
    let (at, lasts) = (reader.byte(), 1 + u32::from(reader.byte()));
    let mut spell = format!("at = \"{at} us\"\nlasts = \"{lasts} us\"");
    if reader.byte().is_multiple_of(3) {
        let _ = write!(spell, "\nevery = \"{} us\"\ntimes = 3", lasts + 20);
    }
    let [one, another] = BETWEEN[topology];
    let link = if one == 0 || reader.byte().is_multiple_of(2) {
        format!("host = {host}")
    } else {
        format!("between = [{one}, {another}]")
    };
    let fault = match reader.byte() % 8 {
        0 => format!(
            "kind = \"link-down\"\n{link}\n{spell}\nqueue = \"{}\"",
            reader.choose(&["flushed", "kept"])
        ),
        1 => format!("kind = \"reboot\"\nswitch = {switch}\n{spell}"),
        2 => format!("kind = \"host-pause\"\nhost = {host}\n{spell}"),
        3 => {
            let node = if reader.byte().is_multiple_of(2) {
                format!("host = {host}")
            } else {
                format!("switch = {switch}")
            };
            let backwards = reader.byte().is_multiple_of(2);
            format!(
                "kind = \"clock-step\"\n{node}\nat = \"{at} us\"\nby = \"{lasts} us\"\nbackwards = {backwards}"
            )
        }
        4 if is_lossless => {
            let times = "detection_time = \"20 us\"\nrestoration_time = \"30 us\"";
            let watchdog = reader.choose(&["", "action = \"drop\"", "action = \"forward\""]);
            let times = if watchdog.is_empty() { "" } else { times };
            format!("kind = \"pfc-storm\"\nhost = {host}\nclass = 1\n{spell}\n{times}\n{watchdog}")
        }
        5 => format!("kind = \"start-jitter\"\nmost = \"{lasts} us\""),
        _ => packets_fault(reader),
    };
    let _ = writeln!(text, "[[fault]]\n{fault}");
}

fn packets_fault(reader: &mut Reader<'_>) -> String {
    let effect = reader.choose(&["loss", "corruption", "duplication", "int-loss", "delay"]);
    let delay = if effect == "delay" { "\ndelay = [\"1 us\", \"40 us\"]" } else { "" };
    let packets = reader.choose(&["all", "data", "acks"]);
    let pick = reader.choose(&["rate = \"1 %\"", "rate = \"20 %\"", "list = [1, 4, 5]", "list = [2, 30]"]);
    let links = reader.choose(&["", "links = \"from-hosts\"", "links = \"to-hosts\""]);
    format!(
        "kind = \"packets\"\neffect = \"{effect}\"{delay}\npackets = \"{packets}\"\n{pick}\n{links}\nend = \"600 us\""
    )
}
