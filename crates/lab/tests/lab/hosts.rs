//! RDMA-like hosts in scenarios: what is read, what is refused, what they do.

use freeboard_lab::report::configuration;
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::{Outcome, Window};

/// Twelve senders and a receiver at 100 Gbit/s, 1 us per link, lossless; marks between 400 and 1600 KB.
const BASE: &str = r#"
[topology]
kind = "n-to-1"
senders = 12
rate = "100 Gbps"
rtt = "4177 ns"
[topology.buffer]
pool = "32 MB"
alpha = "8"
[topology.queues]
scheduler = "dwrr"
weights = [1, 1]
lossless = [1]
[host]
ack_class = 0
HOST
[switch]
aqm = "red"
not_ect = "pass"
weight = 0
kmin = "400 KB"
kmax = "1600 KB"
p_max = "20 %"
[[workload]]
kind = "long"
flows = 12
hosts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
class = 1
stagger = "10 us"
[run]
time = "8 ms"
warmup = "4 ms"
"#;

fn read(host: &str) -> Result<Scenario, String> {
    let text = BASE.replace("HOST", host);
    Scenario::read(&Document::new("test.toml", text)).map_err(|fault| fault.to_string())
}

fn run(host: &str) -> Outcome {
    compare(&read(host).unwrap(), &Runner::silent()).unwrap().remove(0)
}

fn last(outcome: &Outcome) -> &Window {
    outcome.ports[0].windows.last().unwrap()
}

#[test]
fn dcqcn_over_rdma_loses_nothing_and_fills_the_link() {
    // Twelve flows at line rate at once: 4 ms later the one with a window holds the link full, the one without is still
    // swinging.
    for (host, least) in [("cc = \"dcqcn\"", 0.85), ("cc = \"dcqcn/w\"", 0.99)] {
        let outcome = run(&format!("transport = \"rdma\"\ncnp_interval = \"0 us\"\n{host}"));
        let utilisation = last(&outcome).utilisation;
        assert_eq!((outcome.queues.bottleneck_dropped, outcome.timeouts), (0, 0), "{host}");
        assert!(outcome.queues.marked > 100 && outcome.reactions() > 100, "{host}");
        assert!(utilisation > least, "{host}: {utilisation}");
    }
}

#[test]
fn hpcc_over_rdma_keeps_the_queue_near_zero_at_nine_tenths() {
    let outcome = run("transport = \"rdma\"\ncc = \"hpcc\"\ncc_settings = { t = \"4200 ns\" }");
    let window = last(&outcome);
    assert_eq!((outcome.queues.bottleneck_dropped, outcome.timeouts), (0, 0));
    assert!((0.90..0.99).contains(&window.utilisation), "{}", window.utilisation);
    // A twelfth of the bandwidth-delay product of 52.5 KB.
    assert!(window.bytes_mean < 4_375.0, "{} B", window.bytes_mean);
}

#[test]
fn an_underlay_works_by_reports_of_its_own() {
    let over = |rest: &str| run(&format!("transport = \"rdma\"\ncc = \"dcqcn\"\n{rest}"));
    let without = last(&over("")).bytes_max;
    let packets = "underlay = \"on-ramp\"\nreports = \"packets\"";
    for rest in [packets.to_owned(), format!("{packets}\nreport_every = 1")] {
        let outcome = over(&rest);
        let window = last(&outcome);
        assert_eq!((outcome.queues.bottleneck_dropped, outcome.timeouts), (0, 0), "{rest}");
        assert!(window.utilisation > 0.95, "{rest}: {}", window.utilisation);
        assert!(window.bytes_max < without, "{rest}: {} B, without {without} B", window.bytes_max);
    }
}

#[test]
fn a_key_without_effect_is_refused_and_a_transport_is_shown() {
    for (host, key) in [
        ("cc = \"dcqcn\"\nnack_interval = \"1 ms\"", "nack_interval"),
        ("transport = \"rdma\"\ncc = \"dcqcn\"\nsack = true", "sack"),
        ("transport = \"rdma\"\ncc = \"dcqcn\"\npacing = \"fq\"", "pacing"),
        ("cc = \"cubic\"\npacing = \"tbf\"", "none, fq"),
        ("cc = \"cubic\"\noffload = \"1 KB\"", "offload"),
        ("cc = \"cubic\"\noffload = \"65537 B\"", "offload"),
        ("cc = \"cubic\"\nbatch = 4", "did you mean `offload`"),
        ("transport = \"rdma\"\ncc = \"dcqcn\"\noffload = \"999 B\"", "offload"),
        ("cc = \"dcqcn\"\nwheel_slot = \"1 us\"", "wheel_slot"),
        ("transport = \"rdma\"\ncc = \"dcqcn\"\nwheel_slot = \"2 ms\"", "1 ns to 1 ms"),
        ("cc = \"dcqcn\"\nreport_every = 4", "report_every"),
        ("cc = \"dcqcn\"\ntransport = \"udp\"", "transport"),
    ] {
        let fault = read(host).unwrap_err();
        assert!(fault.contains(key), "{fault}");
    }
    let host = "transport = \"rdma\"\ncc = \"dcqcn\"\nreports = \"packets\"\nack_priority = false";
    let shown = configuration(&read(host).unwrap()).to_string();
    // A cell may be wrapped.
    let words: Vec<&str> = shown.split(['│', '┆', ' ', '\n']).filter(|word| !word.is_empty()).collect();
    assert!(words.join(" ").contains("1048 B per full packet"), "{shown}");
    let rows = read(host).unwrap().rows();
    for (key, value) in [
        ("host.transport", "rdma"),
        ("host.ack_priority", "false"),
        ("host.report_every", "10 packets"),
        ("host.report_hold", "10 us"),
    ] {
        assert!(rows.contains(&(key.to_owned(), value.to_owned())), "{key} is not {value} in {rows:?}");
    }
}

#[test]
fn pacing_is_shown_and_changes_what_windows_do_but_not_what_rates_do() {
    let outcome = |cc: &str, pacing: &str| {
        let host = format!("cc = \"{cc}\"\nhandshake = false\npacing = \"{pacing}\"");
        let rows = read(&host).unwrap().rows();
        assert!(rows.contains(&("host.pacing".to_owned(), pacing.to_owned())), "{rows:?}");
        run(&host).digest
    };
    assert_ne!(outcome("dctcp", "fq"), outcome("dctcp", "none"));
    assert_eq!(outcome("dcqcn", "fq"), outcome("dcqcn", "none"));
}

#[test]
fn offload_changes_what_leaves_together() {
    for (host, segment) in
        [("cc = \"dctcp\"\nhandshake = false", 1_460), ("cc = \"dcqcn\"\ntransport = \"rdma\"", 1_000)]
    {
        let digest = |offload: &str| run(&format!("{host}\n{offload}")).digest;
        assert_eq!(digest(&format!("offload = \"{segment} B\"")), digest(""));
        assert_ne!(digest("offload = \"64 KB\""), digest(""));
    }
}

#[test]
fn a_wheel_of_long_slots_is_later() {
    let digest = |slot: &str| run(&format!("transport = \"rdma\"\ncc = \"dcqcn\"\n{slot}")).digest;
    assert_eq!(digest("wheel_slot = \"100 ns\""), digest(""));
    assert_ne!(digest("wheel_slot = \"10 us\""), digest(""));
}

#[test]
fn flows_without_end_marks_or_drops_still_have_a_digest_of_what_they_delivered() {
    let at = |rate: &str| {
        run(&format!("transport = \"rdma\"\ncc = \"fixed\"\ncc_settings = {{ rate = \"{rate}\" }}"))
    };
    let (slow, fast) = (at("4 %"), at("5 %"));
    assert_eq!((slow.queues.marked, slow.queues.dropped()), (0, 0));
    assert_eq!(slow.digest, fast.digest, "nothing is recorded of either");
    assert_ne!(slow.result_digest(), fast.result_digest());
    assert_eq!(at("4 %").result_digest(), slow.result_digest());
}

/// Packets of each queue with seven queues per port, where ACKs ride in class 0 and data in class 1.
fn by_queue(host: &str) -> Vec<u64> {
    let text = BASE
        .replace("weights = [1, 1]", "count = 7")
        .replace("HOST", &format!("transport = \"rdma\"\n{host}"));
    let scenario = Scenario::read(&Document::new("test.toml", text)).unwrap();
    let outcome = compare(&scenario, &Runner::silent()).unwrap().remove(0);
    outcome.classes.iter().map(|queue| queue.arrived).collect()
}

#[test]
fn notifications_have_a_class_of_their_own() {
    let usual = by_queue("cc = \"dcqcn\"");
    assert!(usual[6] > 0 && usual[2..6] == [0; 4], "{usual:?}: ConnectX's");
    let chosen = by_queue("cc = \"dcqcn\"\ncnp_class = 2");
    assert!(chosen[2] > 0 && chosen[3..] == [0; 4], "{chosen:?}");
    let with_acks = by_queue("cc = \"dcqcn\"\ncnp_class = 0");
    assert!(with_acks[0] > usual[0] && with_acks[2..] == [0; 5], "{with_acks:?}");
    // With two queues they stay with the ACKs.
    let rows = read("transport = \"rdma\"\ncc = \"dcqcn\"").unwrap().rows();
    assert!(rows.iter().any(|(key, value)| key == "host.cnp_class" && value.contains("ACKs")), "{rows:?}");
    for (host, problem) in [
        ("cc = \"dcqcn\"\ncnp_class = 2", "0 to 1"),
        ("cc = \"cubic\"\ncnp_class = 0", "takes notifications"),
        ("cc = \"hpcc\"\ncnp_interval = \"4 us\"", "takes notifications"),
    ] {
        let fault = read(host).unwrap_err();
        assert!(fault.contains(problem), "{fault}");
    }
}
