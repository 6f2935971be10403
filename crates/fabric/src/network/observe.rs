//! A run seen event by event: traces are taken between events, so that a run without one pays nothing.

use super::Network;
use crate::data_plane::{Packet, PacketFlags, PacketKind, QueueScheme};
use crate::flow::FlowId;
use crate::time::Ps;
use crate::transport::FlowControl;
use freeboard_aqm_api::Ecn;

/// Purpose of a packet, as its headers show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Payload that is acknowledged.
    Data,
    /// Payload that nobody acknowledges.
    Datagram,
    /// A pure acknowledgement.
    Ack {
        /// It echoes congestion (TCP's ECE).
        echo: bool,
        /// It refuses data behind a gap (RDMA's NACK).
        refused: bool,
    },
    /// Opens a connection.
    Syn,
    /// Answers a SYN.
    SynAck,
    /// RoCEv2's congestion notification.
    Cnp,
    /// A probe between clocks.
    Probe,
    /// A report to an underlay.
    Report,
}

/// A packet whose last bit arrives at the end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Its number among those in flight, which it keeps from end to end.
    pub packet: u32,
    /// Flow; of a probe no flow's.
    pub flow: FlowId,
    /// Purpose.
    pub purpose: Purpose,
    /// Destination host.
    pub to: u32,
    /// First payload byte, or the next byte that an acknowledgement expects; mod 2^32.
    pub seq: u32,
    /// Payload \[B\].
    pub payload: u16,
    /// Size in queues \[B\].
    pub size: u16,
    /// ECN field behind this link's port.
    pub ecn: Ecn,
    /// Traffic class.
    pub class: u8,
    /// It was sent before.
    pub resent: bool,
    /// The sender has reduced its window (TCP's CWR).
    pub reduced: bool,
}

/// The sending half of a flow that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenFlow {
    /// Flow.
    pub flow: FlowId,
    /// Congestion window \[B\].
    pub window: u32,
    /// Payload that is acknowledged \[B\].
    pub acked: u64,
    /// Segments sent again.
    pub resent: u32,
    /// Retransmission timeouts.
    pub timeouts: u32,
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Time of the next event; `None` if nothing will happen any more.
    pub fn next_event(&mut self) -> Option<Ps> {
        self.prepare();
        self.plane.events.first().map(|(time, _)| Ps(time))
    }

    /// Packets that arrive over the link of a port at `time`, in the order of their delay classes.
    pub fn crossing(&self, port: u32, time: Ps) -> impl Iterator<Item = Crossing> + '_ {
        let plane = &self.plane;
        let wires = plane.ports.get(port as usize).map_or(0..0, |port| {
            let more = if port.role.is_host() { self.topology.delay_classes.len() as u32 } else { 0 };
            port.wire..port.wire + 1 + more
        });
        let first = move |wire: u32| plane.in_flight.front(&plane.wires[wire as usize].packets);
        wires.filter_map(first).filter(move |packet| packet.due == time.0).map(move |in_flight| {
            let (id, packet) = (in_flight.tag.id(), plane.packets.get(in_flight.tag.id()));
            let has = |flag| packet.flags.has(flag);
            Crossing {
                packet: id,
                flow: FlowId(packet.flow),
                purpose: match packet.kind {
                    PacketKind::Data => Purpose::Data,
                    PacketKind::Datagram => Purpose::Datagram,
                    PacketKind::Ack => {
                        Purpose::Ack { echo: has(PacketFlags::ECE), refused: has(PacketFlags::NACK) }
                    }
                    PacketKind::Syn => Purpose::Syn,
                    PacketKind::SynAck => Purpose::SynAck,
                    PacketKind::Cnp => Purpose::Cnp,
                    PacketKind::Probe => Purpose::Probe,
                    PacketKind::Report => Purpose::Report,
                },
                to: packet.host,
                seq: if packet.kind == PacketKind::SynAck { self.expected(packet) } else { packet.seq },
                payload: packet.payload,
                size: packet.wire,
                ecn: in_flight.tag.ecn(),
                class: packet.class,
                resent: packet.kind.has_payload() && has(PacketFlags::RESENT),
                reduced: has(PacketFlags::CWR),
            }
        })
    }

    /// Number of the first byte that the receiver of a packet's flow expects: the packets of a handshake do not carry it.
    fn expected(&self, packet: &Packet) -> u32 {
        let connection = self.connections.get(packet.slot as usize);
        connection.filter(|it| it.receiver_flow == packet.flow).map_or(0, |it| it.receiver.first_number())
    }

    /// The flows that have begun and are not acknowledged to their end.
    pub fn open_flows(&self) -> impl Iterator<Item = OpenFlow> + '_ {
        self.connections.iter().filter(|connection| connection.is_open).map(|connection| {
            let sender = &connection.sender;
            OpenFlow {
                flow: FlowId(connection.flow),
                window: sender.control().window.0,
                acked: sender.una,
                resent: sender.resent,
                timeouts: sender.timeouts,
            }
        })
    }

    /// Bytes and packets that wait in a port, up to now.
    #[must_use]
    pub fn queue_depth(&self, port: u32) -> (u32, u32) {
        self.plane.depth(port)
    }

    /// When the next packet of a port begins to be sent, where that is no event: the departures of the port are known beforehand.
    #[must_use]
    pub fn next_departure(&self, port: u32) -> Option<Ps> {
        let port = self.plane.ports.get(port as usize)?;
        let start = self.plane.wires[port.wire as usize].next_start;
        (start != u64::MAX).then_some(Ps(start))
    }

    /// Number of the packet that a port began to send last, while it is on the link.
    #[must_use]
    pub fn last_sent(&self, port: u32) -> Option<u32> {
        let port = self.plane.ports.get(port as usize)?;
        let wire = &self.plane.wires[port.wire as usize];
        wire.begun(&self.plane.in_flight).filter(|packet| packet.is_packet()).map(|packet| packet.tag.id())
    }

    /// Whether a transmitter, of a switch or a host, is told not to send a class.
    #[must_use]
    pub fn is_paused(&self, port: u32, class: u8) -> bool {
        self.plane.is_paused(port, class)
    }
}
