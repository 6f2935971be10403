//! Keys that nothing looks at are refused, each with the way to an effect.

use freeboard_scenario::{Document, Scenario};

/// Four senders to one receiver, in a queue of each of two classes.
const BASE: &str = r#"
[topology]
kind = "n-to-1"
senders = 4
rate = "10 Gbps"
rtt = "80 us"
[topology.buffer]
pool = "2 MB"
[topology.queues]
scheduler = "strict"
count = 2
lossless = [1]
[host]
cc = "dctcp"
[switch]
aqm = "step"
[[workload]]
kind = "long"
flows = 4
class = [0, 1]
[run]
time = "5 ms"
"#;

/// The base with lines for its control and for its scheme.
fn read(host: &str, switch: &str) -> Result<Scenario, String> {
    let text = BASE.replace("cc = \"dctcp\"", host).replace("aqm = \"step\"", switch);
    Scenario::read(&Document::new("test.toml", text)).map_err(|fault| fault.to_string())
}

fn refused(host: &str, switch: &str, key: &str, why: &str) {
    let said = read(host, switch).map(|_| ()).expect_err(host);
    assert!(said.contains(&format!(".{key} = ")) && said.contains(why), "{host} {switch}: {said}");
}

#[test]
fn a_cut_is_taken_back_by_controls_that_keep_a_threshold() {
    for cc in ["newreno", "ecn-star", "cubic/rfc9438", "cubic/ecn", "cubic/hystart", "dctcp/tcp"] {
        assert_eq!(read(&format!("cc = \"{cc}\"\nundo = true"), "aqm = \"step\"").err(), None);
    }
    for cc in ["swift", "timely", "dctcp/rate", "bbr"] {
        let why = "has no effect without a congestion control that takes a cut back";
        refused(&format!("cc = \"{cc}\"\nundo = true"), "aqm = \"step\"", "undo", why);
        assert_eq!(read(&format!("cc = \"{cc}\"\nundo = false"), "aqm = \"step\"").err(), None);
    }
}

#[test]
fn what_needs_selective_acknowledgements_is_refused_without() {
    for key in ["rack", "tail_probe", "undo"] {
        let host = format!("cc = \"newreno\"\nsack = false\n{key} = true");
        refused(&host, "aqm = \"step\"", key, "has no effect with sack");
        assert_eq!(read(&host.replace("sack = false", "sack = true"), "aqm = \"step\"").err(), None);
        assert_eq!(read(&host.replace("= true", "= false"), "aqm = \"step\"").err(), None);
    }
}

#[test]
fn telemetry_delayed_answers_and_signals_need_somebody() {
    let telemetry = |cc: &str| format!("transport = \"rdma\"\ncc = \"{cc}\"\ntelemetry = \"10 B\"");
    refused(&telemetry("dcqcn"), "aqm = \"step\"", "telemetry", "that reads telemetry");
    assert_eq!(read(&telemetry("hpcc"), "aqm = \"step\"").err(), None);
    let delay = |every: u32| format!("cc = \"dctcp\"\nack_every = {every}\nack_delay = \"1 ms\"");
    refused(&delay(1), "aqm = \"step\"", "ack_delay", "every segment is acknowledged at once");
    assert_eq!(read(&delay(2), "aqm = \"step\"").err(), None);
    for rule in ["pass", "drop"] {
        let switch = format!("aqm = \"tail-drop\"\nnot_ect = \"{rule}\"");
        refused("cc = \"dctcp\"", &switch, "not_ect", "tail-drop/exact, which never signals");
    }
}

#[test]
fn a_lasting_fault_is_refused_twice() {
    let both = |one: &str, other: &str| {
        let text = BASE.replace("[run]", &format!("[[fault]]\n{one}\n[[fault]]\n{other}\n[run]"));
        Scenario::read(&Document::new("test.toml", text)).map(|_| ()).map_err(|fault| fault.to_string())
    };
    let once = "at = \"1 ms\"\nlasts = \"100 us\"";
    for (kind, rest) in [
        ("link-down", "host = 1"),
        ("reboot", "switch = 1"),
        ("host-pause", "host = 1"),
        ("pfc-storm", "host = 5\nclass = 1"),
    ] {
        let fault = format!("kind = \"{kind}\"\n{rest}\n{once}");
        let said = both(&fault, &fault).unwrap_err();
        assert!(said.contains("has no effect: it is fault 1 once more"), "{said}");
        assert_eq!(both(&fault, &fault.replace("1 ms", "2 ms")), Ok(()), "{kind}");
    }
    let listed = "kind = \"packets\"\neffect = \"loss\"\nlist = [3, 80]";
    assert!(both(listed, listed).unwrap_err().contains("it is fault 1 once more"));
    // These add up.
    for fault in
        ["kind = \"start-jitter\"\nmost = \"5 us\"", "kind = \"packets\"\neffect = \"loss\"\nrate = \"1 %\""]
    {
        assert_eq!(both(fault, fault), Ok(()), "{fault}");
    }
}
