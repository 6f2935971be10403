//! The faults of a run, and what they did.

use super::packet_rule::RATE_ONE;
use super::{Effect, Fault, FaultError, Pick, Rule, Timetable, WireFault};
use crate::data_plane::Tag;
use crate::ledger::Sum;

/// Why a fault took a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum LostBy {
    /// The link lost it.
    Loss = 0,
    /// The receiver of the link found it damaged.
    Corruption = 1,
}

/// Number of causes.
const CAUSES: usize = 2;

/// What faults did to packets, over the whole network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultCounts {
    /// Packets that links lost.
    pub loss: u64,
    /// Packets that were discarded because they were damaged.
    pub corruption: u64,
    /// Packets that links delivered twice: copies made.
    pub duplicated: u64,
    /// Packets that were late.
    pub delayed: u64,
}

impl FaultCounts {
    /// All packets that faults took.
    #[must_use]
    pub const fn lost(&self) -> u64 {
        self.loss + self.corruption
    }
}

/// What faults did to the packets that a port sent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LinkBooks {
    /// Lost on its link, by cause.
    pub(crate) lost: [Sum; CAUSES],
    /// Copies that its link made.
    pub(crate) copied: Sum,
    /// Packets that others could overtake.
    pub(crate) delayed: u64,
}

impl LinkBooks {
    /// All that was lost.
    pub(crate) fn all_lost(&self) -> Sum {
        let mut sum = Sum::default();
        self.lost.into_iter().for_each(|lost| sum += lost);
        sum
    }
}

/// The faults of a run.
#[derive(Clone, Debug)]
pub(crate) struct Faults {
    /// The rules of every directed link, by the port that sends into it.
    pub(super) rules: Vec<Vec<Rule>>,
    /// The port that sends into every wire.
    pub(super) port_of_wire: Vec<u32>,
    pub(crate) timetable: Timetable,
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
        (ports, port_of_wire): (u32, Vec<u32>),
        seed: u64,
    ) -> Result<Self, FaultError> {
        let mut state = Self {
            rules: vec![Vec::new(); ports as usize],
            port_of_wire,
            timetable: Timetable::default(),
            copied_payload: Vec::new(),
            books: vec![LinkBooks::default(); ports as usize],
        };
        for (number, fault) in faults.iter().enumerate() {
            match fault {
                Fault::Wire(fault) => state.add_rules(fault, number, seed)?,
            }
        }
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

    /// Copies that links made.
    pub(crate) fn copied(&self) -> Sum {
        let mut sum = Sum::default();
        self.books.iter().for_each(|books| sum += books.copied);
        sum
    }

    /// What they did so far.
    pub(crate) fn counts(&self) -> FaultCounts {
        let lost = |cause: LostBy| self.books.iter().map(|books| books.lost[cause as usize].packets).sum();
        FaultCounts {
            loss: lost(LostBy::Loss),
            corruption: lost(LostBy::Corruption),
            duplicated: self.copied().packets,
            delayed: self.books.iter().map(|books| books.delayed).sum(),
        }
    }
}
