//! A port in forty lines: the packet path as one reads it, and the paths of the network beside it.
//!
//! [`port`] is the reference. The network has three paths for the same packets: the plain one, one event per departure
//! (`data_plane/forwarding.rs`); precomputed departures (`precomputed.rs`); and those for a window at a time (`port_batch.rs`).

use crate::support::{Erased, Fixed, Long, META, Onlooker, Rule, Scheme, dumbbell};
use freeboard_aqm_api::{Departure, Hooks, Intrinsics, Meta, Verdict};
use freeboard_cc_api::{Bytes, Control, NoUnderlay};
use freeboard_fabric::data_plane::PortStats;
use freeboard_fabric::{BufferConfig, Controls, FlowSpec, HostConfig, Instance, Network, Ps, SwitchConfig};
use proptest::prelude::*;
use std::collections::VecDeque;

/// Marks at dequeue from this sojourn time on \[ns\].
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

/// Time of a byte at 10 Gbit/s \[ps\].
const BYTE: u64 = 800;
/// Propagation of a round trip over two links.
const RTT: Ps = Ps::from_us(8);
/// Headers of a datagram \[B\].
const HEADER: u64 = 40;

/// A scheme's verdict at arrival, by the depth \[B\], and at departure, by the sojourn time \[ns\].
type Verdicts = (fn(u64, u64) -> bool, fn(u64, u64) -> bool);

/// A port of 10 Gbit/s, first in first out, that holds `limit` packets. Packets arrive at these times \[ps\] with these sizes.
fn port(arrivals: &[(u64, u64)], k: u64, (at_arrival, at_departure): Verdicts, limit: usize) -> PortStats {
    let mut it = PortStats::default();
    let (mut queue, mut depth, mut free, mut last) = (VecDeque::new(), 0, 0, 0);
    let pass = |it: &mut PortStats, start: u64, came: u64, size: u64| {
        it.unmarkable += u64::from(at_departure(start / 1000 - came / 1000, k));
        it.sent += 1;
        it.sent_bytes += size;
        it.busy_ps += size * BYTE;
        start + size * BYTE
    };
    let mut wait = |it: &mut PortStats, until: u64, depth: u64, packets: usize| {
        it.depth_integral += u128::from(until - last) * u128::from(depth);
        it.packets_integral += u128::from(until - last) * packets as u128;
        last = until;
    };
    for &(now, size) in arrivals.iter().chain([&(u64::MAX / 2, 0)]) {
        // A departure comes before an arrival of the same instant.
        while free <= now
            && let Some((came, size)) = queue.pop_front()
        {
            wait(&mut it, free, depth, queue.len() + 1);
            depth -= size;
            free = pass(&mut it, free, came, size);
        }
        if size == 0 {
            break;
        }
        it.arrived += 1;
        let signal = at_arrival(depth, k);
        if free <= now {
            free = pass(&mut it, now, now, size);
        } else if queue.len() < limit {
            wait(&mut it, now, depth, queue.len());
            queue.push_back((now, size));
            depth += size;
        } else {
            it.dropped_buffer += 1;
            continue;
        }
        it.unmarkable += u64::from(signal);
    }
    it
}

/// Counters of the same port in the network; a `plain` one is told of every departure.
fn network<R: Rule<Pipe: Send, Queue: Send>>(
    flows: &[(u64, u64, u16)],
    k: u32,
    limit: u32,
    plain: bool,
) -> PortStats {
    let (topology, receiver, bottleneck) = dumbbell(flows.len() as u32, RTT);
    let scheme = Instance::<Scheme<R>>::new(k);
    let scheme = if plain { Erased::new(Onlooker(scheme)) } else { Erased::new(scheme) };
    let switches = SwitchConfig::new(scheme, BufferConfig::PortPackets(limit));
    let control = Controls::<Fixed, NoUnderlay>::new(Control::window(Bytes::MAX), ());
    let mut net = Network::new(topology, &switches, HostConfig::default(), vec![control], 1).unwrap();
    for (host, &(start, packets, payload)) in (0..).zip(flows) {
        let time = (u64::from(payload) + HEADER) * BYTE;
        let flow = FlowSpec::endless(host, receiver, Ps(start)).in_datagrams_of(payload);
        net.add_flow(flow.until(Ps(start + packets * time - time / 2))).unwrap();
    }
    net.run_until(Ps::from_ms(10));
    PortStats { depth_since: 0, depth_max: 0, packets_max: 0, ..net.port_stats(bottleneck) }
}

/// Arrivals of flows at line rate, in the order of their wires where two come at once.
fn arrivals(flows: &[(u64, u64, u16)]) -> Vec<(u64, u64)> {
    let mut all = Vec::new();
    for (wire, &(start, packets, payload)) in flows.iter().enumerate() {
        let size = u64::from(payload) + HEADER;
        let at = |number| start + number * size * BYTE + RTT.0 / 4;
        all.extend((1..=packets).map(|number| (at(number), wire, size)));
    }
    all.sort_unstable();
    all.into_iter().map(|(at, _, size)| (at, size)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_path_of_a_port_is_the_port_in_forty_lines(
        flows in prop::collection::vec((0u64..40_000_000, 1u64..40, 60u16..1_460), 2..7),
        k in 0u32..40_000,
        limit in 1u32..40,
    ) {
        let all = arrivals(&flows);
        let step: Verdicts = (|depth, k| depth >= k, |_, _| false);
        let late: Verdicts = (|_, _| false, |sojourn, k| sojourn >= k);
        for plain in [false, true] {
            prop_assert_eq!(network::<Long>(&flows, k, limit, plain), port(&all, k.into(), step, limit as usize));
            prop_assert_eq!(network::<Late>(&flows, k, limit, plain), port(&all, k.into(), late, limit as usize));
        }
    }
}
