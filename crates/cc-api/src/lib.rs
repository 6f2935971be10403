//! The interfaces of a congestion control (CC) and of an underlay beneath it.
#![doc = include_str!("../README.md")]
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
pub use event::{Ack, Event, IntHop, IntStack, Loss, MAX_INT_HOPS, Prior, Seq32};
pub use flow::CongestionControl;
pub use freeboard_params::{
    Choice, Choices, Field, FieldDoc, FieldId, ParamError, Part, Preset, Settings, Unit, Variant, Words,
    choices, part, settings,
};
pub use freeboard_units::{Bytes, LineFraction, Nanos32};
pub use meta::{CcMeta, ControlOutput};
pub use segment::Segment;
pub use underlay::{
    NoUnderlay, OrAck, Remembered, ReportCounts, Sent, Underlay, UnderlayEvent, UnderlayOutput,
};
