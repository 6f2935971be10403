//! Unloaded latency of a packet train on a path.

use super::Topology;
use crate::time::{LinkRate, Ps};

/// One transmission on a path.
#[derive(Clone, Copy, Debug)]
pub struct Hop {
    /// The sending port.
    pub port: u32,
    /// Its rate.
    pub rate: LinkRate,
    /// Propagation behind it.
    pub delay: Ps,
    /// Bytes added to every frame on the wire.
    pub frame_gap: u32,
}

/// The hops from one host to another.
#[derive(Clone, Debug)]
pub struct Path {
    /// In order, the sender's own port first.
    pub hops: Vec<Hop>,
}

impl Path {
    pub(super) fn new(topology: &Topology, ports: Vec<u32>) -> Self {
        let hop = |port: u32| {
            let link = topology.links[port as usize / 2];
            Hop { port, rate: topology.rate_of(port), delay: link.delay, frame_gap: topology.frame_gap }
        };
        Self { hops: ports.into_iter().map(hop).collect() }
    }

    /// Time from the first bit sent to the last bit received of one packet of `wire` bytes, store and
    /// forward, no queue.
    #[must_use]
    pub fn one_way(&self, wire: u32) -> Ps {
        self.train(0, wire, wire)
    }

    /// Sum of the propagation delays.
    #[must_use]
    pub fn propagation(&self) -> Ps {
        self.hops.iter().fold(Ps::ZERO, |sum, hop| sum + hop.delay)
    }

    /// The slowest rate.
    #[must_use]
    pub fn bottleneck(&self) -> LinkRate {
        let slowest = self.hops.iter().map(|hop| hop.rate).max_by_key(|rate| rate.byte_time_ps());
        slowest.unwrap_or(LinkRate::G1)
    }

    /// Time from the first bit sent to the last bit received of `full` packets of `wire` bytes sent back to
    /// back and a last one of `last` bytes behind them, in an empty network.
    #[must_use]
    pub fn train(&self, full: u64, wire: u32, last: u32) -> Ps {
        let (mut train_out, mut last_out) = (Ps::ZERO, Ps::ZERO);
        let (mut first_out, mut slowest) = (Ps::ZERO, Ps::ZERO);
        for hop in &self.hops {
            let per_packet = hop.rate.time_of(u64::from(wire + hop.frame_gap));
            slowest = slowest.max(per_packet);
            if full > 0 {
                // Equal packets: the first crosses all hops, the rest follow at the slowest one's pace.
                first_out += per_packet;
                train_out = first_out + Ps(slowest.0.saturating_mul(full - 1));
            }
            let free = last_out.max(train_out);
            last_out = free + hop.rate.time_of(u64::from(last + hop.frame_gap));
        }
        last_out + self.propagation()
    }
}
