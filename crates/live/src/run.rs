//! One run over real packets: one scheme, one seed.

use super::clock::Clock;
use super::commands::{Command, check_command};
use super::control::Control;
use super::forwarding::{Forwarding, Measured};
use super::hosts::{self, Ears};
use super::place::HEADERS;
use super::refusal::FLOWS_MAX;
use super::refused::Refused;
use super::report::{Report, report};
use super::sys;
use super::traffic::{Order, Programs, Sockets, Traffic};
use anyhow::{Result, bail};
use freeboard_fabric::FlowSpec;
use freeboard_scenario::file;
use freeboard_scenario::world::{Parts, Request};
use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel};
use std::thread::scope;

/// Wishes of a run beside its scenario.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Congestion control of the flows.
    pub control: &'a Control,
    /// Factor that divides rates and multiplies times.
    pub slow: u32,
    /// Flag that ends the run once it is set.
    pub stop: &'a AtomicBool,
    /// Programs to start inside hosts.
    pub commands: &'a [Command],
    /// Receiver of the lines that programs print, with their hosts.
    pub output: &'a (dyn Fn(u32, &str) + Sync),
    /// Packets that leave the switch are kept.
    pub captures: bool,
}

impl<'a> Options<'a> {
    /// Options for the scenario alone under a control, `slow` times slower.
    #[must_use]
    pub fn new(control: &'a Control, slow: u32, stop: &'a AtomicBool) -> Self {
        Self { control, slow, stop, commands: &[], output: &|_, _| {}, captures: false }
    }
}

/// Run of a scheme of a scenario over real packets.
///
/// # Errors
/// A part of the machine is missing, or the run was stopped.
pub fn run(request: &Request<'_>, options: &Options<'_>) -> Result<Report> {
    let parts = Parts::new(request)?;
    let flows = parts.flows.len() + parts.loops.len();
    if flows > FLOWS_MAX {
        let text =
            format!("{flows} flows are more than real senders have ports for; legal: up to {FLOWS_MAX}");
        return Err(Refused(text).into());
    }
    let scenario = request.scenario;
    options.commands.iter().try_for_each(|command| check_command(scenario, command))?;
    let (give, orders) = parts.rates.iter().map(|_| channel()).unzip();
    let programs = Programs { commands: options.commands, output: options.output };
    let traffic =
        Traffic::new(sockets(scenario, options.control), programs, (&parts.loops, request.seed), give);
    for flow in &parts.flows {
        traffic.add(*flow, gap_ps(scenario, flow));
    }
    traffic.add_loops();
    let (measured, timeouts) = exchange(request, &parts, &traffic, orders, options, false)?;
    if options.stop.load(Relaxed) {
        bail!("interrupted; its namespaces and devices have ended with it");
    }
    Ok(report(request, &parts, &traffic, measured, timeouts))
}

/// Properties of the sockets of a run.
pub(crate) fn sockets(scenario: &file::Scenario, control: &Control) -> Sockets {
    let config = scenario.host.config();
    Sockets {
        control: control.name().into(),
        mtu: u32::from(config.mss) + HEADERS,
        ack_class: config.ack_class,
        reuse: config.reuse,
    }
}

/// Time between datagrams of a flow \[ps\]; 0 for a connection.
fn gap_ps(scenario: &file::Scenario, flow: &FlowSpec) -> u64 {
    let config = scenario.host.config();
    let file::Traffic::Constant(it) = &scenario.workloads[Parts::origin(flow).0].traffic else { return 0 };
    let wire = u64::from(it.payload) + u64::from(config.header) + u64::from(config.frame);
    (u128::from(wire) * 8_000_000_000_000 / u128::from(it.rate_bps.max(1))) as u64
}

/// Makes the hosts, lets the switch forward between them until the end; returns what it measured and the hosts' timeouts.
pub(crate) fn exchange(
    request: &Request<'_>,
    parts: &Parts,
    traffic: &Traffic<'_>,
    orders: Vec<Receiver<Order>>,
    options: &Options<'_>,
    is_endless: bool,
) -> Result<(Measured, u64)> {
    scope(|scope| {
        let (device, devices) = channel();
        let mut hosts = Vec::new();
        for (host, orders) in (0u32..).zip(orders) {
            let (give, clock) = channel();
            let (device, ears) = (device.clone(), Ears { clock, orders });
            let thread = scope.spawn(move || hosts::host(scope, traffic, host, &device, &ears));
            hosts.push((give, thread));
        }
        drop(device);
        let all: Result<Vec<(u32, File)>> =
            devices.iter().take(hosts.len()).map(|(host, file)| Ok((host, file?))).collect();
        let mut all = all?;
        all.sort_by_key(|(host, _)| *host);
        let devices: Vec<File> = all.into_iter().map(|(_, file)| file).collect();
        let clock = Clock::start(options.slow);
        hosts.iter().for_each(|(give, _)| _ = give.send(clock));
        // A thread of its own: its priority is not for the rest of the program.
        let switch = scope.spawn(move || {
            sys::hurry();
            let forwarding = Forwarding::new(request, parts, traffic, clock, options.captures);
            let done = forwarding.and_then(|it| it.run(&devices, options.stop, is_endless));
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
