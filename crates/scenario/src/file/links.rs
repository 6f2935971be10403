//! A network from a file: a link per line.

use super::link_rate::LinkRate;
use crate::document::{Entry, Fault, Form, quantity, read_table};
use crate::quantity::{PICOS, RATE};
use freeboard_fabric::topology::{HOSTS_MAX, Link, PathChoice, Routes, TopologyError};
use freeboard_fabric::{LinkRate as Rate, Node, Ps, Topology};
use std::collections::{BTreeMap, BTreeSet};

/// The links of a file, and what follows from them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkFile {
    /// As it is written in the scenario.
    pub path: String,
    /// Hosts.
    pub hosts: u32,
    /// Switches.
    pub switches: u32,
    /// In the order of the file.
    pub links: Vec<FileLink>,
    /// Links on the longest path between two hosts.
    pub links_across: u64,
    /// Ports of the largest switch.
    pub switch_ports: u32,
}

/// A link of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLink {
    /// Its ends.
    pub ends: [Node; 2],
    /// Rates from the first end and from the second \[bit/s\].
    pub rates_bps: [u64; 2],
    /// Propagation \[ps\].
    pub delay_ps: u64,
}

/// Columns; the last may be empty.
const HEADER: [&str; 5] = ["from", "to", "rate", "delay", "rate_back"];
/// What a file has to be.
const LEGAL: &str = "a CSV file with the header `from,to,rate,delay,rate_back`; nodes are `h1`, `h2`, ... and `s1`, `s2`, ...; a rate and a \
     delay with their units, e.g. `h1,s1,100 Gbps,1 us,`";
/// As many switches as the largest fat-tree has.
const SWITCHES_MAX: u32 = 65_536;
/// Longest propagation of a link, as of a scenario's round-trip time \[ps\]: 1 s.
const DELAY_MAX_PS: i128 = 1_000_000_000_000;
/// Most edges of which the paths to all others are looked at; beyond, to those of the first ones.
const EDGES_MAX: usize = 64;

/// See [`LinkFile`].
pub(super) struct Links;

impl Form<LinkFile> for Links {
    fn read(&self, entry: &Entry<'_>) -> Result<LinkFile, Fault> {
        let mut file = LinkFile { path: entry.string()?.to_owned(), ..LinkFile::default() };
        for (line, fields) in read_table(entry, &[&HEADER], LEGAL)?.1 {
            let refused = |problem: String| entry.fault(format!("{problem} in line {line}"), LEGAL);
            let [from, to, rate, delay, back] = <[String; 5]>::try_from(fields)
                .map_err(|fields| refused(format!("has {} fields", fields.len())))?;
            let ends = [node(&from), node(&to)]
                .map(|node| node.ok_or_else(|| refused(format!("has the link {from} to {to}"))));
            let [one, other] = ends;
            let ends = [one?, other?];
            if ends[0] == ends[1] || matches!(ends, [Node::Host(_), Node::Host(_)]) {
                return Err(refused(format!("links {from} to {to}")));
            }
            let rate_of = |text: &str| {
                let bps = quantity(text, &RATE, &LinkRate::LIMITS);
                let bps = bps.map_err(|refusal| {
                    refused(format!("has the rate {text:?}, which {}", refusal.problem))
                })?;
                let bps = u64::try_from(bps).unwrap_or(u64::MAX);
                if LinkRate::is_whole(bps) {
                    Ok(bps)
                } else {
                    Err(refused(format!("has the rate {text:?}, no divisor of 8 Tbps,")))
                }
            };
            let delay_ps = quantity(&delay, &PICOS, &(0..=DELAY_MAX_PS))
                .map_err(|refusal| refused(format!("has the delay {delay:?}, which {}", refusal.problem)))?;
            let rate = rate_of(&rate)?;
            let back = if back.is_empty() { rate } else { rate_of(&back)? };
            file.links.push(FileLink { ends, rates_bps: [rate, back], delay_ps: delay_ps as u64 });
        }
        file.survey().map_err(|problem| entry.fault(problem, LEGAL))?;
        Ok(file)
    }

    fn text(&self, value: &LinkFile) -> Option<String> {
        (!value.path.is_empty()).then(|| value.path.clone())
    }

    fn values(&self) -> String {
        "a path".to_owned()
    }
}

/// `h7` is a host, `s7` a switch; they count from 1.
fn node(text: &str) -> Option<Node> {
    let number = |text: &str, most: u32| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse()
            .ok()
            .filter(|number| is_plain && (1..=most).contains(number))
            .map(|number: u32| number - 1)
    };
    match text.split_at_checked(1)? {
        ("h", rest) => number(rest, HOSTS_MAX).map(Node::Host),
        ("s", rest) => number(rest, SWITCHES_MAX).map(Node::Switch),
        _ => None,
    }
}

impl LinkFile {
    /// Counts nodes and ports and looks at the paths.
    fn survey(&mut self) -> Result<(), String> {
        let ends = || self.links.iter().flat_map(|link| link.ends);
        let hosts: BTreeSet<u32> = ends().filter_map(host).collect();
        let switches =
            ends().filter_map(|end| if let Node::Switch(switch) = end { Some(switch) } else { None });
        let mut ports = BTreeMap::new();
        switches.for_each(|switch| *ports.entry(switch).or_insert(0u32) += 1);
        for (kind, letter, last, count) in
            [("host", 'h', hosts.last(), hosts.len()), ("switch", 's', ports.keys().last(), ports.len())]
        {
            let wanted = last.map_or(0, |last| *last as usize + 1);
            if count < wanted {
                let missing = (0..).find(|number| {
                    if letter == 'h' { !hosts.contains(number) } else { !ports.contains_key(number) }
                });
                return Err(format!("has no link of {kind} {letter}{}", missing.unwrap_or(0) + 1));
            }
        }
        if hosts.len() < 2 {
            return Err("has fewer than two hosts".to_owned());
        }
        (self.hosts, self.switches) = (hosts.len() as u32, ports.len() as u32);
        self.switch_ports = ports.values().copied().max().unwrap_or(0);
        let topology = self.topology();
        let routes =
            Routes::new(&topology, 0).map_err(|error| format!("is no network: {}", named(&error)))?;
        let longest =
            self.pairs().map(|(from, to)| routes.path(&topology, from, to, 0).hops.len() as u64).max();
        self.links_across = longest.unwrap_or(0);
        Ok(())
    }

    /// Pairs of hosts between which all kinds of paths lie: the first two hosts of each edge.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let mut of_edge: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for link in &self.links {
            if let [Node::Host(host), Node::Switch(edge)] | [Node::Switch(edge), Node::Host(host)] = link.ends
            {
                let hosts = of_edge.entry(edge).or_default();
                if hosts.len() < 2 {
                    hosts.push(host);
                }
            }
        }
        let some: Vec<u32> = of_edge.into_values().flatten().collect();
        let first: Vec<u32> = some.iter().copied().take(2 * EDGES_MAX).collect();
        first
            .into_iter()
            .flat_map(move |from| some.clone().into_iter().map(move |to| (from, to)))
            .filter(|(from, to)| from != to)
    }

    /// The network, before anything is added to it.
    pub(super) fn topology(&self) -> Topology {
        let rate = |bps: u64| Rate::from_bps(bps).unwrap_or(Rate::G1);
        let link =
            |it: &FileLink| Link { ends: it.ends, rates: it.rates_bps.map(rate), delay: Ps(it.delay_ps) };
        Topology {
            hosts: self.hosts,
            switches: self.switches,
            links: self.links.iter().map(link).collect(),
            delay_classes: Vec::new(),
            frame_gap: 0,
            choice: PathChoice::PerFlow,
        }
    }

    /// The longest time of a full packet and its ACK between two hosts through the empty network \[ps\].
    pub(super) fn rtt_ps(&self, full: u32, ack: u32) -> u64 {
        let topology = self.topology();
        let Ok(routes) = Routes::new(&topology, 0) else { return 0 };
        let rtt = |(from, to): (u32, u32)| {
            let one_way = |from, to, wire| routes.path(&topology, from, to, 0).one_way(wire).0;
            one_way(from, to, full) + one_way(to, from, ack)
        };
        self.pairs().map(rtt).max().unwrap_or(0)
    }

    /// The rate of a host's link towards it \[bit/s\].
    pub(super) fn rate_bps(&self, wanted: u32) -> u64 {
        let link = self.links.iter().find_map(|link| {
            let at = link.ends.iter().position(|end| *end == Node::Host(wanted))?;
            Some(link.rates_bps[1 - at])
        });
        link.unwrap_or_default()
    }

    /// Rates of all hosts' links towards them \[bit/s\].
    pub(super) fn host_rates(&self) -> impl Iterator<Item = u64> + '_ {
        self.links.iter().filter_map(|link| {
            let at = link.ends.iter().position(|end| host(*end).is_some())?;
            Some(link.rates_bps[1 - at])
        })
    }
}

/// The problem with the names of the file, which count from 1.
fn named(error: &TopologyError) -> String {
    match error {
        TopologyError::HostLinks { host, links } => format!("h{} has {links} links, it needs one", host + 1),
        TopologyError::Unreachable { switch, host } => {
            format!("no path from s{} to h{}", switch + 1, host + 1)
        }
        TopologyError::UnknownEnd { .. } | TopologyError::TooLarge => error.to_string(),
    }
}

fn host(end: Node) -> Option<u32> {
    if let Node::Host(host) = end { Some(host) } else { None }
}
