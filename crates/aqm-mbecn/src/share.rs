//! The port's threshold, shared by its queues: baseline and dynamic step. Lengths are bytes.

/// Most queues of a port. \[Kang21\]: 8 per port, as the hardware of its time.
pub const QUEUES: usize = 8;

/// One queue of a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Queue {
    /// Length.
    pub depth: u32,
    /// Share theta of the link \[Q20\]; 0 for a queue that takes no part.
    pub theta: u32,
    /// Threshold it needs, K_bound.
    pub bound: u32,
}

/// `amount` times a Q20 fraction of at most 1.
fn part(amount: u64, fraction: u32) -> i64 {
    // Amounts are sums of eight words at most: 2^35, and 2^20 more stay below 2^63.
    (amount.wrapping_mul(u64::from(fraction)) >> 20).cast_signed()
}

/// K_base = K_bound + theta (K_port - sum of the bounds), before anything is cut off at 0.
///
/// The sum over the queues is K_port, but for one byte per queue and what the thetas miss to 1.
#[must_use]
pub fn baseline(queues: &[Queue; QUEUES], k_port: u32) -> [i64; QUEUES] {
    let needed: u64 = queues.iter().map(|it| u64::from(it.bound)).fold(0, u64::wrapping_add);
    let gap = needed.abs_diff(u64::from(k_port));
    queues.map(|it| {
        let change = part(gap, it.theta);
        let bound = i64::from(it.bound);
        if needed > u64::from(k_port) { bound.wrapping_sub(change) } else { bound.wrapping_add(change) }
    })
}

/// The dynamic step: thresholds of all queues, before anything is cut off at 0.
///
/// Room and excess are taken against the *baseline*; against the previous thresholds the sum would drift.
#[must_use]
pub fn dynamic(queues: &[Queue; QUEUES], base: &[i64; QUEUES], k_port: u32) -> [i64; QUEUES] {
    let (mut total, mut room, mut over) = (0u64, 0u64, 0u64);
    for (queue, &base) in queues.iter().zip(base) {
        let gap = base.wrapping_sub(i64::from(queue.depth));
        total = total.wrapping_add(u64::from(queue.depth));
        room = room.wrapping_add(gap.max(0).unsigned_abs());
        over = over.wrapping_add(gap.min(0).unsigned_abs());
    }
    let loaded = total >= u64::from(k_port);
    // Shares are Q20 of the total, brought into a word.
    let narrow = (64u32.saturating_sub(total.leading_zeros())).saturating_sub(32);
    let shares = freeboard_fixmath::Reciprocal::new(u32::try_from(total >> narrow).unwrap_or(u32::MAX));
    let mut thresholds = [0; QUEUES];
    for ((out, queue), &base) in thresholds.iter_mut().zip(queues).zip(base) {
        let share = if total == 0 { 0 } else { shares.ratio_q20(queue.depth >> narrow) };
        let depth = i64::from(queue.depth);
        *out = match (depth > base, loaded) {
            (true, true) => base.wrapping_add(part(room, share)),
            (false, true) => depth.wrapping_add(part(room, share)),
            (true, false) => depth.wrapping_sub(part(over, share)),
            (false, false) => base.wrapping_sub(part(over, share)),
        };
    }
    thresholds
}
