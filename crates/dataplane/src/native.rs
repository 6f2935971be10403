//! The firmware backend: words are `u32`, access rights are `&mut` cells, everything inlines.

use crate::{
    Cell, Checked, Cmp, Cond, Config, Data, Entry, Half, Hw, K, Key, Lookup, LowPass, LowPassCell,
    LowPassGain, Op, OutSrc, Phv, Pred, Rel, Salu, SrcA, SrcB, StatefulTable, Term, Upd, Word,
};
use freeboard_units::DepthUnit;

/// Plain `u32` arithmetic on the caller's state. Holds the unused part of the packet's random word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Native {
    random: u32,
}

impl Native {
    /// A pass over a packet with random word `random`.
    #[inline(always)]
    #[must_use]
    pub const fn new(random: u32) -> Self {
        Self { random }
    }
}

impl Hw for Native {
    type Raw = u32;
    type Bit = bool;
    type Port<'a, T: StatefulTable> = &'a mut T::Cell;
    type FilterPort<'a, F: LowPass> = &'a mut LowPassCell;

    #[inline(always)]
    fn open<'a, T: StatefulTable>(&self, cell: &'a mut T::Cell) -> &'a mut T::Cell {
        cell
    }
    #[inline(always)]
    fn open_filter<'a, F: LowPass>(&self, cell: &'a mut LowPassCell) -> &'a mut LowPassCell {
        cell
    }
    #[inline(always)]
    fn or(a: u32, b: u32) -> u32 {
        a | b
    }
    #[inline(always)]
    fn and(a: u32, b: u32) -> u32 {
        a & b
    }
    #[inline(always)]
    fn add(a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn sub(a: u32, b: u32) -> u32 {
        a.wrapping_sub(b)
    }
    #[inline(always)]
    fn saturating_sub(a: u32, b: u32) -> u32 {
        a.saturating_sub(b)
    }
    #[inline(always)]
    fn min(a: u32, b: u32) -> u32 {
        if a < b { a } else { b }
    }
    #[inline(always)]
    fn shr<const N: u32>(a: u32) -> u32 {
        a >> N
    }
    #[inline(always)]
    fn shl<const N: u32>(a: u32) -> u32 {
        a << N
    }
    #[inline(always)]
    fn slice_stamp(low: u32, high: u32) -> u32 {
        (low >> 10) | (high << 22)
    }
    #[inline(always)]
    fn data_saturating_sub(data: Data, b: u32) -> u32 {
        data.value().saturating_sub(b)
    }
    #[inline(always)]
    fn data_sub(data: Data, b: u32) -> u32 {
        data.value().wrapping_sub(b)
    }
    #[inline(always)]
    fn data_add(data: Data, b: u32) -> u32 {
        data.value().wrapping_add(b)
    }
    #[inline(always)]
    fn data_min(data: Data, b: u32) -> u32 {
        Self::min(data.value(), b)
    }
    #[inline(always)]
    fn data_and(data: Data, b: u32) -> u32 {
        data.value() & b
    }
    /// One path for every unit: the mask alone decides.
    #[inline(always)]
    fn own_size(mask: Data, size: u32, _: DepthUnit) -> Option<u32> {
        Some(mask.value() & size)
    }
    #[inline(always)]
    fn nonzero(a: u32) -> bool {
        a != 0
    }
    #[inline(always)]
    fn bit<const N: u32>(a: u32) -> bool {
        (a >> N) & 1 != 0
    }
    #[inline(always)]
    fn not(a: bool) -> bool {
        !a
    }
    #[inline(always)]
    fn both(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn either(a: bool, b: bool) -> bool {
        a | b
    }

    #[inline(always)]
    fn stateful<T: StatefulTable>(
        &mut self,
        port: &mut T::Cell,
        config: &T::Config,
        key: T::Key<Cond<Native>>,
        lo: Word<Self>,
        hi: Word<Self>,
    ) -> Word<Self> {
        let () = <T as Checked>::CHECK;
        let phv = (lo.0, hi.0);
        let old = port.halves();
        // Spelled out, not a loop: LLVM keeps a loop over descriptors as an interpreter.
        let out = if matches_key::<T>(const { T::ENTRIES[0] }, key) {
            run::<T>(const { T::ENTRIES[0] }, port, old, config, phv)
        } else if matches_key::<T>(const { T::ENTRIES[1] }, key) {
            run::<T>(const { T::ENTRIES[1] }, port, old, config, phv)
        } else if matches_key::<T>(const { T::ENTRIES[2] }, key) {
            run::<T>(const { T::ENTRIES[2] }, port, old, config, phv)
        } else if matches_key::<T>(const { T::ENTRIES[3] }, key) {
            run::<T>(const { T::ENTRIES[3] }, port, old, config, phv)
        } else {
            0
        };
        Word(out)
    }

    #[inline(always)]
    fn lookup<L: Lookup>(&mut self, data: &L::Data, key: L::Key<Cond<Native>>) -> Word<Self> {
        let [Cond(low), Cond(high)] = key.bits(Cond(false));
        let chosen = match (high, low) {
            (false, false) => const { L::SELECT[0] },
            (false, true) => const { L::SELECT[1] },
            (true, false) => const { L::SELECT[2] },
            (true, true) => const { L::SELECT[3] },
        };
        Word(match data.as_ref().get(chosen as usize) {
            Some(datum) => datum.value(),
            None => 0,
        })
    }

    #[inline(always)]
    fn random<const N: u32>(&mut self) -> Word<Self> {
        const { assert!(N >= 1 && N < 32, "a random slice has 1..=31 bits") };
        let slice = self.random & ((1 << N) - 1);
        self.random >>= N;
        Word(slice)
    }

    #[inline(always)]
    fn low_pass<F: LowPass>(
        &mut self,
        port: &mut LowPassCell,
        gain: LowPassGain,
        now: Word<Self>,
        sample: Word<Self>,
    ) -> Word<Self> {
        Word(port.sample(gain, now.0, sample.0))
    }
}

#[inline(always)]
fn matches_key<T: StatefulTable>(entry: Option<Entry>, key: T::Key<Cond<Native>>) -> bool {
    let Some(entry) = entry else { return false };
    let [Cond(low), Cond(high)] = key.bits(Cond(false));
    (entry.mask & 1 == 0 || low == (entry.value & 1 != 0))
        && (entry.mask & 2 == 0 || high == (entry.value & 2 != 0))
}

#[inline(always)]
fn run<T: StatefulTable>(
    entry: Option<Entry>,
    cell: &mut T::Cell,
    old: (u32, u32),
    config: &T::Config,
    phv: (u32, u32),
) -> u32 {
    match entry {
        Some(entry) => access::<T>(entry.salu, cell, old, config, phv),
        None => 0,
    }
}

/// One branch per comparison and straight code behind it, as a person would write it: with the outcomes known
/// in each branch every guard folds, and a comparison that no guard asks for any more is not made.
#[inline(always)]
fn access<T: StatefulTable>(
    salu: Salu,
    cell: &mut T::Cell,
    old: (u32, u32),
    config: &T::Config,
    phv: (u32, u32),
) -> u32 {
    if compare(salu.cmp_lo, old, phv, config) {
        after_lo::<T>(salu, true, cell, old, config, phv)
    } else {
        after_lo::<T>(salu, false, cell, old, config, phv)
    }
}

#[inline(always)]
fn after_lo<T: StatefulTable>(
    salu: Salu,
    lo: bool,
    cell: &mut T::Cell,
    old: (u32, u32),
    config: &T::Config,
    phv: (u32, u32),
) -> u32 {
    if asks_for_hi(salu, lo) && compare(salu.cmp_hi, old, phv, config) {
        execute::<T>(salu, (lo, true), cell, old, config, phv)
    } else {
        execute::<T>(salu, (lo, false), cell, old, config, phv)
    }
}

/// Some guard depends on the second comparison, the first being known.
#[inline(always)]
fn asks_for_hi(salu: Salu, lo: bool) -> bool {
    let [first_lo, second_lo] = salu.lo;
    let [first_hi, second_hi] = salu.hi;
    update_asks(first_lo, lo)
        || update_asks(second_lo, lo)
        || update_asks(first_hi, lo)
        || update_asks(second_hi, lo)
        || match salu.out {
            Some(out) => depends_on_hi(out.guard, lo),
            None => false,
        }
}

#[inline(always)]
fn update_asks(upd: Option<Upd>, lo: bool) -> bool {
    match upd {
        Some(upd) => depends_on_hi(upd.guard, lo),
        None => false,
    }
}

#[inline(always)]
fn depends_on_hi(guard: Pred, lo: bool) -> bool {
    holds(guard, (lo, false)) != holds(guard, (lo, true))
}

#[inline(always)]
fn execute<T: StatefulTable>(
    salu: Salu,
    cmp: (bool, bool),
    cell: &mut T::Cell,
    old: (u32, u32),
    config: &T::Config,
    phv: (u32, u32),
) -> u32 {
    let lo = half(salu.lo, cmp, old, phv, config);
    let hi = half(salu.hi, cmp, old, phv, config);
    // Flags live in half `Hi`, and clearing one is the common end of two branches: stored last, LLVM would join
    // the branches for it.
    if let Some(value) = hi {
        cell.set_hi(value);
    }
    if let Some(value) = lo {
        cell.set_lo(value);
    }
    match salu.out {
        None => 0,
        Some(out) if !holds(out.guard, cmp) => 0,
        Some(out) => match out.src {
            OutSrc::Old(Half::Lo) => old.0,
            OutSrc::Old(Half::Hi) => old.1,
            OutSrc::Phv(word) => metadata(word, phv),
            OutSrc::Alu(Half::Lo) => lo.unwrap_or(0),
            OutSrc::Alu(Half::Hi) => hi.unwrap_or(0),
            OutSrc::One => 1,
        },
    }
}

#[inline(always)]
fn half<C: Config>(
    updates: [Option<Upd>; 2],
    cmp: (bool, bool),
    old: (u32, u32),
    phv: (u32, u32),
    config: &C,
) -> Option<u32> {
    let [first, second] = updates;
    match (update(first, cmp, old, phv, config), update(second, cmp, old, phv, config)) {
        (Some(a), Some(b)) => Some(a | b),
        (Some(a), None) => Some(a),
        (None, b) => b,
    }
}

#[inline(always)]
fn update<C: Config>(
    upd: Option<Upd>,
    cmp: (bool, bool),
    old: (u32, u32),
    phv: (u32, u32),
    config: &C,
) -> Option<u32> {
    let upd = upd?;
    if !holds(upd.guard, cmp) {
        return None;
    }
    let a = match upd.a {
        SrcA::Mem(Half::Lo) => old.0,
        SrcA::Mem(Half::Hi) => old.1,
        SrcA::K(k) => constant(k, config),
    };
    let b = match upd.b {
        SrcB::Phv(word) => metadata(word, phv),
        SrcB::K(k) => constant(k, config),
        SrcB::Math(Half::Lo) => config.math(old.0),
        SrcB::Math(Half::Hi) => config.math(old.1),
    };
    Some(match upd.op {
        Op::A => a,
        Op::B => b,
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::SatAdd => a.saturating_add(b),
        Op::SatSub => a.saturating_sub(b),
        Op::Min => {
            if a < b {
                a
            } else {
                b
            }
        }
        Op::Max => {
            if a > b {
                a
            } else {
                b
            }
        }
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
    })
}

#[inline(always)]
fn metadata(word: Phv, phv: (u32, u32)) -> u32 {
    match word {
        Phv::Lo => phv.0,
        Phv::Hi => phv.1,
    }
}

#[inline(always)]
fn constant<C: Config>(k: K, config: &C) -> u32 {
    match k {
        K::Imm(value) => (value as i32).cast_unsigned(),
        K::Row(row) => config.row(row),
        K::Const(value) => value,
    }
}

/// The sixteen boolean functions of two bits, spelled out: a computed shift of the truth table does not fold.
#[inline(always)]
fn holds(guard: Pred, (lo, hi): (bool, bool)) -> bool {
    match guard.table() & 15 {
        0b0000 => false,
        0b0001 => !lo && !hi,
        0b0010 => lo && !hi,
        0b0011 => !hi,
        0b0100 => !lo && hi,
        0b0101 => !lo,
        0b0110 => lo != hi,
        0b0111 => !(lo && hi),
        0b1000 => lo && hi,
        0b1001 => lo == hi,
        0b1010 => lo,
        0b1011 => lo || !hi,
        0b1100 => hi,
        0b1101 => !lo || hi,
        0b1110 => lo || hi,
        _ => true,
    }
}

#[inline(always)]
fn compare<C: Config>(cmp: Option<Cmp>, old: (u32, u32), phv: (u32, u32), config: &C) -> bool {
    let Some(cmp) = cmp else { return false };
    match (cmp.mem, cmp.phv, cmp.k) {
        (Term::Minus(half), Term::Plus(word), None) if cmp.serial => {
            relate(metadata(word, phv).wrapping_sub(memory(half, old)).cast_signed(), 0, cmp.rel)
        }
        // Two operands compare as unsigned words, without the wide sum.
        (Term::Minus(half), Term::Plus(word), None) => {
            relate(metadata(word, phv), memory(half, old), cmp.rel)
        }
        (Term::Plus(half), Term::Minus(word), None) => {
            relate(memory(half, old), metadata(word, phv), cmp.rel)
        }
        (Term::Plus(half), Term::None, None) => relate(memory(half, old), 0, cmp.rel),
        (Term::None, Term::Plus(word), None) => relate(metadata(word, phv), 0, cmp.rel),
        _ => relate(wide_sum(cmp, old, phv, config), 0, cmp.rel),
    }
}

/// The exact sum: at most 2^32 + 2^32 + 2^32 in magnitude.
#[inline(always)]
fn wide_sum<C: Config>(cmp: Cmp, old: (u32, u32), phv: (u32, u32), config: &C) -> i64 {
    let mem = match cmp.mem {
        Term::None => 0,
        Term::Plus(half) => memory(half, old) as i64,
        Term::Minus(half) => -(memory(half, old) as i64),
    };
    let word = match cmp.phv {
        Term::None => 0,
        Term::Plus(word) => metadata(word, phv) as i64,
        Term::Minus(word) => -(metadata(word, phv) as i64),
    };
    // An immediate is signed; a row is an unsigned word.
    let k = match cmp.k {
        None => 0,
        Some(K::Imm(value)) => value as i64,
        Some(k) => constant(k, config) as i64,
    };
    mem + word + k
}

#[inline(always)]
fn memory(half: Half, old: (u32, u32)) -> u32 {
    match half {
        Half::Lo => old.0,
        Half::Hi => old.1,
    }
}

#[inline(always)]
fn relate<V: PartialOrd>(a: V, b: V, rel: Rel) -> bool {
    match rel {
        Rel::Eq => a == b,
        Rel::Ne => a != b,
        Rel::Lt => a < b,
        Rel::Le => a <= b,
        Rel::Gt => a > b,
        Rel::Ge => a >= b,
    }
}
