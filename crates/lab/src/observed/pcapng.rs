//! Blocks of pcapng files: a section, its interfaces, packets with comments.

use std::io::{self, Write};

/// Block types and options of pcapng (draft-ietf-opsawg-pcapng §4).
const SECTION: u32 = 0x0a0d_0d0a;
const INTERFACE: u32 = 1;
const PACKET: u32 = 6;
const BYTE_ORDER: u32 = 0x1a2b_3c4d;
const COMMENT: u16 = 1;
const NAME: u16 = 2;
const RESOLUTION: u16 = 9;
/// Stamps in 10^-9 s.
const NANOS: u8 = 9;

/// A packet, or the beginning of one.
pub(super) struct Framed<'a> {
    /// Index of its interface in the order of their names.
    pub(super) interface: usize,
    pub(super) stamp_ns: u64,
    pub(super) bytes: &'a [u8],
    /// Length of the whole packet \[B\].
    pub(super) length: u32,
}

impl Framed<'_> {
    /// Writes the packet's block.
    pub(super) fn write(&self, out: &mut impl Write, comment: &str) -> io::Result<()> {
        let mut body = (self.interface as u32).to_le_bytes().to_vec();
        body.extend(((self.stamp_ns >> 32) as u32).to_le_bytes());
        body.extend((self.stamp_ns as u32).to_le_bytes());
        body.extend((self.bytes.len() as u32).to_le_bytes());
        body.extend(self.length.to_le_bytes());
        padded(&mut body, self.bytes);
        option(&mut body, COMMENT, comment.as_bytes());
        body.extend([0; 4]);
        block(out, PACKET, &body)
    }
}

/// Writes the section's header, and an interface of a link type for each name.
pub(super) fn begin(out: &mut impl Write, link: u16, names: impl Iterator<Item = String>) -> io::Result<()> {
    // Version 1.0, length of the section unknown.
    let mut section = BYTE_ORDER.to_le_bytes().to_vec();
    section.extend([1, 0, 0, 0]);
    section.extend([0xff; 8]);
    block(out, SECTION, &section)?;
    for name in names {
        let mut interface = link.to_le_bytes().to_vec();
        interface.extend([0; 6]);
        option(&mut interface, NAME, name.as_bytes());
        option(&mut interface, RESOLUTION, &[NANOS]);
        interface.extend([0; 4]);
        block(out, INTERFACE, &interface)?;
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
