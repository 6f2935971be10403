//! Division of the nodes among shards, and its load balance.

use super::exchange::LowerBounds;
use crate::data_plane::{NONE, QueueScheme};
use crate::network::Network;
use crate::topology::Topology;
use crate::transport::FlowControl;

/// The wires from nodes of one part of the bipartition in one shard to another shard.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) side: usize,
    /// The shard at their end.
    pub(super) to: usize,
    pub(super) wires: Vec<u32>,
}

/// Partition of a network.
#[derive(Debug)]
pub(super) struct Partition {
    /// The shard of every node, hosts first.
    pub(super) owners: Vec<usize>,
    /// The wires that leave each shard, by part, for every shard that they lead to.
    pub(super) cuts: Vec<Vec<Cut>>,
    /// Shortest propagation delay of any link \[ps\].
    pub(super) lookahead: u64,
    /// Whether the nodes have a bipartition.
    has_sides: bool,
}

impl Partition {
    /// Of a network into `shards`.
    pub(super) fn new<Q: QueueScheme, F: FlowControl>(whole: &Network<Q, F>, shards: usize) -> Self {
        let topology = &whole.topology;
        let owners = owners(topology, shards);
        let mut wires = vec![vec![[const { Vec::new() }; 2]; shards]; shards];
        for (wire, &node) in whole.lookahead.wires.iter().enumerate().filter(|&(_, &node)| node != NONE) {
            let port = whole.plane.ports.partition_point(|port| port.wire as usize <= wire) - 1;
            let (from, to) = (owners[whole.lookahead.ports[port] as usize], owners[node as usize]);
            if from != to {
                wires[from][to][whole.lookahead.side_of_port(port as u32)].push(wire as u32);
            }
        }
        let cut = |(to, sides): (usize, [Vec<u32>; 2])| {
            let cuts = (0..).zip(sides).map(move |(side, wires)| Cut { side, to, wires });
            cuts.filter(|cut| !cut.wires.is_empty())
        };
        let cuts = wires.into_iter().map(|to| to.into_iter().enumerate().flat_map(cut).collect()).collect();
        let lookahead = topology.links.iter().map(|link| link.delay.0).min().unwrap_or(0).max(1);
        Self { owners, cuts, lookahead, has_sides: topology.bipartition().is_some() }
    }

    /// Half of the longest step \[ps\].
    pub(super) fn shorten_steps(&mut self, most: u64) {
        self.lookahead = self.lookahead.min(most).max(1);
    }

    /// Time up to which each part may run in the next step \[ps\].
    pub(super) fn limits(&self, bounds: LowerBounds) -> [u64; 2] {
        let LowerBounds { earliest: [hosts, others], common, .. } = bounds;
        let both = bounds.first().saturating_add(self.lookahead - 1);
        // Both parts must be at the time of a global event.
        if !self.has_sides || common <= both {
            return [both; 2];
        }
        // The part that is behind runs to the end of the event queue's window. The other part has no event before that and waits.
        let (behind, ahead) = (hosts.min(others), hosts.max(others));
        let end =
            ahead.saturating_add(self.lookahead).min(behind.saturating_add(2 * self.lookahead)).min(common)
                - 1;
        let stay = ahead.min(behind.saturating_add(self.lookahead)).saturating_sub(1);
        if others < hosts { [stay, end] } else { [end, stay] }
    }
}

/// The shard of every node: switches with hosts in equal ranges, hosts with their switch, every other switch in the shard of most
/// of its neighbours.
fn owners(topology: &Topology, shards: usize) -> Vec<usize> {
    let hosts = topology.hosts as usize;
    let nodes = hosts + topology.switches as usize;
    if shards == 1 {
        return vec![0; nodes];
    }
    let neighbours = topology.neighbours();
    let mut owners = vec![usize::MAX; nodes];
    let mut placed = 0;
    for switch in hosts..nodes {
        let own: Vec<usize> = neighbours[switch].iter().copied().filter(|&node| node < hosts).collect();
        if own.is_empty() {
            continue;
        }
        let shard = placed * shards / hosts;
        owners[switch] = shard;
        own.iter().for_each(|&host| owners[host] = shard);
        placed += own.len();
    }
    let mut loads = vec![0; shards];
    while let Some(switch) = (hosts..nodes).find(|&node| owners[node] == usize::MAX) {
        let near = |shard: usize| neighbours[switch].iter().filter(|&&node| owners[node] == shard).count();
        let shard = (0..shards).max_by_key(|&shard| (near(shard), core::cmp::Reverse(loads[shard])));
        owners[switch] = shard.unwrap_or(0);
        loads[owners[switch]] += 1;
    }
    owners
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Load balance of the packets sent so far among `shards`: all packets divided by those of the busiest shard, so at most
    /// `shards`. `None` if nothing was sent, or if the network cannot have that many shards.
    #[must_use]
    pub fn balance(&self, shards: u32) -> Option<f64> {
        Parts(&[self]).balance(shards)
    }
}

/// The networks of a run: one, or one per shard.
pub(in crate::network) struct Parts<'a, Q, F: FlowControl>(pub(in crate::network) &'a [&'a Network<Q, F>]);

impl<Q: QueueScheme, F: FlowControl> Parts<'_, Q, F> {
    /// The shard that runs the node of a port.
    pub(in crate::network) fn of_port(&self, port: u32) -> &Network<Q, F> {
        self.0.iter().find(|part| part.owns_port(port)).unwrap_or(&self.0[0])
    }

    /// The shard that runs a host.
    pub(in crate::network) fn of_host(&self, host: u32) -> &Network<Q, F> {
        self.of_port(self.0[0].plane.routes.host_port(host))
    }

    /// [`Network::balance`]: a port sends in the shard of its node only.
    pub(super) fn balance(&self, shards: u32) -> Option<f64> {
        let topology = &self.0.first()?.topology;
        if shards == 0 || shards > topology.switches {
            return None;
        }
        let (shard_of, mut sent) = (owners(topology, shards as usize), vec![0; shards as usize]);
        for part in self.0 {
            for (port, &node) in part.plane.ports.iter().zip(&part.lookahead.ports) {
                sent[shard_of[node as usize]] += port.sent;
            }
        }
        let busiest = sent.iter().max().copied().filter(|&most| most > 0)?;
        Some(sent.iter().sum::<u64>() as f64 / busiest as f64)
    }
}
