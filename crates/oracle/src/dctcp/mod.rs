//! DCTCP. Source: RFC 8257 §3.3-3.5, RFC 5681 §3.1 for growth and loss; HPCC's simulator for the rate form.

mod q20;
mod rate;
mod real;

pub use q20::Q20;
pub use rate::Rate;
pub use real::{AlphaJudge, alpha_bound};
