//! Ports, wires, buffers and the marking schemes that act on them.
//!
//! A port is one output queue, or several with a scheduler ([`PortQueues`]), and its transmitter. A packet's
//! whole life in a port is: the scheme's verdict at arrival, admission by the buffer, the queue, the scheme's
//! verdict at departure, the wire. A host's port has no scheme unless the configuration asks for one.

mod accounts;
mod bank;
mod banked;
mod bookings;
mod buffer;
mod config;
mod device;
mod express;
mod gates;
mod guarded;
mod nic;
mod packet;
mod pause;
mod port;
mod profile;
mod queued;
mod queues;
mod ring;
mod scheme;
mod serving;
mod setup;
mod stats;
mod telemetry;
mod traffic;
mod wire;

pub use config::{BufferConfig, PortSplit, SwitchConfig};
pub use queues::{AqmScope, Discipline, Lossless, PortQueues, QueueConfig, QueueError, QueueMemory, Rank};
pub use scheme::{Departures, Instance, QueueScheme, Slot};
pub use stats::{DropCause, PortStats};

pub(crate) use nic::{AckTurn, TurnSetup};
pub(crate) use packet::{NONE, Packet, PacketFlags, PacketKind, SackBlocks, StackId, Stamps, Tag};
pub(crate) use port::Role;
pub(crate) use setup::NicSetup;
pub(crate) use traffic::{Chore, NicLoss, Offer, Plane, Resend};
