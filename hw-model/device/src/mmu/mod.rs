//! The shared packet buffer with dynamic thresholds.
//!
//! One [`Mmu`] is one shared pool beside a private reserve per queue. A packet is charged whole, to its
//! queue's reserve while that has room and else to the pool, and the [`Charge`] it gets says where to
//! refund it, so a reserve cannot leak. The pool part of a queue stays below T = alpha (B - O), B being the
//! pool and O its occupancy (Choudhury and Hahne 1998); several pools or several MMUs are several of these.
//!
//! [`Ingress`] accounts for the same packets where they come in: guarantees, shares and, for lossless groups,
//! headroom. [`PacketMemory`] joins the two sides and says when to pause ([`crate::pfc`]). [`profiles`] hold
//! the limits of chips with their sources.
//!
//! Goals: conservation, typed refusal of impossible layouts, total operations, nothing allocated after
//! construction. Non-goals: colours, push-out, shared headroom.

mod alpha;
mod audit;
mod config;
mod ingress;
mod layout;
mod memory;
mod pool;
mod profile;
pub mod profiles;

pub use crate::error::{ConfigError, ConfigField};
pub use alpha::Alpha;
pub use audit::{AccountName, Discrepancy};
pub use config::{MmuConfig, QueueLayout, ThresholdTest};
pub use ingress::{Ingress, IngressCharge};
pub use layout::{GroupId, GroupLayout, IngressConfig, Lossless};
pub use memory::{Charges, PacketMemory, Refusal};
pub use pool::{Charge, Mmu};
pub use profile::{MemoryLimit, MemoryLimitRow, MemoryProfile};
