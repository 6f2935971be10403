//! Names of ports, flows and triggers, as a reader of a trace knows them.

use freeboard_fabric::Node;
use freeboard_scenario::world::Observation;

/// A port by the nodes at its ends: `switch 0 to host 3`.
#[must_use]
pub fn port_name([from, to]: [Node; 2]) -> String {
    let of = |node| match node {
        Node::Host(host) => format!("host {host}"),
        Node::Switch(switch) => format!("switch {switch}"),
    };
    format!("{} to {}", of(from), of(to))
}

/// A port of an observation, by its number.
pub(super) fn name_of(found: &Observation, port: u32) -> String {
    let known = found.ports.iter().find(|(known, _)| *known == port);
    known.map_or_else(|| format!("port {port}"), |(_, ends)| port_name(*ends))
}

/// A trigger by its place.
pub(super) fn trigger_name<'a>(triggers: &[&'a str], trigger: Option<u8>) -> &'a str {
    trigger.and_then(|at| triggers.get(usize::from(at)).copied()).unwrap_or("signal")
}
