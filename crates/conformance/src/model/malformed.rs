//! Events that keep no promise: any value in any field, time in any direction.

use super::Timed;
use freeboard_cc_api::{Ack, Bytes, Event, IntHop, IntStack, Loss, Nanos32, Prior, Seq32};
use freeboard_oracle::Hook;
use freeboard_replay::Random;

/// A word near an edge of its range, near `base`, or anywhere.
pub fn word(random: &mut Random, base: u32) -> u32 {
    let nudge = random.below(5).wrapping_sub(2);
    match random.below(6) {
        0 => nudge,
        1 => (1u32 << random.below(32)).wrapping_add(nudge),
        2 => base.wrapping_add(nudge),
        3 => base.wrapping_add(random.below(1 << 20)),
        _ => random.word(),
    }
}

/// A packet.
pub fn packet(random: &mut Random) -> Timed {
    let hook = if random.one_in(3) { Hook::Arrival } else { Hook::Departure };
    Timed {
        now: u64::from(word(random, 0)) << 32 | u64::from(word(random, 0)),
        hook,
        sojourn: word(random, 200_000),
        size: word(random, 1500),
        depth: word(random, 97_500),
        port_depth: word(random, 0),
        pool_depth: word(random, 0),
        ecn: random.below(4) as u8,
        random: random.word(),
    }
}

/// A flow event; telemetry is borrowed from `stack`.
pub fn flow_event<'a>(random: &mut Random, stack: &'a mut IntStack) -> Event<'a> {
    let now = Nanos32(word(random, 0));
    let ack = Ack {
        acked: Bytes(word(random, 1460)),
        marked: Bytes(word(random, 0)),
        una: Seq32(word(random, 0)),
        nxt: Seq32(word(random, 0)),
        in_flight: Bytes(word(random, 0)),
        rtt: word(random, 100_000),
        delivery_rate: word(random, 1 << 20),
        window_limited: random.one_in(2),
    };
    let loss = Loss { in_flight: ack.in_flight, una: ack.una, nxt: ack.nxt };
    match random.below(14) {
        0 => Event::Sent { now, bytes: ack.acked },
        1 => Event::DupAck { now },
        2 => Event::LossEpisode { now, loss },
        3 => Event::Timeout { now, loss },
        4 => Event::Cnp { now },
        5 => Event::Rtt { now, rtt: ack.rtt },
        6 => Event::Tick { now },
        7 => Event::Paused { now, held: ack.window_limited },
        8 => Event::AppLimited { now },
        9 => Event::Idle { now, silence: word(random, 0) },
        10 => {
            stack.count = random.below(8) as u8;
            for hop in &mut stack.hops {
                *hop = IntHop {
                    stamp: Nanos32(word(random, 0)),
                    depth: Bytes(word(random, 0)),
                    sent: word(random, 0),
                    rate_mbps: word(random, 100_000),
                };
            }
            Event::Int { now, ack, stack }
        }
        11 => Event::Undo { now, prior: Prior { window: ack.acked, threshold: ack.marked } },
        _ => Event::Ack { now, ack },
    }
}
