//! Blocks that more than one scheme is made of.
//!
//! Deadlines are stored, not start times, and compared serially, so a wrap of the clock changes nothing
//! while no run lasts 2^31 units of `now`. "Not running" is a flag of its own in the second half: a deadline
//! of 0 is a legal time, so a sentinel would shift decisions once per wrap.

mod flag;
mod floor;
mod schedule;
mod served;
mod slope;
mod standing;
mod threshold;

pub use flag::{Flag, flag};
pub use floor::Floor;
pub use schedule::{COUNT_ON, FIRST_UPCOMING, Marking, NEXT_INTERVAL};
pub use served::served;
pub use slope::{Fall, LastLength, SlopePorts, SlopeQueue, Window, fall};
pub use standing::FirstAbove;
pub use threshold::Threshold;

use crate::Pair;
use freeboard_aqm_api::Words;

/// A time in half `Lo` means nothing while half `Hi` is 0.
fn canonical_pair(pair: Pair, words: &mut Words) {
    words.push(if pair.hi == 0 { 0 } else { pair.lo });
    words.push(pair.hi);
}
