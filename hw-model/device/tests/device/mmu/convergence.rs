//! M saturated queues converge to alpha B / (1 + M alpha) each, for every alpha of the chips.

use freeboard_device::mmu::{Alpha, Mmu, MmuConfig};
use freeboard_units::{Bytes, DepthUnit, QueueId};

/// Offers packets in turn until every queue is refused; what each of them holds.
fn saturate(mmu: &mut Mmu, queues: u16, packet: u32) -> Vec<f64> {
    // A round that is not the last one takes a cell at least.
    let rounds = mmu.pool_size().0 + 1;
    let mut refused =
        || (0..queues).filter(|&queue| mmu.admit(QueueId(queue), Bytes(packet)).is_none()).count();
    assert!((0..rounds).any(|_| refused() == usize::from(queues)), "no round is refused whole");
    (0..queues).map(|queue| f64::from(mmu.queue_depth(QueueId(queue)).0)).collect()
}

/// The worst distance of a queue from its share, over all alphas and 1 to 64 queues, less the slack.
fn worst(pool_cells: u32, cell: u16, packet: u32, slack_cells: impl Fn(f64) -> f64) -> f64 {
    let mut worst = f64::MIN;
    for log2 in Alpha::MIN_LOG2..=Alpha::MAX_LOG2 {
        let alpha = 2f64.powi(i32::from(log2));
        for queues in 1..=64u16 {
            let total = Bytes(pool_cells * u32::from(cell));
            let mut config = MmuConfig::uniform(total, queues, Bytes(0), Alpha::from_log2(log2).unwrap());
            config.unit = DepthUnit::cell(cell).unwrap();
            let mut mmu = Mmu::new(&config).unwrap();
            let share = alpha * f64::from(pool_cells) / (1.0 + f64::from(queues) * alpha);
            for held in saturate(&mut mmu, queues, packet) {
                worst = worst.max((held - share).abs() - slack_cells(alpha));
            }
        }
    }
    worst
}

#[test]
fn saturated_queues_converge_within_their_last_packets_and_a_cell() {
    // One packet of its own and max(1, alpha) through the others' last ones; floor(alpha free) is the cell.
    let slack = |cells: f64| move |alpha: f64| (1.0 + alpha.max(1.0)) * cells + 1.0;
    assert!(worst(14_423, 208, 1500, slack(8.0)) <= 0.0, "1500 B in cells of 208 B");
    assert!(worst(14_423, 208, 9000, slack(44.0)) <= 0.0, "9000 B in cells of 208 B");
    assert!(worst(3_000_000, 1, 1500, slack(1500.0)) <= 0.0, "1500 B in bytes");
}

#[test]
fn packets_of_one_cell_converge_within_a_cell() {
    let distance = worst(14_423, 208, 208, |_| 1.0);
    assert!(distance <= 0.0, "{distance}");
}
