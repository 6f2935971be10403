//! A pipeline backend, with its words and conditions.
//!
//! Words and conditions are opaque and `Copy`, with the operators that the hardware has: a program cannot look inside.

use crate::{Data, Lookup, LowPass, LowPassCell, LowPassGain, StatefulTable};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Not, Rem, Shl, Shr, Sub};
use freeboard_units::DepthUnit;

/// A pipeline backend.
///
/// Operations are associated functions, not methods, so that words can carry operators. The operand
/// classes are the hardware's: action data is a first operand, shifts are constant, there is no
/// multiplication, no division and no comparison with a boolean result. Every operation is
/// `#[track_caller]`, so that a backend that reports can name the source line.
pub trait Hw: Sized {
    /// A 32-bit metadata word.
    type Raw: Copy + core::fmt::Debug;
    /// A condition bit.
    type Bit: Copy + core::fmt::Debug;
    /// The right to access the register of `T` once: neither `Copy` nor `Clone`, consumed by the access.
    type Port<'a, T: StatefulTable>;
    /// The right to use a low-pass filter once.
    type FilterPort<'a, F: LowPass>;

    /// Issues the access right of a register. Only the pass calls it, once per register and packet.
    fn open<'a, T: StatefulTable>(&self, cell: &'a mut T::Cell) -> Self::Port<'a, T>;
    /// Issues the access right of a filter.
    fn open_filter<'a, F: LowPass>(&self, cell: &'a mut LowPassCell) -> Self::FilterPort<'a, F>;

    /// The same word under the name that the source gives it, for a backend that writes programs.
    #[inline(always)]
    #[must_use]
    fn named(a: Self::Raw, name: &'static str) -> Self::Raw {
        let _ = name;
        a
    }

    /// Bitwise or.
    #[track_caller]
    fn or(a: Self::Raw, b: Self::Raw) -> Self::Raw;
    /// Bitwise and.
    #[track_caller]
    fn and(a: Self::Raw, b: Self::Raw) -> Self::Raw;
    /// Sum mod 2^32.
    #[track_caller]
    fn add(a: Self::Raw, b: Self::Raw) -> Self::Raw;
    /// Difference mod 2^32.
    #[track_caller]
    fn sub(a: Self::Raw, b: Self::Raw) -> Self::Raw;
    /// Difference, at least 0.
    #[track_caller]
    fn saturating_sub(a: Self::Raw, b: Self::Raw) -> Self::Raw;
    /// Smaller of the two.
    #[track_caller]
    fn min(a: Self::Raw, b: Self::Raw) -> Self::Raw;
    /// Logical shift right by a constant.
    #[track_caller]
    fn shr<const N: u32>(a: Self::Raw) -> Self::Raw;
    /// Shift left by a constant, mod 2^32.
    #[track_caller]
    fn shl<const N: u32>(a: Self::Raw) -> Self::Raw;

    /// Bits 41..10 of a 48-bit stamp given as its low 32 and high 16 bits: a slice, not an operation.
    #[track_caller]
    fn slice_stamp(low: Self::Raw, high: Self::Raw) -> Self::Raw;

    /// `data - b`, at least 0.
    #[track_caller]
    fn data_saturating_sub(data: Data, b: Self::Raw) -> Self::Raw;
    /// `data - b` mod 2^32.
    #[track_caller]
    fn data_sub(data: Data, b: Self::Raw) -> Self::Raw;
    /// `data + b` mod 2^32.
    #[track_caller]
    fn data_add(data: Data, b: Self::Raw) -> Self::Raw;
    /// Smaller of the two.
    #[track_caller]
    fn data_min(data: Data, b: Self::Raw) -> Self::Raw;
    /// Bitwise and.
    #[track_caller]
    fn data_and(data: Data, b: Self::Raw) -> Self::Raw;
    /// `mask & size`: the size of a packet that counts as part of its queue. `None` where lengths do not count bytes and the
    /// mask is 0: a pipeline cannot divide a size into cells, so the term would be 0 for every packet.
    #[track_caller]
    fn own_size(mask: Data, size: Self::Raw, unit: DepthUnit) -> Option<Self::Raw>;

    /// Some bit is set.
    #[track_caller]
    fn nonzero(a: Self::Raw) -> Self::Bit;
    /// Bit `N` is set; testing bit 31 is a sign test.
    #[track_caller]
    fn bit<const N: u32>(a: Self::Raw) -> Self::Bit;
    /// Negation of a condition.
    #[track_caller]
    fn not(a: Self::Bit) -> Self::Bit;
    /// Both conditions.
    #[track_caller]
    fn both(a: Self::Bit, b: Self::Bit) -> Self::Bit;
    /// At least one of the conditions.
    #[track_caller]
    fn either(a: Self::Bit, b: Self::Bit) -> Self::Bit;

    /// The one access to the register of `T`: matches `key`, runs the entry's ALU program on the
    /// register and the two metadata words, returns its output.
    #[track_caller]
    fn stateful<T: StatefulTable>(
        &mut self,
        port: Self::Port<'_, T>,
        config: &T::Config,
        key: T::Key<Cond<Self>>,
        lo: Word<Self>,
        hi: Word<Self>,
    ) -> Word<Self>;

    /// A stateless table: action data chosen by condition bits.
    #[track_caller]
    fn lookup<L: Lookup>(&mut self, data: &L::Data, key: L::Key<Cond<Self>>) -> Word<Self>;

    /// The next `N` bits of the packet's random word; two uses take disjoint bits.
    #[track_caller]
    fn random<const N: u32>(&mut self) -> Word<Self>;

    /// The meter ALU's low-pass filter over `sample` at time `now` (ns).
    #[track_caller]
    fn low_pass<F: LowPass>(
        &mut self,
        port: Self::FilterPort<'_, F>,
        gain: LowPassGain,
        now: Word<Self>,
        sample: Word<Self>,
    ) -> Word<Self>;
}

/// A 32-bit metadata word of backend `H`. It has no comparison and no conversion: a program cannot look.
#[derive(Debug)]
pub struct Word<H: Hw>(pub(crate) H::Raw);

/// One bit a gateway or a table key can test. There is no way to make it a Rust `bool`.
#[derive(Debug)]
pub struct Cond<H: Hw>(pub(crate) H::Bit);

/// A constant shift distance, 0 ..= 31: `word >> By::<10>`.
#[derive(Clone, Copy, Debug)]
pub struct By<const N: u32>;

impl<H: Hw> Clone for Word<H> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<H: Hw> Copy for Word<H> {}

impl<H: Hw> Clone for Cond<H> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<H: Hw> Copy for Cond<H> {}

impl<H: Hw> Word<H> {
    /// Wraps a backend's own value; backends only.
    #[inline(always)]
    pub const fn from_raw(raw: H::Raw) -> Self {
        Self(raw)
    }

    /// The backend's own value; backends only.
    #[inline(always)]
    pub const fn into_raw(self) -> H::Raw {
        self.0
    }

    /// The same word under a name: what a program written from the graph calls it. Firmware has no names.
    #[inline(always)]
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self(H::named(self.0, name))
    }

    /// `self - other`, 0 if `other` is larger.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(H::saturating_sub(self.0, other.0))
    }

    /// The smaller of the two.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self(H::min(self.0, other.0))
    }

    /// Some bit is set.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn nonzero(self) -> Cond<H> {
        Cond(H::nonzero(self.0))
    }

    /// Bit `N` is set.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn bit<const N: u32>(self) -> Cond<H> {
        const { assert!(N < 32, "a word has 32 bits") };
        Cond(H::bit::<N>(self.0))
    }
}

impl<H: Hw> Cond<H> {
    /// Wraps a backend's own value; backends only.
    #[inline(always)]
    pub const fn from_raw(raw: H::Bit) -> Self {
        Self(raw)
    }

    /// The backend's own value; backends only.
    #[inline(always)]
    pub const fn into_raw(self) -> H::Bit {
        self.0
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $type:ident, $call:ident) => {
        impl<H: Hw> $trait for $type<H> {
            type Output = Self;
            #[track_caller]
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(H::$call(self.0, other.0))
            }
        }
    };
}
operator!(BitOr, bitor, Word, or);
operator!(BitAnd, bitand, Word, and);
operator!(Add, add, Word, add);
operator!(Sub, sub, Word, sub);
operator!(BitOr, bitor, Cond, either);
operator!(BitAnd, bitand, Cond, both);

/// What a match-action switch lacks. Nothing implements it; it is asked of the right operand, where the compiler shows the
/// rule and not a bound to be added.
#[diagnostic::on_unimplemented(
    message = "a match-action switch does not multiply or divide two words",
    label = "no stage has an instruction for this",
    note = "shift by a constant (`word >> By::<4>`), let the control plane compute the product as action data, or take the \
            math unit of a stateful table"
)]
pub trait Multiplier {}

macro_rules! no_operator {
    ($($trait:ident $method:ident),*) => {
        $(impl<H: Hw, R: Multiplier> $trait<R> for Word<H> {
            type Output = Self;
            fn $method(self, _: R) -> Self {
                self
            }
        })*
    };
}
no_operator!(Mul mul, Div div, Rem rem);

impl<H: Hw, const N: u32> Shr<By<N>> for Word<H> {
    type Output = Self;
    #[track_caller]
    #[inline(always)]
    fn shr(self, _: By<N>) -> Self {
        const { assert!(N < 32, "a shift distance is 0..=31") };
        Self(H::shr::<N>(self.0))
    }
}

impl<H: Hw, const N: u32> Shl<By<N>> for Word<H> {
    type Output = Self;
    #[track_caller]
    #[inline(always)]
    fn shl(self, _: By<N>) -> Self {
        const { assert!(N < 32, "a shift distance is 0..=31") };
        Self(H::shl::<N>(self.0))
    }
}

impl<H: Hw> Not for Cond<H> {
    type Output = Self;
    #[track_caller]
    #[inline(always)]
    fn not(self) -> Self {
        Self(H::not(self.0))
    }
}

impl Data {
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

    /// The size of a packet that counts as part of its queue, under this mask; `None` where `unit` makes it 0 always.
    #[expect(clippy::manual_map, reason = "no closures between a backend and a program")]
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn own_size<H: Hw>(self, size: Word<H>, unit: DepthUnit) -> Option<Word<H>> {
        match H::own_size(self, size.0, unit) {
            Some(own) => Some(Word(own).named("own")),
            None => None,
        }
    }
}

macro_rules! data_operator {
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
data_operator!(Add, add, data_add);
data_operator!(Sub, sub, data_sub);
data_operator!(BitAnd, bitand, data_and);
