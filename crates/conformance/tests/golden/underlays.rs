//! One short trace per underlay: packets and reports, and what is released when.

use crate::{compare_or_bless, crates};
use cc_api::{Bytes, Nanos32, OrAck, Sent, Words};
use registry::UnderlayId;
use replay::Random;

/// Steps of a trace.
const STEPS: u32 = 300;
/// Columns of the events; kind 0 is a packet, 1 a report. Then the answer and the words of the state.
const COLUMNS: &str = "kind,now_ns,packet,sent_ns,received_ns,pause_at_sent_ns,release_ns";

/// Reports every second packet about 12 us later with delays around the threshold; the clock wraps on the way.
fn trace(id: UnderlayId) -> String {
    let mut flow = id.place(&[]).unwrap();
    let (mut random, mut now) = (Random::new(0x676f_6c64), u32::MAX - 1_000_000);
    let mut flying: Vec<(u32, u32, u32)> = Vec::new();
    let mut text = format!("#freeboard-trace v1 underlay {}\n{COLUMNS}", id.name());
    let mut rows = String::new();
    let mut words = Words::new();
    for packet in 0..STEPS {
        now = now.wrapping_add(random.below(12_000));
        let mut row = if packet % 2 == 0 || flying.is_empty() {
            let sent = Sent { now: Nanos32(now), packet, size: Bytes(1_048) };
            let pause = flow.on_sent(&sent);
            flying.push((packet, now, pause));
            vec![0, now, packet, now, 0, pause]
        } else {
            let (packet, sent, pause_at_sent) = flying.remove(0);
            let received = sent.wrapping_add(random.below(70_000));
            let (sent, received) = (Nanos32(sent), Nanos32(received));
            flow.on_or_ack(&OrAck { now: Nanos32(now), packet, sent, received, pause_at_sent });
            vec![1, now, packet, sent.0, received.0, pause_at_sent]
        };
        row.push(flow.release(Nanos32(now)).0);
        words = Words::new();
        flow.canonical(&mut words);
        row.extend(words.as_slice());
        rows.push_str(&row.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
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
