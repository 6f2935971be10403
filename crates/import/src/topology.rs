//! Topologies of HPCC's simulator as the links of a scenario.
//!
//! Format (HPCC, `simulation/mix/topology.txt`), numbers separated by blanks: the number of nodes, of switches and of links; the
//! switches; per link its two nodes, rate, delay and the probability that a packet is damaged.

use crate::{Imported, Note};
use freeboard_scenario::document::{Fault, quantity};
use freeboard_scenario::quantity::{Kind, PICOS, RATE};
use std::collections::BTreeMap;

/// Most nodes: hosts and switches of a scenario.
const NODES_MAX: usize = 131_070;
/// Rates of links \[bit/s\] and their delays \[ps\] in a scenario.
const RATES: core::ops::RangeInclusive<i128> = 1_000_000..=1_000_000_000_000;
const DELAYS: core::ops::RangeInclusive<i128> = 0..=1_000_000_000_000;

/// The words of a file, each with its line.
struct Words<'a> {
    file: &'a str,
    rest: std::vec::IntoIter<(usize, &'a str)>,
}

impl<'a> Words<'a> {
    fn fault(&self, line: usize, value: &str, problem: impl Into<String>, legal: &str) -> Fault {
        Fault {
            file: self.file.into(),
            line,
            key: "link".to_owned(),
            value: Some(value.to_owned()),
            problem: problem.into(),
            legal: legal.to_owned(),
        }
    }

    fn next(&mut self, what: &str) -> Result<(usize, &'a str), Fault> {
        self.rest.next().ok_or_else(|| self.fault(0, "", format!("ends before {what}"), "a complete file"))
    }

    /// The word that comes next, with its line.
    fn peek(&self) -> (usize, &'a str) {
        self.rest.as_slice().first().copied().unwrap_or_default()
    }

    fn number(&mut self, what: &str, most: usize) -> Result<usize, Fault> {
        let (line, text) = self.next(what)?;
        let number = text.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| self.fault(line, text, format!("is not {what}"), &format!("0 to {most}")))
    }

    /// A number and a unit without a blank between them.
    fn quantity(
        &mut self,
        what: &str,
        kind: &Kind,
        limits: &core::ops::RangeInclusive<i128>,
    ) -> Result<&'a str, Fault> {
        let (line, text) = self.next(what)?;
        quantity(text, kind, limits)
            .map(|_| text)
            .map_err(|refusal| self.fault(line, text, refusal.problem, &refusal.legal))
    }
}

/// Nodes that links join, each with one of the same part: the first of a part with itself.
struct Parts(Vec<usize>);

impl Parts {
    fn of(&mut self, node: usize) -> usize {
        let mut at = node;
        while self.0[at] != at {
            // Halves the way of the next one.
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, ends: [usize; 2]) {
        let [one, other] = ends.map(|end| self.of(end));
        self.0[one.max(other)] = one.min(other);
    }
}

/// Converts a topology to CSV with the header `from,to,rate,delay,rate_back`. Nodes count from 1: hosts in the order of their
/// numbers, switches in the order in which the file names them.
///
/// # Errors
/// The file ends early, goes on after its last link, has an entry that is not what it has to be, or a node without a path to others.
pub fn from_hpcc(file: &str, text: &str) -> Result<Imported, Fault> {
    let words = text
        .lines()
        .enumerate()
        .flat_map(|(at, line)| line.split_whitespace().map(move |word| (at + 1, word)));
    let mut words = Words { file, rest: words.collect::<Vec<_>>().into_iter() };
    let nodes = words.number("the number of nodes", NODES_MAX)?;
    let switches = words.number("the number of switches", nodes)?;
    let links = words.number("the number of links", usize::MAX)?;
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    for number in 1..=switches {
        let (line, text) = words.peek();
        let switch = words.number("a switch", nodes.saturating_sub(1))?;
        if names.insert(switch, format!("s{number}")).is_some() {
            return Err(words.fault(line, text, "is named twice", "every switch once"));
        }
    }
    let hosts: Vec<usize> = (0..nodes).filter(|node| !names.contains_key(node)).collect();
    let in_order = hosts.iter().copied().eq(0..hosts.len());
    names.extend(hosts.into_iter().zip(1..).map(|(node, number)| (node, format!("h{number}"))));
    let mut parts = Parts((0..nodes).collect());
    let (mut csv, mut damaged) = ("from,to,rate,delay,rate_back\n".to_owned(), 0);
    for _ in 0..links {
        let (line, _) = words.peek();
        let ends = [
            words.number("a node", nodes.saturating_sub(1))?,
            words.number("a node", nodes.saturating_sub(1))?,
        ];
        let is_host = |node: &usize| names[node].starts_with('h');
        if ends[0] == ends[1] || ends.iter().all(is_host) {
            let text = format!("{} {}", ends[0], ends[1]);
            return Err(words.fault(line, &text, "links no switch to another node", "a switch at one end"));
        }
        parts.join(ends);
        let rate = words.quantity("the rate of a link", &RATE, &RATES)?;
        let delay = words.quantity("the delay of a link", &PICOS, &DELAYS)?;
        let (line, error) = words.next("the error rate of a link")?;
        let share: f64 = error.parse().unwrap_or(-1.0);
        if !(0.0..=1.0).contains(&share) {
            return Err(words.fault(line, error, "is not the error rate of a link", "0 to 1"));
        }
        damaged += usize::from(share > 0.0);
        let [from, to] = ends.map(|node| names[&node].as_str());
        csv.push_str(&format!("{from},{to},{rate},{delay},\n"));
    }
    if let Some((line, text)) = words.rest.next() {
        return Err(words.fault(line, text, format!("follows {links} links"), "the end of the file"));
    }
    if let Some(apart) = (0..nodes).find(|node| parts.of(*node) != parts.of(0)) {
        let text = apart.to_string();
        return Err(words.fault(0, &text, "has no path to node 0", "links that join all nodes"));
    }
    let mut notes = vec![Note::new(
        "",
        "nodes count from 1 here, from 0 in the file: host n is h(n + 1), the first switch s1",
    )];
    if !in_order {
        notes.push(Note::new(
            "",
            "hosts are not the first nodes of the file, and keep their order, not their numbers",
        ));
    }
    if damaged > 0 {
        let text = format!(
            "{damaged} links damage packets, which is not kept: write [[fault]] with effect = \"corruption\""
        );
        notes.push(Note::new("", text));
    }
    Ok(Imported { text: csv, notes })
}
