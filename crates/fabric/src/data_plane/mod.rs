//! Ports, wires, buffers and the marking schemes that act on them.
//!
//! A port is one output queue, or several with a scheduler ([`PortQueues`]), and its transmitter. A packet's
//! whole life in a port is: the scheme's verdict at arrival, admission by the buffer, the queue, the scheme's
//! verdict at departure, the wire. A host's port has no scheme unless the configuration asks for one.

mod books;
mod buffer;
mod config;
mod counters;
mod departure_schedule;
mod device;
mod forwarding;
mod lossless_buffer;
mod nic;
mod packet;
mod pause;
mod plane;
mod port;
mod port_batch;
mod precomputed;
mod queues;
mod scheme;
mod setup;
mod sharing;
mod transmitter;
mod wire;

pub use buffer::PoolLayout;
pub use config::{
    AqmScope, BufferConfig, Discipline, Lossless, PortQueues, PortSplit, QueueConfig, QueueError,
    QueueMemory, Rank, SetupError, SwitchConfig,
};
pub use counters::{DropCause, PortStats};
pub(crate) use scheme::STAMP_MASK;
pub use scheme::{Departures, Instance, QueueScheme, SchemeWork, Slot};
pub use setup::check_memory;

pub(crate) use buffer::{Buffer, Place};
pub(crate) use lossless_buffer::device_of_refresh;
pub(crate) use nic::{AckPriority, ArbiterSetup};
pub(crate) use packet::{NONE, Packet, PacketFlags, PacketKind, SackBlocks, StackId, Stamps, Sum, Tag};
pub(crate) use pause::{PAUSE_FRAME, QUANTUM_BYTES};
pub(crate) use plane::{DataPlane, Deferred, NicLoss, Offer};
pub(crate) use port::{Port, Role, other_end};
pub(crate) use port_batch::PortBatches;
#[cfg(test)]
pub(crate) use queues::PortQueue;
pub(crate) use queues::{OutputQueues, QueuedPacket};
pub(crate) use setup::NicSetup;
pub(crate) use sharing::{PauseOut, Resend};
pub(crate) use wire::{InFlight, PACKETS_AHEAD};
