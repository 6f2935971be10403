//! ECN# on a port of 8 queues: a burst passes with few marks, a standing queue is marked again and again.
//!
//! `cargo run --package freeboard --example queue_set`

use freeboard::QueueSet;
use freeboard::aqm_api::{Aqm, Departure, DepthUnit, Nanos32, PortId, QueueId, Verdict};
use freeboard::aqm_ecn_sharp::{Compact, EcnSharpSettings};

/// Time between two departures of 1500 B at 10 Gbit/s \[ns\].
const PACKET_NS: u32 = 1_200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = EcnSharpSettings { pst_target: 40_000, ..EcnSharpSettings::DEFAULT };
    let params = Compact::params(&settings, DepthUnit::BYTE)?;
    let mut queues = QueueSet::<Compact, 1, 8>::new(params, Nanos32(0));
    let mut now = Nanos32(0);
    // A run of packets whose sojourn time goes from one value to another: how many of them are marked.
    let mut run = |packets: u32, from: u32, to: u32| {
        let mut marked = 0;
        for packet in 0..packets {
            now = now.plus(PACKET_NS);
            let gone = i64::from(to) - i64::from(from);
            let sojourn = (i64::from(from) + gone * i64::from(packet) / i64::from(packets)) as u32;
            let departure = Departure { now, sojourn, ..Departure::default() };
            let decision = queues.on_dequeue(PortId(0), QueueId(3), &departure);
            marked += u32::from(decision.verdict == Verdict::Signal);
            // From a timer, at least every 0.13 s.
            queues.on_tick(now);
        }
        marked
    };
    let burst = run(100, 150_000, 0);
    let standing = run(1_000, 80_000, 80_000);
    println!("a burst of 100 packets that drains from 150 us: {burst} marked");
    println!("1000 packets of a queue that stands at 80 us:   {standing} marked");
    assert!(burst == 0 && standing > 2);
    Ok(())
}
