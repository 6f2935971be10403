//! Action data of a graph: the words that the control plane writes and a program cannot change.

use freeboard_pipeline::{DataOp, Graph, NodeId, Op};

/// Location of a datum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DataPlace {
    /// First operand of a stateless operation.
    Operand(NodeId),
    /// Row of an access's register file.
    Row {
        /// The access.
        access: usize,
        /// Its row.
        row: usize,
    },
    /// Entry of an access's math unit, 8 bits.
    MathEntry {
        /// The access.
        access: usize,
        /// The entry.
        entry: usize,
    },
    /// Binary exponent of a math unit's output, 8 bits in two's complement.
    MathScale {
        /// The access.
        access: usize,
    },
    /// Word of a stateless table.
    Lookup {
        /// The table.
        lookup: usize,
        /// The word.
        index: usize,
    },
    /// Binary logarithm of a filter's time constant, 8 bits.
    FilterTime {
        /// The filter.
        filter: usize,
    },
}

impl DataPlace {
    /// Bits of the datum: 8 or 32.
    #[must_use]
    pub const fn width(self) -> u32 {
        match self {
            Self::Operand(_) | Self::Row { .. } | Self::Lookup { .. } => 32,
            Self::MathEntry { .. } | Self::MathScale { .. } | Self::FilterTime { .. } => 8,
        }
    }
}

/// A datum: its location and its value in this configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datum {
    /// Where.
    pub place: DataPlace,
    /// What; a negative scale in two's complement.
    pub value: u32,
}

/// Returns all action data of a graph, in an order that its shape alone decides.
#[must_use]
pub fn action_data(graph: &Graph) -> Vec<Datum> {
    let mut data = Vec::new();
    let mut push = |place, value| data.push(Datum { place, value });
    for (index, node) in graph.nodes.iter().enumerate() {
        if let Op::Data(_, value) = node.op {
            push(DataPlace::Operand(NodeId(index)), value);
        }
    }
    for (access, record) in graph.accesses.iter().enumerate() {
        for (row, &value) in record.rows.iter().enumerate() {
            push(DataPlace::Row { access, row }, value);
        }
        if let Some((table, scale)) = record.math.map(|unit| unit.parts()) {
            for (entry, &value) in table.iter().enumerate() {
                push(DataPlace::MathEntry { access, entry }, value.into());
            }
            push(DataPlace::MathScale { access }, scale.cast_unsigned().into());
        }
    }
    for (lookup, table) in graph.lookups.iter().enumerate() {
        for (index, &value) in table.data.iter().enumerate() {
            push(DataPlace::Lookup { lookup, index }, value);
        }
    }
    for (filter, record) in graph.filters.iter().enumerate() {
        push(DataPlace::FilterTime { filter }, record.log2_tau_ns.into());
    }
    data
}

/// Returns the data that must fit words of fewer than 32 bits, with the bits: extraction refuses a saturating
/// difference from data that are wider than the word, and the data of a table are its word.
#[must_use]
pub fn narrow_data(graph: &Graph) -> Vec<(DataPlace, u32)> {
    let mut narrow = Vec::new();
    for (index, node) in graph.nodes.iter().enumerate().filter(|(_, node)| node.width < 32) {
        match node.op {
            Op::Data(DataOp::SaturatingSub, _) => {
                narrow.push((DataPlace::Operand(NodeId(index)), node.width));
            }
            Op::Lookup(lookup) => {
                let places =
                    (0..graph.lookups[lookup].data.len()).map(|index| DataPlace::Lookup { lookup, index });
                narrow.extend(places.map(|place| (place, node.width)));
            }
            _ => {}
        }
    }
    narrow
}
