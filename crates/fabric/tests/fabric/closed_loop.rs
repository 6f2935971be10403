//! Closed loops: when each exchange begins and ends, and what ends them.

use crate::support::{Fixed, FixedNet, bare, dumbbell, fixed, tail_drop};
use freeboard_cc_api::{Bytes, Control, NoUnderlay};
use freeboard_fabric::network::Exchange;
use freeboard_fabric::topology::LeafSpine;
use freeboard_fabric::{
    BufferConfig, ClosedLoop, Controls, FabricError, FlowSpec, LinkRate, Network, Ps, ShardRefusal,
    ShardedNetwork,
};

const MSS: u64 = 1_460;
/// Propagation of a round trip.
const RTT: Ps = Ps::from_us(80);

/// Host 0 asks the receiver of a network with `senders` others.
fn net(senders: u32) -> (FixedNet, ClosedLoop) {
    let (topology, server, _) = dumbbell(senders, RTT);
    let spec = ClosedLoop {
        request: FlowSpec::new(0, server, 60, Ps::from_us(5)),
        answer: FlowSpec::new(server, 0, 1, Ps::ZERO),
        sizes: [10 * MSS; 2],
        service: Ps::from_us(30),
        think: Ps::from_us(20),
        end: Ps::from_us(1_000),
    };
    (fixed(topology, BufferConfig::Unlimited, bare(), u32::MAX), spec)
}

#[test]
fn an_exchange_takes_both_ways_and_the_service_and_the_next_one_begins_after_the_think_time() {
    let (mut net, spec) = net(1);
    net.add_loop(spec).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    // 10 Gbit/s: 0.8 ns a byte. A request of 60 + 40 B and an answer of ten packets of 1500 B, over two links each.
    let request = Ps(RTT.0 / 2 + 2 * 100 * 800);
    let answer = Ps(RTT.0 / 2 + 11 * 1_500 * 800);
    let took = request + spec.service + answer;
    let starts: Vec<Ps> = net.exchanges().iter().map(|it| it.start).collect();
    let period = took + spec.think;
    let expected: Vec<Ps> =
        (0..).map(|at| Ps(5_000_000 + at * period.0)).take_while(|at| *at <= spec.end).collect();
    assert_eq!(starts, expected);
    assert!(net.exchanges().iter().all(|it| it.finish == it.start + took));
    assert_eq!(net.records().len(), 2 * expected.len(), "requests and answers are flows");
    net.ledger().unwrap();
}

#[test]
fn sizes_are_drawn_from_both_ends_and_all_between() {
    let (mut net, spec) = net(1);
    net.add_loop(ClosedLoop { sizes: [3, 6], end: Ps::from_ms(20), ..spec }).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(40)));
    let of = |it: &Exchange| net.flows().nth(it.answer.0 as usize).unwrap().bytes;
    let mut counts = [0u32; 4];
    net.exchanges().iter().for_each(|it| counts[of(it) as usize - 3] += 1);
    // About 133 draws: binomial with a mean of 33 and a standard deviation of 5; four of them.
    assert!(counts.iter().all(|count| (13..=53).contains(count)), "{counts:?}");
}

#[test]
fn a_loop_that_does_not_wait_goes_on_at_once_and_lets_events_come_one_by_one() {
    let (mut net, spec) = net(2);
    let eager = ClosedLoop { service: Ps::ZERO, think: Ps::ZERO, ..spec };
    let other = ClosedLoop {
        request: FlowSpec { from: 1, ..spec.request },
        answer: FlowSpec { to: 1, ..spec.answer },
        ..spec
    };
    net.add_loop(eager).unwrap();
    net.add_loop(other).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(10)));
    assert_eq!(net.node_batches(), 0);
    let own = |of: u32| {
        let flow = |it: &&Exchange| net.flows().nth(it.request.0 as usize).unwrap().from == of;
        net.exchanges().iter().filter(flow).copied().collect::<Vec<_>>()
    };
    let eager = own(0);
    assert!(eager.len() > own(1).len() && own(1).len() > 4);
    assert!(eager.windows(2).all(|pair| pair[1].start == pair[0].finish));
}

#[test]
fn what_cannot_be_a_loop_is_refused() {
    let (mut net, spec) = net(2);
    let refused = Err(FabricError::Flow { flow: 0 });
    for wrong in [
        ClosedLoop { answer: FlowSpec { to: 1, ..spec.answer }, ..spec },
        ClosedLoop { sizes: [0, 4], ..spec },
        ClosedLoop { sizes: [5, 4], ..spec },
        ClosedLoop { sizes: [5, u64::MAX], ..spec },
        ClosedLoop { request: FlowSpec { bytes: u64::MAX, ..spec.request }, ..spec },
        ClosedLoop { request: spec.request.until(Ps::from_us(9)), ..spec },
        ClosedLoop { answer: spec.answer.in_datagrams_of(100), ..spec },
        ClosedLoop { answer: spec.answer.under(1), ..spec },
    ] {
        assert_eq!(net.add_loop(wrong), refused, "{wrong:?}");
    }
    assert!(net.run_until_all_done(Ps::from_ms(1)), "nothing was added");
}

#[test]
fn loops_that_wait_run_on_several_threads_and_others_on_one() {
    let (_, spec) = net(2);
    let topology = LeafSpine::even(2, 1, 2, LinkRate::G10, RTT).build();
    let controls = [Controls::<Fixed, NoUnderlay>::new(Control::window(Bytes(30_000)), ())];
    let switches = tail_drop(BufferConfig::Unlimited);
    let build = || Network::new(topology.clone(), &switches, bare(), controls.to_vec(), 1);
    let of = |threads| ShardedNetwork::new(threads, build).unwrap();
    let spec = ClosedLoop {
        request: FlowSpec { to: 3, ..spec.request },
        answer: FlowSpec { from: 3, ..spec.answer },
        ..spec
    };
    let eager = ClosedLoop { think: Ps::ZERO, ..spec };
    assert_eq!(of(2).add_loop(eager), Err(FabricError::Shards(ShardRefusal::ClosedLoops)));
    let run = |threads| {
        let mut net = of(threads);
        assert_eq!(net.add_loop(spec), Ok(()));
        assert!(net.run_until_all_done(Ps::from_ms(10)) && net.exchanges().len() > 3);
        assert_eq!(net.flows().count(), 2 * net.exchanges().len());
        net.exchanges().to_vec()
    };
    assert_eq!(run(1), run(2));
}
