//! Headers of a simulated packet, as they would be on the wire: Ethernet, IPv4, and TCP or RoCEv2.

use etherparse::{EtherType, Ethernet2Header, IpDscp, IpEcn, IpNumber, Ipv4Header, TcpHeader, UdpHeader};
use freeboard_fabric::network::{Crossing, Purpose};

/// UDP port of RoCEv2 (IANA).
const ROCE: u16 = 4791;
/// UDP port of probes and of reports to an underlay: discard (RFC 863).
const DISCARD: u16 = 9;
/// TCP ports of receivers begin here, those of senders at [`SENDERS`]. Chosen by us: both are above the well-known ones.
const RECEIVERS: u32 = 5_001;
const SENDERS: u32 = 10_000;
/// Senders' ports before the receiver's port changes.
const SENDERS_MAX: u32 = 50_000;

/// A packet's headers, and how long the frame is with its payload \[B\].
pub(super) struct Frame {
    pub(super) bytes: Vec<u8>,
    pub(super) length: u32,
}

/// Writes the headers of a packet between two hosts, by number. `is_rdma` decides between TCP and RoCEv2.
pub(super) fn frame(packet: &Crossing, (from, to): (u32, u32), is_rdma: bool) -> Frame {
    let datagram = matches!(packet.purpose, Purpose::Datagram | Purpose::Probe | Purpose::Report);
    let mut inner = match (datagram, is_rdma) {
        (true, _) => udp(packet, DISCARD, &[]),
        (false, true) => udp(packet, ROCE, &transport_header(packet)),
        (false, false) => tcp(packet, (from, to)),
    };
    let head = Ipv4Header::MIN_LEN + inner.len();
    // A simulated header may be shorter than a real one: the packet then is as long as its headers.
    let total = usize::from(packet.size).max(head);
    let number = match (datagram, is_rdma) {
        (false, false) => IpNumber::TCP,
        _ => IpNumber::UDP,
    };
    let mut ip = Ipv4Header { time_to_live: 64, protocol: number, ..Ipv4Header::default() };
    // Neither can be refused: a size has 16 bits, a class 3 and an ECN field 2.
    ip.total_len = total.min(usize::from(u16::MAX)) as u16;
    ip.dscp = IpDscp::try_new(packet.class << 3 & 0x3f).unwrap_or(IpDscp::ZERO);
    ip.ecn = IpEcn::try_new(packet.ecn.bits() & 3).unwrap_or(IpEcn::ZERO);
    (ip.source, ip.destination) = (address(from), address(to));
    ip.header_checksum = ip.calc_header_checksum();
    let ethernet = Ethernet2Header { source: mac(from), destination: mac(to), ether_type: EtherType::IPV4 };
    let mut bytes = ethernet.to_bytes().to_vec();
    bytes.extend_from_slice(&ip.to_bytes());
    bytes.append(&mut inner);
    Frame { length: (Ethernet2Header::LEN + total) as u32, bytes }
}

/// TCP, with options of no meaning up to the size of the simulated header.
fn tcp(packet: &Crossing, ends: (u32, u32)) -> Vec<u8> {
    let flow = packet.flow.0;
    let (sender, receiver) = (SENDERS + flow % SENDERS_MAX, RECEIVERS + flow / SENDERS_MAX % 5_000);
    let backwards = matches!(packet.purpose, Purpose::Ack { .. } | Purpose::SynAck | Purpose::Cnp);
    let [source, destination] = if backwards { [receiver, sender] } else { [sender, receiver] };
    // A SYN comes before the first byte of data. Numbers of the way back begin with its answer at 0.
    let (sequence, acknowledged) = match packet.purpose {
        Purpose::Syn => (packet.seq.wrapping_sub(1), 0),
        Purpose::SynAck => (0, packet.seq),
        Purpose::Ack { .. } => (1, packet.seq),
        _ => (packet.seq, 1),
    };
    let mut header = TcpHeader::new(source as u16, destination as u16, sequence, u16::MAX);
    header.acknowledgment_number = acknowledged;
    header.syn = matches!(packet.purpose, Purpose::Syn | Purpose::SynAck);
    header.ack = packet.purpose != Purpose::Syn;
    header.psh = packet.payload > 0;
    header.ece = matches!(packet.purpose, Purpose::Ack { echo: true, .. });
    header.cwr = packet.reduced;
    let room =
        usize::from(packet.size - packet.payload).saturating_sub(Ipv4Header::MIN_LEN + TcpHeader::MIN_LEN);
    // No-operation (RFC 9293 §3.2), in whole words.
    let _ = header.set_options_raw(&vec![1; room.min(40) / 4 * 4]);
    let payload = vec![0; usize::from(packet.payload)];
    header.checksum = header.calc_checksum_ipv4_raw(address(ends.0), address(ends.1), &payload).unwrap_or(0);
    header.to_bytes().to_vec()
}

fn udp(packet: &Crossing, port: u16, inner: &[u8]) -> Vec<u8> {
    let length =
        usize::from(packet.size).saturating_sub(Ipv4Header::MIN_LEN).max(UdpHeader::LEN + inner.len());
    // RoCEv2 needs no checksum: 0 says that there is none (RFC 768).
    let header = UdpHeader {
        source_port: (SENDERS + packet.flow.0 % SENDERS_MAX) as u16,
        destination_port: port,
        length: length.min(usize::from(u16::MAX)) as u16,
        checksum: 0,
    };
    [&header.to_bytes(), inner].concat()
}

/// InfiniBand's base transport header of a reliable connection: send, acknowledge, or RoCEv2's congestion notification.
fn transport_header(packet: &Crossing) -> Vec<u8> {
    let (operation, extension): (u8, &[u8]) = match packet.purpose {
        // An acknowledgement's syndrome: all well, or a NACK for a sequence error (IBTA 1.4, 9.7.5.1).
        Purpose::Ack { refused, .. } => (0x11, if refused { &[0x60, 0, 0, 0] } else { &[0x1f, 0, 0, 0] }),
        Purpose::Cnp => (0x81, &[]),
        _ => (0x04, &[]),
    };
    let (pair, number) = (packet.flow.0.to_be_bytes(), packet.seq.to_be_bytes());
    let becn = if packet.purpose == Purpose::Cnp { 0x40 } else { 0 };
    let header =
        [operation, 0x40, 0xff, 0xff, becn, pair[1], pair[2], pair[3], 0, number[1], number[2], number[3]];
    [&header, extension].concat()
}

/// 10.0.0.1 is host 0.
fn address(host: u32) -> [u8; 4] {
    let [_, a, b, c] = (host + 1).to_be_bytes();
    [10, a, b, c]
}

/// Locally administered.
fn mac(host: u32) -> [u8; 6] {
    let [_, a, b, c] = (host + 1).to_be_bytes();
    [2, 0, 0, a, b, c]
}
