//! On-Ramp's cap on what is in flight, counted by the transport or by the underlay itself.

use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;

/// Eight senders to one behind tail drop: without an underlay, with On-Ramp, and with a cap counted in either place.
fn outcomes(cc: &str, buffer: u32, workload: &str) -> Vec<Outcome> {
    let plain = "[[scheme]]\nname = \"plain\"\naqm = \"tail-drop\"\n".to_owned();
    let over = |name: &str, underlay: &str, cap: &str| {
        format!(
            "[[scheme]]\nname = \"{name}\"\naqm = \"tail-drop\"\nunderlay = \"{underlay}\"\n\
             [scheme.underlay_settings]\nt = \"150 us\"\n{cap}"
        )
    };
    let cap = "in_flight_cap = \"15 KB\"\n";
    let schemes = [
        plain,
        over("uncapped", "on-ramp", ""),
        over("transport", "on-ramp", cap),
        over("counted", "on-ramp-counted", cap),
    ];
    let text = format!(
        "[topology]\nkind = \"n-to-1\"\nsenders = 8\nrate = \"10 Gbps\"\nrtt = \"80 us\"\n\
         buffer = \"{buffer} packets\"\n[host]\ncc = \"{cc}\"\n{}[[workload]]\n{workload}\
         [run]\ntime = \"20 ms\"\ndrain = \"2 s\"\n",
        schemes.concat()
    );
    let scenario = Scenario::read(&Document::new("test.toml", text)).unwrap();
    compare(&scenario, &Runner::silent()).unwrap()
}

#[test]
fn a_cap_keeps_a_rate_without_a_window_from_overflowing_the_buffer() {
    // DCQCN without marks stays at line rate; eight times 15 KB are half of the buffer.
    let runs = outcomes("dcqcn/rate", 160, "kind = \"long\"\nflows = 8\n");
    let drops: Vec<u64> = runs.iter().map(|run| run.bottleneck().dropped).collect();
    assert!(drops[0] > 1_000, "{drops:?}");
    assert_eq!(drops[2..], [0, 0], "{drops:?}");
    let uncapped: u64 = runs[1].delivered.iter().flatten().sum();
    for run in &runs[2..] {
        let delivered: u64 = run.delivered.iter().flatten().sum();
        assert!(
            delivered * 10 > uncapped * 9,
            "{delivered} of {uncapped} bytes: the cap is above what is needed"
        );
    }
}

#[test]
fn flows_whose_cap_is_full_of_lost_packets_finish() {
    // Two packets of buffer per flow: losses, lost retransmissions, timeouts.
    let runs =
        outcomes("newreno", 12, "kind = \"incast\"\nincast_degree = 48\nsize = \"60 KB\"\nat = \"1 ms\"\n");
    for run in &runs {
        assert!(run.bottleneck().dropped > 100, "{} drops", run.bottleneck().dropped);
        assert_eq!(run.unfinished(), 0, "scheme {}", run.scheme);
    }
    assert!(runs[2].timeouts > 0 && runs[3].timeouts > 0);
}
