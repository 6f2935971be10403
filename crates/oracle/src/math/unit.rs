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

/// c/sqrt(x) as the unit computes it: x = m * 4^n with m in 4..=15, entry m times a power of two.
#[derive(Clone, Debug)]
pub struct MathUnit {
    /// c/sqrt(m), rounded to 8 significant bits of the largest entry.
    entries: [f64; 16],
}

impl MathUnit {
    /// Programs the unit from the 16 leading bits of `c`.
    #[must_use]
    pub fn new(c: u64, fill: Fill) -> Self {
        let cut = (64 - c.leading_zeros()).saturating_sub(16);
        let c = (c >> cut << cut) as f64;
        let place = |m: f64| if fill == Fill::Centre { m + 0.5 } else { m };
        // The grain makes entry 4 an 8-bit number with its top bit set where it can.
        let mut grain = 1.0;
        while c / 2.0 / grain >= 256.0 {
            grain *= 2.0;
        }
        while c > 0.0 && c / 2.0 / grain < 128.0 {
            grain /= 2.0;
        }
        let rounded = |m: f64, grain: f64| floor(c / sqrt(place(m)) / grain + 0.5);
        if rounded(4.0, grain) > 255.0 {
            grain *= 2.0;
        }
        let mut entries = [0.0; 16];
        for (m, entry) in (0u8..).zip(&mut entries).skip(4) {
            *entry = rounded(f64::from(m), grain) * grain;
        }
        Self { entries }
    }

    /// c/sqrt(x), truncated; 0 for x = 0.
    #[must_use]
    pub fn eval(&self, x: u64) -> u64 {
        if x == 0 {
            return 0;
        }
        // m truncated from the bits below it: the unit sees the leading bits only.
        let (mut m, mut scale) = (x as f64, 1.0);
        while m < 4.0 {
            m *= 4.0;
            scale *= 2.0;
        }
        while m >= 16.0 {
            m /= 4.0;
            scale /= 2.0;
        }
        floor(self.entries[floor(m) as usize] * scale) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_steps_of_234_ticks_are_those_of_the_vendors_table() {
        // 234/sqrt(2) = 165.5, /sqrt(3) = 135.1, /sqrt(4) = 117.
        let unit = MathUnit::new(234, Fill::LowerEdge);
        assert_eq!([unit.eval(1), unit.eval(2), unit.eval(3), unit.eval(4)], [234, 165, 135, 117]);
        assert_eq!(unit.eval(0), 0);
    }
}
