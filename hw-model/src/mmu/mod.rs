//! The shared packet buffer with dynamic thresholds.
//!
//! One [`Mmu`] is one shared pool beside a private reserve per queue. A packet is charged whole, to its
//! queue's reserve while that has room and else to the pool, and the [`Charge`] it gets says where to
//! refund it, so a reserve cannot leak. The pool part of a queue stays below T = alpha (B - O), B being the
//! pool and O its occupancy (Choudhury and Hahne 1998); a chip with several MMUs is several of these.
//!
//! Goals: conservation, typed refusal of impossible layouts, total operations. Non-goals: pause (PFC),
//! headroom, colours, push-out.

mod alpha;
mod config;
mod pool;

pub use alpha::Alpha;
pub use config::{ConfigError, ConfigField, MmuConfig, QueueLayout, ThresholdTest};
pub use pool::{Charge, Mmu};
