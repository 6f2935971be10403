//! A part of a sweep's cells, for one machine of several.

use core::fmt::{Display, Formatter, Result as Printed};
use core::str::FromStr;

/// The cells whose number is `part - 1` modulo `of`: neighbours, which cost alike, go to different machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: usize,
    of: usize,
}

impl Shard {
    /// All cells.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// It has the cell of this number.
    #[must_use]
    pub const fn has(self, cell: usize) -> bool {
        cell % self.of == self.part - 1
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut Formatter<'_>) -> Printed {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Self { part, of }),
            _ => Err("not a part of a whole, e.g. 1/4 to 4/4".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shards_of_a_whole_have_every_cell_once() {
        let shards: Vec<Shard> = (1..=3).map(|part| format!("{part}/3").parse().unwrap()).collect();
        for cell in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(cell)).count(), 1);
            assert!(Shard::WHOLE.has(cell));
        }
    }

    #[test]
    fn a_part_beyond_the_whole_is_refused() {
        for text in ["0/2", "3/2", "1", "1/0", "one/two", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
