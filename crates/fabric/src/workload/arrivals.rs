//! Poisson arrivals at a load.

use super::DelayAssignment;
use crate::flow::FlowSpec;
use crate::random::{Stream, below, unit, word};
use crate::time::{LinkRate, Ps};
use crate::workload::SizeTable;

/// Who talks to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Any of hosts `0 .. senders` to one receiver.
    ManyToOne {
        /// Number of senders.
        senders: u32,
        /// The receiver.
        receiver: u32,
    },
    /// Any host to any other.
    Uniform {
        /// Number of hosts.
        hosts: u32,
    },
    /// Any host to any other host of its rack; racks have two hosts at least.
    SameRack {
        /// Number of hosts.
        hosts: u32,
        /// Hosts per rack.
        per_rack: u32,
    },
    /// Any host to any host of another rack.
    OtherRack {
        /// Number of hosts.
        hosts: u32,
        /// Hosts per rack.
        per_rack: u32,
    },
}

impl Pairs {
    /// The `index`-th pair.
    #[must_use]
    pub fn draw(self, seed: u64, index: u64) -> (u32, u32) {
        let first = word(seed, Stream::Pair, 0, index);
        let second = word(seed, Stream::Pair, 1, index);
        match self {
            Self::ManyToOne { senders, receiver } => (below(first, senders), receiver),
            Self::Uniform { hosts } => {
                let from = below(first, hosts);
                let other = below(second, hosts.saturating_sub(1));
                (from, if other >= from { other + 1 } else { other })
            }
            Self::SameRack { hosts, per_rack } => {
                let from = below(first, hosts);
                let rack = from / per_rack.max(1) * per_rack;
                let other = rack + below(second, per_rack.saturating_sub(1));
                (from, if other >= from { other + 1 } else { other })
            }
            Self::OtherRack { hosts, per_rack } => {
                let from = below(first, hosts);
                let rack = from / per_rack.max(1) * per_rack;
                let other = below(second, hosts.saturating_sub(per_rack));
                (from, if other >= rack { other + per_rack } else { other })
            }
        }
    }
}

/// How many flows are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// At most this many flows.
    pub flows: u64,
    /// None that would start after this.
    pub until: Ps,
}

/// A load: what the mean gap between flows is computed from.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Fraction of `capacity`, 0 to 1 and beyond.
    pub fraction: f64,
    /// The rate it is a fraction of; for all-to-all traffic, that of one host's share.
    pub capacity: LinkRate,
    /// Over how many such capacities the traffic is spread: 1 for many-to-one, the number of hosts divided by
    /// the oversubscription for traffic between racks.
    pub shares: f64,
    /// Wire bytes per payload byte to count: 1 loads the link with payload (ECN#'s and HPCC's generators),
    /// 9000/8960 is BCC's.
    pub wire_factor: f64,
}

impl Load {
    /// A fraction of one link's rate, in payload.
    #[must_use]
    pub const fn of_link(fraction: f64, capacity: LinkRate) -> Self {
        Self { fraction, capacity, shares: 1.0, wire_factor: 1.0 }
    }

    /// Mean time between flows whose mean size is `mean_bytes` \[ps\].
    #[must_use]
    pub fn mean_gap_ps(&self, mean_bytes: f64) -> f64 {
        let line_ps = mean_bytes * self.wire_factor * f64::from(self.capacity.byte_time_ps());
        line_ps / (self.fraction * self.shares)
    }
}

/// Poisson arrivals of flows with sizes from a table.
#[derive(Clone, Debug)]
pub struct Arrivals {
    /// Sizes.
    pub sizes: SizeTable,
    /// Who talks to whom.
    pub pairs: Pairs,
    /// How much.
    pub load: Load,
    /// The first gap starts here.
    pub start: Ps,
    /// Who gets which added delay.
    pub delays: DelayAssignment,
    /// The mark their records carry.
    pub tag: u32,
}

impl Arrivals {
    /// The flows, in order of start.
    ///
    /// One process for all senders, each flow drawing its pair, is the same in law as one process each.
    #[must_use]
    pub fn flows(&self, seed: u64, limit: Limit) -> Vec<FlowSpec> {
        let gap = self.load.mean_gap_ps(self.sizes.mean());
        let mut time = self.start;
        let mut flows = Vec::new();
        for index in 0..limit.flows {
            time += exponential(word(seed, Stream::Gap, 0, index), gap);
            if time > limit.until {
                break;
            }
            let (from, to) = self.pairs.draw(seed, index);
            let bytes = self.sizes.sample(word(seed, Stream::Size, 0, index));
            let class = self.delays.class(seed, from, index);
            flows.push(FlowSpec::new(from, to, bytes, time).in_class(class).tagged(self.tag));
        }
        flows
    }
}

/// An exponential duration with the given mean \[ps\], rounded to nearest.
pub(super) fn exponential(word: u64, mean_ps: f64) -> Ps {
    Ps((-libm::log(1.0 - unit(word)) * mean_ps + 0.5) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrivals(pairs: Pairs) -> Arrivals {
        Arrivals {
            sizes: SizeTable::constant(1_000_000),
            pairs,
            load: Load::of_link(0.5, LinkRate::G10),
            start: Ps::ZERO,
            delays: DelayAssignment::None,
            tag: 0,
        }
    }

    #[test]
    fn the_load_is_what_was_asked_for() {
        let flows = arrivals(Pairs::ManyToOne { senders: 7, receiver: 7 })
            .flows(1, Limit { flows: 100_000, until: Ps::MAX });
        let span = flows.last().unwrap().start;
        let bytes: u64 = flows.iter().map(|flow| flow.bytes).sum();
        let load = bytes as f64 / LinkRate::G10.bytes_in(span) as f64;
        // 100 000 exponential gaps: relative standard deviation 0.32 %; four of them.
        assert!((load / 0.5 - 1.0).abs() < 0.013, "{load}");
    }

    #[test]
    fn pairs_never_talk_to_themselves_nor_inside_the_rack() {
        for index in 0..5000 {
            let (from, to) = Pairs::Uniform { hosts: 5 }.draw(3, index);
            assert!(from != to && from < 5 && to < 5);
            let (from, to) = Pairs::OtherRack { hosts: 12, per_rack: 4 }.draw(3, index);
            assert!(from / 4 != to / 4 && from < 12 && to < 12);
            let (from, to) = Pairs::SameRack { hosts: 12, per_rack: 4 }.draw(3, index);
            assert!(from / 4 == to / 4 && from != to && from < 12);
        }
    }

    #[test]
    fn both_limits_hold() {
        let make = arrivals(Pairs::Uniform { hosts: 5 });
        assert_eq!(make.flows(1, Limit { flows: 10, until: Ps::MAX }).len(), 10);
        let until = Ps::from_ms(100);
        let flows = make.flows(1, Limit { flows: u64::MAX, until });
        assert!(flows.len() > 20 && flows.iter().all(|flow| flow.start <= until));
    }
}
