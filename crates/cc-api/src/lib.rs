//! The interfaces of a congestion control (CC) and of an underlay beneath it.
//!
//! A CC turns events of one flow into a window and a rate. The transport owns sequence numbers, recovery
//! and in-flight accounting; the CC owns nothing but its state, which the caller keeps per flow.
//! What several controls share: the window arithmetic in [`reno`], the path's history in [`telemetry`].
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
mod segment;
pub mod stopwatch;
pub mod telemetry;
mod underlay;

pub use control::Control;
pub use event::{Ack, Cue, Event, IntHop, IntStack, Loss, MAX_INT_HOPS, Seq32};
pub use flow::CongestionControl;
pub use freeboard_params::{
    Field, FieldDoc, FieldId, ParamError, Part, Preset, Settings, Unit, Variant, Words, part, settings,
};
pub use freeboard_units::{Bytes, LineFraction, Nanos32};
pub use meta::{CcMeta, ControlOutput};
pub use segment::Segment;
pub use underlay::{NoUnderlay, OrAck, Remembered, Sent, Underlay, UnderlayEvent, UnderlayOutput};
