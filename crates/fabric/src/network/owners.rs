//! Ports of each node.

/// The ports of every node.
#[derive(Debug)]
pub(super) struct Owners {
    /// Every port with the first of its wires, node by node.
    ports: Vec<(u32, u32)>,
    /// Where every node's ports begin, and where the last ones end.
    starts: Vec<u32>,
}

impl Owners {
    /// `owner` is the node of every port.
    pub(super) fn new(owner: &[u32], nodes: u32, wire: impl Fn(u32) -> u32) -> Self {
        let mut ports: Vec<(u32, u32)> = (0..owner.len() as u32).map(|port| (port, wire(port))).collect();
        let owner_of = |&(port, _): &(u32, u32)| owner[port as usize];
        ports.sort_by_key(owner_of);
        let start = |node: u32| ports.partition_point(|port| owner_of(port) < node) as u32;
        Self { starts: (0..=nodes).map(start).collect(), ports }
    }

    /// The ports of a node, each with its first wire.
    pub(super) fn ports_of(&self, node: u32) -> &[(u32, u32)] {
        let place = |node: u32| self.starts[node as usize] as usize;
        &self.ports[place(node)..place(node + 1)]
    }
}
