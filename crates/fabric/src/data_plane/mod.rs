//! Ports, wires, buffers and the marking schemes that act on them.
//!
//! A port is one output queue, or several with a scheduler ([`PortQueues`]), and its transmitter. A packet's
//! whole life in a port is: the scheme's verdict at arrival, admission by the buffer, the queue, the scheme's
//! verdict at departure, the wire. A host's port has no scheme unless the configuration asks for one.

mod buffer;
mod config;
mod departure_schedule;
mod device;
mod error;
mod forwarding;
mod lossless_buffer;
mod multi_queue;
mod multi_queue_aqm;
mod multi_queue_path;
mod nic;
mod nic_arbitration;
mod packet;
mod pause_state;
mod pfc;
mod port;
mod precomputed;
mod profile;
mod queues;
mod ring;
mod scheme;
mod setup;
mod stats;
mod telemetry;
mod totals;
mod wire;

pub use config::{BufferConfig, PortSplit, SwitchConfig};
pub use queues::{AqmScope, Discipline, Lossless, PortQueues, QueueConfig, QueueError, QueueMemory, Rank};
pub use scheme::{Departures, Instance, QueueScheme, Slot};
pub use stats::{DropCause, PortStats};

pub(crate) use error::SetupError;
pub(crate) use forwarding::{DataPlane, Deferred, NicLoss, Offer, Resend};
pub(crate) use multi_queue::QueuedPacket;
pub(crate) use nic::{AckPriority, ArbiterSetup};
pub(crate) use packet::{NONE, Packet, PacketFlags, PacketKind, SackBlocks, StackId, Stamps, Tag};
pub(crate) use port::{Port, Role};
pub(crate) use setup::NicSetup;
