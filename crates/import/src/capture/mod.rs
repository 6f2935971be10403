//! Captures of packets: `pcap` and `pcapng` files as the flows of a workload, or as a trace of one queue.
//!
//! Formats: the IETF drafts `draft-ietf-opsawg-pcap` and `draft-ietf-opsawg-pcapng`, with their stamps in any unit and either byte
//! order. Link layer: Ethernet with VLAN tags. The readers are written here: two headers per packet, and refusals that name packet or
//! block; `pcap-parser` 0.17 takes the offset of stamps in a big-endian file (option 14) for a little-endian number.

mod classic;
mod container;
mod frame;
mod next;
mod queue;
mod segment;
mod workload;

pub use queue::{Observed, trace};
pub use workload::flows;
