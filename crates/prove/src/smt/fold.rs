//! Operations on known values: shared by constructors and evaluation.

use super::term::{Arithmetic, Binary};

/// The low `width` bits, 1 ..= 128.
pub(super) const fn cut(value: u128, width: u32) -> u128 {
    value & (u128::MAX >> (128 - width))
}

/// A vector read as two's complement.
pub(super) const fn signed(value: u128, width: u32) -> i128 {
    let up = 128 - width;
    (value << up).cast_signed() >> up
}

/// An operation on vectors of one width, as SMT-LIB 2 defines it.
pub(super) fn binary(op: Binary, a: u128, b: u128, width: u32) -> u128 {
    let distance = u32::try_from(b).unwrap_or(u32::MAX);
    let result = match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl if distance >= width => 0,
        Binary::Shl => a << distance,
        Binary::ShrLogical if distance >= width => 0,
        Binary::ShrLogical => a >> distance,
        Binary::ShrArithmetic => (signed(a, width) >> distance.min(width - 1)).cast_unsigned(),
    };
    cut(result, width)
}

/// A product or quotient of 32-bit words, as RISC-V and SMT-LIB 2 both define it.
pub(super) fn arithmetic(op: Arithmetic, a: u32, b: u32) -> u32 {
    let (wide_a, wide_b) = (i64::from(a.cast_signed()), i64::from(b.cast_signed()));
    let high = |product: i64| (product >> 32) as u32;
    match op {
        Arithmetic::MulLow => a.wrapping_mul(b),
        Arithmetic::MulHigh => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        Arithmetic::MulHighSigned => high(wide_a * wide_b),
        Arithmetic::MulHighMixed => high(wide_a * i64::from(b)),
        Arithmetic::Quotient => a.checked_div(b).unwrap_or(u32::MAX),
        Arithmetic::Remainder => a.checked_rem(b).unwrap_or(a),
        Arithmetic::QuotientSigned if b == 0 => u32::MAX,
        Arithmetic::QuotientSigned => (wide_a / wide_b) as u32,
        Arithmetic::RemainderSigned if b == 0 => a,
        Arithmetic::RemainderSigned => (wide_a % wide_b) as u32,
    }
}
