//! One hook call of any scheme.

use freeboard_aqm_api::{Activity, Verdict};
use freeboard_registry::AnyAqm;
use freeboard_replay::PacketEvent;

/// One hook call on a scheme.
pub fn call(scheme: &mut AnyAqm, event: &PacketEvent) -> Verdict {
    let mut activity = Activity::default();
    match event {
        PacketEvent::Arrival(arrival) => scheme.on_enqueue(arrival, &mut activity),
        PacketEvent::Departure(departure) => scheme.on_dequeue(departure, &mut activity),
    }
}
