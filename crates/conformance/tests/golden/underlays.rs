//! One short trace per underlay: packets and reports, and what is released when.

use crate::{compare_or_bless, crates};
use freeboard_cc_api::{Bytes, Nanos32, OrAck, Sent, UnderlayEvent, Words};
use freeboard_registry::UnderlayId;
use freeboard_replay::{Random, plan};

/// Steps of a trace.
const STEPS: u32 = 300;
/// Columns of the events; kind 0 is a packet, 1 a report, 2 the cumulative ACK (`sent_ns` is the bytes acknowledged,
/// `received_ns` 0). Then the answer and the words of the state.
const COLUMNS: &str = "kind,now_ns,packet,sent_ns,received_ns,pause_at_sent_ns,release_ns";
/// Payload of a packet.
const PAYLOAD: u32 = 1_000;

/// Reports every second packet about 12 us later with delays around the threshold, and acknowledges fewer than it
/// sends; the clock wraps on the way.
fn trace(id: UnderlayId) -> String {
    let mut flow = id.place(plan::underlay_settings(id.fields().0).as_slice()).unwrap();
    let (mut random, mut now) = (Random::new(0x676f_6c64), u32::MAX - 1_000_000);
    let mut flying: Vec<(u32, u32, u32)> = Vec::new();
    let mut text = format!("#freeboard-trace v1 underlay {}\n{COLUMNS}", id.name());
    let mut rows = String::new();
    let mut words = Words::new();
    for packet in 0..STEPS {
        now = now.wrapping_add(random.below(12_000));
        let event = if packet % 5 == 4 {
            UnderlayEvent::Ack { now: Nanos32(now), acked: Bytes(PAYLOAD) }
        } else if packet % 2 == 0 || flying.is_empty() {
            UnderlayEvent::Sent(Sent { now: Nanos32(now), packet, fresh: Bytes(PAYLOAD) })
        } else {
            let (packet, sent, pause_at_sent) = flying.remove(0);
            let received = Nanos32(sent.wrapping_add(random.below(70_000)));
            UnderlayEvent::Report(OrAck {
                now: Nanos32(now),
                packet,
                sent: Nanos32(sent),
                received,
                pause_at_sent,
            })
        };
        let answer = flow.take(&event);
        let mut row = event.words();
        if let UnderlayEvent::Sent(sent) = event {
            flying.push((sent.packet, now, answer.pause));
            row = [0, now, packet, now, 0, answer.pause];
        }
        words = Words::new();
        flow.canonical(&mut words);
        let all = row.iter().chain([&answer.release.0]).chain(words.as_slice());
        rows.push_str(&all.map(u32::to_string).collect::<Vec<_>>().join(","));
        rows.push('\n');
    }
    (0..words.as_slice().len()).for_each(|word| text.push_str(&format!(",s{word}")));
    format!("{text}\n{rows}")
}

#[test]
fn every_underlay_releases_as_its_golden_trace() {
    for &id in UnderlayId::ALL.iter().filter(|id| !id.name().is_empty()) {
        let file = format!("cc-on-ramp/golden/{}.csv", id.name());
        compare_or_bless(&crates(file), &trace(id));
    }
}
