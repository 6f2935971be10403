//! Ports that need no event per departure give the same result as ports that do, to the last counter.

use crate::support::{Dctcp, Erased, META, Onlooker, Rule, Scheme, Step, Word, dumbbell};
use freeboard_aqm_api::{Aqm, Arrival, Bytes, Departure, Hooks, Intrinsics, Meta, Verdict};
use freeboard_cc_api::NoUnderlay;
use freeboard_device::mmu::{Alpha, ThresholdTest};
use freeboard_fabric::data_plane::PortStats;
use freeboard_fabric::{
    BufferConfig, Controls, FlowSpec, HostConfig, Instance, Network, PortSplit, Ps, SwitchConfig,
};

/// Marks at arrival when the memory holds at least this much.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PoolStep;

impl Rule for PoolStep {
    const META: Meta = Meta { reads: Intrinsics::POOL_DEPTH, ..META };
    type Pipe = ();
    type Queue = ();

    fn arrive(k: u32, _: (&mut (), &mut ()), arrival: &Arrival) -> Verdict {
        Verdict::signal_if(arrival.pool_depth >= k)
    }
}

/// Marks at departure, and now and then at arrival: by how long the packet waited, by the memory from this depth on, and a
/// random word.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OfPort;

impl Rule for OfPort {
    const META: Meta = Meta { hooks: Hooks::ENQUEUE.union(Hooks::DEQUEUE), reads: Intrinsics::all(), ..META };
    type Pipe = ();
    type Queue = Word;

    fn arrive(_: u32, ((), queue): (&mut (), &mut Word), arrival: &Arrival) -> Verdict {
        queue.take(arrival.depth ^ arrival.now.0);
        Verdict::signal_if(arrival.random < u32::MAX / 256)
    }

    fn leave(k: u32, ((), queue): (&mut (), &mut Word), departure: &Departure) -> Verdict {
        let seen =
            departure.depth ^ departure.port_depth.rotate_left(8) ^ departure.now.0 ^ departure.sojourn;
        queue.take(seen);
        let late = departure.sojourn > 100_000 && departure.random < u32::MAX / 32;
        let full = departure.pool_depth >= k && queue.0 >> 30 == 0;
        Verdict::signal_if(late || full)
    }
}

/// Marks at dequeue above this sojourn time [ns].
#[derive(Clone, Copy, Debug, PartialEq)]
struct Late;

impl Rule for Late {
    const META: Meta = Meta { hooks: Hooks::DEQUEUE, reads: Intrinsics::SOJOURN, ..META };
    type Pipe = ();
    type Queue = ();

    fn leave(k: u32, _: (&mut (), &mut ()), departure: &Departure) -> Verdict {
        Verdict::signal_if(departure.sojourn >= k)
    }
}

/// The same with a word that all ports of the device share.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OfDevice;

impl Rule for OfDevice {
    const META: Meta = Late::META;
    type Pipe = Word;
    type Queue = ();

    fn leave(k: u32, (pipe, ()): (&mut Word, &mut ()), departure: &Departure) -> Verdict {
        pipe.take(departure.now.0 ^ departure.sojourn);
        Verdict::signal_if(departure.sojourn >= k && pipe.0 >> 30 == 0)
    }
}

/// Everything that can be read off a port and its memory, in steps of 100 us, and what the run came to.
fn record(scheme: Erased, buffer: BufferConfig) -> (Vec<(PortStats, u32)>, [u64; 4], u64) {
    let (mut topology, receiver, _) = dumbbell(7, Ps::from_us(20));
    topology.frame_gap = 20;
    let hosts = HostConfig::default();
    let controls = vec![Controls::<Dctcp, NoUnderlay>::new(u32::from(hosts.mss), ())];
    let mut net = Network::new(topology, &SwitchConfig::new(scheme, buffer), hosts, controls, 3).unwrap();
    for host in 0..7 {
        let start = Ps::from_us(u64::from(host) * 17);
        net.add_flow(FlowSpec::endless(host, receiver, start)).unwrap();
        net.add_flow(FlowSpec::new(receiver, host, 300_000, start)).unwrap();
        net.add_flow(FlowSpec::new(host, (host + 1) % 7, 500_000, start)).unwrap();
    }
    let ports = net.topology().port_count();
    let mut seen = Vec::new();
    for step in 1..=80 {
        net.run_until(Ps::from_us(100 * step));
        seen.extend((0..ports).map(|port| (net.port_stats(port), net.memory_depth(port))));
    }
    let counters = net.counters();
    let sums = [u64::from(counters.digest), counters.drops, counters.packet_hops, counters.timeouts];
    (seen, sums, counters.events)
}

fn assert_equal<A: Aqm<Params: Send, Pipe: Send, Port: Send, Queue: Send>>(
    params: &A::Params,
    buffer: BufferConfig,
) {
    let (seen, sums, events) = record(Erased::new(Instance::<A>::new(*params)), buffer);
    let (seen_slowly, sums_slowly, events_slowly) =
        record(Erased::new(Onlooker(Instance::<A>::new(*params))), buffer);
    assert_eq!(sums, sums_slowly);
    for (at, (fast, slow)) in seen.iter().zip(&seen_slowly).enumerate() {
        assert_eq!(fast, slow, "reading {at}");
    }
    assert!(events * 10 < events_slowly * 9, "{events} events instead of {events_slowly}");
    assert!(sums[1] > 0, "no drop, so the memory was never tested");
    assert!(seen.iter().any(|(stats, _)| stats.marked > 0), "no mark, so the scheme was never tested");
}

fn shared(split: PortSplit) -> BufferConfig {
    BufferConfig::Shared {
        total: Bytes(150_000),
        reserve: Bytes(3_000),
        alpha: Alpha::from_log2(0).unwrap(),
        split,
        test: ThresholdTest::Before,
    }
}

#[test]
fn with_private_memories() {
    assert_equal::<Step>(&30_000, BufferConfig::PortBytes(60_000));
}

#[test]
fn with_one_memory_for_all_ports() {
    assert_equal::<Step>(&30_000, shared(PortSplit::Together));
    assert_equal::<Scheme<PoolStep>>(&60_000, shared(PortSplit::Together));
}

#[test]
fn with_memories_for_blocks_of_ports_and_for_ports_in_turn() {
    assert_equal::<Scheme<PoolStep>>(&40_000, shared(PortSplit::Blocks(3)));
    assert_equal::<Scheme<PoolStep>>(&40_000, shared(PortSplit::RoundRobin(2)));
}

#[test]
fn with_verdicts_at_departure() {
    assert_equal::<Scheme<OfPort>>(&100_000, shared(PortSplit::Together));
    assert_equal::<Scheme<OfPort>>(&30_000, shared(PortSplit::Blocks(3)));
    assert_equal::<Scheme<OfPort>>(&30_000, shared(PortSplit::RoundRobin(2)));
}

#[test]
fn with_verdicts_at_departure_from_a_state_that_all_ports_share() {
    assert_equal::<Scheme<OfDevice>>(&10_000, shared(PortSplit::Together));
    assert_equal::<Scheme<OfDevice>>(&10_000, shared(PortSplit::RoundRobin(2)));
}

/// What a private memory holds is not added up, so these do not look at it.
#[test]
fn with_verdicts_at_departure_and_private_memories() {
    assert_equal::<Scheme<Late>>(&20_000, BufferConfig::PortBytes(60_000));
    assert_equal::<Scheme<OfDevice>>(&10_000, BufferConfig::PortBytes(60_000));
}
