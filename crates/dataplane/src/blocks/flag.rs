//! A condition as a word.

use crate::{Cond, Data, Hw, Lookup, Word};

/// Turns a condition into 0 or 1, one table earlier than a gateway would read the words behind it: the way to
/// combine conditions that together read more bits than one gateway sees.
#[derive(Clone, Copy, Debug)]
pub enum Flag {}

impl Lookup for Flag {
    const NAME: &'static str = "flag";
    type Key<C: Copy> = [C; 1];
    type Data = [Data; 2];
    const OUT_BITS: u32 = 1;
    const SELECT: [u8; 4] = [0, 1, 0, 1];
}

/// 1 where `condition` holds, else 0.
#[track_caller]
#[inline(always)]
pub fn flag<H: Hw>(h: &mut H, condition: Cond<H>) -> Word<H> {
    h.lookup::<Flag>(&[Data::new(0), Data::new(1)], [condition])
}
