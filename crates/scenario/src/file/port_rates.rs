//! Settings that hold the rate of a link, in switches whose ports have several rates.

use super::network::build;
use super::place::{Place, holds_port_rate};
use super::{Chosen, Scenario, Shape};
use freeboard_fabric::{Node, Topology};
use std::collections::BTreeSet;

impl Scenario {
    /// Warns of each setting of a marking scheme that is right for some ports with data and wrong for others: all ports of a
    /// network have the same settings.
    pub(super) fn compare_port_rates(&mut self) {
        let holds =
            |scheme: &super::Scheme| scheme.aqm.lines.iter().any(|line| holds_port_rate(line.follows));
        if self.has_one_rate() || !self.schemes.iter().any(holds) {
            return;
        }
        let Ok(built) = build(self) else { return };
        let rates = self.port_rates_mbps(&built.topology);
        let own_mbps = self.topology.rate_bps / 1_000_000;
        if rates.iter().all(|mbps| *mbps == own_mbps) {
            return;
        }
        let place = |mbps: &u64| (*mbps, self.topology.place(&self.host, mbps * 1_000_000));
        let places: Vec<(u64, Place)> = rates.iter().map(place).collect();
        for scheme in &mut self.schemes {
            warn(&mut scheme.aqm, &places, own_mbps);
        }
    }

    /// Whether all links have the rate of hosts' links, by what the file says: a large network takes time to build.
    fn has_one_rate(&self) -> bool {
        let topology = &self.topology;
        let of_switches = [topology.fabric_rate_bps(), topology.core_rate_bps()];
        !matches!(topology.shape, Shape::LinkNetwork(_))
            && self.groups.iter().all(|group| group.rate_bps.is_none())
            && of_switches == [topology.rate_bps; 2]
    }

    /// The rates of switch ports that data leaves through \[Mbit/s\].
    fn port_rates_mbps(&self, topology: &Topology) -> BTreeSet<u64> {
        let receiving: BTreeSet<u32> = self.workloads.iter().flat_map(|it| self.ends(it).to).collect();
        let of_link = |link: &freeboard_fabric::topology::Link| {
            let [one, other] = link.ends;
            let rate = |at: usize, from: Node, to: Node| {
                let carries = match (from, to) {
                    (Node::Switch(_), Node::Host(host)) => receiving.contains(&host),
                    (Node::Switch(_), Node::Switch(_)) => true,
                    (Node::Host(_), _) => false,
                };
                carries.then(|| link.rates[at].bps() / 1_000_000)
            };
            [rate(0, one, other), rate(1, other, one)]
        };
        topology.links.iter().flat_map(of_link).flatten().collect()
    }
}

/// Warns of the settings of a scheme that do not suit a port at each of these places; hosts' links have `own_mbps`.
fn warn(chosen: &mut Chosen, places: &[(u64, Place)], own_mbps: u64) {
    let list = |rates: &[u64]| rates.iter().map(u64::to_string).collect::<Vec<_>>().join(" and ");
    let all: Vec<u64> = places.iter().map(|(mbps, _)| *mbps).collect();
    let settings = chosen.lines.iter_mut().zip(&chosen.values);
    for (line, value) in settings.filter(|(line, _)| holds_port_rate(line.follows)) {
        let unsuited = places.iter().filter(|(_, place)| !place.suits_ports(line.follows, *value));
        let unsuited: Vec<u64> = unsuited.map(|(mbps, _)| *mbps).collect();
        if !all.contains(&own_mbps) {
            // No port has the rate that it was compared with.
            line.warning = places.iter().find_map(|(_, place)| place.reach.beyond(line.follows, *value));
        }
        let said = if unsuited.len() == all.len() {
            format!("switch ports have {} Mbit/s", list(&all))
        } else {
            format!(
                "switch ports have {} Mbit/s, and it does not suit those of {}",
                list(&all),
                list(&unsuited)
            )
        };
        if !unsuited.is_empty() {
            line.warning = Some(match line.warning.take() {
                Some(before) => format!("{before}; {said}"),
                None => said,
            });
        }
    }
}
