//! The interface of an active queue management (AQM) scheme.
//!
//! An AQM decides per packet whether to forward it, to signal congestion on it or to drop it. It never
//! sees a packet, a queue or a clock: everything is an argument, and the caller owns all state, one
//! instance per scope (pipe, port, queue).
//!
//! Goals: total data-path calls, the same decisions in every place. Non-goals: ECN capability (the queue
//! turns a signal into a mark or a drop), queueing, time keeping.
//!
//! Invariant: nothing here allocates, panics, uses a float or reads a clock.
#![no_std]
#![forbid(unsafe_code)]

mod activity;
mod decision;
mod event;
mod meta;
mod scheme;
mod verdict;

pub use activity::{Activity, MAX_TRIGGERS, Trigger};
pub use decision::{Decision, Reason};
pub use event::{Arrival, Departure, Ecn, PortView, QueueView};
pub use freeboard_params::{
    Field, FieldDoc, FieldId, ParamError, Part, Preset, Settings, Unit, Words, part, settings,
};
pub use freeboard_units::{Bytes, DepthUnit, Nanos32, PipeId, PortId, QueueId};
pub use meta::{Hooks, Intrinsics, Kind, Meta, NANOSECOND};
pub use scheme::{Aqm, Scope, State};
pub use verdict::{NotEct, Verdict};
