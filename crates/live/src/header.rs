//! The IPv4 header: a packet's destination, class and ECN field; CE.

use freeboard_aqm_api::Ecn;
use std::net::Ipv4Addr;

/// Bytes of a header without options.
const HEADER: usize = 20;

/// The destination of an IPv4 packet; `None` for anything else.
pub(crate) fn destination(packet: &[u8]) -> Option<Ipv4Addr> {
    let header = packet.get(..HEADER).filter(|header| header[0] >> 4 == 4)?;
    Some(Ipv4Addr::new(header[16], header[17], header[18], header[19]))
}

/// The ECN field.
pub(crate) fn ecn(packet: &[u8]) -> Ecn {
    Ecn::from_bits_truncate(packet.get(1).copied().unwrap_or_default())
}

/// The traffic class: upper three bits of the DSCP (RFC 2474 §4.2.2.2).
pub(crate) fn class(packet: &[u8]) -> u8 {
    packet.get(1).copied().unwrap_or_default() >> 5
}

/// The TOS byte of packets of a class, without ECN.
pub(crate) const fn tos(class: u8) -> u32 {
    (class as u32 & 7) << 5
}

/// Sets CE and brings the header's checksum up to date (RFC 1624 §3, equation 3: HC' = ~(~HC + ~m + m')).
pub(crate) fn mark_ce(packet: &mut [u8]) {
    let Some(header) = packet.get_mut(..HEADER) else { return };
    let old = u16::from_be_bytes([header[0], header[1]]);
    header[1] |= Ecn::CE.bits();
    let new = u16::from_be_bytes([header[0], header[1]]);
    let checksum = u16::from_be_bytes([header[10], header[11]]);
    let sum = u32::from(!checksum) + u32::from(!old) + u32::from(new);
    let folded = (sum & 0xffff) + (sum >> 16);
    let folded = (folded & 0xffff) + (folded >> 16);
    header[10..12].copy_from_slice(&(!(folded as u16)).to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The one's complement sum of a header with a right checksum is 0xffff (RFC 1071 §1).
    fn sum(header: &[u8]) -> u32 {
        let words = header.chunks(2).map(|pair| u32::from(u16::from_be_bytes([pair[0], pair[1]])));
        let sum: u32 = words.sum();
        (sum & 0xffff) + (sum >> 16)
    }

    #[test]
    fn the_checksum_is_right_after_a_mark_of_any_header() {
        for id in 0..=u16::MAX {
            let mut header = [0x45, 0x02, 0x05, 0xdc, 0, 0, 0x40, 0, 64, 6, 0, 0, 10, 77, 1, 1, 10, 77, 1, 2];
            header[4..6].copy_from_slice(&id.to_be_bytes());
            let checksum = !(sum(&header) as u16);
            header[10..12].copy_from_slice(&checksum.to_be_bytes());
            assert_eq!(sum(&header), 0xffff);
            mark_ce(&mut header);
            assert_eq!((ecn(&header), sum(&header)), (Ecn::CE, 0xffff), "identification {id}");
        }
    }

    #[test]
    fn what_is_no_ipv4_has_no_destination() {
        assert_eq!(destination(&[0x60; 40]), None);
        assert_eq!(destination(&[0x45; 8]), None);
    }
}
