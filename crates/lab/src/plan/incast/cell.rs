//! One combination of what a paper leaves open, and the rule that chooses the one a verdict is taken on.

use freeboard_scenario::file::Buffer;
use serde::{Deserialize, Serialize};

/// One scheme in one cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Time-weighted mean queue before the queries \[packets\].
    pub steady: f64,
    /// Share of that time the link was busy.
    pub utilisation: f64,
    /// Drops in the incast of 100.
    pub drops: u64,
    /// Longest queue in it \[packets\].
    pub longest: u32,
    /// Smallest incast with a loss; `None` if the largest had none.
    pub first_loss: Option<u32>,
    /// Digests of its runs' results.
    pub digests: Vec<u32>,
}

/// One combination of buffer, initial window and background.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Background traffic.
    pub background: String,
    /// When the queries started \[ps\].
    pub queries_at_ps: u64,
    /// Initial window \[packets\].
    pub initial_window: u32,
    /// Buffer.
    pub buffer: Buffer,
    /// One row per scheme, in the plan's order.
    pub rows: Vec<Row>,
}

/// What stands for "no losses up to the largest size": one step of the sweep beyond it.
const BEYOND: u32 = 225;

impl Cell {
    /// How far the cell's first losses are from `wanted`: pairs of scheme and size.
    #[must_use]
    pub fn distance(&self, wanted: &[(usize, u32)]) -> u32 {
        let first = |scheme: usize| self.rows.get(scheme).and_then(|row| row.first_loss).unwrap_or(BEYOND);
        wanted.iter().map(|(scheme, size)| first(*scheme).abs_diff(*size)).sum()
    }
}

/// The cell whose first losses are nearest to `wanted`; of equally near ones the first in sweep order.
#[must_use]
pub fn choose<'a>(cells: &'a [Cell], wanted: &[(usize, u32)]) -> Option<&'a Cell> {
    cells.iter().min_by_key(|cell| cell.distance(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str, losses: [Option<u32>; 2]) -> Cell {
        Cell {
            background: name.to_owned(),
            queries_at_ps: 0,
            initial_window: 2,
            buffer: Buffer::Packets(250),
            rows: losses.map(|first_loss| Row { first_loss, ..Row::default() }).to_vec(),
        }
    }

    #[test]
    fn the_nearest_cell_is_chosen_and_the_first_of_equals() {
        let cells = [
            cell("far", [Some(25), Some(25)]),
            cell("near", [Some(125), Some(175)]),
            cell("as near", [Some(75), Some(175)]),
            cell("lossless", [None, None]),
        ];
        let wanted = [(0, 100), (1, 175)];
        assert_eq!(cells[3].distance(&wanted), 175);
        assert_eq!(choose(&cells, &wanted).map(|cell| cell.background.as_str()), Some("near"));
    }
}
