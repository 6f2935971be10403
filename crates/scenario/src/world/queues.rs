//! Outcome of the queues and lossless classes of a run.

use super::switches::{World, switch_ports};
use super::tally::Tally;
use crate::file::Queues;
use crate::measure::{ClassPauses, QueueRecord};
use freeboard_device::pfc::PauseStats;
use freeboard_fabric::QueueScheme;

/// What became of each queue, over the ports of all switches.
pub(super) fn queue_records<S: QueueScheme>(
    world: &World<S>,
    queues: usize,
    tally: &Tally,
) -> Vec<QueueRecord> {
    let record = |queue: usize| {
        let mut record = QueueRecord { queue, bytes_max: tally.longest(queue), ..QueueRecord::default() };
        for port in switch_ports(world) {
            let (stats, refused) = (world.queue_stats(port, queue), world.refused(port, queue));
            record.refused_fault += refused;
            record.arrived += stats.arrived + refused;
            record.sent += stats.sent;
            record.sent_bytes += stats.sent_bytes;
            record.marked += stats.marked;
            record.dropped += stats.dropped() + refused;
            record.dropped_scheme += stats.dropped_scheme + stats.dropped_not_ect;
            record.dropped_fault += stats.dropped_fault + refused;
            record.bytes_max = record.bytes_max.max(stats.depth_max);
        }
        record
    };
    (0..queues).map(record).collect()
}

/// What the pauses of each lossless class came to.
pub(super) fn pause_records<S: QueueScheme>(world: &World<S>, queues: &Queues) -> Vec<ClassPauses> {
    let record = |class: &u8| {
        let mut record = ClassPauses { class: *class, ..ClassPauses::default() };
        for port in switch_ports(world) {
            let PauseStats { pauses, refreshes, resumes, paused_ps, longest_ps } = world.pauses(port, *class);
            record.pauses += u64::from(pauses);
            record.repeats += u64::from(refreshes);
            record.frames += u64::from(pauses) + u64::from(refreshes) + u64::from(resumes);
            record.xoff_requested_ps += paused_ps;
            record.longest_ps = record.longest_ps.max(longest_ps);
        }
        let all = 0..world.topology().port_count();
        record.paused_ps = all.map(|port| world.held(port, *class).0).sum();
        record
    };
    queues.lossless.classes.iter().map(record).collect()
}
