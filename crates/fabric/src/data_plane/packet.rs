//! Packets in flight: header fields, and the tag by which switches know them.

use crate::topology::HOSTS_MAX;
use core::num::NonZeroU32;
use freeboard_aqm_api::Ecn;
use freeboard_device::mmu::Charge;

/// No packet, no slot.
pub(crate) const NONE: u32 = u32::MAX;

/// What a packet is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PacketKind {
    /// Payload.
    #[default]
    Data,
    /// Payload that nobody acknowledges.
    Datagram,
    /// A pure acknowledgement.
    Ack,
    /// Opens a connection.
    Syn,
    /// Answers a SYN.
    SynAck,
    /// Tells a sender that one of its packets was marked (RoCEv2's CNP).
    Cnp,
    /// Measures how long it takes between two hosts; belongs to no flow.
    Probe,
    /// Tells a sender's underlay when one of its packets arrived.
    Report,
}

impl PacketKind {
    /// It goes back to where data comes from.
    #[inline]
    pub(crate) const fn is_for_sender(self) -> bool {
        matches!(self, Self::Ack | Self::SynAck | Self::Cnp | Self::Report)
    }

    /// It carries payload.
    #[inline]
    pub(crate) const fn has_payload(self) -> bool {
        matches!(self, Self::Data | Self::Datagram)
    }
}

/// Marks of a transport header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PacketFlags(u8);

impl PacketFlags {
    /// ECN echo, on an ACK.
    pub(crate) const ECE: u8 = 1;
    /// The sender has reduced its window, on data (RFC 3168 §6.1.2).
    pub(crate) const CWR: u8 = 2;
    /// Data: sent before. ACK: caused by such data, so its round trip is no sample (Karn).
    pub(crate) const RESENT: u8 = 4;
    /// Data: every switch port adds its telemetry.
    pub(crate) const TELEMETRY: u8 = 8;
    /// Data: the last of its flow.
    pub(crate) const LAST: u8 = 16;
    /// ACK: data beyond a gap was refused.
    pub(crate) const NACK: u8 = 32;
    /// Data that left with the packet before it and has its transmit stamp.
    pub(crate) const JOINED: u8 = 64;

    #[inline]
    pub(crate) const fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    #[inline]
    pub(crate) const fn set(&mut self, flag: u8, on: bool) {
        if on {
            self.0 |= flag;
        }
    }
}

/// What an ACK reports about its data packet; carried by the packet, echoed by the ACK.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stamps {
    /// When the transport sent it \[ns\].
    pub(crate) made: u32,
    /// When its first bit left the NIC, by the sender's clock \[ns\].
    pub(crate) sent: u32,
    /// Flow-local packet number.
    pub(crate) number: u32,
    /// The underlay's cumulative pause then \[ns\].
    pub(crate) pause: u32,
    /// Bytes delivered when it was sent, mod 2^32.
    pub(crate) delivered: u32,
    /// When the last of those was \[ns\].
    pub(crate) delivered_at: u32,
}

/// Where a packet's telemetry is kept; by default nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StackId(Option<NonZeroU32>);

impl StackId {
    /// At this index of its slab.
    pub(crate) const fn at(index: u32) -> Self {
        Self(NonZeroU32::new(index.wrapping_add(1)))
    }

    /// Its index, if it has any.
    #[inline]
    pub(crate) const fn index(self) -> Option<u32> {
        match self.0 {
            Some(after) => Some(after.get() - 1),
            None => None,
        }
    }
}

/// One packet, one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Packet {
    /// Flow id.
    pub(crate) flow: u32,
    /// The flow's connection; another flow may have it by the time the packet arrives.
    pub(crate) slot: u32,
    /// First byte of data, or the next byte an ACK expects.
    pub(crate) seq: u32,
    /// ACK: its selective part, or [`NONE`].
    pub(crate) sack: u32,
    /// ACK: when the data arrived, by the receiver's clock \[ns\].
    pub(crate) received: u32,
    /// Telemetry of the data's path so far; an ACK brings it back.
    pub(crate) telemetry: StackId,
    /// Times and counts of the data.
    pub(crate) stamps: Stamps,
    /// Size in buffers.
    pub(crate) wire: u16,
    /// Payload bytes.
    pub(crate) payload: u16,
    /// Destination host, below [`HOSTS_MAX`].
    pub(crate) host: u32,
    /// Purpose.
    pub(crate) kind: PacketKind,
    /// Header marks.
    pub(crate) flags: PacketFlags,
    /// ECN field as it was sent; what becomes of it on the way is in the [`Tag`].
    pub(crate) ecn: Ecn,
    /// RandomStream of the host's wire: its delay class.
    pub(crate) delay_class: u8,
    /// Traffic class, below [`CLASSES`](freeboard_device::pfc::CLASSES).
    pub(crate) class: u8,
}

impl Packet {
    /// What decides which of several equal paths it takes: its flow, and where packets differ its sequence number.
    #[inline(always)]
    pub(crate) const fn path_key(&self) -> (u32, u32) {
        (self.flow, self.seq)
    }
}

/// What a switch needs of a packet, so that it can leave the packet alone: index, ECN, size, destination, and
/// whether it collects telemetry.
///
/// One word, which the compiler keeps in a register: fields of their own would be collected in memory and
/// read back as one, which stalls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tag(u64);

/// Bits of a packet's index in a tag: 67 million packets at one time, which take 4 GB.
const ID_BITS: u32 = 26;
/// Where its memory came from, as [`Charge`]; its own switch is the only one that reads it.
const CHARGE_SHIFT: u32 = ID_BITS;
/// Where its ECN field, its size and its destination begin.
const ECN_SHIFT: u32 = ID_BITS + 1;
const TELEMETRY_SHIFT: u32 = ECN_SHIFT + 2;
/// From the place of the flag in the header to that in the tag.
const TELEMETRY_LEFT: u32 = TELEMETRY_SHIFT - PacketFlags::TELEMETRY.trailing_zeros();
const WIRE_SHIFT: u32 = TELEMETRY_SHIFT + 1;
const HOST_SHIFT: u32 = WIRE_SHIFT + u16::BITS;

const _: () = assert!(HOSTS_MAX == 1 << (u64::BITS - HOST_SHIFT), "a tag has room for every host");

impl Tag {
    /// The tag of a packet.
    #[inline]
    pub(crate) const fn new(id: u32, packet: &Packet) -> Self {
        debug_assert!(id < 1 << ID_BITS, "too many packets at one time");
        let ecn = (packet.ecn.bits() as u64) << ECN_SHIFT;
        let size = (packet.wire as u64) << WIRE_SHIFT;
        let telemetry = ((packet.flags.0 & PacketFlags::TELEMETRY) as u64) << TELEMETRY_LEFT;
        Self((packet.host as u64) << HOST_SHIFT | size | telemetry | ecn | id as u64)
    }

    #[inline]
    pub(crate) const fn id(self) -> u32 {
        self.0 as u32 & ((1 << ID_BITS) - 1)
    }

    /// The same of a packet that has come to another index.
    pub(crate) const fn moved(self, id: u32) -> Self {
        debug_assert!(id < 1 << ID_BITS, "too many packets at one time");
        Self(self.0 & !((1 << ID_BITS) - 1) | id as u64)
    }

    #[inline]
    pub(crate) const fn ecn(self) -> Ecn {
        Ecn::from_bits_truncate((self.0 >> ECN_SHIFT) as u8 & 3)
    }

    /// Switch ports add their telemetry.
    #[inline]
    pub(crate) const fn has_telemetry(self) -> bool {
        self.0 & (1 << TELEMETRY_SHIFT) != 0
    }

    /// The same of another packet, which has no memory yet.
    pub(crate) const fn with_id(self, id: u32) -> Self {
        Self(self.0 & !((1 << ECN_SHIFT) - 1) | id as u64)
    }

    /// The same with where its memory came from.
    #[inline]
    pub(crate) const fn charged(self, charge: Charge) -> Self {
        let pool = matches!(charge, Charge::Pool) as u64;
        Self(self.0 & !(1 << CHARGE_SHIFT) | pool << CHARGE_SHIFT)
    }

    /// Where its memory came from, if it has been told.
    #[inline]
    pub(crate) const fn charge(self) -> Charge {
        if self.0 >> CHARGE_SHIFT & 1 == 0 { Charge::Reserve } else { Charge::Pool }
    }

    /// Size in buffers.
    #[inline]
    pub(crate) const fn size(self) -> u32 {
        (self.0 >> WIRE_SHIFT) as u16 as u32
    }

    /// Destination host.
    #[inline]
    pub(crate) const fn host(self) -> u32 {
        (self.0 >> HOST_SHIFT) as u32
    }

    /// The same with another ECN field.
    pub(crate) const fn with_ecn(self, ecn: Ecn) -> Self {
        Self(self.0 & !(3 << ECN_SHIFT) | (ecn.bits() as u64) << ECN_SHIFT)
    }

    /// The packet has been marked.
    #[inline]
    pub(crate) const fn set_ce(&mut self) {
        self.0 |= (Ecn::CE.bits() as u64) << ECN_SHIFT;
    }
}

/// Up to three ranges that arrived beyond a gap, as header numbers; equal ends mean none (RFC 2018 §3).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SackBlocks(pub(crate) [(u32, u32); 3]);

/// Packets and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) packets: u64,
    pub(crate) bytes: u64,
}

impl Sum {
    /// One packet of `size` \[B\].
    pub(crate) const fn of(size: u32) -> Self {
        Self { packets: 1, bytes: size as u64 }
    }
}

impl core::ops::AddAssign for Sum {
    fn add_assign(&mut self, more: Self) {
        self.packets += more.packets;
        self.bytes += more.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_gives_back_what_it_is_made_of() {
        let packet = Packet { wire: 65_535, host: HOSTS_MAX - 1, ecn: Ecn::ECT0, ..Packet::default() };
        let mut tag = Tag::new((1 << ID_BITS) - 1, &packet);
        assert_eq!(
            (tag.id(), tag.size(), tag.host(), tag.ecn()),
            ((1 << ID_BITS) - 1, 65_535, HOSTS_MAX - 1, Ecn::ECT0)
        );
        tag.set_ce();
        assert_eq!((tag.id(), tag.size(), tag.ecn()), ((1 << ID_BITS) - 1, 65_535, Ecn::CE));
        for charge in [Charge::Pool, Charge::Reserve] {
            tag = tag.charged(charge);
            assert_eq!((tag.charge(), tag.id(), tag.ecn()), (charge, (1 << ID_BITS) - 1, Ecn::CE));
        }
        tag = tag.with_ecn(Ecn::empty());
        assert_eq!((tag.id(), tag.size(), tag.ecn()), ((1 << ID_BITS) - 1, 65_535, Ecn::empty()));
        assert!(!tag.has_telemetry());
        let packet = Packet { flags: PacketFlags(PacketFlags::TELEMETRY), ..Packet::default() };
        let tag = Tag::new(0, &packet);
        assert!(tag.has_telemetry());
        assert_eq!((tag.id(), tag.size(), tag.host(), tag.ecn()), (0, 0, 0, Ecn::empty()));
    }

    #[test]
    fn a_packet_is_a_cache_line() {
        assert_eq!(size_of::<Packet>(), 64);
    }
}
