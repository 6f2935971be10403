//! RED. Sources: \[Floyd93\]; the "wait" counter, the gentle ramp and the start of ns-2.

mod exact;
mod low_pass;

pub use exact::Exact;
pub use low_pass::LowPass;

pub(crate) use low_pass::nearest_power;
