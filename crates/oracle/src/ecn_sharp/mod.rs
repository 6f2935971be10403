//! ECN#. Source: \[Zhang19\] Algorithm 1, its rescheduling and that of the authors' released code.

mod nanos;
mod real;
mod ticks;

pub use nanos::Nanos;
pub use real::{Real, Rule};
pub use ticks::{Schedule, Ticks};
