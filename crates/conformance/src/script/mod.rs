//! The events of the golden traces: short, and through every state.

mod lengths;

pub use lengths::{BY_LENGTH, length_script, length_values};

use crate::model::{FlowModel, FlowOp, Timed};
use freeboard_aqm_api::Unit;
use freeboard_golden::{AqmRow, Rows};
use freeboard_oracle::Hook;
use freeboard_params::Field;
use freeboard_replay::Random;

/// A stretch of packets of one queue.
struct Stretch {
    queue: u32,
    packets: u32,
    gap: u64,
    sojourn: u32,
    depth: u32,
}

/// The scheme's times: the sojourn from which it may stand, the one it calls a burst, its interval.
fn times(fields: &[Field], values: &[u32]) -> (u32, u32, u32) {
    let nanos = fields.iter().zip(values).filter(|(field, _)| field.unit == Unit::Nanos);
    let mut times: Vec<u32> = nanos.map(|(_, value)| *value).collect();
    times.sort_unstable();
    let low = times.first().copied().unwrap_or(10_000);
    let high = times.last().copied().unwrap_or(100_000);
    (low, high.max(low), high.max(low))
}

/// 256 packets of two queues that share a port and a pipe: calm, at each boundary and beside it, standing,
/// burst, sparse, silent, stamped late; the 32-bit stamp wraps on the way, and the tick.
#[must_use]
pub fn aqm_script(fields: &[Field], values: &[u32]) -> Rows {
    let (low, high, interval) = times(fields, values);
    let bytes = fields.iter().zip(values).find(|(field, _)| field.unit == Unit::Bytes);
    let k = bytes.map_or(50_000, |(_, value)| *value);
    let stand = low + low / 4;
    let deep = k.saturating_add(k / 2).max(20_000);
    let step = u64::from(interval) / 12;
    let stretch = |queue, packets, gap, sojourn, depth| Stretch { queue, packets, gap, sojourn, depth };
    let script = [
        stretch(0, 4, 1_200, 0, 0),
        stretch(0, 2, 1_200, low - 1, k),
        stretch(0, 2, 1_200, low, k + 1),
        stretch(0, 2, 1_200, high, k - 1),
        stretch(0, 4, 1_200, high + 1, deep),
        stretch(0, 4, 1_200, 0, 0),
        stretch(0, 60, step, stand, deep),
        stretch(1, 20, step, stand, deep),
        stretch(0, 24, step / 4 + 1, stand, deep),
        stretch(0, 2, 1_200, low - 1, deep),
        stretch(0, 30, step, stand, deep),
        stretch(1, 1, 900_000_000, stand, deep),
        stretch(0, 1, 1_200, 0, 0),
        stretch(0, 12, u64::from(interval) * 3, stand, deep),
        stretch(0, 40, 1_200, stand, deep),
        stretch(0, 1, 1_200, 0, 0),
        stretch(0, 1, u64::from(interval) * 20, stand, deep),
        stretch(0, 46, step, stand, deep),
    ];
    let total: u64 = script.iter().take(7).map(|it| it.gap * u64::from(it.packets)).sum();
    // Both wraps fall into the first standing queue.
    let mut now = (1u64 << 42) - total / 2;
    let mut random = Random::new(0x676f_6c64);
    let mut rows = Vec::new();
    for it in &script {
        for _ in 0..it.packets {
            now += it.gap;
            rows.push(row(it, now, &mut random));
        }
    }
    Rows::Aqm(rows)
}

fn row(stretch: &Stretch, now: u64, random: &mut Random) -> AqmRow {
    let late = if random.one_in(16) { u64::from(random.below(1_000)) } else { 0 };
    let hook = if random.one_in(6) { Hook::Arrival } else { Hook::Departure };
    let timed = Timed {
        now: now - late,
        hook,
        sojourn: if hook == Hook::Departure { stretch.sojourn } else { 0 },
        size: [64, 1500, 9000][random.below(3) as usize],
        depth: stretch.depth,
        port_depth: stretch.depth + random.below(3_000),
        pool_depth: stretch.depth + random.below(100_000),
        ecn: random.below(4) as u8,
        random: random.word(),
    };
    AqmRow { pipe: 0, port: 2, queue: stretch.queue, pool: 0, event: timed.event(0) }
}

/// Telemetry of a flow: a long path below its rate, one above it with long queues, one of a single link, and a drained one.
const PATHS: [FlowOp; 5] = [
    FlowOp::Telemetry { count: 24, hops: 3, load: 12, depth_log2: 12 },
    FlowOp::Telemetry { count: 24, hops: 3, load: 20, depth_log2: 17 },
    FlowOp::Telemetry { count: 16, hops: 5, load: 16, depth_log2: 14 },
    FlowOp::Telemetry { count: 8, hops: 1, load: 4, depth_log2: 0 },
    FlowOp::Telemetry { count: 1, hops: 0, load: 0, depth_log2: 0 },
];

/// Some 300 events of one flow: start, growth, marks of every density, losses, timeout, silence; sequence
/// numbers wrap on the way. Then, where it is asked for, in-band telemetry of several paths.
#[must_use]
pub fn cc_script(telemetry: bool) -> Rows {
    let acks =
        |count, mark_one_in, window| FlowOp::Acks { count, segments: 1, mark_one_in, window, limited: true };
    let script = [
        acks(40, 0, 20),
        acks(1, 1, 20),
        acks(40, 0, 20),
        FlowOp::DupAck,
        FlowOp::Sent { segments: 3 },
        acks(60, 2, 12),
        FlowOp::Loss,
        acks(30, 0, 8),
        FlowOp::Undo,
        FlowOp::Cnp,
        FlowOp::Rtt,
        FlowOp::Tick { count: 1 },
        FlowOp::Pause,
        FlowOp::AppLimited,
        FlowOp::Acks { count: 8, segments: 2, mark_one_in: 0, window: 4, limited: false },
        FlowOp::Timeout,
        FlowOp::Undo,
        acks(30, 7, 10),
        acks(1, 1, 10),
        FlowOp::Silence { log2: 30 },
        acks(40, 1, 6),
        acks(40, 0, 6),
    ];
    let mut model = FlowModel::new(freeboard_replay::plan::MSS, 0x676f_6c64);
    let mut events = Vec::new();
    let paths = PATHS.into_iter().filter(|_| telemetry);
    script.into_iter().chain(paths).for_each(|op| model.apply(op, &mut events));
    // Clock and sequence numbers wrap within the first stretch.
    let (shift, offset) = (u64::from(u32::MAX) - (1 << 20) - 50_000, u64::from(u32::MAX) - 30_000);
    Rows::Cc(events.iter().map(|timed| *timed.event(shift, offset).words()).collect())
}
