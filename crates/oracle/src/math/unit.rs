//! The math unit of a stateful ALU: sixteen 8-bit entries, in floating point.

use libm::{floor, sqrt};

/// Where in its bin an entry is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// At the lower edge.
    LowerEdge,
    /// In the middle.
    Centre,
}

/// c/sqrt(x) as the unit computes it: x = f * 2^E with 1/2 <= f < 2 and E even; f cut to eighths selects an entry, which
/// is taken times 2^(-E/2).
#[derive(Clone, Debug)]
pub struct MathUnit {
    /// c/sqrt(i/8) in entry i, rounded to 8 significant bits of the largest entry.
    entries: [f64; 16],
}

impl MathUnit {
    /// Programs the unit from the 16 leading bits of `c`.
    #[must_use]
    pub fn new(c: u64, fill: Fill) -> Self {
        let cut = (64 - c.leading_zeros()).saturating_sub(16);
        let c = (c >> cut << cut) as f64;
        let ideal = |i: f64| c / sqrt((if fill == Fill::Centre { i + 0.5 } else { i }) / 8.0);
        // The largest entry is the one of 4/8; the grain is the finest at which it has 8 bits.
        let units = |i: f64, grain: f64| floor(ideal(i) / grain + 0.5);
        let mut grain = 1.0;
        while units(4.0, grain) > 255.0 {
            grain *= 2.0;
        }
        while c > 0.0 && units(4.0, grain / 2.0) <= 255.0 {
            grain /= 2.0;
        }
        let mut entries = [0.0; 16];
        for (i, entry) in (0u8..).zip(&mut entries).skip(4) {
            *entry = units(f64::from(i), grain) * grain;
        }
        Self { entries }
    }

    /// c/sqrt(x), truncated; 0 for x = 0.
    #[must_use]
    pub fn eval(&self, x: u64) -> u64 {
        if x == 0 {
            return 0;
        }
        let (mut fraction, mut scale) = (x as f64, 1.0);
        while fraction >= 2.0 {
            fraction /= 4.0;
            scale /= 2.0;
        }
        floor(self.entries[floor(fraction * 8.0) as usize] * scale) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_steps_of_234_ticks_are_those_of_the_vendors_table() {
        // 234/sqrt(2) = 165.5, /sqrt(3) = 135.1, /sqrt(4) = 117; 8 and 9 share a bin, at 234/sqrt(8) = 82.7.
        let unit = MathUnit::new(234, Fill::LowerEdge);
        let steps = [1, 2, 3, 4, 8, 9].map(|count| unit.eval(count));
        assert_eq!(steps, [234, 165, 135, 117, 82, 82]);
        assert_eq!(unit.eval(0), 0);
    }
}
