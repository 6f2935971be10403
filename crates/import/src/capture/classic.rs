//! The older format: a file header, then a header per packet.

use super::frame::{Capture, ETHERNET, Frame, Order, fault};
use freeboard_scenario::document::Fault;

/// First word of a file with stamps in microseconds.
const MICROS: u32 = 0xA1B2_C3D4;
/// First word of a file with stamps in nanoseconds.
const NANOS: u32 = 0xA1B2_3C4D;
/// The version since 1998.
const VERSION: u16 = 2;
const FILE_HEADER_BYTES: usize = 24;
const PACKET_HEADER_BYTES: usize = 16;
/// The upper four bits of the link type say how long check sequences are.
const LINK_TYPE: u32 = 0x0FFF_FFFF;

pub(super) fn read<'a>(file: &'a str, bytes: &'a [u8]) -> Result<Capture<'a>, Fault> {
    let whole = |problem: &str, legal: &str| fault(file, None, problem, legal);
    let formats = "a file of pcap (stamps in us or ns) or pcapng";
    let orders = [Order { is_big: false }, Order { is_big: true }];
    let of = |magic| orders.iter().find(|order| order.word(bytes, 0) == Some(magic)).copied();
    let (order, unit_ns) = match (of(MICROS), of(NANOS)) {
        (Some(order), _) => (order, 1000),
        (_, Some(order)) => (order, 1),
        _ => return Err(whole("is not a capture", formats)),
    };
    let (Some(major), Some(link)) = (order.half(bytes, 4), order.word(bytes, 20)) else {
        return Err(whole("ends within its header", formats));
    };
    if major != VERSION {
        return Err(whole(&format!("is of version {major}"), "version 2"));
    }
    if link & LINK_TYPE != ETHERNET {
        return Err(whole(&format!("has the link type {}", link & LINK_TYPE), "Ethernet, 1"));
    }
    let (mut frames, mut at) = (Vec::new(), FILE_HEADER_BYTES);
    while at < bytes.len() {
        let number = frames.len() + 1;
        let refuse = |problem: String, legal: &str| fault(file, Some(number), problem, legal);
        let word = |index: usize| order.word(bytes, at + 4 * index);
        let (Some(seconds), Some(part), Some(kept), Some(length)) = (word(0), word(1), word(2), word(3))
        else {
            return Err(refuse("ends within its header".to_owned(), "a file that was written to its end"));
        };
        if u64::from(part) * unit_ns >= 1_000_000_000 {
            let problem = format!("has the stamp {seconds} s and {part}");
            return Err(refuse(problem, "less than a second in the second word"));
        }
        if kept > length {
            return Err(refuse(format!("has {kept} bytes of {length}"), "at most its length"));
        }
        at += PACKET_HEADER_BYTES;
        let Some(data) = bytes.get(at..at + kept as usize) else {
            let problem = format!("has {} of its {kept} bytes", bytes.len() - at);
            return Err(refuse(problem, "a file that was written to its end"));
        };
        at += kept as usize;
        let at_ns = u64::from(seconds) * 1_000_000_000 + u64::from(part) * unit_ns;
        frames.push(Frame { number, at_ns, length, interface: 0, bytes: data });
    }
    Ok(Capture { frames, unit_ns })
}
