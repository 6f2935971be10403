//! Host state under On-Ramp: destination memories and sample rings.

use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;

const BURSTS: &str = "[[workload]]\nkind = \"incast\"\nincast_degree = 8\nsize = \"16 KB\"\nat = [AT]\n";
const LONG: &str = "[[workload]]\nkind = \"long\"\nflows = 8\nstagger = \"100 us\"\n";

/// Eight senders at line rate to one, held by On-Ramp alone; clocks are 1 us off.
fn text(host: &str, workload: &str) -> String {
    let cc = if host.contains("cc = ") { "" } else { "cc = \"fixed\"\n" };
    format!(
        "[topology]\nkind = \"n-to-1\"\nsenders = 8\nrate = \"10 Gbps\"\nrtt = \"10 us\"\nbuffer = \"20000 packets\"\n\
         [host]\ntransport = \"rdma\"\n{cc}underlay = \"on-ramp\"\n{host}\n\
         [switch]\naqm = \"tail-drop\"\n[clocks]\noffset_sigma = \"1 us\"\n{workload}\
         [run]\ntime = \"5 ms\"\ndrain = \"1 s\"\n"
    )
}

fn read(host: &str, workload: &str) -> Result<Scenario, String> {
    Scenario::read(&Document::new("test.toml", text(host, workload))).map_err(|fault| fault.to_string())
}

fn run(host: &str, workload: &str) -> Outcome {
    compare(&read(host, workload).unwrap(), &Runner::silent()).unwrap().remove(0)
}

/// Bursts of 128 KB, 105 us of the link: their number and spacing \[us\].
fn bursts(count: u32, apart: u32) -> String {
    let at: Vec<String> = (0..count).map(|burst| format!("\"{} us\"", burst * apart)).collect();
    BURSTS.replace("AT", &at.join(", "))
}

fn longest(outcome: &Outcome) -> u32 {
    outcome.ports[0].windows.iter().map(|window| window.bytes_max).max().unwrap()
}

#[test]
fn new_flows_to_a_congested_host_are_held_where_the_host_remembers() {
    let often = bursts(10, 60);
    let host = "underlay_settings = { t = \"20 us\" }\n";
    let (with, without) = (run(&format!("{host}memory = \"1 ms\""), &often), run(host, &often));
    assert_eq!((with.unfinished(), without.unfinished()), (0, 0));
    // Without memory every flow sends its 16 packets before its first report: ten bursts pile up.
    assert!(longest(&with) * 4 < longest(&without) * 3, "{} of {} B", longest(&with), longest(&without));
    assert_ne!(with.digest, without.digest);
}

#[test]
fn what_is_older_than_the_memory_changes_nothing() {
    // Nothing is held any more when the next burst starts.
    let seldom = bursts(4, 900);
    assert_eq!(run("memory = \"500 us\"", &seldom).digest, run("", &seldom).digest);
    let first = bursts(1, 1);
    assert_eq!(run("memory = \"1 s\"", &first).digest, run("", &first).digest);
}

/// Bytes in flight of every flow, T = 20 us.
fn window(bytes: u32, more: &str) -> String {
    format!(
        "cc = \"fixed\"\ncc_settings = {{ window = \"{bytes} B\" }}\nunderlay_settings = {{ t = \"20 us\" }}\n{more}"
    )
}

/// The queue's mean and longest \[B\] with a window per flow.
fn queue(bytes: u32, more: &str) -> (f64, u32) {
    let outcome = run(&window(bytes, more), LONG);
    let windows = &outcome.ports[0].windows;
    (windows.last().unwrap().bytes_mean, longest(&outcome))
}

#[test]
fn a_ring_that_holds_what_is_in_flight_answers_as_an_echo() {
    let echo = queue(32_000, "");
    assert_eq!(queue(32_000, "samples = 1"), echo, "32 packets in 64 places");
    assert_ne!(queue(32_000, "samples = 16"), echo, "two of them");
    // With 200 packets in flight every report comes too late for a ring of 64: nobody is held.
    let ((echo, _), (ring, _)) = (queue(200_000, ""), queue(200_000, "samples = 1"));
    assert!(ring > 2.0 * echo, "{ring} and {echo} B");
    // One packet in sixteen spans them.
    let (sparse, _) = queue(200_000, "samples = 16");
    assert!(sparse < 1.2 * echo, "{sparse} and {echo} B");
}

#[test]
fn receivers_report_the_packets_that_are_kept() {
    let counted = "reports = \"packets\"\nreport_every = 8\nreport_hold = \"0 us\"";
    let ((kept, _), (counted, _)) =
        (queue(32_000, "reports = \"packets\"\nsamples = 8"), queue(32_000, counted));
    // The same packets or their neighbours.
    assert!((kept / counted - 1.0).abs() < 0.05, "{kept} and {counted} B");
    let (all, _) = queue(32_000, "reports = \"packets\"\nreport_every = 1");
    assert!(all < 0.95 * kept, "{all} and {kept} B");
}

#[test]
fn they_need_an_underlay_and_are_shown() {
    for (host, key) in [
        ("memory = \"2 s\"", "memory"),
        ("samples = 3", "samples"),
        ("reports = \"packets\"\nsamples = 4\nreport_every = 4", "report_every"),
    ] {
        let fault = read(host, LONG).unwrap_err();
        assert!(fault.contains(key), "{fault}");
    }
    for host in ["memory = \"1 ms\"", "samples = 4"] {
        let text = text(host, LONG).replace("underlay = \"on-ramp\"\n", "");
        let fault = Scenario::read(&Document::new("test.toml", text)).unwrap_err().to_string();
        assert!(fault.contains("without an underlay"), "{fault}");
    }
    let rows = read("memory = \"1 ms\"\nsamples = 4", LONG).unwrap().rows();
    for (key, value) in [("host.memory", "1 ms"), ("host.samples", "4 packets")] {
        assert!(rows.contains(&(key.to_owned(), value.to_owned())), "{key} is not {value} in {rows:?}");
    }
}
