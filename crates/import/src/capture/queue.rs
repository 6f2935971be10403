//! Captures before and behind a queue as a trace of it.
//!
//! A packet is found on the other side by its headers. Its bytes are in the queue between its two stamps, which gives depth and
//! sojourn time; its ECN field on the two sides gives the decision.

use super::container::read;
use super::frame::{Frame, fault};
use super::segment::Packet;
use crate::{Imported, Note};
use freeboard_golden::{Answer, AqmRow, Header, Rows, Trace, write};
use freeboard_registry::aqm_api::{Bytes, Departure, Ecn, Nanos32};
use freeboard_replay::{PacketEvent, Random};
use freeboard_scenario::document::Fault;
use std::collections::{BTreeMap, VecDeque};

/// A capture: the name of its file, and its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// As the user named it.
    pub file: &'a str,
    /// The file.
    pub bytes: &'a [u8],
}

/// Most time that a trace tells: 48 bits of nanoseconds, as its stamps have.
const TIME_NS_MAX: u64 = (1 << 48) - 1;
/// Seed of the random words, which no capture shows; chosen by us.
const SEED: u64 = 1;
/// Congestion experienced.
const CE: u8 = 3;
const SIGNAL: u32 = 1;

/// A packet that was seen on both sides.
#[derive(Clone, Copy, Debug)]
struct Passage {
    number: usize,
    /// Since the first arrival \[ns\].
    arrives: u64,
    leaves: u64,
    size: u32,
    ecn: u8,
    is_marked: bool,
}

/// Converts two captures to a trace for the algorithm and settings of `header`: an arrival and a departure for each packet that is on
/// both sides. The verdict of a departure is what was seen: 1 where CE was set in the queue.
///
/// # Errors
/// A file is no capture, a packet's headers are not all captured, no packet is on both sides, one leaves before it arrives, or one
/// overtakes another.
pub fn trace(before: &Observed<'_>, behind: &Observed<'_>, header: &Header) -> Result<Imported, Fault> {
    let (arrived, left) = (read(before.file, before.bytes)?, read(behind.file, behind.bytes)?);
    let (mut waiting, mut not_ip) = (BTreeMap::<Vec<u8>, VecDeque<Side>>::new(), 0);
    for frame in &arrived.frames {
        match Side::of(before.file, frame)? {
            Some((identity, side)) => waiting.entry(identity).or_default().push_back(side),
            None => not_ip += 1,
        }
    }
    let (mut passages, mut unknown) = (Vec::new(), 0);
    for frame in &left.frames {
        let Some((identity, side)) = Side::of(behind.file, frame)? else { continue };
        let Some(arrival) = waiting.get_mut(&identity).and_then(VecDeque::pop_front) else {
            unknown += 1;
            continue;
        };
        if side.at_ns < arrival.at_ns {
            let early = arrival.at_ns - side.at_ns;
            let problem = format!(
                "leaves {early} ns before it arrives as packet {} of {}",
                arrival.number, before.file
            );
            return Err(fault(behind.file, Some(side.number), problem, "stamps of one clock on both sides"));
        }
        passages.push(Passage {
            number: side.number,
            arrives: arrival.at_ns,
            leaves: side.at_ns,
            size: arrival.length,
            ecn: arrival.ecn,
            is_marked: side.ecn == CE && arrival.ecn != CE,
        });
    }
    let lost: usize = waiting.values().map(VecDeque::len).sum();
    let Some(begin) = passages.iter().map(|passage| passage.arrives).min() else {
        let problem = format!("has no packet of {}", before.file);
        return Err(fault(behind.file, None, problem, "the same packets, behind the queue"));
    };
    passages.iter_mut().for_each(|passage| {
        passage.arrives -= begin;
        passage.leaves -= begin;
    });
    passages.sort_by_key(|passage| (passage.arrives, passage.leaves));
    in_order(behind.file, &passages)?;
    let mut notes =
        vec![Note::new("", format!("{} packets on both sides; random words are not theirs", passages.len()))];
    let mut add = |count: usize, text: &str| {
        if count > 0 {
            notes.push(Note::new("", format!("{count} {text}")));
        }
    };
    add(lost, "packets do not leave: dropped or not captured, and left out");
    add(unknown, "packets leave that did not arrive, and are left out");
    add(not_ip, "frames without IP are left out");
    let hidden = passages.iter().filter(|passage| matches!(passage.ecn, 0 | CE)).count();
    add(hidden, "packets without ECN, or marked before, show no decision");
    let unit_ns = arrived.unit_ns.max(left.unit_ns);
    if unit_ns > 1 {
        notes.push(Note::new("", format!("stamps have steps of {unit_ns} ns, and so have sojourn times")));
    }
    Ok(Imported { text: write(&rows(&passages, header)), notes })
}

/// A packet on one side.
#[derive(Clone, Copy, Debug)]
struct Side {
    number: usize,
    at_ns: u64,
    length: u32,
    ecn: u8,
}

impl Side {
    /// With the bytes that it is known by.
    fn of(file: &str, frame: &Frame<'_>) -> Result<Option<(Vec<u8>, Self)>, Fault> {
        let Some(packet) = Packet::read(file, frame)? else { return Ok(None) };
        let (number, at_ns, length) = (frame.number, frame.at_ns, frame.length);
        Ok(Some((packet.identity()?, Self { number, at_ns, length, ecn: packet.ecn })))
    }
}

/// Packets of one queue leave in the order in which they arrive.
fn in_order(file: &str, passages: &[Passage]) -> Result<(), Fault> {
    for pair in passages.windows(2) {
        let [first, second] = pair else { continue };
        if second.leaves < first.leaves {
            let problem = format!("overtakes packet {}", first.number);
            return Err(fault(file, Some(second.number), problem, "the packets of one queue"));
        }
        if second.leaves > TIME_NS_MAX {
            return Err(fault(file, Some(second.number), "leaves after three days", "2^48 ns at most"));
        }
    }
    Ok(())
}

/// Both events of every packet in the order of time, with the bytes that are in the queue then. At the same moment a packet leaves
/// before another arrives, unless it is the one that arrives.
fn rows(passages: &[Passage], header: &Header) -> Trace {
    let mut events: Vec<(u64, u8, usize)> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        events.push((passage.arrives, 1, at));
        events.push((passage.leaves, if passage.leaves > passage.arrives { 0 } else { 2 }, at));
    }
    events.sort_unstable();
    let (mut depth, mut random) = (0_u32, Random::new(SEED));
    let (mut rows, mut answers) = (Vec::new(), Vec::new());
    for (at_ns, kind, at) in events {
        let passage = &passages[at];
        let is_arrival = kind == 1;
        if !is_arrival {
            depth = depth.saturating_sub(passage.size);
        }
        let packet = Departure {
            now: Nanos32(at_ns as u32),
            now_high: (at_ns >> 32) as u16,
            sojourn: if is_arrival { 0 } else { u32::try_from(at_ns - passage.arrives).unwrap_or(u32::MAX) },
            size: Bytes(passage.size),
            depth,
            port_depth: depth,
            pool_depth: depth,
            ecn: Ecn::from_bits_truncate(passage.ecn),
            random: random.word(),
        };
        if is_arrival {
            depth = depth.saturating_add(passage.size);
        }
        let event = if is_arrival { PacketEvent::arriving(packet) } else { PacketEvent::Departure(packet) };
        rows.push(AqmRow { pipe: 0, port: 0, queue: 0, pool: 0, event });
        let verdict = if !is_arrival && passage.is_marked { SIGNAL } else { 0 };
        answers.push(Answer { decision: vec![verdict], state: Vec::new() });
    }
    Trace { header: header.clone(), rows: Rows::Aqm(rows), answers: Some(answers) }
}
