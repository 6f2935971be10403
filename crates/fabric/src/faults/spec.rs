//! Faults as a user describes them.

use crate::data_plane::PacketKind;
use crate::time::Ps;

/// One fault of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// What happens to single packets of some links.
    Wire(WireFault),
}

/// What happens to single packets of some links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireFault {
    /// Directed links, by the ports that send into them; none for all.
    pub ports: Vec<u32>,
    /// Which packets it may hit.
    pub packets: Packets,
    /// Which of those it hits.
    pub pick: Pick,
    /// What it does to them.
    pub effect: Effect,
    /// Arrivals before do not count.
    pub start: Ps,
    /// Arrivals from then on do not count.
    pub end: Ps,
}

/// Kinds of packets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packets {
    /// Every packet.
    #[default]
    All,
    /// Payload.
    Data,
    /// Acknowledgements, refusals (NACK) and answers to a SYN.
    Acks,
    /// Congestion notifications.
    Cnps,
    /// Reports of an underlay that are packets of their own (OR-ACK).
    Reports,
}

/// Which packets of a link a fault hits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Each with this probability \[10^-9\].
    Rate(u32),
    /// Those at these places, counted from 0 on every link among the packets that it may hit; ascending.
    List(Vec<u64>),
}

/// What a fault does to a packet that it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The link loses it.
    Loss,
    /// Bits are flipped, and the receiver of the link discards it for its checksum.
    Corruption,
    /// The link delivers it twice: the copy one transmission later.
    Duplication,
    /// It is late by a time drawn from this span, and others overtake it.
    Delay {
        /// Least.
        least: Ps,
        /// Most.
        most: Ps,
    },
}

impl Packets {
    /// A packet is one of them.
    pub(crate) const fn hold(self, kind: PacketKind) -> bool {
        match self {
            Self::All => true,
            Self::Data => kind.has_payload(),
            Self::Acks => matches!(kind, PacketKind::Ack | PacketKind::SynAck),
            Self::Cnps => matches!(kind, PacketKind::Cnp),
            Self::Reports => matches!(kind, PacketKind::Report),
        }
    }
}
