//! Width inference of results and their containers.

use super::graph::{DataOp, Op};

/// Bits of a word.
pub(crate) const WORD: u32 = 32;

/// Width of an operation on words of widths `a` and `b` (0 where absent).
///
/// Sums, wrapping differences and sums with action data take a whole word where their result may;
/// a minimum, a conjunction and a saturating difference fit their narrowest bound.
#[must_use]
pub(crate) fn result(op: Op, a: u32, b: u32) -> u32 {
    match op {
        Op::Or => a.max(b),
        Op::And | Op::Min => a.min(b),
        Op::Add => (a.max(b) + 1).min(WORD),
        Op::SaturatingSub => a,
        Op::Shr(n) => a.saturating_sub(n).max(1),
        Op::Shl(n) => (a + n).min(WORD),
        Op::Random { bits, .. } => bits,
        Op::Widen => a,
        Op::Data(DataOp::Min | DataOp::And | DataOp::SaturatingSub, _) => a,
        Op::Sub | Op::StampSlice(_) | Op::Data(DataOp::Sub | DataOp::Add, _) => WORD,
        Op::Input(_) | Op::Stateful(_) | Op::Lookup(_) | Op::LowPass(_) => WORD,
    }
}

/// `value` fits `width` bits.
#[must_use]
pub(crate) const fn fits(value: u32, width: u32) -> bool {
    width >= WORD || value >> width == 0
}

/// Bits of the smallest container that holds `width` bits: 8, 16 or 32.
#[must_use]
pub const fn container(width: u32) -> u32 {
    match width {
        0..=8 => 8,
        9..=16 => 16,
        _ => 32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_as_wide_as_they_can_get() {
        assert_eq!(result(Op::Shr(10), 32, 0), 22);
        assert_eq!(result(Op::Shl(3), 19, 0), 22);
        assert_eq!(result(Op::Add, 19, 19), 20);
        assert_eq!(result(Op::Data(DataOp::SaturatingSub, 7), 18, 0), 18);
        assert_eq!(result(Op::Or, 32, 22), 32);
        assert!(fits(262_143, 18) && !fits(262_144, 18) && fits(u32::MAX, 32));
    }
}
