//! Captures of real packets: their own headers, in the comment their queue.

use super::names::port_name;
use super::pcapng::{Framed, begin};
use freeboard_fabric::Node;
use freeboard_live::Captured;
use std::io::{self, Write};

/// Link type of packets that begin with an IP header (LINKTYPE_RAW).
const RAW: u16 = 101;

/// Capture of packets that left the switch; stamps are of the scenario's time.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_has_its_interfaces_and_packets_with_comments() {
        let packet = Captured {
            at_ps: 1_500_000,
            port: 1,
            queue: 2,
            bytes: vec![0x45, 0x03, 0, 0],
            length: 1500,
            packets_behind: 3,
            bytes_behind: 4500,
            is_marked: true,
        };
        let mut file = Vec::new();
        write_real_capture(&mut file, &[packet.clone(), packet], 2).unwrap();
        // A block begins with its type and length.
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
        let (mut at, mut kinds) = (0, Vec::new());
        while at < file.len() {
            kinds.push(word(at));
            at += word(at + 4) as usize;
        }
        assert_eq!((at, kinds), (file.len(), vec![0x0a0d_0d0a, 1, 1, 6, 6]));
        let text = String::from_utf8_lossy(&file);
        assert!(text.contains("switch 0 to host 1"));
        assert!(text.contains("queue 3 packets, 4500 B; from queue 2; marked here"));
    }
}
