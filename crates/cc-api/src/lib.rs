//! The interfaces of a congestion control (CC) and of an underlay beneath it.
//!
//! A CC turns events of one flow into a window and a rate. The transport owns sequence numbers, recovery
//! and in-flight accounting; the CC owns nothing but its state, which the caller keeps per flow.
//! The window arithmetic that several controls share is in [`reno`].
//! An [`Underlay`] sits below any CC and may hold a flow's packets at the edge (On-Ramp).
//!
//! Invariant: nothing here allocates, panics, uses a float or reads a clock.
#![no_std]
#![forbid(unsafe_code)]

mod control;
mod event;
mod flow;
mod meta;
pub mod reno;
pub mod stopwatch;
mod underlay;

pub use control::Control;
pub use event::{Ack, Event, IntHop, IntStack, Loss, MAX_INT_HOPS, Seq32};
pub use flow::CongestionControl;
pub use meta::{CcMeta, Drive};
pub use params::{Field, FieldDoc, FieldId, ParamError, Preset, Settings, Unit, Words, settings};
pub use underlay::{LayerAnswer, LayerEvent, NoUnderlay, OrAck, Sent, Underlay};
pub use units::{Bytes, LineFraction, Nanos32};
