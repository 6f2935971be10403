//! A directed search for expensive packets: from many states, every corner of the event.

use super::cost::Cost;
use super::on_core::OnCore;
use freeboard_replay::PacketEvent;
use freeboard_rv32::CoreError;
use freeboard_units::Nanos32;

/// Packets of the measurement stream between two searched states. Chosen by us: 200 packets apart the state
/// differs, and a thousand states visit every phase of the stream.
pub(crate) const EVERY: u64 = 200;

/// Steps of time from the packet's own \[ns\]: late, now, one tick, one millisecond, one second, and the largest
/// gap that serial comparison takes.
const STEPS_NS: [i32; 6] = [-3_000, 0, 1_024, 1_000_000, 1_000_000_000, i32::MAX];

/// Queueing delays \[ns\]: none, between and above the usual targets, largest.
const SOJOURNS_NS: [u32; 4] = [0, 100_000, 230_000, u32::MAX];

/// Tries every corner from the core's present state, and twice in a row, so that an episode begun by one corner
/// is continued by another; the state is put back each time.
pub(crate) fn around(on_core: &mut OnCore, event: &PacketEvent, cost: &mut Cost) -> Result<(), CoreError> {
    let start = on_core.save()?;
    for first in corners(event) {
        let call = on_core.packet(&first)?;
        cost.extreme(&call, || format!("{first:?}"));
        let second = moved(&first, STEPS_NS[4], 230_000);
        let call = on_core.packet(&second)?;
        cost.extreme(&call, || format!("{second:?}, right after {first:?}"));
        on_core.restore(&start)?;
    }
    Ok(())
}

/// Packets of a marathon: counts of marks reach 2^17.
const MARATHON: u32 = 1 << 17;

/// A queue that stands for long: each packet a millisecond after the one before, so that every mark is due and
/// the count of marks grows with each.
pub(crate) fn marathon(on_core: &mut OnCore, event: &PacketEvent, cost: &mut Cost) -> Result<(), CoreError> {
    let mut event = moved(event, 0, 230_000);
    for _ in 0..MARATHON {
        let call = on_core.packet(&event)?;
        cost.extreme(&call, || format!("{event:?}, in a queue that has long been standing"));
        event = moved(&event, 1_000_000, 230_000);
    }
    Ok(())
}

fn corners(event: &PacketEvent) -> impl Iterator<Item = PacketEvent> {
    let event = *event;
    STEPS_NS.into_iter().flat_map(move |step| SOJOURNS_NS.map(|sojourn| moved(&event, step, sojourn)))
}

/// The same packet at another time with another delay and the depth that goes with it.
fn moved(event: &PacketEvent, step: i32, sojourn: u32) -> PacketEvent {
    let shifted = |now: Nanos32| Nanos32(now.0.wrapping_add_signed(step));
    match *event {
        PacketEvent::Arrival(a) => {
            PacketEvent::Arrival(freeboard_aqm_api::Arrival { now: shifted(a.now), depth: sojourn, ..a })
        }
        PacketEvent::Departure(d) => {
            let now = shifted(d.now);
            PacketEvent::Departure(freeboard_aqm_api::Departure { now, sojourn, depth: sojourn, ..d })
        }
    }
}
