//! Any underlay under any settings: total, released in time, and the same whatever its clocks started from.

use super::Exercised;
use super::reader::Reader;
use freeboard_cc_api::{Bytes, Nanos32, OrAck, Sent, UnderlayEvent};
use freeboard_registry::UnderlayId;
use freeboard_replay::{Random, UnderlayEvents};

/// Events per operation.
const EVENTS: usize = 64;
/// A stamp this late \[ns\] is known to be late: a hold is then as much longer.
const LATE: u32 = 1 << 24;

/// Runs an underlay and a twin whose clocks are shifted; `None` where the settings contradict each other.
///
/// # Panics
/// The underlay is wrong.
pub fn underlay_any(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let id = reader.choose(&UnderlayId::ALL[1..]);
    let (_, lawful, shift) = (reader.byte(), reader.byte() & 1 == 0, reader.word());
    let (fields, docs) = id.fields();
    let values = reader.values(fields);
    let longest = docs.iter().position(|doc| doc.name == "pause_max").map_or(u32::MAX, |at| values[at]);
    let (mut layer, mut twin) = (id.place(&values).ok()?, id.place(&values).ok()?);
    let mut seen = Exercised { id: id.name().to_owned(), events: 0, compared: 0 };
    for words in reader.ops() {
        let seed = u64::from(words[0]) << 32 | u64::from(words[1]);
        let (mut stream, mut random) = (UnderlayEvents::new(seed), Random::new(seed));
        for _ in 0..EVENTS {
            let event = if lawful { stream.step() } else { malformed(&mut random, words[2]) };
            let answer = layer.take(&event);
            if let UnderlayEvent::Sent(_) = event {
                stream.carry(answer.pause);
            }
            let there = twin.take(&shifted(&event, shift));
            assert_eq!(answer.release.plus(shift), there.release, "{}: {event:?}", seen.id);
            assert_eq!((answer.pause, answer.cap), (there.pause, there.cap), "{}: {event:?}", seen.id);
            let hold = answer.release.since(event.now());
            assert!(hold <= longest.saturating_add(LATE), "{}: held for {hold} ns by {event:?}", seen.id);
            seen.events += 1;
            seen.compared += 1;
        }
    }
    Some(seen)
}

fn malformed(random: &mut Random, mask: u32) -> UnderlayEvent {
    let mut any = || random.word() ^ mask;
    let now = Nanos32(any());
    match any() & 3 {
        0 => UnderlayEvent::Sent(Sent { now, packet: any(), fresh: Bytes(any()) }),
        1 => {
            let (packet, sent, received) = (any(), Nanos32(any()), Nanos32(any()));
            UnderlayEvent::Report(OrAck { now, packet, sent, received, pause_at_sent: any() })
        }
        2 => UnderlayEvent::Ack { now, acked: Bytes(any()) },
        _ => UnderlayEvent::Query { now },
    }
}

/// The same event on clocks that are ahead.
fn shifted(event: &UnderlayEvent, by: u32) -> UnderlayEvent {
    match *event {
        UnderlayEvent::Sent(it) => UnderlayEvent::Sent(Sent { now: it.now.plus(by), ..it }),
        UnderlayEvent::Report(it) => UnderlayEvent::Report(OrAck {
            now: it.now.plus(by),
            sent: it.sent.plus(by),
            received: it.received.plus(by),
            ..it
        }),
        UnderlayEvent::Ack { now, acked } => UnderlayEvent::Ack { now: now.plus(by), acked },
        UnderlayEvent::Query { now } => UnderlayEvent::Query { now: now.plus(by) },
    }
}
