//! Faults of links and nodes: spells that begin and end.

use super::storm::WATCHDOG_LEAST;
use super::{Due, Fault, FaultError, LostBy, QueueOnDown, Spell, Watchdog};
use crate::data_plane::{DataPlane, QueueScheme, Role, other_end};
use crate::time::{LinkRate, PS_PER_NS, Ps};
use crate::topology::{Node, Topology};
use freeboard_hw_model::nic::Clock;
use freeboard_hw_model::pfc::CLASSES;

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
    /// A host's NIC stands still.
    HostPause { port: u32 },
    /// A clock steps: that of a switch, or of a host by its port.
    ClockStep { switch: Option<u32>, port: u32, by_ns: i64 },
    /// The switch port to a host gets pause frames of a class.
    PauseStorm { port: u32, class: u8, watchdog: Option<Watchdog> },
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
            Fault::PauseStorm { host, class, spell, watchdog } => {
                within("host", host, topology.hosts as usize)?;
                within("class", u32::from(class), CLASSES)?;
                if let Some(watchdog) = watchdog {
                    let least = watchdog.detection_time.min(watchdog.restoration_time);
                    if least < WATCHDOG_LEAST {
                        return Err(refusal("watchdog's time [ps]", least.0, (WATCHDOG_LEAST.0, u64::MAX)));
                    }
                }
                let port = topology.port_to_host(host).unwrap_or(0);
                (What::PauseStorm { port, class, watchdog }, spell)
            }
            Fault::Wire(_) | Fault::StartJitter { .. } => return Ok(None),
        };
        if spell.times > 1 && spell.every <= spell.lasts {
            return Err(refusal("every [ps]", spell.every.0, (spell.lasts.0 + 1, u64::MAX)));
        }
        Ok(Some(Self { number, what, spell }))
    }
}

impl<Q: QueueScheme> DataPlane<Q> {
    /// Puts the first spell of every fault on the timetable.
    pub(crate) fn schedule_faults(&mut self) {
        let count = self.faults.as_ref().map_or(0, |faults| faults.timed.len());
        (0..count as u32).for_each(|fault| self.schedule_spell(fault, 0));
    }

    fn schedule_spell(&mut self, fault: u32, round: u32) {
        let Some(faults) = &self.faults else { return };
        if let Some(time) = faults.timed[fault as usize].spell.begin(round) {
            self.put_off(time, Due::Begin { fault, round });
        }
    }

    /// A spell of a fault begins.
    pub(crate) fn begin_fault(&mut self, fault: u32, round: u32) {
        self.schedule_spell(fault, round + 1);
        let Some(faults) = &self.faults else { return };
        let Timed { what, spell, .. } = faults.timed[fault as usize];
        let until = self.now.saturating_add(spell.lasts.0);
        self.put_off(until, Due::End { fault });
        match what {
            What::LinkDown { link, queue } => self.cut(link, until, queue),
            What::Reboot { switch } => self.reboot(switch, until),
            What::ClockStep { switch: Some(switch), by_ns, .. } => {
                self.devices[switch as usize].clock.step(by_ns, self.now);
            }
            What::ClockStep { switch: None, port, by_ns } => {
                self.clocks.resize(self.ports.len(), Clock::PERFECT);
                self.clocks[port as usize].step(by_ns.saturating_mul(PS_PER_NS as i64));
            }
            What::PauseStorm { watchdog, .. } => {
                self.put_off(self.now, Due::Storm { fault, until });
                // One that looks already goes on.
                if watchdog.is_some() && round == 0 {
                    self.put_off(self.now, Due::Watch { fault });
                }
            }
            What::HostPause { port } => {
                self.hold(port, until);
                if let Some(faults) = &mut self.faults {
                    let paused_until = &mut faults.paused_until[port as usize];
                    *paused_until = until.max(*paused_until);
                }
            }
        }
    }

    /// The ports whose transmitters a fault has held.
    pub(crate) fn ports_of_fault(&self, fault: u32) -> Vec<u32> {
        let Some(faults) = &self.faults else { return Vec::new() };
        match faults.timed[fault as usize].what {
            What::LinkDown { link, .. } => vec![2 * link, 2 * link + 1],
            What::Reboot { switch } => {
                self.devices[switch as usize].ports.iter().flat_map(|&port| [port, other_end(port)]).collect()
            }
            What::HostPause { port } => vec![port],
            What::ClockStep { .. } | What::PauseStorm { .. } => Vec::new(),
        }
    }

    /// A transmitter begins nothing before `until` \[ps\].
    fn hold(&mut self, port: u32, until: u64) {
        let port = &mut self.ports[port as usize];
        port.busy_until = port.busy_until.max(until);
    }

    /// A link is down until `until` \[ps\].
    fn cut(&mut self, link: u32, until: u64, queue: QueueOnDown) {
        for port in [2 * link, 2 * link + 1] {
            self.hold(port, until);
            let first = self.ports[port as usize].wire as usize;
            let next = self.ports.get(port as usize + 1).map_or(self.wires.len(), |next| next.wire as usize);
            if let Some(faults) = &mut self.faults {
                faults.epochs[port as usize] += 1;
                faults.down_until[port as usize] = faults.down_until[port as usize].max(until);
                for (doomed, wire) in faults.doomed[first..next].iter_mut().zip(&self.wires[first..next]) {
                    *doomed = wire.packets.len();
                }
            }
            if let Some(pause_state) = &mut self.queues[port as usize].pause_state {
                pause_state.forget(self.now);
            }
            if queue == QueueOnDown::Flushed && self.ports[port as usize].role != Role::Host {
                self.flush(port, None, LostBy::LinkDown);
            }
        }
    }

    /// A switch starts anew: what it held is gone, and what its scheme knew.
    fn reboot(&mut self, switch: u32, until: u64) {
        let ports = self.devices[switch as usize].ports.clone();
        ports.iter().for_each(|&port| self.flush(port, None, LostBy::Reboot));
        ports.iter().for_each(|&port| self.cut(port / 2, until, QueueOnDown::Flushed));
        let rate = |&port: &u32| LinkRate::from_byte_time_ps(self.ports[port as usize].byte_time);
        let rates: Vec<LinkRate> = ports.iter().map(rate).collect();
        let device = &mut self.devices[switch as usize];
        device.scheme = device.scheme.for_device(&rates, usize::from(device.queues));
    }
}
