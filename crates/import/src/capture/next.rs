//! The newer format: blocks, in sections with a byte order and interfaces of their own.

use super::frame::{Capture, ETHERNET, Frame, Order, fault};
use freeboard_scenario::document::Fault;

const SECTION: u32 = 0x0A0D_0D0A;
const INTERFACE: u32 = 1;
/// Packets without an interface or a stamp: obsolete ones, and simple ones.
const OBSOLETE: u32 = 2;
const SIMPLE: u32 = 3;
const ENHANCED: u32 = 6;
/// In the header of a section.
const BYTE_ORDER: u32 = 0x1A2B_3C4D;
const VERSION: u16 = 1;
/// Type and length before a block's body, the length again behind it.
const BEFORE: usize = 8;
const AROUND: usize = 12;
/// Before the bytes of a packet.
const PACKET_HEADER_BYTES: usize = 20;
/// Option of an interface: the unit of stamps, a power of ten, or of two with the highest bit.
const RESOLUTION: u16 = 9;
/// Option of an interface: seconds that are added to every stamp.
const OFFSET: u16 = 14;
/// Without the option: microseconds.
const RESOLUTION_DEFAULT: u8 = 6;
const POWER_OF_TWO: u8 = 0x80;
/// Finest unit that is read: 10^-18 s, or 2^-63 s.
const FINEST: (u8, u8) = (18, 63);
const NANOSECOND_DIGITS: u8 = 9;

/// An interface: how its stamps count.
#[derive(Clone, Copy, Debug)]
struct Interface {
    resolution: u8,
    offset_s: i64,
}

impl Interface {
    /// A stamp since 1970 \[ns\], rounded down.
    fn nanoseconds(self, stamp: u64) -> Option<u64> {
        let power = u32::from(self.resolution & !POWER_OF_TWO);
        let units = u128::from(stamp) * 1_000_000_000;
        let ns =
            if self.resolution & POWER_OF_TWO == 0 { units / 10_u128.pow(power) } else { units >> power };
        u64::try_from(i128::try_from(ns).ok()? + i128::from(self.offset_s) * 1_000_000_000).ok()
    }

    /// Unit \[ns\], at least 1.
    const fn unit_ns(self) -> u64 {
        let power = self.resolution & !POWER_OF_TWO;
        if self.resolution & POWER_OF_TWO == 0 {
            10_u64.pow(NANOSECOND_DIGITS.saturating_sub(power) as u32)
        } else {
            (1_000_000_000_u64 >> power) + 1
        }
    }
}

/// The file begins with a section.
pub(super) fn is_section(bytes: &[u8]) -> bool {
    bytes.starts_with(&SECTION.to_be_bytes())
}

pub(super) fn read<'a>(file: &'a str, bytes: &'a [u8]) -> Result<Capture<'a>, Fault> {
    let mut reader = Reader {
        file,
        order: Order { is_big: false },
        interfaces: Vec::new(),
        frames: Vec::new(),
        unit_ns: 1,
        earlier: 0,
    };
    let (mut at, mut number) = (0, 0);
    while at < bytes.len() {
        number += 1;
        at += reader.block(number, &bytes[at..])?;
    }
    Ok(Capture { frames: reader.frames, unit_ns: reader.unit_ns })
}

struct Reader<'a> {
    file: &'a str,
    order: Order,
    /// Of this section.
    interfaces: Vec<Interface>,
    frames: Vec<Frame<'a>>,
    unit_ns: u64,
    /// Interfaces of the sections before.
    earlier: u32,
}

impl Reader<'_> {
    fn refuse(&self, number: usize, problem: impl Into<String>, legal: &str) -> Fault {
        Fault { key: format!("block {number}"), ..fault(self.file, None, problem, legal) }
    }
}

impl<'a> Reader<'a> {
    /// Takes one block; returns its length.
    fn block(&mut self, number: usize, bytes: &'a [u8]) -> Result<usize, Fault> {
        const WHOLE: &str = "a file that was written to its end";
        if is_section(bytes) {
            self.section(number, bytes)?;
        }
        let (Some(kind), Some(length)) = (self.order.word(bytes, 0), self.order.word(bytes, 4)) else {
            return Err(self.refuse(number, "ends within its header", WHOLE));
        };
        let length = length as usize;
        if length < AROUND || !length.is_multiple_of(4) {
            return Err(self.refuse(
                number,
                format!("has the length {length}"),
                "12 or more, a multiple of 4",
            ));
        }
        let Some(block) = bytes.get(..length) else {
            let problem = format!("has {} of its {length} bytes", bytes.len());
            return Err(self.refuse(number, problem, WHOLE));
        };
        let (body, end) = (&block[BEFORE..length - 4], self.order.word(block, length - 4));
        if end != Some(length as u32) {
            let problem =
                format!("has the length {length} before it and {} behind it", end.unwrap_or_default());
            return Err(self.refuse(number, problem, "the same number twice"));
        }
        match kind {
            INTERFACE => self.interface(number, body)?,
            ENHANCED => self.packet(body)?,
            OBSOLETE | SIMPLE => {
                let kind = if kind == SIMPLE { "a simple" } else { "an obsolete" };
                let problem = format!("is {kind} packet block");
                return Err(self.refuse(number, problem, "enhanced packet blocks, which have stamps"));
            }
            _ => {}
        }
        Ok(length)
    }

    fn section(&mut self, number: usize, bytes: &[u8]) -> Result<(), Fault> {
        let orders = [Order { is_big: false }, Order { is_big: true }];
        let found = orders.iter().find(|order| order.word(bytes, BEFORE) == Some(BYTE_ORDER));
        let Some(&order) = found else {
            return Err(self.refuse(number, "has no byte order", "the section header of pcapng"));
        };
        let major = order.half(bytes, BEFORE + 4).unwrap_or_default();
        if major != VERSION {
            return Err(self.refuse(number, format!("is of version {major}"), "version 1"));
        }
        self.order = order;
        self.earlier += self.interfaces.len() as u32;
        self.interfaces.clear();
        Ok(())
    }

    fn interface(&mut self, number: usize, body: &[u8]) -> Result<(), Fault> {
        let link = self.order.half(body, 0).map(u32::from);
        if link != Some(ETHERNET) {
            let problem = format!("has the link type {}", link.unwrap_or_default());
            return Err(self.refuse(number, problem, "Ethernet, 1"));
        }
        let mut interface = Interface { resolution: RESOLUTION_DEFAULT, offset_s: 0 };
        let mut at = BEFORE;
        // The option of code 0 ends them.
        while let (Some(code @ 1..), Some(length)) =
            (self.order.half(body, at), self.order.half(body, at + 2))
        {
            let value = body.get(at + 4..at + 4 + usize::from(length));
            let value = value.ok_or_else(|| self.refuse(number, "has an option beyond its end", ""))?;
            match (code, value) {
                (RESOLUTION, [unit]) => interface.resolution = *unit,
                (OFFSET, eight) if eight.len() == 8 => {
                    let word = |at| self.order.word(eight, at).map_or(0, u64::from);
                    let (high, low) = if self.order.is_big { (word(0), word(4)) } else { (word(4), word(0)) };
                    interface.offset_s = (high << 32 | low) as i64;
                }
                (RESOLUTION | OFFSET, _) => {
                    return Err(self.refuse(number, format!("has the option {code} of {length} bytes"), ""));
                }
                _ => {}
            }
            at += 4 + usize::from(length).next_multiple_of(4);
        }
        let power = interface.resolution & !POWER_OF_TWO;
        let finest = if interface.resolution & POWER_OF_TWO == 0 { FINEST.0 } else { FINEST.1 };
        if power > finest {
            return Err(self.refuse(number, "has stamps of a finer unit", "10^-18 s or 2^-63 s"));
        }
        self.interfaces.push(interface);
        Ok(())
    }

    fn packet(&mut self, body: &'a [u8]) -> Result<(), Fault> {
        let number = self.frames.len() + 1;
        let refuse = |problem: String, legal: &str| fault(self.file, Some(number), problem, legal);
        let word = |index: usize| self.order.word(body, 4 * index);
        let (Some(interface), Some(high), Some(low), Some(kept), Some(length)) =
            (word(0), word(1), word(2), word(3), word(4))
        else {
            return Err(refuse("has no header".to_owned(), "20 bytes before its own"));
        };
        let Some(known) = self.interfaces.get(interface as usize) else {
            let legal = format!("one of the {} that the section describes", self.interfaces.len());
            return Err(refuse(format!("is of the interface {interface}"), &legal));
        };
        if kept > length {
            return Err(refuse(format!("has {kept} bytes of {length}"), "at most its length"));
        }
        let Some(bytes) = body.get(PACKET_HEADER_BYTES..PACKET_HEADER_BYTES + kept as usize) else {
            return Err(refuse(format!("has {kept} bytes, more than its block"), "as many as the block has"));
        };
        let stamp = u64::from(high) << 32 | u64::from(low);
        let Some(at_ns) = known.nanoseconds(stamp) else {
            return Err(refuse(format!("has the stamp {stamp}"), "a time from 1970 to 2554"));
        };
        self.unit_ns = self.unit_ns.max(known.unit_ns());
        let interface = self.earlier + interface;
        self.frames.push(Frame { number, at_ns, length, interface, bytes });
        Ok(())
    }
}
