//! Metadata that the variants share.

use freeboard_aqm_api::{Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, Unit};

/// The published scheme: both lengths are read exactly, at departure.
pub(crate) const META: Meta = Meta {
    name: "bcc",
    variant: "exact",
    summary: "marks by the port's queue and by the shared buffer",
    source: "[Bai20]",
    kind: Kind::Exact,
    hooks: Hooks::DEQUEUE,
    reads: Intrinsics::PORT_DEPTH
        .union(Intrinsics::POOL_DEPTH)
        .union(Intrinsics::SIZE)
        .union(Intrinsics::RANDOM),
    resolution_ns: NANOSECOND,
    longest_gap_ns: u64::MAX,
    control_period_ns: 0,
    not_ect: NotEct::Pass,
    drops: Hooks::empty(),
    triggers: &[("port signals", Unit::Bytes), ("pool signals", Unit::Bytes)],
};
