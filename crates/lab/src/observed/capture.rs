//! Packet captures: pcapng, one interface per port, headers of each packet, and in its comment what the switch did.

use super::headers::frame;
use super::names::{name_of, trigger_name};
use freeboard_scenario::world::{Observation, Seen};
use std::io::{self, Write};

/// Block types and options of pcapng (draft-ietf-opsawg-pcapng §4).
const SECTION: u32 = 0x0a0d_0d0a;
const INTERFACE: u32 = 1;
const PACKET: u32 = 6;
const BYTE_ORDER: u32 = 0x1a2b_3c4d;
const COMMENT: u16 = 1;
const NAME: u16 = 2;
const RESOLUTION: u16 = 9;
/// Link type of Ethernet.
const ETHERNET: u16 = 1;
/// Stamps in 10^-9 s.
const NANOS: u8 = 9;

/// Writes the packets of an observation; `triggers` are the names of the scheme's triggers.
///
/// # Errors
/// Errors of `out`.
pub fn write_capture(
    out: &mut impl Write,
    found: &Observation,
    triggers: &[&str],
    is_rdma: bool,
) -> io::Result<()> {
    // Version 1.0, length of the section unknown.
    let mut section = BYTE_ORDER.to_le_bytes().to_vec();
    section.extend([1, 0, 0, 0]);
    section.extend([0xff; 8]);
    block(out, SECTION, &section)?;
    for (port, _) in &found.ports {
        let mut interface = ETHERNET.to_le_bytes().to_vec();
        interface.extend([0; 6]);
        option(&mut interface, NAME, name_of(found, *port).as_bytes());
        option(&mut interface, RESOLUTION, &[NANOS]);
        interface.extend([0; 4]);
        block(out, INTERFACE, &interface)?;
    }
    for &(at, seen) in &found.items {
        let Seen::Packet { port, packet, behind, marked } = seen else { continue };
        let Some(interface) = found.ports.iter().position(|(known, _)| *known == port) else { continue };
        let (sender, receiver) = found.flows.get(packet.flow.0 as usize).copied().unwrap_or((0, packet.to));
        // Towards the receiver, or back.
        let from = if packet.to == receiver { sender } else { receiver };
        let frame = frame(&packet, (from, packet.to), is_rdma);
        let mut body = (interface as u32).to_le_bytes().to_vec();
        let stamp = at / 1_000;
        body.extend(((stamp >> 32) as u32).to_le_bytes());
        body.extend((stamp as u32).to_le_bytes());
        body.extend((frame.bytes.len() as u32).to_le_bytes());
        body.extend(frame.length.to_le_bytes());
        padded(&mut body, &frame.bytes);
        let mut notes = vec![format!("flow {}", packet.flow.0)];
        notes.extend(behind.map(|(packets, bytes)| format!("queue {packets} packets, {bytes} B")));
        notes.extend(marked.map(|trigger| format!("marked here by {}", trigger_name(triggers, trigger))));
        notes.extend(packet.resent.then(|| "sent again".to_owned()));
        option(&mut body, COMMENT, notes.join("; ").as_bytes());
        body.extend([0; 4]);
        block(out, PACKET, &body)?;
    }
    Ok(())
}

/// A block with its length before and behind it.
fn block(out: &mut impl Write, kind: u32, body: &[u8]) -> io::Result<()> {
    let length = (body.len() as u32 + 12).to_le_bytes();
    out.write_all(&kind.to_le_bytes())?;
    out.write_all(&length)?;
    out.write_all(body)?;
    out.write_all(&length)
}

fn option(body: &mut Vec<u8>, code: u16, value: &[u8]) {
    body.extend(code.to_le_bytes());
    body.extend((value.len() as u16).to_le_bytes());
    padded(body, value);
}

/// Bytes up to a multiple of four.
fn padded(body: &mut Vec<u8>, bytes: &[u8]) {
    body.extend_from_slice(bytes);
    body.resize(body.len().next_multiple_of(4), 0);
}
