//! The interface of an active queue management (AQM) scheme.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod activity;
mod decision;
mod event;
mod meta;
mod owner;
mod scheme;
mod verdict;

pub use activity::{Activity, Trigger};
pub use decision::{Decision, MAX_TRIGGERS, Reason};
pub use event::{Arrival, Departure, Ecn, PortView, QueueView};
pub use freeboard_params::{
    Choice, Choices, Field, FieldDoc, FieldId, ParamError, Part, Preset, Settings, Unit, Words, choices,
    part, settings,
};
pub use freeboard_units::{Bytes, DepthUnit, Nanos32, PipeId, PortId, QueueId};
pub use meta::{Hooks, IDLE_MAX_NS, IDLE_MIN_NS, Intrinsics, Kind, Meta, NANOSECOND};
pub use owner::{Borrow, InQueueSlot, Loan, Owner, Place, QueueSlot, QueueSlotOf, QueueSlots};
pub use scheme::{Aqm, Scope, State};
pub use verdict::{NotEct, Verdict};
