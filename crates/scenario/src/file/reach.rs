//! The longest queue that a switch's memory allows.

use super::{Buffer, Queues, Scope};
use freeboard_params::Follows;

/// The longest queue that a marking scheme can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Bytes.
    pub(crate) bytes: u64,
    /// Time that they take on the slowest link; `None` where a queue may wait for others, or for a pause.
    pub(crate) time_ns: Option<u64>,
}

impl Default for Reach {
    /// No bound.
    fn default() -> Self {
        Self { bytes: u64::MAX, time_ns: None }
    }
}

impl Reach {
    /// Describes a port of `ports` with these queues, whose packets have `packet` bytes; its link has `mbps` at least.
    pub(super) fn new(
        buffer: &Buffer,
        queues: Option<&Queues>,
        (ports, packet, mbps): (u32, u64, u64),
    ) -> Self {
        let bytes = match buffer {
            Buffer::Packets(packets) => u64::from(*packets) * packet,
            Buffer::Bytes(bytes) => u64::from(*bytes),
            Buffer::Pool(pool) => {
                let own = [(pool.alpha_log2, pool.reserve)];
                let of_queues: Vec<(i8, u32)> = queues.map_or_else(
                    || own.to_vec(),
                    |it| it.shares().map(|share| (share.alpha_log2, share.reserve)).collect(),
                );
                let all = u64::from(pool.bytes);
                let reserves: u64 = of_queues.iter().map(|(_, reserve)| u64::from(*reserve)).sum();
                let shared = all.saturating_sub(reserves * u64::from(pool.split.sharing(ports)));
                let is_whole = |it: &Queues| it.scope != Scope::Queue || !it.lossless.classes.is_empty();
                // Several queues together, or what ingress admits, have no bound but the memory.
                let alone =
                    of_queues.iter().map(|(alpha, reserve)| u64::from(*reserve) + share(*alpha, shared));
                if queues.is_some_and(is_whole) { all } else { alone.max().unwrap_or(all) }
            }
        };
        let time_ns = queues.is_none().then(|| bytes * 8_000 / mbps.max(1));
        Self { bytes, time_ns }
    }

    /// The longest queue, if a threshold is beyond it.
    pub(super) fn beyond(&self, follows: Follows, threshold: u32) -> Option<String> {
        let threshold = u64::from(threshold);
        match follows {
            Follows::QueueBytes | Follows::UpperQueueBytes if threshold > self.bytes => {
                Some(format!("the buffer leaves a queue {} B", self.bytes))
            }
            Follows::QueueTime | Follows::StandingQueueTime | Follows::Target => {
                let most = self.time_ns.filter(|most| threshold > *most)?;
                Some(format!(
                    "the {} B that the buffer leaves a queue take {most} ns on the link",
                    self.bytes
                ))
            }
            _ => None,
        }
    }
}

/// Most that one queue takes of a memory by a dynamic threshold, alone: alpha / (1 + alpha).
fn share(alpha_log2: i8, shared: u64) -> u64 {
    let power = 1 << alpha_log2.unsigned_abs();
    if alpha_log2 < 0 { shared / (power + 1) } else { shared * power / (power + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_queue_takes_alpha_of_one_more_than_alpha() {
        let found: Vec<u64> = [-1, 0, 1, 3].iter().map(|alpha| share(*alpha, 900)).collect();
        assert_eq!(found, [300, 450, 600, 800]);
    }

    #[test]
    fn a_buffer_of_a_port_is_the_bound_and_takes_its_time() {
        let of = |buffer: &Buffer| Reach::new(buffer, None, (5, 1_500, 10_000));
        assert_eq!(of(&Buffer::Packets(250)), Reach { bytes: 375_000, time_ns: Some(300_000) });
        assert_eq!(of(&Buffer::Bytes(375_000)), of(&Buffer::Packets(250)));
    }
}
