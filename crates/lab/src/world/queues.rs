//! A scenario's queues as the simulator takes them, and what became of them.

use super::switches::{World, switch_ports};
use super::tally::Tally;
use crate::measure::{ClassPauses, QueueRecord};
use crate::scenario::{LosslessClasses, Queues, Scheduler, Scope};
use anyhow::{Result, anyhow};
use freeboard_aqm_api::Bytes;
use freeboard_fabric::data_plane::{QueueConfig, QueueMemory, Rank};
use freeboard_fabric::{AqmScope, Discipline, Lossless, PortQueues};
use freeboard_hw_model::mmu::Alpha;
use freeboard_hw_model::pfc::{CLASSES, PauseStats};

/// The queues of every port.
pub(super) fn port_queues(queues: &Queues, frame_max: u32) -> Result<PortQueues> {
    let mut all = PortQueues::new(&queues.weights, discipline(queues));
    for (config, share) in all.queues.iter_mut().zip(queues.shares()) {
        let memory = QueueMemory { reserve: Bytes(share.reserve), alpha: alpha(share.alpha_log2)? };
        *config = QueueConfig { memory: Some(memory), ..*config };
    }
    all.quantum = Bytes(queues.quantum);
    all.scope = match queues.scope {
        Scope::Queue => AqmScope::Queue,
        Scope::Port => AqmScope::Port,
        Scope::Pool => AqmScope::Pool,
    };
    let classes = &queues.lossless;
    if !classes.classes.is_empty() {
        let lossy = (0u8..).find(|class| !classes.classes.contains(class)).unwrap_or_default();
        // Classes that nothing is sent in go where a pause stops nothing.
        all.queue_of_class.iter_mut().skip(queues.count()).for_each(|queue| *queue = lossy);
        all.lossless = Some(lossless(classes, frame_max)?);
    }
    Ok(all)
}

fn discipline(queues: &Queues) -> Discipline {
    let (first, rest) = (usize::from(queues.priority), queues.count() as u16 - queues.priority);
    let rank = match queues.scheduler {
        Scheduler::Strict => return Discipline::Strict,
        Scheduler::Dwrr if first == 0 => return Discipline::Dwrr,
        Scheduler::Wfq if first == 0 => return Discipline::Wfq,
        Scheduler::Dwrr => Rank::Dwrr(rest),
        Scheduler::Wfq => Rank::Wfq(rest),
    };
    let mut ranks = vec![Rank::One; first];
    ranks.push(rank);
    Discipline::Ranked(ranks)
}

fn lossless(classes: &LosslessClasses, frame_max: u32) -> Result<Lossless> {
    let mut which = [false; CLASSES];
    for class in &classes.classes {
        which[usize::from(*class) % CLASSES] = true;
    }
    Ok(Lossless {
        classes: which,
        guaranteed: Bytes(classes.guaranteed),
        alpha: alpha(classes.alpha_log2)?,
        alpha_mbps: classes.alpha_bps.map(|bps| (bps / 1_000_000) as u32),
        xon_offset: Bytes(classes.xon),
        headroom: None,
        frame_max: Bytes(frame_max),
        frame_min: Bytes(classes.frame_min.min(frame_max)),
        quanta: classes.quanta,
    })
}

fn alpha(log2: i8) -> Result<Alpha> {
    Alpha::from_log2(log2).map_err(|error| anyhow!("{error}"))
}

/// What became of each queue, over the ports of all switches.
pub(super) fn queue_records(world: &World, queues: &Queues, tally: &Tally) -> Vec<QueueRecord> {
    let record = |queue: usize| {
        let mut record = QueueRecord { queue, bytes_max: tally.longest(queue), ..QueueRecord::default() };
        for port in switch_ports(world) {
            let stats = world.queue_stats(port, queue);
            record.arrived += stats.arrived;
            record.sent_bytes += stats.sent_bytes;
            record.marked += stats.marked;
            record.dropped += stats.dropped();
            record.bytes_max = record.bytes_max.max(stats.depth_max);
        }
        record
    };
    (0..queues.count()).map(record).collect()
}

/// What the pauses of each lossless class came to.
pub(super) fn pause_records(world: &World, queues: &Queues) -> Vec<ClassPauses> {
    let record = |class: &u8| {
        let mut record = ClassPauses { class: *class, ..ClassPauses::default() };
        for port in switch_ports(world) {
            let PauseStats { pauses, refreshes, paused_ps, longest_ps, .. } = world.pauses(port, *class);
            record.pauses += u64::from(pauses);
            record.repeats += u64::from(refreshes);
            record.xoff_requested_ps += paused_ps;
            record.longest_ps = record.longest_ps.max(longest_ps);
        }
        let all = 0..world.topology().port_count();
        record.paused_ps = all.map(|port| world.held(port, *class).0).sum();
        record
    };
    queues.lossless.classes.iter().map(record).collect()
}
