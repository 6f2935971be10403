//! interval/sqrt(count) from a Q0.32 inverse root rounded up: what the exact variants specify.

/// The smallest integer not below sqrt(n), by bisection.
fn root_ceil(n: u128) -> u128 {
    let (mut low, mut high) = (0u128, 1u128 << 64);
    while low < high {
        let middle = (low + high) / 2;
        if middle * middle >= n {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// interval/sqrt(count), rounded down from an inverse root in Q0.32 that is rounded up.
///
/// The count is brought into \[2^30, 2^32) by steps of 4, each of which halves the root: for such an m the
/// inverse root is r = ceil(2^32 * 2^15/sqrt(m)), and the quotient interval * r / 2^32, halved back.
#[must_use]
pub fn scaled_inverse_root(interval: u64, count: u64) -> u64 {
    let (mut m, mut halvings) = (count.max(1), 15u32);
    while m < 1 << 30 {
        m *= 4;
        halvings -= 1;
    }
    // r = ceil(sqrt(2^94 / m)): the smallest r with r * r * m >= 2^94.
    let target = 1u128 << 94;
    let mut r = root_ceil(target / u128::from(m));
    while r * r * u128::from(m) < target {
        r += 1;
    }
    ((u128::from(interval) * r) >> 32 >> halvings) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lies_within_one_above_the_exact_floor() {
        for interval in [1u64, 77, 240_000, 120_000_000, 2_000_000_000] {
            for count in (1..400).chain([1 << 16, (1 << 32) - 1]) {
                let exact = root_ceil(u128::from(interval * interval) / u128::from(count) + 1) as u64 - 1;
                let scaled = scaled_inverse_root(interval, count);
                assert!(scaled == exact || scaled == exact + 1, "{interval} / sqrt {count}: {scaled}");
            }
        }
    }
}
