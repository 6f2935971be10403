//! Faults of links and nodes: spells that begin and end.

use super::timed::{Timed, What};
use super::{Due, Faulted, LostBy, QueueOnDown};
use crate::data_plane::{QueueScheme, Role, STAMP_MASK, other_end};
use crate::time::{LinkRate, PS_PER_NS};
use freeboard_device::nic::Clock;

impl<Q: QueueScheme> Faulted<'_, Q> {
    /// Puts the first spell of every fault on the timetable.
    pub(crate) fn schedule(&mut self) {
        (0..self.faults.timed.len() as u32).for_each(|fault| self.schedule_spell(fault, 0));
    }

    fn schedule_spell(&mut self, fault: u32, round: u32) {
        if let Some(time) = self.faults.timed[fault as usize].spell.begin(round) {
            self.put_off(time, Due::Begin { fault, round });
        }
    }

    /// A spell of a fault begins.
    pub(crate) fn begin(&mut self, fault: u32, round: u32) {
        self.schedule_spell(fault, round + 1);
        let Timed { what, spell, .. } = self.faults.timed[fault as usize];
        let until = self.plane.now.saturating_add(spell.lasts.0);
        self.put_off(until, Due::End { fault });
        match what {
            What::LinkDown { link, queue } => self.cut(link, until, queue),
            What::Reboot { switch } => self.reboot(switch, until),
            What::ClockStep { switch: Some(switch), by_ns, .. } => {
                let (now, device) = (self.plane.now, &mut self.plane.devices[switch as usize]);
                device.clock.step(by_ns, now);
                // Firmware is told when its clock is set.
                device.scheme.on_clock_step(device.clock.reading(now / PS_PER_NS) & STAMP_MASK);
            }
            What::ClockStep { switch: None, port, by_ns } => {
                self.plane.hosts.clocks.resize(self.plane.ports.len(), Clock::PERFECT);
                self.plane.hosts.clocks[port as usize].step(by_ns.saturating_mul(PS_PER_NS as i64));
            }
            What::PauseStorm { watchdog, .. } => {
                self.put_off(self.plane.now, Due::Storm { fault, until });
                // One that looks already goes on.
                if watchdog.is_some() && round == 0 {
                    self.put_off(self.plane.now, Due::Watch { fault });
                }
            }
            What::HostPause { port } => {
                self.hold(port, until);
                let paused_until = &mut self.faults.paused_until[port as usize];
                *paused_until = until.max(*paused_until);
            }
        }
    }

    /// The ports whose transmitters a fault has held.
    pub(crate) fn ports_of(&self, fault: u32) -> Vec<u32> {
        match self.faults.timed[fault as usize].what {
            What::LinkDown { link, .. } => vec![2 * link, 2 * link + 1],
            What::Reboot { switch } => self.plane.devices[switch as usize]
                .ports
                .iter()
                .flat_map(|&port| [port, other_end(port)])
                .collect(),
            What::HostPause { port } => vec![port],
            What::ClockStep { .. } | What::PauseStorm { .. } => Vec::new(),
        }
    }

    /// A transmitter begins nothing before `until` \[ps\].
    fn hold(&mut self, port: u32, until: u64) {
        let port = &mut self.plane.ports[port as usize];
        port.busy_until = port.busy_until.max(until);
    }

    /// A link is down until `until` \[ps\].
    fn cut(&mut self, link: u32, until: u64, queue: QueueOnDown) {
        for port in [2 * link, 2 * link + 1] {
            self.hold(port, until);
            let first = self.plane.ports[port as usize].wire as usize;
            let next = self
                .plane
                .ports
                .get(port as usize + 1)
                .map_or(self.plane.wires.len(), |next| next.wire as usize);
            let Self { plane, faults } = self;
            faults.epochs[port as usize] += 1;
            faults.down_until[port as usize] = faults.down_until[port as usize].max(until);
            for (doomed, wire) in faults.doomed[first..next].iter_mut().zip(&plane.wires[first..next]) {
                *doomed = plane.in_flight.iter(&wire.packets).count() as u32;
            }
            if let Some(pause_state) = &mut self.plane.queues[port as usize].pause_state {
                pause_state.forget(self.plane.now);
            }
            if queue == QueueOnDown::Flushed && self.plane.ports[port as usize].role != Role::Host {
                self.flush(port, None, LostBy::LinkDown);
            }
        }
    }

    /// A switch starts anew: what it held is gone, and what its scheme knew.
    fn reboot(&mut self, switch: u32, until: u64) {
        let ports = self.plane.devices[switch as usize].ports.clone();
        ports.iter().for_each(|&port| self.flush(port, None, LostBy::Reboot));
        ports.iter().for_each(|&port| self.cut(port / 2, until, QueueOnDown::Flushed));
        let rate = |&port: &u32| LinkRate::from_byte_time_ps(self.plane.ports[port as usize].byte_time);
        let rates: Vec<LinkRate> = ports.iter().map(rate).collect();
        let device = &mut self.plane.devices[switch as usize];
        device.scheme = device.scheme.for_device(&rates, usize::from(device.queues));
    }
}
