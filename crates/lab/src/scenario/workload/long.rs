//! Flows that last as long as the run.

use super::{Frame, hosts, moment, time};
use crate::document::{Fault, Section};
use crate::quantity::COUNT;

/// Long flows, from different senders where there are enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Long {
    /// How many.
    pub flows: u32,
    /// Which senders.
    pub senders: Senders,
    /// Senders by number, from 0, taken in turn; if there are any, `senders` does not apply.
    pub hosts: Vec<u32>,
    /// When the first starts \[ps\].
    pub start_ps: u64,
    /// Time over which the starts are spread evenly \[ps\]; 0 for all at once.
    pub stagger_ps: u64,
}

/// Which of the senders, whose base RTTs ascend with their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Senders {
    /// Evenly over all.
    Spread,
    /// Those with the shortest base RTT.
    Near,
    /// Those with the longest base RTT.
    Far,
}

impl Senders {
    /// Name in scenarios.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spread => SENDERS[0],
            Self::Near => SENDERS[1],
            Self::Far => SENDERS[2],
        }
    }
}

pub(super) const KEYS: [&str; 5] = ["flows", "senders", "hosts", "start", "stagger"];
const SENDERS: [&str; 3] = ["spread", "near", "far"];

impl Long {
    pub(super) fn read(section: &Section<'_>, frame: &Frame) -> Result<Self, Fault> {
        let flows = section.need("flows", "a number, e.g. 4")?.word(&COUNT, 1..=100_000)?;
        let start_ps = section.get("start").map_or(Ok(0), |entry| time(&entry, frame.run_ps))?;
        let senders = match section.get("senders").map_or(Ok(0), |entry| entry.choice(&SENDERS))? {
            0 => Senders::Spread,
            1 => Senders::Near,
            _ => Senders::Far,
        };
        let stagger_ps = section.get("stagger").map_or(Ok(0), |entry| time(&entry, frame.run_ps))?;
        Ok(Self { flows, senders, hosts: hosts(section, frame)?, start_ps, stagger_ps })
    }

    pub(super) fn describe(&self) -> String {
        let from = if self.hosts.is_empty() {
            format!("{} senders", self.senders.name())
        } else {
            format!("{} hosts", self.hosts.len())
        };
        format!("{} long flows from {from}, from {}", self.flows, moment(self.start_ps))
    }
}
