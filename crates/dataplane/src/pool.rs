//! Shared-buffer status of two bits, as a pipeline reads it.

/// Three occupancies of a pool, ascending, in depth units. The packet memory compares; the pipeline sees how many
/// of them are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolLimits(pub [u32; 3]);

impl PoolLimits {
    /// For programs that do not look: the status is 0 but for a pool that no memory can hold.
    pub const NEVER: Self = Self([u32::MAX; 3]);

    /// The status at an occupancy, 0 ..= 3.
    #[inline(always)]
    #[must_use]
    pub const fn status(self, occupancy: u32) -> u32 {
        let [low, middle, high] = self.0;
        if occupancy >= high {
            3
        } else if occupancy >= middle {
            2
        } else {
            (occupancy >= low) as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_counts_the_limits_that_are_reached() {
        let limits = PoolLimits([10, 20, 30]);
        let at = [0, 9, 10, 19, 20, 29, 30, u32::MAX].map(|occupancy| limits.status(occupancy));
        assert_eq!(at, [0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(PoolLimits([7, 7, 7]).status(7), 3);
    }
}
