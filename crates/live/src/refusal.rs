//! Reasons why a scenario cannot be had for real.

use crate::control;
use crate::refused::Refused;
use freeboard_fabric::transport::Transport;
use freeboard_scenario::file::{Scenario, Shape};
use std::io::ErrorKind;

/// Fastest link after slowing \[bit/s\]: a packet costs this program about 5 us, a full one at this rate has 12.
const RATE_MAX: u64 = 1_000_000_000;
/// Most hosts, chosen by us: each is a namespace and some threads.
const HOSTS_MAX: u32 = 64;
/// Most flows, chosen by us: a sender numbers them by its port.
pub(crate) const FLOWS_MAX: usize = 20_000;

/// Refuses a machine without the parts that real packets need.
///
/// # Errors
/// The missing part.
pub fn check_machine() -> Result<(), Refused> {
    let instead = "`freeboard run` simulates the same file without it";
    if !nix::unistd::geteuid().is_root() {
        return Err(Refused(format!("network namespaces need root; {instead}")));
    }
    match std::fs::OpenOptions::new().read(true).write(true).open("/dev/net/tun") {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Refused(format!("/dev/net/tun is not there: the kernel has no TUN devices; {instead}")))
        }
        Err(error) => Err(Refused(format!("/dev/net/tun cannot be opened: {error}; {instead}"))),
    }
}

/// Refuses what no real packet of this machine can do.
///
/// # Errors
/// The first key at fault.
pub fn check(scenario: &Scenario, slow: u32) -> Result<(), Refused> {
    let refused = |text: String| Err(Refused(text));
    let topology = &scenario.topology;
    match &topology.shape {
        Shape::NToOne(_) => {}
        Shape::LeafSpine(_) | Shape::FatTree(_) | Shape::LinkNetwork(_) => {
            return refused(
                "`topology.kind`: real packets cross one switch; legal: \"n-to-1\"; `freeboard run` simulates the others"
                    .to_owned(),
            );
        }
    }
    let hosts = topology.shape.hosts();
    if hosts > HOSTS_MAX {
        return refused(format!(
            "`senders` and `receivers` are {hosts} together: each is a namespace of its own; legal: 2 to {HOSTS_MAX}"
        ));
    }
    let fastest = (0..hosts).map(|host| scenario.rate_bps(host)).max().unwrap_or_default();
    let needed = fastest.div_ceil(RATE_MAX);
    if needed > u64::from(slow) {
        return refused(format!(
            "`rate` of {} Mbit/s is beyond what this program forwards in real time, 1 Gbit/s; legal: `--slow {needed}` or more",
            fastest / 1_000_000
        ));
    }
    if matches!(scenario.host.config().transport, Transport::Rdma(_)) {
        return refused("`transport = \"rdma\"`: the kernel's sockets are TCP; legal: \"tcp\"; `freeboard run` simulates RDMA".to_owned());
    }
    if topology.queues.as_ref().is_some_and(|queues| !queues.lossless.classes.is_empty()) {
        return refused("`topology.queues`: real packets have no lossless classes, for TUN devices know no pause frames; `freeboard run` simulates them".to_owned());
    }
    if !scenario.faults.is_empty() || !scenario.groups.is_empty() {
        return refused(
            "`fault` and `host_group`: real packets have neither; `freeboard run` simulates them".to_owned(),
        );
    }
    check_controls(scenario)
}

/// Refuses a control that does not fit into the kernel and that no control of the kernel stands for.
fn check_controls(scenario: &Scenario) -> Result<(), Refused> {
    for scheme in &scenario.schemes {
        if scheme.host.underlay.is_some() {
            return Err(Refused(format!(
                "scheme `{}`: an underlay is simulated only; `freeboard run` has it",
                scheme.name
            )));
        }
        let fits = control::control(&scheme.host.cc).and_then(|id| Ok(freeboard_kernel::fit(id)?));
        if let Err(reason) = fits {
            control::stand_in(scheme, Some(&reason.to_string()))?;
        }
    }
    Ok(())
}
