//! Headers of a frame: Ethernet, VLAN, IPv4, IPv6, TCP, UDP.

use super::frame::{Frame, Order, fault};
use freeboard_scenario::document::Fault;
use std::net::IpAddr;

/// Network byte order.
const WIRE: Order = Order { is_big: true };

const IPV4: u16 = 0x0800;
const IPV6: u16 = 0x86DD;
/// Tags that stand before the type: IEEE 802.1Q, 802.1ad, and the older 0x9100 of stacked tags.
const TAGS: [u16; 3] = [0x8100, 0x88A8, 0x9100];
/// Addresses of Ethernet.
const ADDRESSES_BYTES: usize = 12;
const IPV4_BYTES: usize = 20;
const IPV6_BYTES: usize = 40;
/// Protocol numbers of IANA.
const TCP: u8 = 6;
const UDP: u8 = 17;
/// Extension headers of IPv6 with a length in units of eight bytes: hop-by-hop, routing, destination, mobility.
const EXTENSIONS: [u8; 4] = [0, 43, 60, 135];
const FRAGMENT: u8 = 44;
/// The authentication header counts in words.
const AUTHENTICATION: u8 = 51;

/// Bytes of the transport header that tell packets of a connection apart: ports, sequence numbers and flags of TCP.
const TOLD_APART_BYTES: usize = 14;

/// Fields of a transport header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transport {
    /// Sequence number of the first byte, SYN, and FIN or RST.
    Tcp { sequence: u32, is_first: bool, is_last: bool },
    /// First byte of the payload, where it was captured.
    Udp { first: Option<u8> },
}

/// A packet of TCP or UDP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) from: IpAddr,
    pub(super) to: IpAddr,
    pub(super) ports: (u16, u16),
    pub(super) transport: Transport,
    /// \[B\].
    pub(super) payload: u64,
}

/// An IP packet in an Ethernet frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet<'a> {
    file: &'a str,
    number: usize,
    pub(super) from: IpAddr,
    pub(super) to: IpAddr,
    /// ECN field, 0 to 3.
    pub(super) ecn: u8,
    /// From the IP header on.
    bytes: &'a [u8],
    /// Where the transport header begins.
    transport_at: usize,
    /// Length of headers and payload \[B\].
    length: usize,
    protocol: u8,
    /// A fragment that is not the first has no transport header.
    is_later_fragment: bool,
}

impl<'a> Packet<'a> {
    /// The IP packet of a frame; `None` for another protocol.
    pub(super) fn read(file: &'a str, frame: &Frame<'a>) -> Result<Option<Self>, Fault> {
        let cut = || cut(file, frame.number, frame.bytes.len());
        let mut at = ADDRESSES_BYTES;
        let kind = loop {
            let kind = WIRE.half(frame.bytes, at).ok_or_else(cut)?;
            at += 2;
            if !TAGS.contains(&kind) {
                break kind;
            }
            at += 2;
        };
        let bytes = &frame.bytes[at..];
        let on_wire = (frame.length as usize).saturating_sub(at);
        let packet = match kind {
            IPV4 => Self::version_4(file, frame.number, bytes, on_wire)?,
            IPV6 => Self::version_6(file, frame.number, bytes, on_wire)?,
            _ => return Ok(None),
        };
        Ok(Some(packet))
    }

    fn version_4(file: &'a str, number: usize, bytes: &'a [u8], on_wire: usize) -> Result<Self, Fault> {
        let Some(header) = bytes.get(..IPV4_BYTES) else { return Err(cut(file, number, bytes.len())) };
        let (version, words) = (header[0] >> 4, usize::from(header[0] & 0xF));
        let total = WIRE.half(header, 2).map_or(0, usize::from);
        // A host that leaves segmentation to its NIC captures a packet before it has a length.
        let length = if total == 0 { on_wire } else { total };
        if version != 4 || 4 * words < IPV4_BYTES || length < 4 * words || length > on_wire {
            let problem = format!(
                "says version {version}, {words} words of header and {length} bytes of {on_wire} as IPv4"
            );
            return Err(fault(file, Some(number), problem, "version 4, 5 words or more, within the frame"));
        }
        let offset = WIRE.half(header, 6).unwrap_or_default() & 0x1FFF;
        let address =
            |at: usize| -> IpAddr { [header[at], header[at + 1], header[at + 2], header[at + 3]].into() };
        Ok(Self {
            file,
            number,
            from: address(12),
            to: address(16),
            ecn: header[1] & 3,
            bytes,
            transport_at: 4 * words,
            length,
            protocol: header[9],
            is_later_fragment: offset > 0,
        })
    }

    fn version_6(file: &'a str, number: usize, bytes: &'a [u8], on_wire: usize) -> Result<Self, Fault> {
        let cut = || cut(file, number, bytes.len());
        let header = bytes.get(..IPV6_BYTES).ok_or_else(cut)?;
        let payload = WIRE.half(header, 4).map_or(0, usize::from);
        let length = if payload == 0 { on_wire } else { IPV6_BYTES + payload };
        let version = header[0] >> 4;
        if version != 6 || length > on_wire {
            let problem = format!("says version {version} and {length} bytes of {on_wire} as IPv6");
            return Err(fault(file, Some(number), problem, "version 6, within the frame"));
        }
        let address = |at: usize| -> IpAddr {
            let mut octets = [0; 16];
            octets.copy_from_slice(&header[at..at + 16]);
            octets.into()
        };
        let (mut protocol, mut at, mut is_later_fragment) = (header[6], IPV6_BYTES, false);
        loop {
            let is_fragment = protocol == FRAGMENT;
            if !is_fragment && protocol != AUTHENTICATION && !EXTENSIONS.contains(&protocol) {
                break;
            }
            let &[next, count] = bytes.get(at..at + 2).and_then(|two| two.first_chunk()).ok_or_else(cut)?;
            let count = usize::from(count);
            let size = match protocol {
                FRAGMENT => 8,
                AUTHENTICATION => 4 * (count + 2),
                _ => 8 * (count + 1),
            };
            if is_fragment {
                is_later_fragment |= WIRE.half(bytes, at + 2).ok_or_else(cut)? >> 3 > 0;
            }
            (protocol, at) = (next, at + size);
        }
        if at > length {
            let problem = format!("has {at} bytes of headers in {length} bytes");
            return Err(fault(file, Some(number), problem, "headers within the packet"));
        }
        Ok(Self {
            file,
            number,
            from: address(8),
            to: address(24),
            ecn: (header[1] >> 4) & 3,
            bytes,
            transport_at: at,
            length,
            protocol,
            is_later_fragment,
        })
    }

    /// Fields of TCP or UDP; `None` for another protocol and for fragments without a transport header.
    pub(super) fn segment(&self) -> Result<Option<Segment>, Fault> {
        if self.is_later_fragment || ![TCP, UDP].contains(&self.protocol) {
            return Ok(None);
        }
        let cut = || cut(self.file, self.number, self.bytes.len());
        let header = self.bytes.get(self.transport_at..).ok_or_else(cut)?;
        let half = |at: usize| WIRE.half(header, at).ok_or_else(cut);
        let ports = (half(0)?, half(2)?);
        let carried = self.length - self.transport_at;
        let (transport, header_bytes, carried) = if self.protocol == TCP {
            let sequence = WIRE.word(header, 4).ok_or_else(cut)?;
            let [offset, flags] = half(12)?.to_be_bytes();
            let (is_first, is_last) = (flags & 0x02 != 0, flags & 0x05 != 0);
            (Transport::Tcp { sequence, is_first, is_last }, 4 * usize::from(offset >> 4), carried)
        } else {
            let length = usize::from(half(4)?);
            // The length is that of the datagram, of which a fragment is a part; 0 in a jumbogram.
            (Transport::Udp { first: header.get(8).copied() }, 8, if length == 0 { carried } else { length })
        };
        let Some(payload) = carried.checked_sub(header_bytes) else {
            let problem = format!("has {header_bytes} bytes of header in {carried} bytes");
            return Err(fault(self.file, Some(self.number), problem, "headers within the packet"));
        };
        Ok(Some(Segment { from: self.from, to: self.to, ports, transport, payload: payload as u64 }))
    }

    /// The bytes by which a packet is known at the other side of a queue: headers without what a switch may change (traffic class,
    /// hop count, header checksum) and without checksums, which a NIC may fill in later.
    pub(super) fn identity(&self) -> Result<Vec<u8>, Fault> {
        let end = self.length.min(self.transport_at + TOLD_APART_BYTES);
        let bytes = self.bytes.get(..end).ok_or_else(|| cut(self.file, self.number, self.bytes.len()))?;
        let mut identity = bytes.to_vec();
        let changed: &[usize] = if self.from.is_ipv4() { &[1, 8, 10, 11] } else { &[7] };
        changed.iter().for_each(|at| identity[*at] = 0);
        if self.from.is_ipv6() {
            // The traffic class stands across two bytes.
            identity[0] &= 0xF0;
            identity[1] &= 0x0F;
        }
        if self.protocol == UDP && !self.is_later_fragment {
            identity.iter_mut().skip(self.transport_at + 6).take(2).for_each(|byte| *byte = 0);
        }
        Ok(identity)
    }
}

fn cut(file: &str, number: usize, kept: usize) -> Fault {
    let problem = format!("is cut within its headers: {kept} bytes of them are captured");
    fault(file, Some(number), problem, "128 bytes of each packet or more (`tcpdump -s 128`)")
}
