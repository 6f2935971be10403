//! Faults that begin and end: what they are, checked against the network.

use super::{Fault, FaultError, QueueOnDown, Spell, Watchdog};
use crate::data_plane::other_end;
use crate::time::Ps;
use crate::topology::{Node, Topology};
use freeboard_device::pfc::CLASSES;

/// Shortest time of a watchdog: that it looks more often than once in 100 ns says nothing. Chosen by us; SONiC's are
/// 100 ms and more.
const WATCHDOG_LEAST: Ps = Ps::from_us(1);

/// A fault that begins and ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    /// Its place in the list of faults.
    pub(crate) number: usize,
    pub(crate) what: What,
    pub(crate) spell: Spell,
}

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A link is down.
    LinkDown { link: u32, queue: QueueOnDown },
    /// A switch starts anew.
    Reboot { switch: u32 },
    /// A host's NIC is paused.
    HostPause { port: u32 },
    /// A clock steps: that of a switch, or of a host by its port.
    ClockStep { switch: Option<u32>, port: u32, by_ns: i64 },
    /// The switch port to a host gets pause frames of a class.
    PauseStorm { port: u32, class: u8, watchdog: Option<Watchdog>, ends_with_xon: bool },
}

impl Timed {
    /// The `number`-th fault, if it has spells.
    pub(super) fn new(fault: &Fault, topology: &Topology, number: usize) -> Result<Option<Self>, FaultError> {
        let refusal = |field, value: u64, legal| FaultError { fault: number, field, value, legal };
        let within = |field, value: u32, count: usize| {
            let last = count as u64 - 1;
            if u64::from(value) > last { Err(refusal(field, u64::from(value), (0, last))) } else { Ok(()) }
        };
        let (what, spell) = match *fault {
            Fault::LinkDown { link, spell, queue } => {
                within("link", link, topology.links.len())?;
                (What::LinkDown { link, queue }, spell)
            }
            Fault::Reboot { switch, spell } => {
                within("switch", switch, topology.switches as usize)?;
                (What::Reboot { switch }, spell)
            }
            Fault::HostPause { host, spell } => {
                within("host", host, topology.hosts as usize)?;
                let port = topology.port_to_host(host).map_or(0, other_end);
                (What::HostPause { port }, spell)
            }
            Fault::ClockStep { node, at, by_ns } => {
                let (switch, port) = match node {
                    Node::Switch(switch) => {
                        within("switch", switch, topology.switches as usize)?;
                        (Some(switch), 0)
                    }
                    Node::Host(host) => {
                        within("host", host, topology.hosts as usize)?;
                        (None, topology.port_to_host(host).map_or(0, other_end))
                    }
                };
                (What::ClockStep { switch, port, by_ns }, Spell::once(at, Ps::ZERO))
            }
            Fault::PauseStorm { host, class, spell, watchdog, ends_with_xon } => {
                within("host", host, topology.hosts as usize)?;
                within("class", u32::from(class), CLASSES)?;
                if let Some(watchdog) = watchdog {
                    let least = watchdog.detection_time.min(watchdog.restoration_time);
                    if least < WATCHDOG_LEAST {
                        return Err(refusal("watchdog's time [ps]", least.0, (WATCHDOG_LEAST.0, u64::MAX)));
                    }
                }
                let port = topology.port_to_host(host).unwrap_or(0);
                (What::PauseStorm { port, class, watchdog, ends_with_xon }, spell)
            }
            Fault::Wire(_) | Fault::StartJitter { .. } => return Ok(None),
        };
        if spell.times > 1 && spell.every <= spell.lasts {
            return Err(refusal("every [ps]", spell.every.0, (spell.lasts.0 + 1, u64::MAX)));
        }
        Ok(Some(Self { number, what, spell }))
    }
}
