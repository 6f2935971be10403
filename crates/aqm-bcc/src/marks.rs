//! Metadata common to the BCC variants, and the port and pool triggers.

use crate::recipe::Thresholds;
use freeboard_aqm_api::{Activity, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, Unit};
use freeboard_units::DepthUnit;

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
    triggers: &[("port marks", Unit::Bytes), ("pool marks", Unit::Bytes)],
};

impl Thresholds {
    /// Notes both markers' decisions on a packet, each with the length it was taken on.
    pub(crate) fn watch(
        &self,
        unit: DepthUnit,
        (port, port_depth): (bool, u32),
        (pool, pool_depth): (bool, u32),
        activity: &mut Activity,
    ) {
        let size = unit.bytes();
        activity.watch(
            0,
            port,
            port_depth.saturating_mul(size),
            self.k_port.saturating_add(1).saturating_mul(size),
        );
        activity.watch(
            1,
            pool,
            pool_depth.saturating_mul(size),
            self.kmin.saturating_add(1).saturating_mul(size),
        );
    }
}
