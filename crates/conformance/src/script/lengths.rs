//! The events of golden traces for schemes that judge by lengths: queue, port and pool swing through every zone.

use crate::model::Timed;
use freeboard_aqm_api::Unit;
use freeboard_golden::{AqmRow, Rows};
use freeboard_oracle::Hook;
use freeboard_params::Field;
use freeboard_replay::Random;

/// Schemes that judge by queue lengths and their change, not by sojourn times.
pub const BY_LENGTH: &[&str] = &["red", "e-ecn", "bcc", "mbecn", "cedm", "s-ecn", "mq-ecn", "pie", "dualpi2"];

/// The values of a trace: as given, but chance and averages quick enough for 300 packets. A probability is at
/// least 1/2, a gain at least 1/4.
#[must_use]
pub fn length_values(fields: &[Field], values: &[u32]) -> Vec<u32> {
    let quick = |(field, &value): (&Field, &u32)| match field.unit {
        Unit::FractionQ16 => value.max(1 << 15).min(field.max),
        Unit::Log2 => value.min(2).max(field.min),
        _ => value,
    };
    fields.iter().zip(values).map(quick).collect()
}

/// Lengths of the swings, in eighths of the largest threshold, and the packets between them.
const SWINGS: [(u64, u32); 8] = [(0, 4), (16, 96), (0, 40), (0, 8), (9, 36), (5, 36), (16, 60), (3, 20)];

/// 300 packets of one queue, arrivals and departures in turn: it fills, drains, stands and fills again; 0.4 s of
/// silence, stamps that are late, a wrap of the 32-bit stamp.
#[must_use]
pub fn length_script(fields: &[Field], values: &[u32]) -> Rows {
    let lengths = fields.iter().zip(values).filter(|(field, _)| field.unit == Unit::Bytes);
    // The largest length below a whole buffer of bytes that no queue reaches.
    let largest = lengths.map(|(_, value)| u64::from(*value)).filter(|value| *value < 1 << 28).max();
    let eighth = largest.unwrap_or(100_000) / 8;
    // Averages over time need some of it: a 64th of the longest per packet.
    let times = fields.iter().zip(values).filter(|(field, _)| field.unit == Unit::Nanos);
    let gap = times.map(|(_, value)| u64::from(*value) / 64).max().unwrap_or(0).max(600);
    let mut random = Random::new(0x6c65_6e67);
    let (mut now, mut from, mut rows) = ((1u64 << 42) - 100_000, 0, Vec::new());
    for (index, &(to, packets)) in SWINGS.iter().enumerate() {
        now += if index == 4 { 400_000_000 } else { 0 };
        for step in 1..=u64::from(packets) {
            now += gap;
            let depth = (from * (u64::from(packets) - step) + to * step) * eighth / u64::from(packets);
            rows.push(row(now, depth as u32, rows.len(), &mut random));
        }
        from = to;
    }
    Rows::Aqm(rows)
}

fn row(now: u64, depth: u32, index: usize, random: &mut Random) -> AqmRow {
    let hook = if index.is_multiple_of(2) { Hook::Arrival } else { Hook::Departure };
    let late = if random.one_in(16) { u64::from(random.below(1_000)) } else { 0 };
    let timed = Timed {
        now: now - late,
        hook,
        sojourn: if hook == Hook::Departure { depth } else { 0 },
        size: [64, 1500, 9000][random.below(3) as usize],
        depth,
        port_depth: depth / 2,
        pool_depth: depth,
        ecn: random.below(4) as u8,
        random: random.word(),
    };
    AqmRow { pipe: 0, port: 2, queue: 0, pool: 0, event: timed.event(0) }
}
