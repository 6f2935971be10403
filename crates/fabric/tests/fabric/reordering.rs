//! Packets that are late and not lost: what a sender with a reordering window does (RFC 8985 §6), and what it takes back.

use crate::listener::{Listener, endless};
use crate::support::{bare, dumbbell};
use freeboard_cc_api::{Bytes, Prior};
use freeboard_fabric::faults::{Effect, Fault, Packets, Pick, WireFault};
use freeboard_fabric::{FlowSpec, HostConfig, Node, Ps};

const MSS: u64 = 1_460;
/// Segments in the window. A round trip takes 82.5 us, a segment 1.2 us on the wire of 10 Gbit/s: a burst of 72 us in each.
const WINDOW: u32 = 60;

/// Outcome of a flow.
#[derive(Debug, PartialEq)]
struct Seen {
    resent: u64,
    losses: u32,
    undone: usize,
    timeouts: u64,
}

/// A flow of 800 segments, of which those at `places` are late, or lost.
fn run(hosts: HostConfig, places: &[u64], effect: Effect) -> Seen {
    let listener = Listener::new(WINDOW * MSS as u32);
    let heard = listener.heard.clone();
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let mut net = endless(topology, hosts, vec![listener]);
    let uplink = net.topology().port_between(Node::Host(0), Node::Switch(0)).unwrap();
    let (start, end, ports) = (Ps::ZERO, Ps::MAX, vec![uplink]);
    let (packets, pick) = (Packets::Data, Pick::List(places.to_vec()));
    net.set_faults(&[Fault::Wire(WireFault { ports, packets, pick, effect, start, end })]).unwrap();
    net.add_flow(FlowSpec::new(0, receiver, 800 * MSS, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    // The sender knows half a round trip later, and a timer may ring until then.
    net.run_until(net.now() + Ps::from_ms(1));
    net.ledger().unwrap();
    let (heard, counters) = (heard.borrow(), net.counters());
    let prior = Prior { window: Bytes(WINDOW * MSS as u32), threshold: Bytes(0) };
    assert!(heard.undone.iter().all(|undone| *undone == prior));
    let (resent, timeouts) = (counters.resent_packets, counters.timeouts);
    Seen { resent, losses: heard.losses, undone: heard.undone.len(), timeouts }
}

fn late(us: u64) -> Effect {
    Effect::Delay { least: Ps::from_us(us), most: Ps::from_us(us) }
}

fn racing() -> HostConfig {
    HostConfig { rack: true, ..bare() }
}

fn seen(resent: u64, losses: u32, undone: usize) -> Seen {
    Seen { resent, losses, undone, timeouts: 0 }
}

#[test]
fn by_duplicate_acks_every_late_packet_is_a_loss() {
    for us in [12, 30] {
        assert_eq!(
            run(bare(), &[85, 205, 325], late(us)),
            seen(3, 3, 0),
            "{us} us: more than three segments"
        );
    }
    assert_eq!(run(bare(), &[85], late(6)), seen(1, 1, 0), "five segments overtake it");
    assert_eq!(run(bare(), &[85, 205, 325], late(2)), seen(0, 0, 0), "two segments overtake it");
}

/// Before the first reordering three segments beyond a gap are a loss, as ever; then the window is min_RTT / 4, 20.6 us, and the
/// first duplicate makes it 41.2 us.
#[test]
fn with_a_window_only_the_first_late_packet_is_a_loss() {
    for us in [12, 30] {
        assert_eq!(run(racing(), &[85, 205, 325], late(us)), seen(1, 1, 0), "{us} us");
    }
    // 60 us are more than two windows, and less than three.
    assert_eq!(run(racing(), &[85, 205, 325], late(60)), seen(2, 2, 0));
}

#[test]
fn before_three_segments_a_quarter_of_the_round_trip_is_waited() {
    // Only two segments follow the one that is late.
    assert_eq!(run(racing(), &[797], late(15)), seen(0, 0, 0));
    assert_eq!(run(racing(), &[797], late(30)), seen(1, 1, 0));
}

#[test]
fn a_reduction_for_nothing_is_taken_back() {
    let undoing = HostConfig { undo: true, ..bare() };
    assert_eq!(run(undoing, &[85, 205, 325], late(12)), seen(3, 3, 3));
    assert_eq!(run(HostConfig { undo: true, ..racing() }, &[85, 205, 325], late(12)), seen(1, 1, 1));
}

#[test]
fn a_reduction_for_a_loss_is_not() {
    for rack in [false, true] {
        let hosts = HostConfig { undo: true, rack, ..bare() };
        assert_eq!(run(hosts, &[85, 205, 325], Effect::Loss), seen(3, 3, 0), "{rack}");
        // Three of one window: the late one is explained, the lost ones are not.
        assert_eq!(run(hosts, &[85, 87, 89], Effect::Loss), seen(3, 1, 0), "{rack}");
    }
}

#[test]
fn without_selective_acknowledgements_neither_does_anything() {
    let plain = HostConfig { sack: false, ..bare() };
    let both = HostConfig { rack: true, undo: true, ..plain };
    assert_eq!(run(both, &[85, 205], late(12)), run(plain, &[85, 205], late(12)));
}
