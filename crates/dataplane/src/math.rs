//! The math unit of a stateful ALU: c/sqrt(x) to 3-4 significant bits.
//!
//! The unit normalises x to (m/8) * 2^E with E even and m in 4..=15, looks m up in a table of sixteen 8-bit
//! entries and scales by 2^(-E/2). The constant c is baked into the table, so a change of c is a reload
//! of the table, not of the program.

freeboard_params::choices! {
    /// How a bin of the table is filled.
    pub enum MathFill {
        /// Value at the bin's lower edge: what the vendor's compiler writes.
        LowerEdge = "lower-edge",
        /// Value at the bin's centre: half the error from x = 8 on, where a bin holds more than one integer.
        Centre = "centre",
    }
}

/// A programmed math unit in its reciprocal-square-root mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct MathUnit {
    /// Entry `m` holds c / sqrt(m/8) / 2^scale; x = 0 addresses entry 0, which is 0 like 1 to 3, which nothing does.
    table: [u8; 16],
    /// Binary exponent of the output, -32 ..= 31.
    scale: i8,
}

impl MathUnit {
    /// Programs c/sqrt(x) for `c`, rounding each entry to nearest: the vendor compiler's table at its lower-edge fill.
    ///
    /// Error against the real c/sqrt(x): for x in 1..=8 the 8-bit entry and the truncation of the output
    /// to an integer (at most 1 + c/256, the entry's half unit shifted left by one); from 9 on the bin width
    /// dominates: at most 12 % at the lower-edge fill, 6.3 % centred (proven over all x up to 2^16 by test).
    /// Entry 8 times 2^scale must be below 2^32: any c below 2^32 - 2^24.
    #[must_use]
    pub const fn reciprocal_sqrt(c: u32, fill: MathFill) -> Self {
        if c == 0 {
            return Self { table: [0; 16], scale: 0 };
        }
        // c = c16 * 2^exponent with bit 15 the leading one; what is cut off is below the entries' rounding.
        let exponent = 16 - c.leading_zeros() as i32;
        let c16 = (c << c.leading_zeros()) >> 16;
        // Below 2^32: the squares of the entries are compared, 32 bits and shifts only. Firmware programs the table itself.
        let square = c16.wrapping_mul(c16) >> 9;
        // Entry 4, the largest, gets its leading bit at 2^7: c sqrt(2) over 2^8, or over 2^9 where that rounds above 255.
        let spill = entry_reaches(square, bin_quarters(4, fill), 256) as u32;
        let square = square >> (2 * spill);
        let mut table = [0u8; 16];
        // Entries fall, to 64 at least: each is looked for from the one before it down, in less than 256 steps for all.
        let mut v = 255;
        let mut m = 4;
        while m < 16 {
            while !entry_reaches(square, bin_quarters(m, fill), v) {
                v -= 1;
            }
            table[m as usize] = v as u8;
            m += 1;
        }
        Self { table, scale: (exponent + 8 + spill as i32) as i8 }
    }

    /// The unit with this table and scale, as a program states them.
    #[must_use]
    pub const fn from_parts(table: [u8; 16], scale: i8) -> Self {
        Self { table, scale }
    }

    /// The table and its scale, for reports.
    #[must_use]
    pub const fn parts(&self) -> ([u8; 16], i8) {
        (self.table, self.scale)
    }

    /// c/sqrt(x), truncated to an integer; 0 for x = 0.
    #[inline(always)]
    #[must_use]
    pub const fn eval(&self, x: u32) -> u32 {
        let (m, half) = normalise(x);
        let entry = self.table[m as usize] as u32;
        let shift = self.scale as i32 - half as i32;
        // The scale is -7..=25, so the shift is -23..=25.
        if shift >= 0 {
            entry.wrapping_shl(shift.cast_unsigned())
        } else {
            entry.wrapping_shr(shift.unsigned_abs())
        }
    }
}

/// x = (m/8) * 4^half with m in 4..=15 (truncated); m = 0 for x = 0.
///
/// By comparisons: small cores have no instruction that counts leading zeros, and a software count takes 31
/// cycles there. Small counts come first; for the others each rung halves what is left of the exponent.
#[inline(always)]
const fn normalise(x: u32) -> (u32, u32) {
    if x < 1 << 3 {
        return if x < 1 << 1 { (x << 3, 0) } else { (x << 1, 1) };
    }
    if x < 1 << 7 {
        return if x < 1 << 5 { (x >> 1, 2) } else { (x >> 3, 3) };
    }
    let first = ((x >> 21 != 0) as u32) << 4;
    let m = x >> first;
    let second = ((m >> 13 != 0) as u32) << 3;
    let m = m >> second;
    let third = ((m >> 9 != 0) as u32) << 2;
    let m = m >> third;
    // 128 or more was there, 32 or more is left, and less than 512.
    let last = 3 + (((m >> 7 != 0) as u32) << 1);
    ((m >> last) & 15, (first + second + third + last + 3) / 2)
}

/// Four times the place in bin m that `fill` names: m', 16 to 62.
const fn bin_quarters(m: u32, fill: MathFill) -> u32 {
    match fill {
        MathFill::LowerEdge => 4 * m,
        MathFill::Centre => 4 * m + 2,
    }
}

/// Whether an entry, round(c16 * sqrt(8 / m') / 2^(8 + spill)) where m' is `quarters` / 4, is at least `v`, 1 to 256.
///
/// (v - 1/2) * sqrt(m'/8) * 2^(8 + spill) <= c16, squared so that all is integer: (2v - 1)^2 * 4m' <= `square`, which is
/// c16^2 / 2^(9 + 2 spill).
const fn entry_reaches(square: u32, quarters: u32, v: u32) -> bool {
    let doubled = 2 * v - 1;
    // At most 511^2 * 62 < 2^24.
    doubled * doubled * quarters <= square
}

#[cfg(test)]
mod tests {
    use super::*;

    fn real(c: u32, x: u32) -> f64 {
        f64::from(c) / libm::sqrt(f64::from(x))
    }

    #[test]
    fn the_table_is_the_vendor_compilers() {
        // What p4c's Tofino back end (9.13.4) writes for c = 195, and the bins it implies.
        let unit = MathUnit::reciprocal_sqrt(195, MathFill::LowerEdge);
        let table = [0, 0, 0, 0, 138, 123, 113, 104, 98, 92, 87, 83, 80, 76, 74, 71];
        assert_eq!(unit.parts(), (table, 1));
        let steps = [1, 2, 4, 8, 9, 15, 16, 18, 19].map(|x| unit.eval(x));
        assert_eq!(steps, [196, 138, 98, 69, 69, 52, 49, 46, 46]);
    }

    #[test]
    fn every_entry_is_the_nearest_to_its_bins_value() {
        for (fill, shift) in [(MathFill::LowerEdge, 0.0), (MathFill::Centre, 0.5)] {
            for c in 1 << 15..1 << 16 {
                let (table, scale) = MathUnit::reciprocal_sqrt(c, fill).parts();
                for (m, entry) in (4..16_u8).zip(&table[4..]) {
                    let exact =
                        f64::from(c) * libm::sqrt(8.0 / (f64::from(m) + shift)) / libm::exp2(scale.into());
                    assert_eq!(f64::from(*entry), libm::floor(exact + 0.5), "c {c} m {m} of {fill:?}");
                }
                assert!(table[4] >= 128, "c {c}: the leading bit of {table:?}");
            }
        }
    }

    #[test]
    fn first_counts_are_exact_to_rounding() {
        for c in [20, 195, 234, 1000, 200_000] {
            let unit = MathUnit::reciprocal_sqrt(c, MathFill::LowerEdge);
            for x in 1..=8 {
                let error = real(c, x) - f64::from(unit.eval(x));
                let bound = 1.0 + f64::from(c) / 256.0;
                assert!(error.abs() <= bound, "c {c} x {x}: {error} beyond {bound}");
            }
        }
    }

    #[test]
    fn bins_stay_within_twelve_and_six_percent() {
        let c = 1 << 20;
        let (edge, centre) = (
            MathUnit::reciprocal_sqrt(c, MathFill::LowerEdge),
            MathUnit::reciprocal_sqrt(c, MathFill::Centre),
        );
        let mut worst = (0.0f64, 0.0f64);
        for x in 1..=u32::from(u16::MAX) {
            let exact = real(c, x);
            worst.0 = worst.0.max((f64::from(edge.eval(x)) / exact - 1.0).abs());
            worst.1 = worst.1.max((f64::from(centre.eval(x)) / exact - 1.0).abs());
        }
        assert!(worst.0 <= 0.12 && worst.0 > 0.06, "lower edge {}", worst.0);
        assert!(worst.1 <= 0.063 && worst.1 < worst.0, "centre {}", worst.1);
    }

    #[test]
    fn normalisation_keeps_the_leading_bits_at_an_even_exponent() {
        for bit in 0..32 {
            for x in [(1u32 << bit) - 1, 1 << bit, (1 << bit) + 1, (1 << bit) | (1 << bit) >> 1] {
                let (m, half) = normalise(x);
                assert!((4..16).contains(&m) || x == 0, "x {x}: m {m}");
                assert_eq!(u64::from(m), (u64::from(x) << 3) >> (2 * half), "x {x}");
            }
        }
    }

    #[test]
    fn every_input_is_defined() {
        for c in [0, 1, 7, u32::MAX - (1 << 24)] {
            let unit = MathUnit::reciprocal_sqrt(c, MathFill::LowerEdge);
            for x in [0, 1, 2, 3, 4, 5, 1 << 16, u32::MAX - 1, u32::MAX] {
                let (y, most) = (u64::from(unit.eval(x)), u64::from(c) + u64::from(c) / 128 + 1);
                assert!(y <= most, "c {c} x {x}: {y}");
                assert!(x == 0 || u64::from(x) > u64::from(c) * u64::from(c) || y > 0, "c {c} x {x}: 0");
            }
        }
    }
}
