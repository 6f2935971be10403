//! Operations: what a place may do to an algorithm, on time that never wraps.
//!
//! An operation is made from four words, so random streams, shrinking property tests and fuzzers share one
//! generator ([`PacketOp::from_words`], [`FlowOp::from_words`]). What they build keeps the promises of the
//! interfaces; [`malformed`] keeps none.

mod call;
mod events;
mod fifo;
mod flow_op;
mod flows;
pub mod malformed;
mod packet_op;
mod packets;
mod path;
mod timed;

pub use call::call;
pub use events::OwnedEvent;
pub use fifo::{Burst, Decider, Fifo};
pub use flow_op::FlowOp;
pub use flows::{FlowModel, TimedFlow};
pub use packet_op::{Level, PacketOp, Span};
pub use packets::{PacketModel, Scale};
pub use timed::{Shift, Timed};
