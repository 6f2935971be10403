//! The streams every place replays, and the settings it replays them under: what makes two digests comparable.

use freeboard_aqm_api::{DepthUnit, Intrinsics};
use freeboard_params::{Field, Unit, Words};

/// Seed of all streams. Chosen by us.
pub const SEED: u64 = 0x4642_2026;

/// Start of the packet stream's clock \[ns\]: 2 s before the 32-bit tick clock wraps at 2^42 ns, so that its
/// wrap lies in the stream as well as those of the 32-bit nanosecond clock.
pub const START_NS: u64 = (1 << 42) - 2_000_000_000;

/// Epochs of 2^16 events per marking scheme: 1 048 576 packets.
pub const AQM_EPOCHS: u32 = 16;

/// Epochs of 2^16 events per congestion control: 131 072 events.
pub const CC_EPOCHS: u32 = 2;

/// Epochs of 2^16 events per underlay: 131 072 events.
pub const LAYER_EPOCHS: u32 = 2;

/// Payload of a full segment \[B\].
pub const MSS: u32 = 1460;

/// Times above this \[ns\] are scaled down: in the packet stream queues hold at most 250 us.
const LONG_NS: u32 = 1_000_000;

/// By how much, as a power of two: CoDel's 5 ms and 100 ms become 78 us and 1.6 ms.
const SCALE_LOG2: u32 = 6;

/// One value per field: the defaults, times scaled to the stream, so that every scheme has something to decide.
#[must_use]
pub fn settings(fields: &[Field]) -> Words {
    let mut values = Words::new();
    for field in fields {
        let long = matches!(field.unit, Unit::Nanos) && field.default > LONG_NS;
        let scaled = if long { field.default >> SCALE_LOG2 } else { field.default };
        values.push(scaled.max(field.min).min(field.max));
    }
    values
}

/// Cap on what is in flight under an underlay \[B\]: 24 segments, which the stream keeps exceeding.
pub const CAP: u32 = 24 * MSS;

/// As [`settings`], and a cap where the default is none: an amount of bytes that is 0.
#[must_use]
pub fn underlay_settings(fields: &[Field]) -> Words {
    let mut values = Words::new();
    for (field, value) in fields.iter().zip(settings(fields).as_slice()) {
        values.push(if matches!(field.unit, Unit::Bytes) && *value == 0 { CAP } else { *value });
    }
    values
}

/// Cell in which depths count for schemes that judge a port or a pool: in bytes, their thresholds are above what
/// the stream's one queue holds, and wider than a packet memory's counters (19 bits). Chosen by us.
const POOL_CELL: u16 = 8;

/// What depths of the packet stream count in, for a scheme that reads this.
#[must_use]
pub const fn depth_unit(reads: Intrinsics) -> DepthUnit {
    let pool = Intrinsics::POOL_DEPTH.union(Intrinsics::POOL_STATUS);
    let shared = Intrinsics::PORT_DEPTH.union(pool);
    match DepthUnit::cell(POOL_CELL) {
        Some(cell) if reads.intersects(shared) => cell,
        _ => DepthUnit::BYTE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times_are_scaled_within_their_range_and_nothing_else_is() {
        let field = |unit, min, default| Field { unit, min, max: u32::MAX, default };
        let fields = [
            field(Unit::Nanos, 0, 100_000_000),
            field(Unit::Nanos, 90_000, 5_000_000),
            field(Unit::Nanos, 0, 200_000),
            field(Unit::Bytes, 0, 100_000_000),
        ];
        assert_eq!(settings(&fields).as_slice(), [1_562_500, 90_000, 200_000, 100_000_000]);
    }
}
