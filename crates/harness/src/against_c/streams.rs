//! The events: a queue that fills, stands, drains and idles; acknowledgements with marks and losses; packets of a NIC.
//!
//! Sizes and shares are chosen by us, so that every path of a scheme is walked; times, so that the defaults of Linux mean
//! something: packets of 1500 B at 100 Mbit/s, round trips of 5 ms.

use freeboard_replay::Random;
use std::collections::VecDeque;

/// Packets and acknowledgements of a stream, as in the measurement that this one repeats.
const EVENTS: u32 = 20_000;
/// Time of a packet on the link \[ns\].
pub(super) const PACKET_NS: u64 = 120_000;
/// Size of a packet \[B\].
pub(super) const PACKET: u32 = 1_500;
/// Payload of a segment \[B\].
pub(super) const SEGMENT: u32 = 1_460;
/// Period of a controller \[ns\]: RFC 8033 §4.2.
const TICK_NS: u64 = 15_000_000;
/// Gap between arrivals in percent of a packet's time, and how many: the queue fills, stands, drains; once between RED's
/// thresholds, once above, where PIE's target is.
const PHASES: [(u64, u32); 6] = [(60, 150), (100, 2_500), (150, 400), (60, 900), (100, 2_500), (150, 1_400)];
/// Longest silence between two rounds of phases, as a power of two \[ns\].
const SILENCE_LOG2_MAX: u32 = 30;

/// One event.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A packet meets a queue of this many bytes.
    Enqueue { now: u64, depth: u32, random: u32 },
    /// A packet leaves this many bytes behind.
    Dequeue { now: u64, depth: u32, sojourn: u32 },
    /// A period of a controller is over.
    Tick { now: u64, depth: u32, sojourn: u32 },
    /// An acknowledgement of some segments.
    Ack { now: u64, una: u32, nxt: u32, segments: u32, marked: u32, rtt: u32 },
    /// A loss.
    Loss { now: u64, una: u32, nxt: u32 },
    /// A NIC has sent a packet.
    Sent { now: u64 },
    /// A notification has come.
    Cnp { now: u64 },
}

impl Step {
    /// Name of the functions for it.
    pub(super) const fn event(&self) -> &'static str {
        match self {
            Self::Enqueue { .. } => "enqueue",
            Self::Dequeue { .. } => "dequeue",
            Self::Tick { .. } => "tick",
            Self::Ack { .. } => "ack",
            Self::Loss { .. } => "loss",
            Self::Sent { .. } => "sent",
            Self::Cnp { .. } => "cnp",
        }
    }
}

/// Any seed would do.
const SEED: u64 = 1;

/// Packets through a queue of one link.
pub(super) fn queue() -> Vec<Step> {
    let mut random = Random::new(SEED);
    let (mut steps, mut waiting) = (Vec::new(), VecDeque::new());
    let (mut now, mut free_at, mut tick, mut sojourn) = (0_u64, 0_u64, TICK_NS, 0_u32);
    let mut phases = PHASES.iter().cycle();
    let (mut gap, mut left) = (0, 0);
    for _ in 0..EVENTS {
        if left == 0 {
            let (percent, packets) = phases.next().copied().unwrap_or_default();
            if percent == PHASES[0].0 {
                now += 1 << random.below(SILENCE_LOG2_MAX);
            }
            (gap, left) = (PACKET_NS * percent / 100, packets);
        }
        left -= 1;
        now += gap / 2 + u64::from(random.below(gap as u32));
        // What happens before this arrival.
        loop {
            let leaves = waiting.front().map(|arrived: &u64| free_at.max(*arrived));
            let depth = |packets: usize| packets as u32 * PACKET;
            match leaves {
                Some(at) if at <= now && at <= tick => {
                    let arrived = waiting.pop_front().unwrap_or_default();
                    sojourn = (at - arrived) as u32;
                    free_at = at + PACKET_NS;
                    steps.push(Step::Dequeue { now: at, depth: depth(waiting.len()), sojourn });
                }
                _ if tick <= now => {
                    let queued = depth(waiting.len());
                    let sojourn = if queued == 0 { 0 } else { sojourn };
                    steps.push(Step::Tick { now: tick, depth: queued, sojourn });
                    tick += TICK_NS;
                }
                _ => break,
            }
        }
        let depth = waiting.len() as u32 * PACKET;
        steps.push(Step::Enqueue { now, depth, random: random.word() });
        waiting.push_back(now);
    }
    steps
}

/// Segments in flight.
const IN_FLIGHT: u32 = 40;
/// Acknowledgements between losses.
const LOSS_EVERY: u32 = 2_500;
/// Acknowledgements with and without marks alternate in rows of this many; one in ten has a mark.
const MARKED_ROW: u32 = 500;

/// Acknowledgements of a flow that never stops.
pub(super) fn flow() -> Vec<Step> {
    let mut random = Random::new(SEED);
    let (mut steps, mut now, mut una) = (Vec::new(), 1_000_000_000_u64, 0_u32);
    for count in 1..=EVENTS {
        let segments = 1 + u32::from(random.below(4) == 0);
        now += PACKET_NS * u64::from(segments) / 2 + u64::from(random.below(PACKET_NS as u32));
        una = una.wrapping_add(segments * SEGMENT);
        let nxt = una.wrapping_add(IN_FLIGHT * SEGMENT);
        let is_marked = count / MARKED_ROW % 2 == 1 && random.below(10) == 0;
        let rtt = IN_FLIGHT * PACKET_NS as u32 + random.below(2_000_000);
        if count % LOSS_EVERY == 0 {
            steps.push(Step::Loss { now, una, nxt });
        }
        let marked = if is_marked { segments } else { 0 };
        steps.push(Step::Ack { now, una, nxt, segments, marked, rtt });
    }
    steps
}

/// Time of a packet at 100 Gbit/s \[ns\].
const FAST_PACKET_NS: u32 = 120;
/// Packets between notifications.
const CNP_EVERY: u32 = 250;

/// Packets of a NIC's flow, and notifications.
pub(super) fn nic() -> Vec<Step> {
    let mut random = Random::new(SEED);
    let (mut steps, mut now) = (Vec::new(), 0_u64);
    for count in 1..=EVENTS {
        now += u64::from(FAST_PACKET_NS + random.below(FAST_PACKET_NS));
        steps.push(Step::Sent { now });
        if count % CNP_EVERY == 0 {
            steps.push(Step::Cnp { now });
        }
    }
    steps
}
