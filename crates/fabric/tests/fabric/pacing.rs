//! Hosts that pace windows, against hosts that do not.

use crate::listener::{Listener, alone};
use crate::support::{bare, dctcp, dumbbell};
use freeboard_fabric::transport::Pacing;
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, Ps};

/// The time of a full packet and its frame at 10 Gbit/s \[ns\].
const PACKET: u32 = 1_230;

fn hosts(pacing: Pacing) -> HostConfig {
    HostConfig { pacing, ..bare() }
}

fn gaps(listener: &Listener) -> Vec<u32> {
    let heard = listener.heard.borrow();
    heard.sent.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn a_window_that_is_paced_does_not_leave_in_bursts() {
    let in_bursts = |pacing| {
        let listener = Listener::new(20 * 1_460);
        alone(hosts(pacing), &listener);
        let gaps = gaps(&listener);
        let bursts = gaps.iter().filter(|gap| **gap < 2 * PACKET).count();
        (gaps.len(), bursts as f64 / gaps.len() as f64)
    };
    let ((plain, all), (paced, few)) = (in_bursts(Pacing::None), in_bursts(Pacing::Fq));
    assert!(all > 0.9, "{all}");
    // The first window has no round-trip time to be paced by.
    assert!(few < 0.1, "{few}");
    // A window per round trip either way.
    assert!(plain.abs_diff(paced) * 20 < plain, "{plain} and {paced}");
}

#[test]
fn a_round_trip_contains_what_the_hold_costs_a_window_that_was_let_go() {
    let longest = |pacing| {
        let listener = Listener { report_every: 1, held_until: 300_000, ..Listener::new(20 * 1_460) };
        alone(hosts(pacing), &listener);
        let heard = listener.heard.borrow();
        assert!(heard.sent.iter().all(|sent| *sent >= 300_000));
        heard.rtt_max
    };
    let (plain, paced) = (longest(Pacing::None), longest(Pacing::Fq));
    assert!((80_000..120_000).contains(&plain), "{plain}");
    assert!((380_000..420_000).contains(&paced), "{paced}");
}

#[test]
fn what_a_window_has_let_go_ends_at_the_small_queue() {
    let small_queue = 20 * 1_460;
    let in_flight = |held_until| {
        let listener = Listener { report_every: 1, held_until, ..Listener::new(1 << 30) };
        alone(HostConfig { small_queue, ..hosts(Pacing::Fq) }, &listener);
        listener.heard.borrow().in_flight_max
    };
    // 100 KB are on their way in 80 us, and the first ACK tells of them.
    let path = 100_000;
    for held_until in [0, 300_000] {
        let most = in_flight(held_until);
        assert!((path..path + small_queue + 6_000).contains(&most), "{held_until}: {most}");
    }
}

#[test]
fn a_control_with_a_rate_does_not_notice() {
    let digest = |pacing| alone(hosts(pacing), &Listener::paced(1 << 18)).counters().digest;
    assert_eq!(digest(Pacing::Fq), digest(Pacing::None));
}

#[test]
fn lost_data_is_repaired_out_of_a_queue_too() {
    for pacing in [Pacing::None, Pacing::Fq] {
        let (topology, receiver, _) = dumbbell(8, Ps::from_us(20));
        let mut net = dctcp(topology, u32::MAX, BufferConfig::PortPackets(40), hosts(pacing), 1);
        for host in 0..8 {
            net.add_flow(FlowSpec::new(host, receiver, 2_000_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(2_000)), "{pacing:?}");
        let resent: u32 = net.records().iter().map(|flow| flow.resent).sum();
        assert!(resent > 50, "{pacing:?}: {resent}");
        let census = net.census();
        assert_eq!(census.injected, census.delivered + census.dropped + census.resident);
    }
}
