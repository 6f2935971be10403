//! Fixed-point maths with stated bounds, for 32-bit cores without a float unit.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::float_arithmetic,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]

mod codel;
mod codel_interval;
mod coin;
mod cube_root;
mod ewma;
mod formats;
mod inverse_root;
mod proportion;
mod ratio;
mod reciprocal;
mod scale;
mod slope;
pub mod split_mix;
mod square_root;
mod wide;

pub use codel::{codel_control_law, codel_newton_step};
pub use codel_interval::{CODEL_NEAR, codel_interval};
pub use coin::{coin, ramp_bits, spread_coin};
pub use cube_root::{cbrt, cbrt64};
pub use ewma::{EwmaQ20, Gain, blend_q16, blend_q32, toward, toward_signed};
pub use formats::{ONE_Q16, ONE_Q20, ONE_Q24, Q0F32, Q8F24, Q12F20, Q16F16, SignedQ16F16};
pub use inverse_root::{inv_sqrt, scaled_inv_sqrt};
pub use proportion::Proportion;
pub use ratio::{count_ratio_q20, ratio_q16, ratio_q20};
pub use reciprocal::Reciprocal;
pub use scale::{mul_q16, mul_q20, mul_q20_up, mul_q24};
pub use slope::{Growth, slope_q16};
pub use square_root::{isqrt, isqrt64};
pub use wide::{mul_high, mul_wide};
