//! Decisions of an algorithm beside those that a file has.

use freeboard_golden::{Answer, Rows};
use freeboard_registry::aqm_api::Ecn;
use freeboard_replay::PacketEvent;
use std::collections::{BTreeMap, VecDeque};

/// A comparison with the decisions and states that a file records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The number of events that differ, and the line of the first.
    Made(usize, Option<usize>),
    /// Of a file without states: the same, over packets whose decision can be seen, and how many these are.
    Seen(usize, Option<usize>, usize),
    /// There is nothing to compare with, and why.
    NotMade(String),
}

impl Comparison {
    /// Of all events; of packets where a marking scheme's file has no states.
    pub(super) fn of(rows: &Rows, old: &[Answer], new: &[Answer], first_line: usize) -> Self {
        let pairs = old.iter().zip(new).enumerate();
        match rows {
            Rows::Aqm(rows) if old.iter().all(|answer| answer.state.is_empty()) => {
                let mut signalled = Signalled::default();
                let (mut seen, mut differing) = (0, Vec::new());
                for ((at, (old, new)), row) in pairs.zip(rows) {
                    let verdict = new.decision.iter().any(|word| *word != 0);
                    let queue = signalled.queue((row.pipe, row.port, row.queue));
                    let packet = match &row.event {
                        PacketEvent::Arrival(_) => {
                            queue.push_back(verdict);
                            continue;
                        }
                        PacketEvent::Departure(packet) => packet,
                    };
                    let expected = queue.pop_front().unwrap_or(false) || verdict;
                    if packet.ecn.is_empty() || packet.ecn == Ecn::CE {
                        continue;
                    }
                    seen += 1;
                    if expected != old.decision.iter().any(|word| *word != 0) {
                        differing.push(at + first_line);
                    }
                }
                if seen == 0 {
                    return Self::NotMade("no departure in the file shows a decision".to_owned());
                }
                Self::Seen(differing.len(), differing.first().copied(), seen)
            }
            _ => {
                let differs = pairs.filter(|(_, (old, new))| old != new).map(|(at, _)| at + first_line);
                let lines: Vec<usize> = differs.collect();
                Self::Made(lines.len(), lines.first().copied())
            }
        }
    }

    /// Some decision or state differs.
    #[must_use]
    pub const fn differs(&self) -> bool {
        matches!(self, Self::Made(1.., _) | Self::Seen(1.., ..))
    }
}

/// Whether the packets in each queue were signalled at their arrival, in order.
#[derive(Default)]
struct Signalled(BTreeMap<(u32, u32, u32), VecDeque<bool>>);

impl Signalled {
    fn queue(&mut self, place: (u32, u32, u32)) -> &mut VecDeque<bool> {
        self.0.entry(place).or_default()
    }
}
