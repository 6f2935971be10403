//! Faults by the names of a scenario, as the simulator takes them.

use super::nodes::spell;
use super::packets::PacketEffect;
use super::{FaultLinks, InjectedFault, PacketFaults};
use crate::document::{Fault, Section};
use crate::file::Queues;
use freeboard_fabric::faults::{self, Effect, Pick, Spell, Watchdog, WireFault};
use freeboard_fabric::{Node, Ps, Topology};

/// What of a fault is refused: the key, why, what is legal.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    key: &'static str,
    problem: String,
    legal: String,
}

impl Refused {
    fn new(key: &'static str, problem: impl Into<String>, legal: impl Into<String>) -> Self {
        Self { key, problem: problem.into(), legal: legal.into() }
    }

    /// The error of the section that has it.
    pub(super) fn at(self, section: &Section<'_>) -> Fault {
        match section.get(self.key) {
            Some(entry) => entry.fault(self.problem, self.legal),
            None => section.missing(self.key, &self.legal),
        }
    }
}

/// A number from 0 that is below `count`.
fn within(key: &'static str, number: u32, count: u32) -> Result<u32, Refused> {
    if number < count {
        return Ok(number);
    }
    Err(Refused::new(key, "is not in the network", format!("1 to {count}")))
}

/// A fault that comes once or comes back.
fn repeated(at_ps: u64, lasts_ps: u64, every_ps: Option<u64>, times: u32) -> Result<Spell, Refused> {
    match every_ps {
        None if times > 1 => Err(Refused::new("every", "", "a time above `lasts`")),
        Some(_) if times == 1 => Err(Refused::new("every", "has no effect once", "a key `times` from 2")),
        Some(every) if every <= lasts_ps => {
            Err(Refused::new("every", "is not above `lasts`", "a time above `lasts`"))
        }
        _ => Ok(spell(at_ps, lasts_ps, every_ps, times)),
    }
}

impl InjectedFault {
    /// The fault in a network whose ports have these queues.
    pub(super) fn resolve(
        &self,
        topology: &Topology,
        queues: Option<&Queues>,
    ) -> Result<faults::Fault, Refused> {
        let (hosts, switches) = (topology.hosts, topology.switches);
        Ok(match self {
            Self::PacketFaults(it) => faults::Fault::Wire(it.resolve(topology)?),
            Self::LinkDown(it) => {
                let spell = repeated(it.at_ps, it.lasts_ps, it.every_ps, it.times)?;
                let port = match (it.host, it.between.as_slice()) {
                    (Some(host), []) => topology.port_to_host(within("host", host, hosts)?),
                    (None, &[one, other]) => {
                        within("between", one.max(other), switches)?;
                        topology.port_between(Node::Switch(one), Node::Switch(other))
                    }
                    (Some(_), _) => {
                        return Err(Refused::new("between", "stands beside `host`", "one of the two"));
                    }
                    (None, _) => return Err(Refused::new("between", "names one switch", "two switches")),
                };
                let link = port.ok_or_else(|| Refused::new("between", "has no link", "two neighbours"))? / 2;
                faults::Fault::LinkDown { link, spell, queue: it.queue }
            }
            Self::Reboot(it) => faults::Fault::Reboot {
                switch: within("switch", it.switch, switches)?,
                spell: repeated(it.at_ps, it.lasts_ps, it.every_ps, it.times)?,
            },
            Self::HostPause(it) => faults::Fault::HostPause {
                host: within("host", it.host, hosts)?,
                spell: repeated(it.at_ps, it.lasts_ps, it.every_ps, it.times)?,
            },
            Self::ClockStep(it) => {
                let node = match (it.host, it.switch) {
                    (Some(host), None) => Node::Host(within("host", host, hosts)?),
                    (None, Some(switch)) => Node::Switch(within("switch", switch, switches)?),
                    (Some(_), Some(_)) => {
                        return Err(Refused::new("switch", "stands beside `host`", "one of the two"));
                    }
                    (None, None) => return Err(Refused::new("host", "", "a host or a key `switch`")),
                };
                let by_ns = it.by_ns.cast_signed();
                let by_ns = if it.backwards { -by_ns } else { by_ns };
                faults::Fault::ClockStep { node, at: Ps(it.at_ps), by_ns }
            }
            Self::PfcStorm(it) => {
                if queues.is_none_or(|queues| !queues.lossless.classes.contains(&it.class)) {
                    let legal = "a class of `lossless` in [topology.queues]";
                    return Err(Refused::new("class", "cannot be paused", legal));
                }
                let watchdog = it.detection_ps.map(|detection_ps| Watchdog {
                    detection_time: Ps(detection_ps),
                    restoration_time: Ps(it.restoration_ps),
                    action: it.action,
                });
                let (host, spell) = (within("host", it.host, hosts)?, spell(it.at_ps, it.lasts_ps, None, 1));
                faults::Fault::PauseStorm {
                    host,
                    class: it.class,
                    spell,
                    watchdog,
                    ends_with_xon: it.ends_with_xon,
                }
            }
            Self::StartJitter(it) => faults::Fault::StartJitter { most: Ps(it.most_ps) },
        })
    }
}

impl PacketFaults {
    fn resolve(&self, topology: &Topology) -> Result<WireFault, Refused> {
        for &host in &self.hosts {
            within("hosts", host, topology.hosts)?;
        }
        if self.links == FaultLinks::Fabric && !self.hosts.is_empty() {
            return Err(Refused::new("hosts", "has no effect on links between switches", "other `links`"));
        }
        let pick = match (self.rate, self.list.as_slice()) {
            (Some(rate), []) => Pick::Rate(rate),
            (None, [_, ..]) if self.list.is_sorted() => {
                Pick::List(self.list.iter().map(|&place| u64::from(place)).collect())
            }
            (None, [_, ..]) => return Err(Refused::new("list", "is not in order", "numbers that ascend")),
            (Some(_), _) => return Err(Refused::new("list", "stands beside `rate`", "one of the two")),
            (None, []) => {
                return Err(Refused::new("rate", "", "a fraction, e.g. \"0.1 %\", or a key `list`"));
            }
        };
        if self.end_ps.is_some_and(|end| end <= self.start_ps) {
            return Err(Refused::new("end", "is not after `start`", "a later time"));
        }
        let ports: Vec<u32> = (0..topology.port_count()).filter(|&port| self.is_on(topology, port)).collect();
        if ports.is_empty() {
            return Err(Refused::new("links", "has no such link in this network", "`all`"));
        }
        Ok(WireFault {
            ports,
            packets: self.packets,
            pick,
            effect: match self.effect {
                PacketEffect::Loss => Effect::Loss,
                PacketEffect::Corruption => Effect::Corruption,
                PacketEffect::Duplication => Effect::Duplication,
                PacketEffect::IntLoss => Effect::TelemetryLoss,
                PacketEffect::Ecn => Effect::Ecn(self.ecn),
                PacketEffect::Delay => Effect::Delay { least: Ps(self.delay.min), most: Ps(self.delay.max) },
            },
            start: Ps(self.start_ps),
            end: self.end_ps.map_or(Ps::MAX, Ps),
        })
    }

    /// It is on the link that a port sends into.
    fn is_on(&self, topology: &Topology, port: u32) -> bool {
        let is_chosen = |host: u32| self.hosts.is_empty() || self.hosts.contains(&host);
        match (topology.port_owner(port), topology.port_peer(port)) {
            (Some(Node::Host(host)), _) => {
                matches!(self.links, FaultLinks::All | FaultLinks::FromHosts) && is_chosen(host)
            }
            (_, Some(Node::Host(host))) => {
                matches!(self.links, FaultLinks::All | FaultLinks::ToHosts) && is_chosen(host)
            }
            _ => matches!(self.links, FaultLinks::All | FaultLinks::Fabric) && self.hosts.is_empty(),
        }
    }
}
