//! The pairs, their rows, and the record.

use super::link;
use super::sides::{Ours, Peer};
use super::sources::Sources;
use super::streams::{self, Step};
use super::weigh::{self, Weight};
use crate::images::Profile;
use anyhow::Context;
use freeboard_cost::recorded;
use freeboard_toolchain as toolchain;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// One comparison: public C, if a package has some, one of ours, and their stream.
struct Pair {
    peer: Option<Peer>,
    ours: Ours,
    stream: fn() -> Vec<Step>,
    /// Events of ours.
    events: &'static [&'static str],
}

const PAIRS: [Pair; 14] = [
    pair(Peer::Red, "red/exact", streams::queue, &["enqueue", "dequeue"]),
    pair(Peer::Red, "red/low-pass", streams::queue, &["enqueue"]),
    pair(Peer::Codel, "codel/linux", streams::queue, &["dequeue"]),
    pair(Peer::Codel, "codel/linux folded", streams::queue, &["dequeue"]),
    pair(Peer::Codel, "codel/rfc8289", streams::queue, &["dequeue"]),
    pair(Peer::Codel, "codel/pipeline", streams::queue, &["dequeue"]),
    pair(Peer::Pie, "pie/exact", streams::queue, &["enqueue", "tick"]),
    pair(Peer::Reno, "newreno/rfc5681", streams::flow, &["ack", "loss"]),
    pair(Peer::Dctcp, "dctcp/tcp", streams::flow, &["ack", "loss"]),
    pair(Peer::Dctcp, "dctcp/tcp folded", streams::flow, &["ack", "loss"]),
    pair(Peer::Cubic { hystart: false }, "cubic/rfc9438", streams::flow, &["ack", "loss"]),
    pair(Peer::Cubic { hystart: true }, "cubic/hystart", streams::flow, &["ack", "loss"]),
    pair(Peer::Bbr, "bbr/v1", streams::flow, &["ack"]),
    Pair { peer: None, ours: Ours("dcqcn/rate"), stream: streams::nic, events: &["sent", "cnp"] },
];

const fn pair(
    peer: Peer,
    ours: &'static str,
    stream: fn() -> Vec<Step>,
    events: &'static [&'static str],
) -> Pair {
    Pair { peer: Some(peer), ours: Ours(ours), stream, events }
}

/// One function of a pair at one profile. Cycles are those of `cv32e40p-like`, bytes those of all events with what they call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    /// The C, if a package has some.
    peer: Option<String>,
    /// Name of the event.
    function: String,
    /// `algorithm/variant`, and ` folded` where the settings are constants.
    ours: String,
    /// `firmware-3` or `firmware-s`, and -O3 or -Os of the C compiler.
    profile: String,
    mean: f64,
    worst: u64,
    state_bytes: u64,
    code_bytes: u64,
    thumb_code_bytes: u64,
    peer_mean: Option<f64>,
    peer_worst: Option<u64>,
    peer_state_bytes: Option<u64>,
    peer_code_bytes: Option<u64>,
    peer_thumb_code_bytes: Option<u64>,
    /// Packets that ours marks, at events that decide on both sides.
    marks: Option<u64>,
    /// Packets that the C marks.
    peer_marks: Option<u64>,
    /// Packets that one of them marks and the other does not.
    decisions_differ: Option<u64>,
}

/// Every row.
pub(super) fn all(sources: &Sources) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for profile in Profile::ALL {
        for pair in &PAIRS {
            let context = || format!("{} at {}", pair.ours.0, profile.name());
            rows.extend(of(pair, sources, profile).with_context(context)?);
        }
    }
    Ok(rows)
}

fn of(pair: &Pair, sources: &Sources, profile: Profile) -> anyhow::Result<Vec<Row>> {
    let steps = (pair.stream)();
    let mut ours = link::ours(pair.ours, pair.events, profile)?;
    let own = weigh::ours(&mut ours.core, pair.ours, &steps)?;
    let mut theirs = None;
    if let Some(peer) = pair.peer {
        let mut built = link::peer(sources, peer, profile)?;
        let weights = weigh::peer(&mut built.core, peer, &steps)?;
        let at = built.core.symbol("peer_state_bytes").context("the C does not say its state")?;
        theirs = Some((built.core.read_u32(at)?, built, weights));
    }
    let known = recorded::costs().into_iter().find(|row| row.id == pair.ours.id());
    let state_bytes = known.context("no cost on record")?.number("state_bytes") as u64;
    let row = |(event, weight): (&&'static str, &Weight)| {
        let other = theirs.as_ref().and_then(|(_, _, weights)| weights.get(event));
        let built = theirs.as_ref().filter(|_| other.is_some());
        let marks = other.and_then(|other| Marks::of(event, weight, other));
        Row {
            peer: pair.peer.map(|peer| peer.name().to_owned()),
            function: (*event).to_owned(),
            ours: pair.ours.0.to_owned(),
            profile: profile.name().to_owned(),
            mean: rounded(weight.mean()),
            worst: weight.worst,
            state_bytes,
            code_bytes: ours.code_bytes,
            thumb_code_bytes: ours.thumb_code_bytes,
            peer_mean: other.map(|other| rounded(other.mean())),
            peer_worst: other.map(|other| other.worst),
            peer_state_bytes: built.map(|(state, _, _)| u64::from(*state)),
            peer_code_bytes: built.map(|(_, built, _)| built.code_bytes),
            peer_thumb_code_bytes: built.map(|(_, built, _)| built.thumb_code_bytes),
            marks: marks.map(|marks| marks.ours),
            peer_marks: marks.map(|marks| marks.theirs),
            decisions_differ: marks.map(|marks| marks.differ),
        }
    };
    Ok(own.iter().map(row).collect())
}

/// Marks of both sides.
#[derive(Clone, Copy)]
struct Marks {
    ours: u64,
    theirs: u64,
    differ: u64,
}

impl Marks {
    /// `None` at an event at which one side never decides.
    fn of(event: &str, ours: &Weight, theirs: &Weight) -> Option<Self> {
        let is_mark = |answer: &&u32| **answer != 0;
        let count = |weight: &Weight| weight.answers.iter().filter(is_mark).count() as u64;
        let pairs = ours.answers.iter().zip(&theirs.answers);
        let differ = pairs.filter(|(one, other)| (**one != 0) != (**other != 0)).count() as u64;
        let marks = Self { ours: count(ours), theirs: count(theirs), differ };
        (matches!(event, "enqueue" | "dequeue") && marks.ours != 0 && marks.theirs != 0).then_some(marks)
    }
}

/// Hundredths of a cycle: what 20 000 calls tell.
fn rounded(cycles: f64) -> f64 {
    (cycles * 100.0).round() / 100.0
}

impl Row {
    /// The line of JSON.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The line of a table.
    pub(super) fn print(&self) {
        let beside = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.1}"));
        let count = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
        println!(
            "{:<11} {:<16} {:<8} {:>7.1} {:>5} {:>5} B {:>4} B   {:<25} {:>7} {:>5} {:>5} B {:>4} B   {} {} {}",
            self.profile,
            self.ours,
            self.function,
            self.mean,
            self.worst,
            self.code_bytes,
            self.state_bytes,
            self.peer.as_deref().unwrap_or("none"),
            beside(self.peer_mean),
            count(self.peer_worst),
            count(self.peer_code_bytes),
            count(self.peer_state_bytes),
            count(self.marks),
            count(self.peer_marks),
            count(self.decisions_differ),
        );
    }

    fn key(&self) -> (&str, &str, &str) {
        (&self.profile, &self.ours, &self.function)
    }
}

fn path() -> PathBuf {
    toolchain::root().join(recorded::AGAINST_C)
}

/// Writes the record.
pub(super) fn write(rows: &[Row]) -> anyhow::Result<()> {
    let lines: String = rows.iter().map(|row| row.line() + "\n").collect();
    std::fs::write(path(), lines).context("the record")
}

/// Largest relative change of a mean or a worst case against the record. Chosen by us: the same for all counts of the project.
const CHANGE_MAX: f64 = 0.02;

/// Rows that are not as on record.
pub(super) fn changed(rows: &[Row]) -> anyhow::Result<Vec<String>> {
    let text = std::fs::read_to_string(path()).context("the record")?;
    let known: Vec<Row> =
        text.lines().map(serde_json::from_str).collect::<Result<_, _>>().context("the record")?;
    let mut findings = Vec::new();
    for row in rows {
        let name = format!("{} {} at {}", row.ours, row.function, row.profile);
        let Some(before) = known.iter().find(|known| known.key() == row.key()) else {
            findings.push(format!("{name}: not on record; if it is meant: --record"));
            continue;
        };
        let numbers = |row: &Row| {
            [row.mean, row.worst as f64, row.code_bytes as f64, row.peer_mean.unwrap_or_default()]
        };
        let close = |(now, then): (f64, f64)| (now - then).abs() <= CHANGE_MAX * then;
        if !numbers(row).into_iter().zip(numbers(before)).all(close) {
            let (now, then) = (numbers(row), numbers(before));
            findings.push(format!("{name}: mean, worst, bytes and the C's mean {now:?}, on record {then:?}"));
        }
    }
    Ok(findings)
}
