//! The faults of a run, and what they did.

use super::packet_rule::{RATE_ONE, Rule};
use super::timed::{Timed, What};
use super::{Effect, Fault, FaultError, Pick, Timetable, WireFault};
use crate::data_plane::{DataPlane, OutputQueues, Sum, Tag};
use crate::random::{RandomStream, Stream};
use crate::topology::Topology;
use freeboard_device::pfc::CLASSES;
use std::collections::BTreeMap;

/// Why a fault took a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum LostBy {
    /// The link lost it.
    Loss = 0,
    /// The receiver of the link found it damaged.
    Corruption = 1,
    /// It was on a link that went down, or in the queue before it.
    LinkDown = 2,
    /// It was in a switch that started anew.
    Reboot = 3,
    /// A watchdog dropped it.
    Watchdog = 4,
}

/// Number of causes.
const CAUSES: usize = 5;

/// What faults did to packets, over the whole network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultCounts {
    /// Packets that links lost.
    pub loss: u64,
    /// Packets that were discarded because they were damaged.
    pub corruption: u64,
    /// Packets on links that went down, and in the queues before them.
    pub link_down: u64,
    /// Packets in switches that started anew.
    pub reboot: u64,
    /// Packets that watchdogs dropped.
    pub watchdog: u64,
    /// Packets that links delivered twice: copies made.
    pub duplicated: u64,
    /// Packets that were late.
    pub delayed: u64,
    /// Packets whose telemetry was taken off.
    pub stripped: u64,
    /// Packets whose ECN field was changed.
    pub rewritten: u64,
    /// Storms that watchdogs found.
    pub storms: u64,
}

impl FaultCounts {
    /// All packets that faults took.
    #[must_use]
    pub const fn lost(&self) -> u64 {
        self.loss + self.corruption + self.link_down + self.reboot + self.watchdog
    }
}

/// What faults did to the packets that a port sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkBooks {
    /// Lost on its link, by cause.
    pub(crate) lost: [Sum; CAUSES],
    /// Dropped from its queues, by cause.
    pub(crate) flushed: [Sum; CAUSES],
    /// Copies that its link made.
    pub(crate) copied: Sum,
    /// Packets that others could overtake.
    pub(crate) delayed: u64,
    /// Packets whose telemetry was taken off.
    pub(crate) stripped: u64,
    /// Packets whose ECN field was changed.
    pub(crate) rewritten: u64,
}

fn total(parts: [Sum; CAUSES]) -> Sum {
    let mut sum = Sum::default();
    parts.into_iter().for_each(|part| sum += part);
    sum
}

impl LinkBooks {
    /// All that was lost on its link.
    pub(crate) fn all_lost(&self) -> Sum {
        total(self.lost)
    }

    /// All that was dropped from its queues.
    pub(crate) fn all_flushed(&self) -> Sum {
        total(self.flushed)
    }
}

/// What a watchdog has seen of its queue.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    /// Packets sent and pause frames received at the last look.
    pub(super) sent: u64,
    pub(super) frames: u64,
    /// Since when the queue has stood still, or no frame has come \[ps\].
    pub(super) since: u64,
    pub(super) is_storm: bool,
    /// Looks are on the timetable.
    pub(super) is_on: bool,
}

/// The faults of a run.
#[derive(Clone, Debug)]
pub(crate) struct Faults {
    /// The rules of every directed link, by the port that sends into it.
    pub(super) rules: Vec<Vec<Rule>>,
    /// The port that sends into every wire.
    pub(super) port_of_wire: Vec<u32>,
    pub(crate) timetable: Timetable,
    /// Faults of links and nodes that begin and end.
    pub(crate) timed: Vec<Timed>,
    /// Packets at the head of every wire that were on it when its link went down.
    pub(super) doomed: Vec<u32>,
    /// How often the link of every port has gone down.
    pub(super) epochs: Vec<u32>,
    /// Until when every port's NIC takes nothing in \[ps\].
    pub(crate) paused_until: Vec<u64>,
    /// Until when the link of every port is down \[ps\].
    pub(crate) down_until: Vec<u64>,
    /// What watchdogs have seen, by fault.
    pub(super) watches: Vec<Watch>,
    /// Storms that watchdogs have found.
    pub(super) storms: u64,
    /// Queues whose packets a watchdog drops: port and class.
    pub(super) dropping: Vec<(u32, u8)>,
    /// Packets that watchdogs have dropped before each of these queues.
    pub(crate) refused: BTreeMap<(u32, u8), u64>,
    /// Draws of late starts, each with the most \[ps\].
    jitters: Vec<(RandomStream, u64)>,
    /// Payload of every flow that was made by duplication \[B\].
    pub(crate) copied_payload: Vec<u64>,
    /// By port.
    pub(crate) books: Vec<LinkBooks>,
}

impl Faults {
    /// Of a network whose wires these ports send into.
    ///
    /// # Errors
    /// The first setting that the network cannot have.
    pub(crate) fn new(
        faults: &[Fault],
        topology: &Topology,
        port_of_wire: Vec<u32>,
        seed: u64,
    ) -> Result<Self, FaultError> {
        let ports = topology.port_count();
        let (count, wires) = (ports as usize, port_of_wire.len());
        let mut state = Self {
            timed: Vec::new(),
            doomed: vec![0; wires],
            epochs: vec![0; count],
            paused_until: vec![0; count],
            down_until: vec![0; count],
            watches: Vec::new(),
            storms: 0,
            dropping: Vec::new(),
            refused: BTreeMap::new(),
            jitters: Vec::new(),
            rules: vec![Vec::new(); count],
            port_of_wire,
            timetable: Timetable::default(),
            copied_payload: Vec::new(),
            books: vec![LinkBooks::default(); count],
        };
        for (number, fault) in faults.iter().enumerate() {
            match fault {
                Fault::Wire(fault) => state.add_rules(fault, number, seed)?,
                Fault::StartJitter { most } => {
                    let words = RandomStream::new(seed, Stream::Fault, (number as u64) << 32);
                    state.jitters.push((words, most.0));
                }
                _ => state.timed.extend(Timed::new(fault, topology, number)?),
            }
        }
        state.watches = vec![Watch::default(); state.timed.len()];
        Ok(state)
    }

    fn add_rules(&mut self, fault: &WireFault, number: usize, seed: u64) -> Result<(), FaultError> {
        let last = self.rules.len() as u64 - 1;
        let refuse = |field, value, legal| Err(FaultError { fault: number, field, value, legal });
        if let Some(&port) = fault.ports.iter().find(|&&port| u64::from(port) > last) {
            return refuse("port", u64::from(port), (0, last));
        }
        match &fault.pick {
            Pick::Rate(rate) if *rate > RATE_ONE => {
                return refuse("rate", u64::from(*rate), (0, u64::from(RATE_ONE)));
            }
            Pick::List(places) if !places.is_sorted() => {
                return refuse("list, ascending", places[0], (0, u64::MAX));
            }
            _ => {}
        }
        if let Effect::Delay { least, most } = fault.effect
            && least > most
        {
            return refuse("least delay [ps]", least.0, (0, most.0));
        }
        let all: Vec<u32> = (0..=last as u32).collect();
        let ports = if fault.ports.is_empty() { &all } else { &fault.ports };
        for &port in ports {
            self.rules[port as usize].push(Rule::new(fault, number, port, seed));
        }
        Ok(())
    }

    /// Packets that arrive later than their wire says, each with the port that sent it.
    pub(crate) fn late(&self) -> impl Iterator<Item = (u32, Tag)> + '_ {
        self.timetable.arrivals().map(|(wire, tag)| (self.port_of_wire[wire as usize], tag))
    }

    /// Refuses a storm of a class that cannot be paused.
    ///
    /// # Errors
    /// The first one.
    pub(crate) fn check_classes(&self, queues: &[OutputQueues]) -> Result<(), FaultError> {
        for Timed { what, number, .. } in &self.timed {
            if let What::PauseStorm { port, class, .. } = *what
                && !queues[port as usize].is_lossless(class)
            {
                let (field, value) = ("class, a lossless one", u64::from(class));
                return Err(FaultError { fault: *number, field, value, legal: (0, CLASSES as u64 - 1) });
            }
        }
        Ok(())
    }

    /// Copies that links made.
    pub(crate) fn copied(&self) -> Sum {
        let mut sum = Sum::default();
        self.books.iter().for_each(|books| sum += books.copied);
        sum
    }

    /// How much later than it says a flow starts \[ps\].
    pub(crate) fn jitter(&self, flow: u32) -> u64 {
        let draw = |(words, most): &(RandomStream, u64)| words.word(u64::from(flow)) % (most + 1);
        self.jitters.iter().map(draw).sum()
    }

    /// What they did so far.
    pub(crate) fn counts(&self) -> FaultCounts {
        let lost = |cause: LostBy| {
            let of = |books: &LinkBooks| {
                books.lost[cause as usize].packets + books.flushed[cause as usize].packets
            };
            self.books.iter().map(of).sum()
        };
        FaultCounts {
            loss: lost(LostBy::Loss),
            corruption: lost(LostBy::Corruption),
            link_down: lost(LostBy::LinkDown),
            reboot: lost(LostBy::Reboot),
            watchdog: lost(LostBy::Watchdog),
            duplicated: self.copied().packets,
            storms: self.storms,
            stripped: self.books.iter().map(|books| books.stripped).sum(),
            delayed: self.books.iter().map(|books| books.delayed).sum(),
            rewritten: self.books.iter().map(|books| books.rewritten).sum(),
        }
    }
}

/// A data plane in which something breaks.
#[derive(Debug)]
pub(crate) struct Faulted<'a, Q> {
    pub(crate) plane: &'a mut DataPlane<Q>,
    pub(crate) faults: &'a mut Faults,
}
