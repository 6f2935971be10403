//! Probes: small packets whose times of leaving and arriving are kept.

use super::{FabricError, Network};
use crate::data_plane::{NONE, Offer, Packet, PacketKind, QueueScheme};
use crate::engine::{INDEX_MAX, Kind};
use crate::time::Ps;
use crate::transport::FlowControl;
use freeboard_hw_model::pfc::CLASSES;

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
    specs: Vec<ProbeSpec>,
    /// Probes made so far, by specification.
    made: Vec<u32>,
    /// Times not known yet are [`Ps::MAX`].
    samples: Vec<ProbeSample>,
}

impl Probes {
    /// The probe that leaves at `now`, and when the one after it does.
    fn next(&mut self, index: u32, now: Ps) -> (ProbeSpec, Packet, Option<Ps>) {
        let spec = self.specs[index as usize];
        let number = self.made[index as usize];
        self.made[index as usize] += 1;
        let packet = Packet {
            flow: PROBE_FLOWS + index,
            slot: NONE,
            seq: self.samples.len() as u32,
            sack: NONE,
            wire: spec.bytes,
            host: spec.to as u16,
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

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Adds probes; they take part in everything like data without ECN.
    ///
    /// # Errors
    /// Hosts or class do not exist, the size is 0, the spacing is 0 or not below the interval, or the start has passed.
    pub fn add_probes(&mut self, spec: ProbeSpec) -> Result<(), FabricError> {
        let places = spec.from.max(spec.to) < self.topology.hosts && spec.from != spec.to;
        let shape = usize::from(spec.traffic_class) < CLASSES && spec.bytes > 0;
        let times = spec.spacing > Ps::ZERO && spec.spacing < spec.interval && spec.start.0 >= self.plane.now;
        let index = self.probes.specs.len() as u32;
        if !places || !shape || !times || index >= INDEX_MAX {
            return Err(FabricError::Probe);
        }
        self.probes.specs.push(spec);
        self.probes.made.push(0);
        if spec.start < spec.stop {
            self.plane.events.push(spec.start.0, Kind::Probe, index);
        }
        Ok(())
    }

    /// The probes that have arrived, in the order they were made.
    pub fn probe_samples(&self) -> impl Iterator<Item = &ProbeSample> {
        self.probes.samples.iter().filter(|sample| sample.received != Ps::MAX)
    }

    /// A pair begins, or its second half follows.
    #[cold]
    pub(super) fn send_probe(&mut self, index: u32) {
        let now = Ps(self.plane.now);
        let (spec, packet, next) = self.probes.next(index, now);
        if let Some(time) = next {
            self.plane.events.push(time.0, Kind::Probe, index);
        }
        let port = self.plane.routes.host_port(spec.from);
        match self.plane.offer(port, packet) {
            Offer::Sent(_) => self.probes.left(&packet, now.0),
            Offer::Precomputed(start) => self.probes.left(&packet, start),
            Offer::Queued | Offer::Dropped => {}
        }
    }
}
