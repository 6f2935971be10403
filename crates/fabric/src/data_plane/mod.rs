//! Ports, wires, buffers and the marking schemes that act on them.
//!
//! A port is one output queue, or several with a scheduler ([`PortQueues`]), and its transmitter. A packet's
//! whole life in a port is: the scheme's verdict at arrival, admission by the buffer, the queue, the scheme's
//! verdict at departure, the wire. A host's port has no scheme unless the configuration asks for one.

mod buffer;
mod config;
mod device;
mod forwarding;
mod lossless_buffer;
mod marks_and_drops;
mod nic;
mod packet;
mod pfc;
mod port;
mod port_batch;
mod precomputed;
mod precomputed_host;
mod queues;
mod ring;
mod scheme;
mod setup;
mod stats;
mod telemetry;
mod wire;

pub use config::{
    AqmScope, BufferConfig, Discipline, Lossless, PortQueues, PortSplit, QueueConfig, QueueError,
    QueueMemory, Rank, SwitchConfig,
};
pub use scheme::{Departures, Instance, QueueScheme, Slot};
pub use setup::check_memory;
pub use stats::{DropCause, PortStats};

pub(crate) use buffer::{Buffer, Place};
pub(crate) use config::SetupError;
pub(crate) use forwarding::{DataPlane, Deferred, NicLoss, Offer, PauseOut, Resend};
pub(crate) use nic::{AckPriority, ArbiterSetup};
pub(crate) use packet::{NONE, Packet, PacketFlags, PacketKind, SackBlocks, StackId, Stamps, Tag};
pub(crate) use pfc::{PAUSE_FRAME, QUANTUM_BYTES, device_of_refresh};
pub(crate) use port::{Port, Role, other_end};
#[cfg(test)]
pub(crate) use queues::PortQueue;
pub(crate) use queues::{OutputQueues, QueuedPacket};
pub(crate) use setup::NicSetup;
pub(crate) use wire::Flying;
