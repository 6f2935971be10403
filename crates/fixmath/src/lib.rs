//! Fixed-point maths with stated bounds, for 32-bit cores without a float unit.
//!
//! Every function documents its Q format, its range and its error bound; the tests hold each bound against
//! exact integer arithmetic (strided by default, every value with `FREEBOARD_EXHAUSTIVE=1`).
//!
//! | function | result | error | cycles |
//! |---|---|---|---|
//! | [`inv_sqrt`] | 1/√n, Q0.32 | exact: the largest value below 2^32/√n | 133, 150 |
//! | [`scaled_inv_sqrt`] | interval/√count | under 1 unit, never below the floor | 142, 160 |
//! | [`isqrt`], [`isqrt64`] | ⌊√n⌋ | exact | 119, 136 and 166, 180 |
//! | [`cbrt`], [`cbrt64`] | ⌊∛n⌋ | exact | 120, 126 and 206, 201 |
//! | [`Reciprocal`] | ⌊n/d⌋, ⌊a·b/d⌋, n/d in Q20 | exact | 115, 139 to make; 47, 54 to use |
//! | [`ratio_q16`] | n/d in [0, 1], Q16 | 4.6e-5, one 32-bit division | 77, 84 |
//! | [`mul_q16`], [`mul_q20`], [`mul_q24`] | x·fraction | floor, saturating | 13, 14 |
//! | [`mul_q20_up`] | x·fraction, for parameters | ceiling, saturating | |
//! | [`toward`], [`blend_q16`], [`blend_q32`], [`EwmaQ20`] | moving averages | reach a constant target exactly | 13, 13 |
//! | [`coin()`], [`spread_coin`] | true with probability p, p/(1 - x) | 2^-32, no division | |
//! | [`split_mix`] | SplitMix64, for models and tests | as published | |
//! | [`codel_newton_step`] | Linux's one-step root | as Linux, collapse included | 30, 31 |
//!
//! Cycles are the worst of 20 000 random inputs of every bit length on the cores cv32e40p-like and
//! small-rv32 of `hw-model` (rustc 1.95, opt-level 3, call and return excluded). 31 of them are
//! `leading_zeros`, which neither core has as an instruction.
//!
//! Invariant: u32 arithmetic with a 32×32→64 multiply only. No float, no 64-bit division, no u128, no
//! signed division, no panic path, no array; data-dependent branches never sit inside a loop, because a
//! kernel verifier follows both sides of each. [`split_mix`] alone multiplies 64-bit words (wrapping): no algorithm
//! draws words.
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
mod coin;
mod cube_root;
mod ewma;
mod formats;
mod inverse_root;
mod ratio;
mod reciprocal;
mod scale;
mod slope;
pub mod split_mix;
mod square_root;
mod wide;

pub use codel::{codel_control_law, codel_newton_step};
pub use coin::{coin, ramp_bits, spread_coin};
pub use cube_root::{cbrt, cbrt64};
pub use ewma::{EwmaQ20, Gain, blend_q16, blend_q32, toward, toward_signed};
pub use formats::{ONE_Q16, ONE_Q20, ONE_Q24, Q0F32, Q8F24, Q12F20, Q16F16, SignedQ16F16};
pub use inverse_root::{inv_sqrt, scaled_inv_sqrt};
pub use ratio::{ratio_q16, ratio_q20};
pub use reciprocal::Reciprocal;
pub use scale::{mul_q16, mul_q20, mul_q20_up, mul_q24};
pub use slope::{Growth, slope_q16};
pub use square_root::{isqrt, isqrt64};
pub use wide::{mul_high, mul_wide};
