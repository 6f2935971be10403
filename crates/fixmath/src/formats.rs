//! The Q formats of the project, through the `fixed` crate.

use fixed::types::extra::{U16, U20, U24, U32};
use fixed::{FixedI32, FixedU32};

/// A fraction below 1 with 32 fraction bits: reciprocal roots.
pub type Q0F32 = FixedU32<U32>;
/// 8 integer and 24 fraction bits: averages whose gain shift exceeds 10.
pub type Q8F24 = FixedU32<U24>;
/// 12 integer and 20 fraction bits: fractions of line rate, averages.
pub type Q12F20 = FixedU32<U20>;
/// 16 integer and 16 fraction bits: gains, ratios, bytes per microsecond.
pub type Q16F16 = FixedU32<U16>;
/// Signed, 15 integer and 16 fraction bits: gradients.
pub type SignedQ16F16 = FixedI32<U16>;

/// 1.0 in Q16.
pub const ONE_Q16: u32 = 1 << 16;
/// 1.0 in Q20.
pub const ONE_Q20: u32 = 1 << 20;
/// 1.0 in Q24.
pub const ONE_Q24: u32 = 1 << 24;
