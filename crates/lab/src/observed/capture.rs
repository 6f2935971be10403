//! Packet captures: pcapng, one interface per port, headers of each packet, and in its comment what the switch did.

use super::headers::frame;
use super::names::{name_of, trigger_name};
use super::pcapng::{Framed, begin};
use freeboard_scenario::world::{Observation, Seen};
use std::io::{self, Write};

/// Link type of Ethernet.
const ETHERNET: u16 = 1;

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
    let names = found.ports.iter().map(|(port, _)| name_of(found, *port));
    begin(out, ETHERNET, names)?;
    for &(at, seen) in &found.items {
        let Seen::Packet { port, packet, behind, marked } = seen else { continue };
        let Some(interface) = found.ports.iter().position(|(known, _)| *known == port) else { continue };
        let (sender, receiver) = found.flows.get(packet.flow.0 as usize).copied().unwrap_or((0, packet.to));
        // Towards the receiver, or back.
        let from = if packet.to == receiver { sender } else { receiver };
        let frame = frame(&packet, (from, packet.to), is_rdma);
        let mut notes = vec![format!("flow {}", packet.flow.0)];
        notes.extend(behind.map(|(packets, bytes)| format!("queue {packets} packets, {bytes} B")));
        notes.extend(marked.map(|trigger| format!("marked here by {}", trigger_name(triggers, trigger))));
        notes.extend(packet.resent.then(|| "sent again".to_owned()));
        let seen = Framed { interface, stamp_ns: at / 1_000, bytes: &frame.bytes, length: frame.length };
        seen.write(out, &notes.join("; "))?;
    }
    Ok(())
}
