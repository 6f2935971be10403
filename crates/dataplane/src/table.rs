//! A register, the one table that owns it, and the entries that act on it.

use crate::{Data, MathUnit, Salu};

/// How many instances of a register there are, or of a program's action data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RegisterScope {
    /// One per pipe.
    Pipe,
    /// One per port.
    Port,
    /// One per queue.
    Queue,
}

impl RegisterScope {
    /// The scope with more instances.
    #[must_use]
    pub const fn finer(self, other: Self) -> Self {
        match (self, other) {
            (Self::Queue, _) | (_, Self::Queue) => Self::Queue,
            (Self::Port, _) | (_, Self::Port) => Self::Port,
            (Self::Pipe, Self::Pipe) => Self::Pipe,
        }
    }
}

/// Storage of one register instance: a 32-bit word or a pair.
pub trait Cell: Copy + Default + core::fmt::Debug + PartialEq + 'static {
    /// 1 or 2.
    const HALVES: u32;
    /// Both halves; `hi` is 0 for a single word.
    fn halves(&self) -> (u32, u32);
    /// Writes half `Lo`.
    fn set_lo(&mut self, value: u32);
    /// Writes half `Hi`; nothing for a single word, where it is scratch.
    fn set_hi(&mut self, value: u32);
}

impl Cell for u32 {
    const HALVES: u32 = 1;
    #[inline(always)]
    fn halves(&self) -> (u32, u32) {
        (*self, 0)
    }
    #[inline(always)]
    fn set_lo(&mut self, value: u32) {
        *self = value;
    }
    #[inline(always)]
    fn set_hi(&mut self, _: u32) {}
}

/// Two 32-bit halves in one 64-bit register, accessed together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Pair {
    /// First half.
    pub lo: u32,
    /// Second half.
    pub hi: u32,
}

impl Cell for Pair {
    const HALVES: u32 = 2;
    #[inline(always)]
    fn halves(&self) -> (u32, u32) {
        (self.lo, self.hi)
    }
    #[inline(always)]
    fn set_lo(&mut self, value: u32) {
        self.lo = value;
    }
    #[inline(always)]
    fn set_hi(&mut self, value: u32) {
        self.hi = value;
    }
}

/// The condition bits a table matches on.
pub trait Key<C>: Copy {
    /// Number of bits, 0 ..= 2.
    const LEN: usize;
    /// The bits, absent ones as `absent`.
    fn bits(self, absent: C) -> [C; 2];
}

impl<C: Copy> Key<C> for [C; 0] {
    const LEN: usize = 0;
    #[inline(always)]
    fn bits(self, absent: C) -> [C; 2] {
        [absent, absent]
    }
}

impl<C: Copy> Key<C> for [C; 1] {
    const LEN: usize = 1;
    #[inline(always)]
    fn bits(self, absent: C) -> [C; 2] {
        [self[0], absent]
    }
}

impl<C: Copy> Key<C> for [C; 2] {
    const LEN: usize = 2;
    #[inline(always)]
    fn bits(self, _: C) -> [C; 2] {
        self
    }
}

/// Run-time constants of one stateful ALU.
pub trait Config: Copy + 'static {
    /// Register-file rows.
    const ROWS: usize;
    /// The math unit is programmed.
    const HAS_MATH: bool;
    /// A row; 0 beyond the last.
    fn row(&self, index: u8) -> u32;
    /// The math unit over `x`; 0 without one.
    fn math(&self, x: u32) -> u32;
    /// The math unit, for reports.
    fn unit(&self) -> Option<MathUnit>;
}

/// Configuration with `N` rows and no math unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rows<const N: usize>(pub [Data; N]);

/// Configuration with `N` rows and a math unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RowsMath<const N: usize> {
    /// The rows.
    pub rows: [Data; N],
    /// The math unit.
    pub math: MathUnit,
}

#[inline(always)]
fn row_of<const N: usize>(rows: &[Data; N], index: u8) -> u32 {
    match rows.get(index as usize) {
        Some(data) => data.value(),
        None => 0,
    }
}

impl<const N: usize> Config for Rows<N> {
    const ROWS: usize = N;
    const HAS_MATH: bool = false;
    #[inline(always)]
    fn row(&self, index: u8) -> u32 {
        row_of(&self.0, index)
    }
    #[inline(always)]
    fn math(&self, _: u32) -> u32 {
        0
    }
    fn unit(&self) -> Option<MathUnit> {
        None
    }
}

impl<const N: usize> Config for RowsMath<N> {
    const ROWS: usize = N;
    const HAS_MATH: bool = true;
    #[inline(always)]
    fn row(&self, index: u8) -> u32 {
        row_of(&self.rows, index)
    }
    #[inline(always)]
    fn math(&self, x: u32) -> u32 {
        self.math.eval(x)
    }
    fn unit(&self) -> Option<MathUnit> {
        Some(self.math)
    }
}

/// One entry: where `key & mask == value`, run `salu`. Bit `i` of mask and value is key bit `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Key bits that are tested.
    pub mask: u8,
    /// What they must be.
    pub value: u8,
    /// The instruction.
    pub salu: Salu,
}

impl Entry {
    /// Runs `salu` where `key & mask == value`.
    #[must_use]
    pub const fn new(mask: u8, value: u8, salu: Salu) -> Self {
        Self { mask, value, salu }
    }

    /// Runs `salu` wherever no entry before it matched. It is an entry and not a default action,
    /// because a miss cannot access an indexed register.
    #[must_use]
    pub const fn always(salu: Salu) -> Self {
        Self::new(0, 0, salu)
    }
}

/// A register and its only table.
///
/// Entries are tried in order; at most four, the number of instructions one stateful ALU holds. Where no
/// entry matches, the register is untouched and the output is 0.
pub trait StatefulTable: Sized + 'static {
    /// Name in reports and golden traces.
    const NAME: &'static str;
    /// How many instances there are.
    const SCOPE: RegisterScope;
    /// Width.
    type Cell: Cell;
    /// Shape of the key: `[C; 0]`, `[C; 1]` or `[C; 2]`.
    type Key<C: Copy>: Key<C>;
    /// Run-time constants.
    type Config: Config;
    /// Significant bits of the output, 1 ..= 32.
    const OUT_BITS: u32;
    /// The entries.
    const ENTRIES: [Option<Entry>; 4];
}
