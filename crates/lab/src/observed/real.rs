//! Packet captures of real packets: their own headers, and in the comment the queue behind each.

use super::names::port_name;
use super::pcapng::{Framed, begin};
use freeboard_fabric::Node;
use freeboard_live::Captured;
use std::io::{self, Write};

/// Link type of packets that begin with an IP header (LINKTYPE_RAW).
const RAW: u16 = 101;

/// Writes the packets that left the switch to `hosts` hosts; stamps are of the scenario's time.
///
/// # Errors
/// Errors of `out`.
pub fn write_real_capture(out: &mut impl Write, packets: &[Captured], hosts: u32) -> io::Result<()> {
    begin(out, RAW, (0..hosts).map(|host| port_name([Node::Switch(0), Node::Host(host)])))?;
    for packet in packets {
        let mut notes = vec![format!("queue {} packets, {} B", packet.packets_behind, packet.bytes_behind)];
        notes.extend((packet.queue > 0).then(|| format!("from queue {}", packet.queue)));
        notes.extend(packet.is_marked.then(|| "marked here".to_owned()));
        let framed = Framed {
            interface: packet.port as usize,
            stamp_ns: packet.at_ps / 1_000,
            bytes: &packet.bytes,
            length: packet.length,
        };
        framed.write(out, &notes.join("; "))?;
    }
    Ok(())
}
