//! One run over real packets: one scheme, one seed.

use super::clock::Clock;
use super::header::destination;
use super::hosts::{self, Progress, Traffic};
use super::kernel;
use super::refusal::{FLOWS_MAX, Refused};
use super::switch::{Counters, Packet, Switch};
use super::sys;
use anyhow::{Context, Result, bail};
use freeboard_aqm_api::Activity;
use freeboard_params::Unit;
use freeboard_scenario::file;
use freeboard_scenario::measure::{
    Act, ControlRecord, Flow, LongFlow, Outcome, PortRecord, QueueSample, QueueTotals, Told, Window,
};
use freeboard_scenario::quantity::{kind_of, print};
use freeboard_scenario::world::{Parts, Request};
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::time::TimeSpec;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread::scope;
use std::time::Duration;

/// Packets of a host that are read before the others' turn.
const TURN: usize = 64;
/// A wait that is not worth a sleep, for waking takes about 15 us \[ns\].
const SPIN_NS: u64 = 20_000;
/// Longest sleep, so that the end is noticed \[ns\].
const SLEEP_MAX_NS: u64 = 20_000_000;
/// Lateness beyond which half the packets make a run `late` \[ns\], chosen by us: four full packets at 1 Gbit/s.
const LATE_NS: u64 = 50_000;

/// How late packets reached their hosts, by the machine's clock \[ns\].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lateness {
    /// Median.
    pub p50_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// Largest.
    pub max_ns: u64,
}

impl Lateness {
    fn of(mut late: Vec<u64>) -> Self {
        late.sort_unstable();
        let at = |permille: usize| late.get((late.len() * permille / 1000).min(late.len().saturating_sub(1)));
        let at = |permille| at(permille).copied().unwrap_or_default();
        Self { p50_ns: at(500), p99_ns: at(990), max_ns: at(1000) }
    }

    /// The machine was too busy for the run to be trusted.
    #[must_use]
    pub const fn is_late(&self) -> bool {
        self.p50_ns > LATE_NS
    }
}

/// A run and what only real packets have.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The run; times are the scenario's.
    pub outcome: Outcome,
    /// Lateness of departures.
    pub lateness: Lateness,
    /// The length at which the scheme's first part arms \[B\]; a time is taken at the receiver's rate. `None` for a scheme without.
    pub threshold_bytes: Option<u64>,
}

/// Runs a scheme of a scenario over real packets, `slow` times slower. A `stop` that is set ends the run.
///
/// # Errors
/// A part of the machine is missing, or the run was stopped.
pub fn run(request: &Request<'_>, slow: u32, stop: &AtomicBool) -> Result<Report> {
    let parts = Parts::new(request)?;
    if parts.flows.len() > FLOWS_MAX {
        let text = format!(
            "{} flows are more than real senders have ports for; legal: up to {FLOWS_MAX}",
            parts.flows.len()
        );
        return Err(Refused(text).into());
    }
    let scenario = request.scenario;
    let scheme = &scenario.schemes[request.scheme];
    let control = kernel::control(scheme).context("no control of the kernel stands for the scheme's")?;
    let config = scenario.host.config();
    let gap = |flow: &freeboard_fabric::FlowSpec| match scenario.workloads[Parts::origin(flow).0].traffic {
        file::Traffic::Constant(ref it) => {
            let wire = u64::from(it.payload) + u64::from(config.header) + u64::from(config.frame);
            (u128::from(wire) * 8_000_000_000_000 / u128::from(it.rate_bps.max(1))) as u64
        }
        _ => 0,
    };
    let traffic = Traffic {
        flows: &parts.flows,
        progress: parts.flows.iter().map(|_| Progress::default()).collect(),
        ports: hosts::ports(&parts.flows, parts.rates.len()),
        gaps: parts.flows.iter().map(gap).collect(),
        control,
        mtu: u32::from(config.mss) + hosts::HEADERS,
        over: AtomicBool::new(false),
    };
    let (measured, timeouts) = exchange(request, &parts, &traffic, slow, stop)?;
    if stop.load(Relaxed) {
        bail!("interrupted; its namespaces and devices have ended with it");
    }
    Ok(report(request, &parts, &traffic, measured, timeouts))
}

/// Makes the hosts, lets the switch forward between them until the end; returns what it measured and the hosts' timeouts.
fn exchange(
    request: &Request<'_>,
    parts: &Parts,
    traffic: &Traffic<'_>,
    slow: u32,
    stop: &AtomicBool,
) -> Result<(Measured, u64)> {
    scope(|scope| {
        let (device, devices) = channel();
        let mut hosts = Vec::new();
        for host in 0..parts.rates.len() as u32 {
            let (give, clock) = channel();
            let device = device.clone();
            let thread = scope.spawn(move || hosts::host(scope, traffic, host, &device, &clock));
            hosts.push((give, thread));
        }
        drop(device);
        let all: Result<Vec<(u32, File)>> =
            devices.iter().take(hosts.len()).map(|(host, file)| Ok((host, file?))).collect();
        let mut all = all?;
        all.sort_by_key(|(host, _)| *host);
        let devices: Vec<File> = all.into_iter().map(|(_, file)| file).collect();
        let clock = Clock::start(slow);
        hosts.iter().for_each(|(give, _)| _ = give.send(clock));
        // A thread of its own: its priority is not for the rest of the program.
        let switch = scope.spawn(move || {
            sys::hurry();
            let done = Forwarding::new(request, parts, traffic, clock).and_then(|it| it.run(&devices, stop));
            traffic.over.store(true, Relaxed);
            done
        });
        let measured = switch.join().map_err(|_| anyhow::anyhow!("the switch's thread panicked"))??;
        let mut timeouts = 0;
        for (_, thread) in hosts {
            timeouts += thread.join().map_err(|_| anyhow::anyhow!("a host's thread panicked"))??;
        }
        Ok((measured, timeouts))
    })
}

/// Measurements of the switch.
struct Measured {
    samples: Vec<QueueSample>,
    /// Counters of the receiver's port at the end of the warm-up and of the time.
    cuts: Vec<(Counters, Vec<u64>)>,
    packets_max: u32,
    bytes_max: u32,
    totals: Vec<Counters>,
    late_ns: Vec<u64>,
    calls: u64,
    signals: u64,
    activities: Vec<Activity>,
    end_ps: u64,
}

/// The switch between the devices.
struct Forwarding<'a> {
    request: &'a Request<'a>,
    parts: &'a Parts,
    traffic: &'a Traffic<'a>,
    clock: Clock,
    switch: Switch<'a>,
    receiver: usize,
    measured: Measured,
}

impl<'a> Forwarding<'a> {
    fn new(
        request: &'a Request<'a>,
        parts: &'a Parts,
        traffic: &'a Traffic<'a>,
        clock: Clock,
    ) -> Result<Self> {
        let measured = Measured {
            samples: Vec::new(),
            cuts: Vec::new(),
            packets_max: 0,
            bytes_max: 0,
            totals: Vec::new(),
            late_ns: Vec::new(),
            calls: 0,
            signals: 0,
            activities: Vec::new(),
            end_ps: 0,
        };
        let (switch, receiver) = (Switch::new(parts, request.seed)?, parts.rates.len() - 1);
        Ok(Self { request, parts, traffic, clock, switch, receiver, measured })
    }

    fn run(mut self, devices: &[File], stop: &AtomicBool) -> Result<Measured> {
        let run = &self.request.scenario.run;
        let end = run.time_ps + run.drain_ps;
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
            let is_over = now >= end || now >= run.time_ps && self.traffic.is_done();
            if is_over || stop.load(Relaxed) {
                break;
            }
            let next = self.switch.next().into_iter().chain(looks.peek().copied()).chain([end]).min();
            self.wait(devices, next.unwrap_or(end))?;
        }
        self.finish();
        Ok(self.measured)
    }

    /// Takes packets that hosts have sent.
    fn read(&mut self, devices: &[File], now: u64) -> Result<()> {
        let config = self.request.scenario.host.config();
        let extra = u32::from(config.header) + u32::from(config.frame) - hosts::HEADERS;
        let mut bytes = [0; 1 << 16];
        for (host, mut device) in devices.iter().enumerate() {
            for _ in 0..TURN {
                let length = match device.read(&mut bytes) {
                    Ok(length) => length,
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => break,
                    Err(error) => return Err(error).context("cannot read from a TUN device"),
                };
                let to = destination(&bytes[..length]);
                let to = to.and_then(|to| (0..devices.len()).find(|host| hosts::address(*host as u32) == to));
                // Multicast has no host here.
                let Some(to) = to else { continue };
                let wire = (length as u32 + extra).max(u32::from(config.ack_min));
                self.switch.send(host, Packet { bytes: bytes[..length].to_vec(), wire, to }, now);
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

    /// Takes a sample or cuts, as is due at `at`.
    fn look(&mut self, at: u64) {
        let run = &self.request.scenario.run;
        let (packets, bytes) = self.switch.waiting(self.receiver);
        if run.sample_ps > 0 && at.is_multiple_of(run.sample_ps) {
            self.measured.samples.push(QueueSample { at_ps: at, bytes, packets });
        }
        if at == run.warmup_ps || at == run.time_ps {
            let longest = self.switch.take_longest(self.receiver);
            (self.measured.packets_max, self.measured.bytes_max) = (longest.packets, longest.bytes);
            let received = self.traffic.progress.iter().map(|flow| flow.received.load(Relaxed)).collect();
            self.measured.cuts.push((self.switch.counters(self.receiver, at), received));
        }
    }

    fn finish(&mut self) {
        let now = self.clock.now();
        self.measured.end_ps = now;
        for port in 0..self.parts.rates.len() {
            self.measured.totals.push(self.switch.counters(port, now));
            let activity = self.switch.activity(port);
            self.measured.calls += u64::from(activity.events);
            self.measured.signals += u64::from(activity.signals);
            self.measured.activities.push(activity);
        }
    }
}

/// The record of a run, as the simulator's.
fn report(
    request: &Request<'_>,
    parts: &Parts,
    traffic: &Traffic<'_>,
    measured: Measured,
    timeouts: u64,
) -> Report {
    let triggers = request.scenario.schemes[request.scheme].aqm.variant.descriptor().triggers;
    let byte_time = u64::from(parts.rates[parts.rates.len() - 1].byte_time_ps());
    let needed = measured.activities.iter().map(|it| it.snapshot()[0].needed).max().map_or(0, u64::from);
    let threshold_bytes = triggers.first().filter(|_| needed > 0).and_then(|(_, unit)| match unit {
        Unit::Nanos => Some(needed * 1000 / byte_time.max(1)),
        Unit::Bytes => Some(needed),
        _ => None,
    });
    let mut totals = QueueTotals::default();
    for port in &measured.totals {
        totals.arrived += port.arrived;
        totals.marked += port.marked;
        totals.unmarkable += port.unmarkable;
        totals.dropped_buffer += port.dropped_buffer;
        totals.dropped_scheme += port.dropped_scheme;
    }
    let last = measured.totals.last().copied().unwrap_or_default();
    totals.bottleneck_dropped = last.dropped_buffer + last.dropped_scheme;
    let lost =
        |port: &Counters| (port.dropped_buffer + port.dropped_scheme) as f64 / port.arrived.max(1) as f64;
    let ports_lost = measured.totals.iter().map(lost).sum::<f64>() / measured.totals.len() as f64;
    let (windows, delivered) = between(request, &measured);
    let workloads = request.scenario.workloads.len();
    let mut by_workload = vec![vec![0]; workloads];
    let mut long = Vec::new();
    for (spec, bytes) in parts.flows.iter().zip(&delivered) {
        let workload = Parts::origin(spec).0;
        by_workload[workload][0] += bytes;
        if spec.bytes == u64::MAX {
            long.push(LongFlow { workload, delivered: vec![*bytes] });
        }
    }
    let outcome = Outcome {
        scheme: request.scheme,
        seed: request.seed,
        flows: flow_list(parts, traffic),
        ports: vec![PortRecord { samples: measured.samples, windows }],
        delivered: by_workload,
        long,
        queues: totals,
        ports_lost,
        calls: measured.calls,
        signals: measured.signals,
        acts: acts(triggers, &measured.activities),
        // Nobody counts what a kernel's control was told: these are the causes.
        controls: vec![ControlRecord {
            cc: request.scenario.schemes[request.scheme].host.cc.id.clone(),
            told: Told { marked_acks: totals.marked, losses: totals.dropped(), timeouts, ..Told::default() },
        }],
        timeouts,
        end_ps: measured.end_ps,
        ..Outcome::default()
    };
    Report { outcome, lateness: Lateness::of(measured.late_ns), threshold_bytes }
}

/// The parts of the scheme, over all ports.
fn acts(triggers: &[(&'static str, Unit)], activities: &[Activity]) -> Vec<Act> {
    let act = |(slot, (name, unit)): (usize, &(&'static str, Unit))| {
        let all = || activities.iter().map(|activity| activity.snapshot()[slot]);
        let highest = all().map(|trigger| trigger.highest).max().unwrap_or_default();
        let needed = all().map(|trigger| trigger.needed).max().unwrap_or_default();
        let text = |value: u32| print(i128::from(value), &kind_of(*unit));
        Act {
            name,
            fired: all().map(|trigger| u64::from(trigger.fired)).sum(),
            highest: text(highest),
            needed: text(needed),
            armed: highest >= needed,
        }
    };
    triggers.iter().enumerate().map(act).collect()
}

/// The receiver's port and the bytes of each flow between the end of the warm-up and of the time.
fn between(request: &Request<'_>, measured: &Measured) -> (Vec<Window>, Vec<u64>) {
    let [(first, early), (second, late)] = measured.cuts.as_slice() else { return (Vec::new(), Vec::new()) };
    let run = &request.scenario.run;
    let span = (run.time_ps - run.warmup_ps) as f64;
    let dropped = |counters: &Counters| counters.dropped_buffer + counters.dropped_scheme;
    let window = Window {
        from_ps: run.warmup_ps,
        to_ps: run.time_ps,
        packets_mean: (second.packets_ps - first.packets_ps) as f64 / span,
        bytes_mean: (second.bytes_ps - first.bytes_ps) as f64 / span,
        packets_max: measured.packets_max,
        bytes_max: measured.bytes_max,
        marked: second.marked - first.marked,
        dropped: dropped(second) - dropped(first),
        utilisation: (second.busy_ps - first.busy_ps) as f64 / span,
    };
    (vec![window], early.iter().zip(late).map(|(early, late)| late - early).collect())
}

fn flow_list(parts: &Parts, traffic: &Traffic<'_>) -> Vec<Flow> {
    let flow = |(spec, progress): (&freeboard_fabric::FlowSpec, &Progress)| {
        let (workload, query) = Parts::origin(spec);
        let (start_ps, finish) = (progress.start.load(Relaxed), progress.finish.load(Relaxed));
        Flow {
            bytes: if spec.bytes == u64::MAX { 0 } else { spec.bytes },
            start_ps: start_ps.max(spec.start.0),
            fct_ps: (finish > 0).then(|| finish.saturating_sub(start_ps)),
            query,
            workload,
            timeouts: 0,
            resent: 0,
            arrived: progress.received.load(Relaxed),
        }
    };
    parts.flows.iter().zip(&traffic.progress).map(flow).collect()
}
