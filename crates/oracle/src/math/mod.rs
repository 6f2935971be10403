//! Roots and the pipeline's math unit, each computed in another way than the algorithms do.

mod root;
mod unit;

pub use root::scaled_inverse_root;
pub use unit::{Fill, MathUnit};
