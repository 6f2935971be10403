//! The foot of a ramp, as a word.

use crate::{Data, Hw, Lookup, Word};

/// What is subtracted before a ramp begins. A saturating subtraction takes no constant on its right, so a table
/// without a key loads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Floor([Data; 1]);

/// The table.
#[derive(Clone, Copy, Debug)]
enum Load {}

impl Lookup for Load {
    const NAME: &'static str = "floor";
    type Key<C: Copy> = [C; 0];
    type Data = [Data; 1];
    const OUT_BITS: u32 = 32;
    const SELECT: [u8; 4] = [0; 4];
}

impl Floor {
    /// At `value`.
    #[must_use]
    pub const fn new(value: u32) -> Self {
        Self([Data::new(value)])
    }

    /// Where it is.
    #[must_use]
    pub const fn value(self) -> u32 {
        self.data().value()
    }

    /// Where it is, as action data.
    #[inline(always)]
    #[must_use]
    pub const fn data(self) -> Data {
        let [value] = self.0;
        value
    }

    /// The word, loaded.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn load<H: Hw>(&self, h: &mut H) -> Word<H> {
        h.lookup::<Load>(&self.0, [])
    }
}
