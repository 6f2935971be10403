//! Flow sizes from a table.

use crate::random::unit;

/// What is wrong with a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TableError {
    /// Fewer than two points.
    TooShort,
    /// Bytes or fractions go down at this point, or a fraction lies outside 0 to 1.
    NotAscending {
        /// Index of the point.
        point: usize,
    },
    /// The last fraction is not 1.
    NotComplete,
}

impl core::fmt::Display for TableError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::TooShort => write!(f, "a table needs two points"),
            Self::NotAscending { point } => write!(f, "point {point} is not above the one before it"),
            Self::NotComplete => write!(f, "the last fraction has to be 1"),
        }
    }
}

impl core::error::Error for TableError {}

/// A distribution of flow sizes: linear between (bytes, cumulative fraction) points.
///
/// A first fraction above 0 is an atom at the first size.
#[derive(Clone, Debug, PartialEq)]
pub struct SizeTable {
    points: Vec<(u64, f64)>,
}

impl SizeTable {
    /// From points in ascending order, fractions 0 to 1.
    ///
    /// # Errors
    /// The points are not a distribution.
    pub fn new(points: &[(u64, f64)]) -> Result<Self, TableError> {
        if points.len() < 2 {
            return Err(TableError::TooShort);
        }
        for (point, pair) in points.windows(2).enumerate() {
            let in_range = pair[0].1 >= 0.0 && pair[1].1 <= 1.0;
            if !(in_range && pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1) {
                return Err(TableError::NotAscending { point: point + 1 });
            }
        }
        if points[points.len() - 1].1 != 1.0 {
            return Err(TableError::NotComplete);
        }
        Ok(Self { points: points.to_vec() })
    }

    /// From sizes in ascending order and the fraction of flows of at most each, with nothing between them.
    ///
    /// # Errors
    /// The points are not a distribution.
    pub fn steps(points: &[(u64, f64)]) -> Result<Self, TableError> {
        let before = core::iter::once(0.0).chain(points.iter().map(|point| point.1));
        let pairs =
            points.iter().zip(before).flat_map(|(&(bytes, upto), below)| [(bytes, below), (bytes, upto)]);
        Self::new(&pairs.collect::<Vec<_>>())
    }

    /// Uniform sizes `min ..= max`.
    ///
    /// # Errors
    /// `max` is below `min`.
    pub fn uniform(min: u64, max: u64) -> Result<Self, TableError> {
        Self::new(&[(min, 0.0), (max, 1.0)])
    }

    /// All flows of one size.
    #[must_use]
    pub fn constant(bytes: u64) -> Self {
        Self { points: vec![(bytes, 0.0), (bytes, 1.0)] }
    }

    /// The size for a random word, rounded to nearest, at least 1 B.
    #[must_use]
    pub fn sample(&self, word: u64) -> u64 {
        let u = unit(word);
        let upper = self.points.partition_point(|point| point.1 <= u).min(self.points.len() - 1);
        let Some(lower) = upper.checked_sub(1) else { return self.points[0].0.max(1) };
        let (from, to) = (self.points[lower], self.points[upper]);
        let share = if to.1 > from.1 { (u - from.1) / (to.1 - from.1) } else { 0.0 };
        let size = from.0 as f64 + share * (to.0 - from.0) as f64;
        ((size + 0.5) as u64).max(1)
    }

    /// Mean of [`SizeTable::sample`] \[B\]. Rounding does not move it; the floor of 1 B does, by under 1 B.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let atom = self.points[0].0 as f64 * self.points[0].1;
        let segment = |pair: &[(u64, f64)]| (pair[1].1 - pair[0].1) * (pair[0].0 + pair[1].0) as f64 / 2.0;
        atom + self.points.windows(2).map(segment).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Stream, word};
    use crate::workload::{CACHE, DATA_MINING, HADOOP, SEARCH_RPC, WEB_SEARCH};

    #[test]
    fn the_canonical_means_are_those_of_the_published_files() {
        let mean = |points| SizeTable::new(points).unwrap().mean();
        assert!((mean(WEB_SEARCH) - 1_711_250.0).abs() < 1.0);
        assert!((mean(DATA_MINING) - 12_658_199.0).abs() < 1.0);
        assert!((mean(CACHE) - 935_453.0).abs() < 1.0);
        assert!((mean(HADOOP) - 120_421.0).abs() < 1.0);
        assert!((SizeTable::steps(SEARCH_RPC).unwrap().mean() - 440.8).abs() < 0.1);
    }

    #[test]
    fn samples_average_to_the_mean() {
        let table = SizeTable::new(WEB_SEARCH).unwrap();
        let count = 400_000u64;
        let sum: u64 = (0..count).map(|index| table.sample(word(9, Stream::Size, 0, index))).sum();
        // Standard deviation of web search is about 4.0 MB: of this mean 6.3 KB. Four of them.
        assert!((sum as f64 / count as f64 - table.mean()).abs() < 25_000.0);
    }

    #[test]
    fn steps_have_their_sizes_and_nothing_between() {
        let table = SizeTable::steps(&[(10, 0.25), (500, 0.75), (4_000, 1.0)]).unwrap();
        assert_eq!(table.mean(), 0.25 * 10.0 + 0.5 * 500.0 + 0.25 * 4_000.0);
        let count = 40_000u64;
        let sizes: Vec<u64> = (0..count).map(|index| table.sample(word(3, Stream::Size, 0, index))).collect();
        for (size, share) in [(10, 0.25), (500, 0.5), (4_000, 0.25)] {
            let seen = sizes.iter().filter(|one| **one == size).count() as f64 / count as f64;
            // Standard deviation of a share of 40 000: 0.0025 at most. Four of them.
            assert!((seen - share).abs() < 0.01, "{size} B: {seen}");
        }
        assert!(sizes.iter().all(|size| [10, 500, 4_000].contains(size)));
        // [Liu21] section 5.1.2: 99.86 % of search RPCs are of up to 10 KB, with 74 % of the bytes.
        let rpc = SizeTable::steps(SEARCH_RPC).unwrap();
        let sizes: Vec<u64> = (0..count).map(|index| rpc.sample(word(4, Stream::Size, 0, index))).collect();
        let small = sizes.iter().filter(|size| **size <= 10_000).count() as f64 / count as f64;
        assert!((small - 0.9986).abs() < 0.001, "{small}");
    }

    #[test]
    fn the_ends_of_the_table_are_the_ends_of_the_samples() {
        let table = SizeTable::new(CACHE).unwrap();
        assert_eq!(table.sample(0), 500);
        assert!(table.sample(u64::MAX) <= 50_000_000);
        assert_eq!(SizeTable::new(WEB_SEARCH).unwrap().sample(0), 1, "no flow is empty");
        assert_eq!(SizeTable::constant(1460).sample(u64::MAX), 1460);
        let atom = SizeTable::new(&[(6, 0.15), (12, 1.0)]).unwrap();
        assert_eq!(atom.sample(0), 6);
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        assert_eq!(SizeTable::new(&[(1, 1.0)]), Err(TableError::TooShort));
        assert_eq!(SizeTable::new(&[(1, 0.0), (2, 0.9)]), Err(TableError::NotComplete));
        assert_eq!(SizeTable::new(&[(2, 0.0), (1, 1.0)]), Err(TableError::NotAscending { point: 1 }));
        assert_eq!(SizeTable::new(&[(1, f64::NAN), (2, 1.0)]), Err(TableError::NotAscending { point: 1 }));
    }
}
