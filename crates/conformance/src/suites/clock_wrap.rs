//! Bug class 2: a clock that wraps, or starts anywhere, changes a decision.
//!
//! Adding any multiple of a scheme's resolution to all stamps must change nothing, as long as no gap is above the
//! one it exports: at every wrap of 32-bit ns, of 32-bit ticks and of the 48-bit stamp.

use super::sample::START;
use super::{Setup, aqm_setups, cc_setups, decisions, flow_answers};
use crate::agreement::coarse;
use crate::model::{FlowModel, Shift, Timed};
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::Random;

/// Where some clock wraps \[ns\]: half and whole range of 32-bit ns and of 32-bit ticks, and the 48-bit stamp.
pub const WRAPS: [u64; 5] = [1 << 31, 1 << 32, 1 << 41, 1 << 42, 1 << 48];

/// Checks one stream under one shift, which is rounded down to a multiple of the resolution.
///
/// # Panics
/// A decision differs.
pub fn invariant(setup: &Setup, packets: &[Timed], shift: Shift) {
    let resolution = u64::from(setup.id.meta().resolution_ns);
    let shift = shift / resolution * resolution;
    let (mut still, mut moved) = (setup.place(), setup.place());
    let (still, moved) = (decisions(&mut still, packets, 0), decisions(&mut moved, packets, shift));
    if let Some(index) = still.iter().zip(&moved).position(|(still, moved)| still != moved) {
        panic!(
            "{setup:?}: shifted by {shift} ns, packet {index} {:?} is {:?}, not {:?}",
            packets[index], moved[index], still[index]
        );
    }
}

/// The shift that brings `at` to a multiple of `wrap`.
#[must_use]
pub const fn bring(at: u64, wrap: u64) -> Shift {
    (wrap - at % wrap) % wrap
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let mut random = Random::new(2);
    for (seed, setup) in (0..).zip(aqm_setups(id, 21)) {
        let packets = setup.packets(START, seed, 2_000);
        for wrap in WRAPS {
            for _ in 0..3 {
                let at = packets[random.below(packets.len() as u32) as usize].now;
                invariant(&setup, &packets, bring(at, wrap));
            }
            invariant(&setup, &packets, bring(packets[0].now, wrap));
        }
    }
}

/// Of a congestion control: clock and sequence numbers.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let mut random = Random::new(3);
    for (seed, setup) in (0..).zip(cc_setups(id, 22)) {
        let events = FlowModel::new(setup.mss, seed).random(2_000);
        let still = flow_answers(&mut setup.place(), &events, (0, 0));
        for _ in 0..6 {
            let at = u64::from(random.below(events.len() as u32));
            let shift = coarse(id, bring(events[at as usize].now, 1 << 32));
            let offset = (1 << 32) - u64::from(random.below(3_000_000)) - at;
            let moved = flow_answers(&mut setup.place(), &events, (shift, offset));
            assert_eq!(still, moved, "{setup:?}: clock {shift} and sequence numbers {offset} ahead");
        }
    }
}
