//! Interface of a backend of pipeline programs.

use crate::{Cond, Data, Lookup, LowPass, LowPassCell, LowPassGain, StatefulTable, Word};

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
