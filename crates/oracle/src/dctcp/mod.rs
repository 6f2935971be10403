//! DCTCP, TCP form. Source: RFC 8257 §3.3-3.5, RFC 5681 §3.1 for growth and loss.

mod q20;
mod real;

pub use q20::Q20;
pub use real::{AlphaJudge, alpha_bound};
