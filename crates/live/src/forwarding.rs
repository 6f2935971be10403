//! The switch's thread: packets from device to device, and measurements.

use super::captured::Captured;
use super::clock::Clock;
use super::header::{class, destination};
use super::place::{HEADERS, address};
use super::port::{Counters, Longest, Packet};
use super::switch::Switch;
use super::traffic::Traffic;
use anyhow::{Context, Result};
use freeboard_aqm_api::Activity;
use freeboard_scenario::measure::{QueueRecord, QueueSample};
use freeboard_scenario::world::{Parts, Request};
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::time::TimeSpec;
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Write};
use std::net::Ipv4Addr;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Packets of a host that are read before the others' turn.
const TURN: usize = 64;
/// A wait that is not worth a sleep, for waking takes about 15 us \[ns\].
const SPIN_NS: u64 = 20_000;
/// Longest sleep, so that the end is noticed \[ns\].
const SLEEP_MAX_NS: u64 = 20_000_000;

/// The receivers' ports and all flows at one moment.
pub(crate) struct Cut {
    pub(crate) ports: Vec<Counters>,
    /// Longest queues since the cut before.
    pub(crate) longest: Vec<Longest>,
    /// Payload that has arrived of each flow \[B\].
    pub(crate) received: Vec<u64>,
}

/// Measurements of the switch.
#[derive(Default)]
pub(crate) struct Measured {
    /// Samples of each receiver's port.
    pub(crate) samples: Vec<Vec<QueueSample>>,
    /// Cuts at the end of the warm-up and of the time.
    pub(crate) cuts: Vec<Cut>,
    /// Every port.
    pub(crate) totals: Vec<Counters>,
    /// Every queue of every port.
    pub(crate) records: Vec<QueueRecord>,
    pub(crate) activities: Vec<Activity>,
    pub(crate) late_ns: Vec<u64>,
    pub(crate) captured: Vec<Captured>,
    pub(crate) end_ps: u64,
}

/// The switch between the devices.
pub(crate) struct Forwarding<'a> {
    request: &'a Request<'a>,
    parts: &'a Parts,
    traffic: &'a Traffic<'a>,
    clock: Clock,
    switch: Switch<'a>,
    /// Hosts by their addresses.
    hosts: HashMap<Ipv4Addr, usize>,
    measured: Measured,
}

impl<'a> Forwarding<'a> {
    pub(crate) fn new(
        request: &'a Request<'a>,
        parts: &'a Parts,
        traffic: &'a Traffic<'a>,
        clock: Clock,
        captures: bool,
    ) -> Result<Self> {
        let receivers = parts.rates.len() - parts.receiver as usize;
        Ok(Self {
            request,
            parts,
            traffic,
            clock,
            switch: Switch::new(parts, request.seed, captures)?,
            hosts: (0..parts.rates.len()).map(|host| (address(host as u32), host)).collect(),
            measured: Measured { samples: vec![Vec::new(); receivers], ..Measured::default() },
        })
    }

    /// Forwards until `stop`, or else until the scenario's end if it has one.
    pub(crate) fn run(mut self, devices: &[File], stop: &AtomicBool, is_endless: bool) -> Result<Measured> {
        let run = &self.request.scenario.run;
        let end = if is_endless { u64::MAX } else { run.time_ps + run.drain_ps };
        let mut looks: Vec<u64> = vec![run.warmup_ps, run.time_ps];
        if let Some(last) = run.time_ps.checked_div(run.sample_ps) {
            looks.extend((0..=last).map(|at| at * run.sample_ps));
        }
        looks.sort_unstable();
        looks.dedup();
        let mut looks = looks.into_iter().peekable();
        loop {
            let now = self.clock.now();
            self.read(devices, now)?;
            while let Some(at) = looks.next_if(|at| *at <= now) {
                self.forward(devices, at)?;
                self.look(at);
            }
            self.forward(devices, now)?;
            let is_over = now >= end || !is_endless && now >= run.time_ps && self.traffic.is_done();
            if is_over || stop.load(Relaxed) {
                break;
            }
            let next = self.switch.next().into_iter().chain(looks.peek().copied()).chain([end]).min();
            self.wait(devices, next.unwrap_or(end))?;
        }
        Ok(self.finish())
    }

    /// Takes packets that hosts have sent.
    fn read(&mut self, devices: &[File], now: u64) -> Result<()> {
        let config = self.request.scenario.host.config();
        let extra = u32::from(config.header) + u32::from(config.frame) - HEADERS;
        let mut bytes = [0; 1 << 16];
        for (host, mut device) in devices.iter().enumerate() {
            for _ in 0..TURN {
                let length = match device.read(&mut bytes) {
                    Ok(length) => length,
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => break,
                    Err(error) => return Err(error).context("cannot read from a TUN device"),
                };
                let packet = &bytes[..length];
                // Multicast has no host here.
                let to = destination(packet).and_then(|to| self.hosts.get(&to).copied());
                let Some(to) = to else { continue };
                let wire = (length as u32 + extra).max(u32::from(config.ack_min));
                self.switch.send(
                    host,
                    Packet { bytes: packet.to_vec(), wire, to, class: class(packet) },
                    now,
                );
            }
        }
        Ok(())
    }

    /// Executes what is due by `now`.
    fn forward(&mut self, devices: &[File], now: u64) -> Result<()> {
        let (clock, late_ns, mut failed) = (self.clock, &mut self.measured.late_ns, None);
        self.switch.run(now, |due, packet| {
            late_ns.push(clock.span(clock.now().saturating_sub(due)).as_nanos() as u64);
            if let Err(error) = (&devices[packet.to]).write(&packet.bytes) {
                failed.get_or_insert(error);
            }
        });
        failed.map_or(Ok(()), |error| Err(error).context("cannot write to a TUN device"))
    }

    /// Sleeps until `next`, or until a host sends.
    fn wait(&self, devices: &[File], next: u64) -> Result<()> {
        let now = self.clock.now();
        let span = self.clock.span(next.saturating_sub(now)).as_nanos() as u64;
        if span < SPIN_NS {
            return Ok(());
        }
        // A `Duration`, because a `timespec` of 32-bit Linux is narrower than one of 64-bit Linux.
        let sleep = Duration::from_nanos((span - SPIN_NS).min(SLEEP_MAX_NS));
        let mut all: Vec<PollFd<'_>> =
            devices.iter().map(|device| PollFd::new(device.as_fd(), PollFlags::POLLIN)).collect();
        match ppoll(&mut all, Some(TimeSpec::from_duration(sleep)), None) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => Ok(()),
            Err(error) => Err(error).context("cannot wait for TUN devices"),
        }
    }

    /// Ports of the receivers.
    fn receivers(&self) -> core::ops::Range<usize> {
        self.parts.receiver as usize..self.parts.rates.len()
    }

    /// Takes a sample or cuts, as is due at `at`.
    fn look(&mut self, at: u64) {
        let run = &self.request.scenario.run;
        if run.sample_ps > 0 && at.is_multiple_of(run.sample_ps) {
            for (port, samples) in self.receivers().zip(&mut self.measured.samples) {
                let (packets, bytes) = self.switch.waiting(port);
                samples.push(QueueSample { at_ps: at, bytes, packets });
            }
        }
        if at == run.warmup_ps || at == run.time_ps {
            let received = self.traffic.flows().iter().map(|flow| flow.received.load(Relaxed)).collect();
            let ports = self.receivers().map(|port| self.switch.counters(port, at)).collect();
            let longest = self.receivers().map(|port| self.switch.take_longest(port)).collect();
            self.measured.cuts.push(Cut { ports, longest, received });
        }
    }

    fn finish(mut self) -> Measured {
        let (now, mut measured) = (self.clock.now(), self.measured);
        measured.end_ps = now;
        for port in 0..self.parts.rates.len() {
            measured.totals.push(self.switch.counters(port, now));
            measured.records.extend(self.switch.records(port));
            measured.activities.extend(self.switch.activities(port));
        }
        measured.captured = self.switch.into_captured();
        measured
    }
}
