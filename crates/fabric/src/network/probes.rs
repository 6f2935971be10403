//! Probes: small packets whose times of leaving and arriving are kept.

use crate::data_plane::{NONE, Packet, PacketKind};
use crate::time::Ps;

/// Probes have flow numbers from here on, far from those of flows: a probe's number decides its path.
const PROBE_FLOWS: u32 = 1 << 31;

/// Probes from one host to another, in pairs with a known distance: coded probes (\[Geng18\]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeSpec {
    /// Sending host.
    pub from: u32,
    /// Receiving host.
    pub to: u32,
    /// When the first pair leaves the sender's software.
    pub start: Ps,
    /// No pair begins at or after this.
    pub stop: Ps,
    /// Time between the beginnings of two pairs.
    pub interval: Ps,
    /// Time between the two of a pair, shorter than the interval.
    pub spacing: Ps,
    /// Size in queues \[B\].
    pub bytes: u16,
    /// Traffic class, 0 to 7.
    pub traffic_class: u8,
}

/// What became of one probe, in true time: a stamp is a pure function of that and of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeSample {
    /// Which of the specifications, in order of addition.
    pub probe: u32,
    /// Its index; 2 k and 2 k + 1 are a pair.
    pub number: u32,
    /// Its first bit left the NIC.
    pub sent: Ps,
    /// Its last bit arrived.
    pub received: Ps,
}

/// All probes of a run.
#[derive(Debug, Default)]
pub(super) struct Probes {
    pub(super) specs: Vec<ProbeSpec>,
    /// Probes made so far, by specification.
    pub(super) made: Vec<u32>,
    /// Times not known yet are [`Ps::MAX`].
    pub(super) samples: Vec<ProbeSample>,
}

impl Probes {
    /// The probe that leaves at `now`, and when the one after it does.
    pub(super) fn next(&mut self, index: u32, now: Ps) -> (ProbeSpec, Packet, Option<Ps>) {
        let spec = self.specs[index as usize];
        let number = self.made[index as usize];
        self.made[index as usize] += 1;
        let packet = Packet {
            flow: PROBE_FLOWS + index,
            slot: NONE,
            seq: self.samples.len() as u32,
            sack: NONE,
            wire: spec.bytes,
            host: spec.to,
            kind: PacketKind::Probe,
            class: spec.traffic_class,
            ..Packet::default()
        };
        self.samples.push(ProbeSample { probe: index, number, sent: Ps::MAX, received: Ps::MAX });
        let first = number.is_multiple_of(2);
        let next = now + if first { spec.spacing } else { spec.interval - spec.spacing };
        (spec, packet, (first || next < spec.stop).then_some(next))
    }

    pub(super) fn left(&mut self, packet: &Packet, now: u64) {
        if packet.kind == PacketKind::Probe {
            self.samples[packet.seq as usize].sent = Ps(now);
        }
    }

    pub(super) fn arrived(&mut self, packet: &Packet, now: u64) {
        if packet.kind == PacketKind::Probe {
            self.samples[packet.seq as usize].received = Ps(now);
        }
    }
}
