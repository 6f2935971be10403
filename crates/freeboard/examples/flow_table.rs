//! DCTCP on two flows: one whose packets are marked for a while, one whose packets are not.
//!
//! `cargo run --package freeboard --example flow_table`

use freeboard::FlowTable;
use freeboard::cc_api::{Ack, Bytes, CongestionControl, Event, Nanos32, Seq32};
use freeboard::cc_dctcp::{Dctcp, DctcpSettings};

const SEGMENT: u32 = 1_460;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let params = Dctcp::params(&DctcpSettings::DEFAULT, Bytes(SEGMENT))?;
    let mut flows = FlowTable::<Dctcp, 2>::new(params);
    for flow in 0..2 {
        flows.open(flow).ok_or("no such flow")?;
    }
    let mut windows = [Bytes(0); 2];
    for number in 1..=400_u32 {
        for (flow, window) in windows.iter_mut().enumerate() {
            let una = Seq32(number * SEGMENT);
            let in_flight = window.0.max(10 * SEGMENT);
            // The second flow crosses a queue that marks from the 200th packet on.
            let marked = if flow == 1 && number > 200 { Bytes(SEGMENT) } else { Bytes(0) };
            let nxt = Seq32(una.0 + in_flight);
            let ack = Ack { acked: Bytes(SEGMENT), marked, una, nxt, window_limited: true, ..Ack::default() };
            let event = Event::Ack { now: Nanos32(number * 1_200), ack };
            *window = flows.on_event(flow, &event).ok_or("no such flow")?.window;
        }
    }
    let [free, marked] = windows.map(|window| window.0 / SEGMENT);
    println!(
        "window after 400 acknowledgements: {free} segments without marks, {marked} with marks from the 200th on"
    );
    assert!(marked < free);
    Ok(())
}
