//! Metadata words and conditions: opaque, `Copy`, with the operators the hardware has.

use crate::Hw;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Not, Rem, Shl, Shr, Sub};

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
