//! Action data: constants that the control plane writes into tables.

use crate::{Hw, Word};
use core::ops::{Add, BitAnd, Sub};

/// A run-time parameter of a program: action data of a stateless table or a row of an ALU's register file.
///
/// The hardware takes it only as the *first* operand of an operation; the second must be a metadata
/// word. That is why `Data` has operators that take a [`Word`], and `Word` has none that take a `Data`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Data(u32);

impl Data {
    /// The constant `value`.
    #[inline(always)]
    #[must_use]
    pub const fn new(value: u32) -> Self {
        Self(value)
    }

    /// The constant, for backends and control-plane code. A program must not look at it.
    #[inline(always)]
    #[must_use]
    pub const fn value(self) -> u32 {
        self.0
    }

    /// `self - word`, 0 if `word` is larger: the way to compare, with a zero test one stage later.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn saturating_sub<H: Hw>(self, word: Word<H>) -> Word<H> {
        Word(H::data_saturating_sub(self, word.0))
    }

    /// The smaller of the two.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn min<H: Hw>(self, word: Word<H>) -> Word<H> {
        Word(H::data_min(self, word.0))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $call:ident) => {
        impl<H: Hw> $trait<Word<H>> for Data {
            type Output = Word<H>;
            #[track_caller]
            #[inline(always)]
            fn $method(self, word: Word<H>) -> Word<H> {
                Word(H::$call(self, word.0))
            }
        }
    };
}
operator!(Add, add, data_add);
operator!(Sub, sub, data_sub);
operator!(BitAnd, bitand, data_and);
