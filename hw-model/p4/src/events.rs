//! Packets for the vectors, made from the settings in force: around every constant, across two wraps of the stamp, with late ones.

use super::source::{Source, slots};
use freeboard_pipeline::{Fault, Intrinsic, Machine, Packet, Place};

/// Rounds of segments that are tried.
const ROUNDS: u32 = 600;
/// Rounds that are kept whatever they reach, so that every constant has packets around it.
const KEPT: u32 = 24;
/// Rounds in which the low 32 bits of the stamp wrap, with stamps from before the wrap behind it.
const WRAPS: [u32; 2] = [12, 20];
/// Packets of one segment, at most.
const SEGMENT: u32 = 48;
/// Longest time between two packets \[ns\]: a clock that counts wraps sees at least one in 2^31 ns.
const LONGEST_GAP_NS: u64 = 1 << 30;

/// Rounds of packets around the end of an interval, in one queue that stands.
const ENDS: u32 = 24;
/// Interval of a program that has none of its own \[ns\].
const INTERVAL_NS: u64 = 200_000;

/// A generator of its own (xorshift), so that the vectors depend on the source only.
struct Draw(u32);

impl Draw {
    fn word(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    fn of<T: Copy>(&mut self, all: &[T], absent: T) -> T {
        all.get(self.word() as usize % all.len().max(1)).copied().unwrap_or(absent)
    }
}

/// Packets in order: segments of a constant level around the program's constants. Those are kept that make an instruction or one
/// side of a comparison happen that did not happen before, after a number of them that are kept as they come.
///
/// # Errors
/// A rule of the pipeline that a packet breaks.
pub fn events(source: &Source) -> Result<Vec<(Place, Packet)>, Fault> {
    let program = &source.program;
    let mut draw = Draw(0x9e37_79b9);
    let mut machine = Machine::new(program, program.placement.sizing);
    let mut kept: Vec<(Place, Packet)> = Vec::new();
    // Late enough that a zero-filled clock takes it for newer than its own stamp 0.
    let mut now: u64 = 1_000_000;
    let levels = levels(source);
    let gaps = gaps(source);
    for round in 0..ROUNDS {
        let mut segment = Vec::new();
        let mut at = now;
        let count = 1 + draw.word() % SEGMENT;
        let (level, gap) = (draw.of(&levels, 0), draw.of(&gaps, 1_000));
        let crosses = WRAPS.contains(&round);
        let wrap = ((at >> 32) + 1) << 32;
        if crosses {
            // On to just before the wrap, in steps that no clock loses.
            while at + 200_000 < wrap {
                at += LONGEST_GAP_NS.min(wrap - 100_000 - at);
                segment.push((place(&mut draw), packet(source, &mut draw, at, level)));
            }
        }
        for index in 0..count {
            at += if crosses { gap.min(2_000) } else { gap };
            // One in three is late, by less than the first stamp.
            let late = if index % 3 == 2 { u64::from(draw.word() % 50_000) } else { 0 };
            segment.push((place(&mut draw), packet(source, &mut draw, at - late, level)));
        }
        if crosses {
            at = wrap + 3_000;
            // What starts with a stamp from before the wrap keeps it: a queue that was empty, at every level.
            let one = Place { pipe: 0, port: 1, queue: 1 };
            for level in &levels {
                segment.push((one, packet(source, &mut draw, at, 0)));
                segment.push((one, packet(source, &mut draw, at - 9_000, *level)));
            }
        }
        let mut tried = machine.clone();
        for (place, packet) in &segment {
            tried.packet(*place, packet)?;
        }
        let (before, after) = (machine.coverage().uncovered(), tried.coverage().uncovered());
        if round < KEPT || crosses || after.len() < before.len() {
            machine = tried;
            now = at;
            kept.extend(segment);
        }
    }
    // A queue that stands for long: a count rises, and every row of a table over it occurs.
    for level in standing(&levels) {
        let gap = gaps.iter().copied().filter(|gap| *gap < LONGEST_GAP_NS / 4_096).max().unwrap_or(1_000);
        let one = Place { pipe: 0, port: 1, queue: 1 };
        for _ in 0..96 {
            now += gap / 4 + 1;
            kept.push((one, packet(source, &mut draw, now, level)));
        }
    }
    Ok(kept)
}

/// Packets behind others, for a reader of marks only: a queue that is empty and then stands beside an empty one, at each of the
/// largest levels, across a wrap of the stamp, with packets one granule around the ends of the program's own intervals. One in
/// seven is late.
pub(super) fn episodes(source: &Source, mut now: u64) -> Vec<(Place, Packet)> {
    let mut draw = Draw(0x6a09_e667);
    let [one, other] = [1, 2].map(|queue| Place { pipe: 0, port: 1, queue });
    let granule = u64::from(source.meta.resolution_ns.max(1));
    let mut intervals: Vec<u64> = intervals(source).collect();
    intervals.sort_unstable();
    intervals.dedup();
    if intervals.is_empty() {
        intervals.push(INTERVAL_NS);
    }
    let mut packets = Vec::new();
    for level in standing(&levels(source)) {
        for interval in &intervals {
            let begin = (((now >> 32) + 1) << 32) - 3 * interval;
            while now < begin {
                now += LONGEST_GAP_NS.min(begin - now);
                packets.push((one, packet(source, &mut draw, now, 0)));
            }
            for number in 0..5 * ENDS {
                now += if number % 5 == 0 { interval.saturating_sub(2 * granule) } else { granule };
                let late = if number % 7 == 6 { 8 * granule } else { 0 };
                packets.push((one, packet(source, &mut draw, now - late, level)));
                if number % 5 == 4 {
                    packets.push((other, packet(source, &mut draw, now, 0)));
                }
            }
        }
    }
    packets
}

/// Two queues of one port and a queue of another.
fn place(draw: &mut Draw) -> Place {
    let (port, queue) = draw.of(&[(1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 2), (2, 1)], (1, 1));
    Place { pipe: 0, port, queue }
}

fn packet(source: &Source, draw: &mut Draw, stamp: u64, level: u32) -> Packet {
    let profile = &source.program.profile;
    let largest = |intrinsic| {
        let width = profile.input(intrinsic).map_or(32, |input| input.width);
        u32::MAX >> (32 - width)
    };
    let near =
        |draw: &mut Draw| draw.of(&[level, level, level.saturating_sub(1), level.saturating_add(1)], level);
    let sizes = [64, 255, 256, 576, 1_023, 1_024, 1_500, 2_047, 2_048, 9_000];
    Packet::new(draw.word())
        .with(Intrinsic::Now, stamp as u32)
        .with(Intrinsic::NowHigh, (stamp >> 32) as u32 & 0xffff)
        .with(Intrinsic::Sojourn, near(draw).min(largest(Intrinsic::Sojourn)))
        .with(Intrinsic::Depth, near(draw).min(largest(Intrinsic::Depth)))
        .with(Intrinsic::PoolDepth, near(draw).min(largest(Intrinsic::PoolDepth)))
        .with(Intrinsic::Size, draw.of(&sizes, 64))
}

/// Levels of depth and sojourn: the program's constants, what lies between them, nothing and all.
fn levels(source: &Source) -> Vec<u32> {
    let limits = source.program.pool_limits.0;
    let constants = slots(source.graph()).into_iter().flat_map(|(_, values)| values).chain(limits);
    let mut all: Vec<u32> = constants.filter(|value| *value < 1 << 30).chain([0, u32::MAX]).collect();
    all.sort_unstable();
    all.dedup();
    let between: Vec<u32> = all.windows(2).map(|pair| pair[0].midpoint(pair[1].min(1 << 31))).collect();
    all.extend(between);
    all.sort_unstable();
    all.dedup();
    all
}

/// The levels at which a queue stands: each of them, the largest first.
fn standing(levels: &[u32]) -> impl Iterator<Item = u32> {
    let levels: Vec<u32> = levels.iter().rev().take(8).copied().collect();
    levels.into_iter()
}

/// Times between packets: short ones, and parts of the program's own intervals.
fn gaps(source: &Source) -> Vec<u64> {
    let own: Vec<u64> = intervals(source).flat_map(|time| [time / 16 + 1, time / 2 + 1, time + 1]).collect();
    [100, 1_000, 20_000].into_iter().chain(own).collect()
}

/// The program's own intervals \[ns\]: rows of its register files.
fn intervals(source: &Source) -> impl Iterator<Item = u64> {
    let unit = u64::from(source.meta.resolution_ns.max(1));
    let rows = source.graph().accesses.iter().flat_map(|access| access.rows.clone());
    rows.map(move |row| u64::from(row) * unit).filter(|time| *time > 0 && *time < LONGEST_GAP_NS)
}
