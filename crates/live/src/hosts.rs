//! Hosts: a network namespace each, with a thread that obeys orders in it.

use super::clock::Clock;
use super::execute::execute;
use super::place::address;
use super::receiving::{Receivers, STACK};
use super::sending::send;
use super::sys;
use super::traffic::{Flow, Order, Sockets, Traffic, lock};
use super::wait::LOOK;
use anyhow::{Context, Result};
use nix::sched::{CloneFlags, unshare};
use std::collections::BTreeMap;
use std::fs::File;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::{Builder, Scope, sleep};

/// Ways to hear of the clock and of orders.
pub(crate) struct Ears {
    pub(crate) clock: Receiver<Clock>,
    pub(crate) orders: Receiver<Order>,
}

/// A host: makes its namespace and device, hands the device over, waits for the clock, sends and receives until the run is
/// over. Returns the retransmission timeouts of its sockets.
pub(crate) fn host<'scope>(
    scope: &'scope Scope<'scope, '_>,
    traffic: &'scope Traffic<'scope>,
    host: u32,
    device: &Sender<(u32, Result<File>)>,
    ears: &Ears,
) -> Result<u64> {
    let sockets = &traffic.sockets;
    let made = namespace(sockets, host).and_then(|file| Ok((file, Receivers::new(sockets)?)));
    let (file, receivers) = match made {
        Ok((file, receivers)) => (Ok(file), receivers),
        Err(error) => {
            let _ = device.send((host, Err(error)));
            return Ok(0);
        }
    };
    let _ = device.send((host, file));
    // Without a clock another host has failed, and there is no run.
    let Ok(clock) = ears.clock.recv() else { return Ok(0) };
    receivers.start(scope, traffic, host, clock)?;
    for command in traffic.programs.commands.iter().filter(|command| command.host == host) {
        let thread = Builder::new().name(format!("command {host}"));
        thread.spawn_scoped(scope, move || {
            let ended = execute(traffic, command, clock);
            lock(&traffic.ended).push(ended);
        })?;
    }
    obey(scope, traffic, &ears.orders, clock)?;
    timeouts()
}

/// Obeys orders until the run is over.
fn obey<'scope>(
    scope: &'scope Scope<'scope, '_>,
    traffic: &'scope Traffic<'scope>,
    orders: &Receiver<Order>,
    clock: Clock,
) -> Result<()> {
    // Flows to come, by their starts and the order of their orders.
    let mut due: BTreeMap<(u64, u64), Arc<Flow>> = BTreeMap::new();
    let mut heard = 0;
    while !traffic.is_over() {
        let now = clock.now();
        while let Some(flow) = due.first_entry().filter(|flow| flow.key().0 <= now) {
            let flow = flow.remove();
            Builder::new().name("flow".to_owned()).stack_size(STACK).spawn_scoped(scope, move || {
                // A flow whose connection breaks is one that does not finish, and is counted as such.
                let _ = send(traffic, &flow, clock);
            })?;
        }
        let next = due.first_key_value().map(|((start, _), _)| clock.span(start.saturating_sub(now)));
        match orders.recv_timeout(next.unwrap_or(LOOK).min(LOOK)) {
            Ok(Order::Send(flow)) => {
                heard += 1;
                due.insert((flow.spec.start.0, heard), flow);
            }
            Ok(Order::Do(work)) => work(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => sleep(LOOK),
        }
    }
    Ok(())
}

fn namespace(sockets: &Sockets, host: u32) -> Result<File> {
    unshare(CloneFlags::CLONE_NEWNET).context("cannot make a network namespace")?;
    // Routers are not looked for. A kernel without IPv6 has no such key.
    let _ = std::fs::write("/proc/sys/net/ipv6/conf/default/disable_ipv6", "1");
    let settings = [
        ("tcp_ecn", "1"),
        // The simulator's header has none.
        ("tcp_timestamps", "0"),
        // A flow knows nothing of those before it.
        ("tcp_no_metrics_save", "1"),
        // ACKs have the class of their flow.
        ("tcp_reflect_tos", "1"),
        // A port rests for a minute after its flow: most ports above those of the receivers.
        ("ip_local_port_range", "10000 65535"),
    ];
    for (key, value) in settings {
        let path = format!("/proc/sys/net/ipv4/{key}");
        std::fs::write(&path, value).with_context(|| format!("cannot write {path}"))?;
    }
    sys::tun(address(host), sockets.mtu).context("cannot make a TUN device")
}

/// Retransmission timeouts in the namespace of the calling thread.
fn timeouts() -> Result<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/net/netstat")?;
    let mut lines = text.lines().filter(|line| line.starts_with("TcpExt:"));
    let (Some(names), Some(values)) = (lines.next(), lines.next()) else { return Ok(0) };
    let mut both = names.split_whitespace().zip(values.split_whitespace());
    let value = both.find(|(name, _)| *name == "TCPTimeouts").map_or("0", |(_, value)| value);
    Ok(value.parse()?)
}
