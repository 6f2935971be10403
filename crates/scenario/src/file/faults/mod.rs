//! Faults of a scenario.

mod nodes;
mod packets;
mod resolve;

pub use nodes::{ClockStep, HostPause, LinkDown, PfcStorm, Reboot, StartJitter};
pub(super) use packets::PacketEffect;
pub use packets::{FaultLinks, PacketFaults};

use super::Queues;
use crate::document::{Amount, Fault, Section, kinds, picos, within};
use crate::quantity::PICOS;
use freeboard_fabric::{Topology, faults};

/// One fault of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InjectedFault {
    /// Packets that a link loses, damages, repeats or delays.
    PacketFaults(PacketFaults),
    /// A link that goes down.
    LinkDown(LinkDown),
    /// A switch that starts anew.
    Reboot(Reboot),
    /// A host whose NIC is paused.
    HostPause(HostPause),
    /// A clock that steps.
    ClockStep(ClockStep),
    /// A host that sends pause frames without end.
    PfcStorm(PfcStorm),
    /// Flows that start late.
    StartJitter(StartJitter),
}

kinds! { InjectedFault:
    "packets" PacketFaults;
    "link-down" LinkDown;
    "reboot" Reboot;
    "host-pause" HostPause;
    "clock-step" ClockStep;
    "pfc-storm" PfcStorm;
    "start-jitter" StartJitter;
}

/// A moment or a span of the run: no run is longer.
const TIME: Amount = picos(0, 3_600_000_000_000_000);

impl InjectedFault {
    /// Reads the faults of a file; what they name is in the network, whose ports have these queues.
    pub(super) fn read_all(
        root: &Section<'_>,
        topology: impl FnOnce() -> Option<Topology>,
        queues: Option<&Queues>,
        end_ps: u64,
    ) -> Result<Vec<Self>, Fault> {
        let sections = root.sections("fault")?;
        if sections.is_empty() {
            return Ok(Vec::new());
        }
        let topology = topology();
        let read = |section: &Section<'_>| {
            let fault = Self::read_kind(section, &[])?;
            let moments = fault.keys().into_iter().filter(|key| ["at", "start", "end"].contains(key));
            moments.into_iter().try_for_each(|key| within(section, key, &PICOS, 0..=end_ps))?;
            if let Some(topology) = &topology {
                fault.resolve(topology, queues).map_err(|refusal| refusal.at(section))?;
            }
            Ok(fault)
        };
        let faults = sections.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        for (at, (fault, section)) in faults.iter().zip(&sections).enumerate() {
            if let Some(before) = faults[..at].iter().position(|before| before == fault && fault.is_a_state())
            {
                let problem = format!("has no effect: it is fault {} once more", before + 1);
                let kind = section.need("kind", Self::KINDS[0])?;
                return Err(kind.fault(problem, "another fault, or one of the two"));
            }
            if let Some(key) = faults[..at].iter().find_map(|before| before.contradicts(fault)) {
                let entry = section.get(key).or_else(|| section.get("kind"));
                let fault = |entry: crate::document::Entry<'_>| {
                    entry.fault(
                        "is not that of the storm before",
                        "one watchdog for all storms of a host and class",
                    )
                };
                return Err(entry.map_or_else(|| section.missing(key, "the storm's watchdog"), fault));
            }
        }
        Ok(faults)
    }

    /// A second one like it changes nothing; others add up.
    fn is_a_state(&self) -> bool {
        match self {
            Self::LinkDown(_) | Self::Reboot(_) | Self::HostPause(_) | Self::PfcStorm(_) => true,
            // The same packets: only what comes late comes later, and what comes twice more often.
            Self::PacketFaults(it) => {
                !it.list.is_empty() && !matches!(it.effect, PacketEffect::Delay | PacketEffect::Duplication)
            }
            Self::ClockStep(_) | Self::StartJitter(_) => false,
        }
    }

    /// The key in which a later storm of the same host and class asks for another watchdog: a port's queue has one.
    fn contradicts(&self, later: &Self) -> Option<&'static str> {
        let (Self::PfcStorm(one), Self::PfcStorm(other)) = (self, later) else { return None };
        let differs = [
            ("detection_time", one.detection_ps != other.detection_ps),
            ("restoration_time", one.restoration_ps != other.restoration_ps),
            ("action", one.action != other.action),
        ];
        let same_queue = (one.host, one.class) == (other.host, other.class);
        differs.into_iter().find(|(_, differs)| *differs && same_queue).map(|(key, _)| key)
    }

    /// The fault as the simulator takes it; those of packets have been checked when they were read.
    pub fn resolved(&self, topology: &Topology, queues: Option<&Queues>) -> Option<faults::Fault> {
        self.resolve(topology, queues).ok()
    }

    /// Returns the keys that have an effect with their values.
    pub(super) fn all_rows(&self, prefix: &str) -> Vec<(String, String)> {
        let mut all = vec![(format!("{prefix}.kind"), self.kind().to_owned())];
        all.extend(self.rows(prefix));
        all
    }
}
