//! Packets of a capture.

use crate::support::{CUBIC, is_skipped, report_with, scenario};
use freeboard_live::Options;
use std::sync::atomic::AtomicBool;

/// Congestion experienced (RFC 3168 §5).
const CE: u8 = 3;

#[test]
fn a_capture_has_every_packet_that_left_with_its_mark() {
    if is_skipped() {
        return;
    }
    let flows = "[[workload]]\nkind = \"long\"\nflows = 2";
    let scenario = scenario("senders = 2\nbuffer = \"200 KB\"", "", flows, "500 ms");
    let stop = AtomicBool::new(false);
    let report = report_with(&scenario, 0, &Options { captures: true, ..Options::new(&CUBIC, 1, &stop) });
    let (packets, queues) = (&report.captured, &report.outcome.queues);
    assert_eq!(packets.len() as u64, report.outcome.classes.iter().map(|queue| queue.sent).sum::<u64>());
    assert!(packets.windows(2).all(|pair| pair[0].at_ps <= pair[1].at_ps));
    // Some of the marked ones may still wait at the end.
    let marked = packets.iter().filter(|packet| packet.is_marked).count() as u64;
    assert!(marked > 0 && marked <= queues.marked, "{marked} and {}", queues.marked);
    assert!(packets.iter().all(|packet| !packet.is_marked || packet.bytes[1] & 3 == CE));
    assert!(packets.iter().any(|packet| packet.packets_behind > 0 && packet.bytes_behind > 0));
    // Data to the receiver, ACKs to the senders.
    let to = |port: u32| packets.iter().filter(move |packet| packet.port == port);
    assert!(
        to(2).all(|packet| packet.bytes[16..20] == [10, 77, 0, 3])
            && to(2).any(|packet| packet.length == 1500)
    );
    assert!(to(0).count() > 0 && to(1).count() > 0);
    // Without the wish nothing is kept.
    assert!(crate::support::report(&scenario, 0, 1).captured.is_empty());
}
