//! Receive batches: which segments one acknowledgement answers.
//!
//! The patterns are computed from the mechanism's description: a poll ends a fixed time after its first arrival and hands
//! over all batches; a batch of N segments, one before another ECN field, and one with a flow's last segment end at once.

use crate::listener::{Listener, ListenerNet, endless};
use crate::support::{Erased, Rule, Scheme, Word, bare, dumbbell};
use freeboard_aqm_api::{Arrival, Verdict};
use freeboard_fabric::transport::EcnEcho;
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, Instance, Network, Ps, SwitchConfig};

const MSS: u64 = 1_460;
/// A full packet at 10 Gbit/s \[ns\].
const GAP_NS: u64 = 1_200;

/// Hosts that merge up to `segments` and poll every `hold` of arrivals.
fn merging(segments: u32, hold: Ps) -> HostConfig {
    HostConfig { receive_batch: segments, receive_hold: hold, ..bare() }
}

/// The segments that every ACK answers, of one flow of `segments` that leaves at once.
fn pattern(hosts: HostConfig, segments: u64) -> Vec<u32> {
    let listener = Listener::new(1 << 20);
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let mut net = endless(topology, hosts, vec![listener.clone()]);
    net.add_flow(FlowSpec::new(0, receiver, segments * MSS, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    net.run_until(Ps::from_ms(200));
    let heard = listener.heard.borrow();
    heard.advances.iter().map(|bytes| bytes / MSS as u32).collect()
}

/// What the description says of segments that arrive every [`GAP_NS`].
fn described(segments: u64, batch: u64, hold_ns: u64) -> Vec<u32> {
    let (mut acks, mut held, mut poll_end) = (Vec::new(), 0, None);
    for segment in 0..segments {
        let now = segment * GAP_NS;
        if poll_end.is_some_and(|end| end < now) {
            acks.extend((held > 0).then_some(held));
            (held, poll_end) = (0, None);
        }
        poll_end.get_or_insert(now + hold_ns);
        held += 1;
        if u64::from(held) == batch || segment + 1 == segments {
            acks.push(held);
            held = 0;
        }
    }
    acks
}

#[test]
fn a_poll_ends_a_batch_and_so_does_the_most_that_is_merged() {
    // 14 segments arrive within 16 us of the first; 8 of them make a full batch, the poll hands over the other 6.
    assert_eq!(described(32, 8, 16_000), [8, 6, 8, 6, 4]);
    for (batch, hold_us) in [(8, 16), (44, 16), (44, 100), (3, 2), (1_024, 500)] {
        let seen = pattern(merging(batch, Ps::from_us(hold_us)), 100);
        let wanted = described(100, u64::from(batch), hold_us * 1_000);
        assert_eq!(seen, wanted, "{batch} segments, {hold_us} us");
    }
}

#[test]
fn without_merging_every_segment_is_acknowledged() {
    assert_eq!(pattern(merging(1, Ps::from_us(16)), 20), [1; 20]);
}

#[test]
fn a_window_below_a_batch_waits_for_the_poll_and_not_for_the_delayed_ack() {
    let listener = Listener::new(10 * MSS as u32);
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let mut net = endless(topology, merging(44, Ps::from_us(50)), vec![listener.clone()]);
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO)).unwrap();
    net.run_until(Ps::from_ms(20));
    // A round: the base round trip of the first segment, transmissions of it and its ACK included, and the poll.
    let round_ns = 80_000 + 2 * GAP_NS + 2 * 32 + 50_000;
    let rounds = 20_000_000 / round_ns;
    let heard = listener.heard.borrow();
    assert!(heard.advances.iter().all(|bytes| u64::from(*bytes) == 10 * MSS), "{:?}", &heard.advances[..4]);
    assert!((heard.acks as u64).abs_diff(rounds) <= 1, "{} ACKs, {rounds} rounds", heard.acks);
}

#[test]
fn a_delayed_ack_counts_batches_segments_and_ends_by_its_timer() {
    // Seven segments a batch, an ACK for every tenth segment: two batches answer one ACK; what is left has the timer.
    let hosts = HostConfig { ack_every: 10, ack_delay: Ps::from_us(700), ..merging(7, Ps::from_us(500)) };
    let seen = pattern(hosts, 29);
    assert_eq!(seen, [14, 14, 1]);
}

/// Marks the packets of these numbers, from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct From;

impl Rule for From {
    type Pipe = ();
    type Queue = Word;

    fn arrive(k: u32, ((), queue): (&mut (), &mut Word), _: &Arrival) -> Verdict {
        queue.0 += 1;
        Verdict::signal_if(queue.0 >= k && queue.0 < k + 5)
    }
}

#[test]
fn a_batch_holds_one_ecn_field_whatever_the_echo() {
    for echo in [EcnEcho::Dctcp, EcnEcho::PerPacket, EcnEcho::Classic] {
        let listener = Listener { cnp: true, ..Listener::new(1 << 20) };
        let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
        let switches =
            SwitchConfig::new(Erased::new(Instance::<Scheme<From>>::new(4)), BufferConfig::Unlimited);
        let hosts = HostConfig { echo, ..merging(64, Ps::from_us(500)) };
        let mut net = Network::new(topology, &switches, hosts, vec![listener.clone()], 1).unwrap();
        net.add_flow(FlowSpec::new(0, receiver, 20 * MSS, Ps::ZERO)).unwrap();
        assert!(net.run_until_all_done(Ps::from_ms(100)));
        net.run_until(Ps::from_ms(200));
        let heard = listener.heard.borrow();
        let segments: Vec<u32> = heard.advances.iter().map(|bytes| bytes / MSS as u32).collect();
        assert_eq!(segments, [3, 5, 12], "three without, five with, twelve without: {echo:?}");
        // The classic echo stays until the sender says that it has reduced, which it does in new data.
        let told = if echo == EcnEcho::Classic { 17 } else { 5 };
        assert_eq!(heard.marked, told * MSS, "{echo:?}");
    }
}

#[test]
fn flows_of_a_host_share_its_polls() {
    let listener = Listener::new(1 << 20);
    let (topology, receiver, _) = dumbbell(2, Ps::from_us(80));
    let mut net: ListenerNet = endless(topology, merging(1_024, Ps::from_us(31)), vec![listener.clone()]);
    for host in 0..2 {
        // The second flow's first segment arrives 20 us into the first one's poll.
        let start = Ps::from_us(20 * u64::from(host));
        net.add_flow(FlowSpec::new(host, receiver, 40 * MSS, start)).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    net.run_until(Ps::from_ms(20));
    let heard = listener.heard.borrow();
    // The first poll ends 31 us after the first arrival, which is 25 gaps and a part: 26 arrivals, of both flows.
    let first_two = heard.advances[0] + heard.advances[1];
    assert_eq!(first_two / MSS as u32, 26, "{:?}", heard.advances);
}
