//! Stateful-ALU evaluator, from the program descriptors alone.
//!
//! Written apart from the firmware backend on purpose, in wide integers, so that the two can disagree.

use super::graph::Access;
use freeboard_dataplane::{Cmp, Half, K, MathUnit, Op, OutSrc, Phv, Pred, Rel, Salu, SrcA, SrcB, Term, Upd};

const MODULUS: i128 = 1 << 32;

/// What an access sees: old content, metadata words, constants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight<'a> {
    pub(super) old: [u32; 2],
    pub(super) phv: [u32; 2],
    pub(super) access: &'a Access,
}

/// What an access did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// New content of both halves; a half without an update keeps its old content.
    pub(super) content: [u32; 2],
    /// The output word.
    pub(super) out: u32,
    /// Which case of the two comparisons held: `2 * hi + lo`.
    pub(super) case: usize,
    /// Entry of the math unit's table that an update read.
    pub(super) math: Option<usize>,
}

pub(super) fn run(salu: &Salu, sight: Sight<'_>) -> Outcome {
    let holds = |cmp: Option<Cmp>| cmp.is_some_and(|cmp| compare(cmp, sight));
    let case = 2 * usize::from(holds(salu.cmp_hi)) + usize::from(holds(salu.cmp_lo));
    let results = [salu.lo, salu.hi].map(|updates| half_result(updates, case, sight));
    let content = [results[0].unwrap_or(sight.old[0]), results[1].unwrap_or(sight.old[1])];
    let out = match salu.out {
        Some(out) if guard(out.guard, case) => match out.src {
            OutSrc::Old(half) => sight.old[half_index(half)],
            OutSrc::Phv(word) => sight.phv[phv_index(word)],
            OutSrc::Alu(half) => results[half_index(half)].unwrap_or(0),
            OutSrc::One => 1,
        },
        _ => 0,
    };
    let fired = salu.lo.iter().chain(&salu.hi).flatten().filter(|upd| guard(upd.guard, case));
    let read = |upd: &Upd| match upd.b {
        SrcB::Math(half) => leading(sight.old[half_index(half)]).map(|(entry, _)| entry),
        _ => None,
    };
    let math = fired.filter_map(read).next();
    Outcome { content, out, case, math }
}

fn guard(pred: Pred, case: usize) -> bool {
    pred.table() >> case & 1 == 1
}

const fn half_index(half: Half) -> usize {
    match half {
        Half::Lo => 0,
        Half::Hi => 1,
    }
}

const fn phv_index(word: Phv) -> usize {
    match word {
        Phv::Lo => 0,
        Phv::Hi => 1,
    }
}

/// The updates of a half that fire, OR-ed; `None` if none does.
fn half_result(updates: [Option<Upd>; 2], case: usize, sight: Sight<'_>) -> Option<u32> {
    let fired = updates.into_iter().flatten().filter(|upd| guard(upd.guard, case));
    fired.map(|upd| update(upd, sight)).reduce(|a, b| a | b)
}

fn update(upd: Upd, sight: Sight<'_>) -> u32 {
    let a = match upd.a {
        SrcA::Mem(half) => sight.old[half_index(half)],
        SrcA::K(k) => word_of(k, sight),
    };
    let b = match upd.b {
        SrcB::Phv(word) => sight.phv[phv_index(word)],
        SrcB::K(k) => word_of(k, sight),
        SrcB::Math(half) => {
            sight.access.math.as_ref().map_or(0, |unit| math(unit, sight.old[half_index(half)]))
        }
    };
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    let result = match upd.op {
        Op::A => wide_a,
        Op::B => wide_b,
        Op::Add => (wide_a + wide_b).rem_euclid(MODULUS),
        Op::Sub => (wide_a - wide_b).rem_euclid(MODULUS),
        Op::SatAdd => (wide_a + wide_b).min(MODULUS - 1),
        Op::SatSub => (wide_a - wide_b).max(0),
        Op::Min => wide_a.min(wide_b),
        Op::Max => wide_a.max(wide_b),
        Op::And => wide_a & wide_b,
        Op::Or => wide_a | wide_b,
        Op::Xor => wide_a ^ wide_b,
    };
    result as u32
}

/// A constant as a 32-bit operand: an immediate is sign-extended.
fn word_of(k: K, sight: Sight<'_>) -> u32 {
    constant(k, sight).rem_euclid(MODULUS) as u32
}

/// A constant's exact value: an immediate is signed, a row is not.
fn constant(k: K, sight: Sight<'_>) -> i128 {
    match k {
        K::Imm(value) => i128::from(value),
        K::Row(row) => sight.access.rows.get(usize::from(row)).copied().map_or(0, i128::from),
        K::Const(value) => i128::from(value),
    }
}

fn compare(cmp: Cmp, sight: Sight<'_>) -> bool {
    let mem = signed(cmp.mem, |half| sight.old[half_index(half)]);
    let phv = signed(cmp.phv, |word| sight.phv[phv_index(word)]);
    let sum = mem + phv + cmp.k.map_or(0, |k| constant(k, sight));
    // Serial: the sum's place on the circle of 2^32, read as -2^31 ..= 2^31 - 1.
    let half = MODULUS / 2;
    let sum = if cmp.serial { (sum + half).rem_euclid(MODULUS) - half } else { sum };
    match cmp.rel {
        Rel::Eq => sum == 0,
        Rel::Ne => sum != 0,
        Rel::Lt => sum < 0,
        Rel::Le => sum <= 0,
        Rel::Gt => sum > 0,
        Rel::Ge => sum >= 0,
    }
}

fn signed<T>(term: Term<T>, read: impl Fn(T) -> u32) -> i128 {
    match term {
        Term::None => 0,
        Term::Plus(source) => i128::from(read(source)),
        Term::Minus(source) => -i128::from(read(source)),
    }
}

/// The math unit over `x`: find the even power of two that brings x to (m/8) with m in 4..16, look up, scale back.
fn math(unit: &MathUnit, x: u32) -> u32 {
    let Some((m, exponent)) = leading(x) else { return 0 };
    let (table, scale) = unit.parts();
    let entry = i128::from(table[m]);
    let shift = i32::from(scale) - exponent;
    let value = if shift >= 0 { entry << shift } else { entry >> (-shift).min(100) };
    value.rem_euclid(MODULUS) as u32
}

/// m in 4 ..= 15 and the exponent of x = (m/8) * 4^exponent, so that 1/sqrt(x) = 1/sqrt(m/8) * 2^-exponent; `None` for 0.
fn leading(x: u32) -> Option<(usize, i32)> {
    let eighths = u64::from(x) * 8;
    let mut exponent: i32 = 0;
    while eighths >= 16u64 << (2 * exponent) {
        exponent += 1;
    }
    (x != 0).then_some(((eighths >> (2 * exponent)) as usize, exponent))
}

/// The low-pass filter: the value moves by min(dt, tau)/tau of the way to the sample, in 1/256 units. Stamps are
/// odd, so that 0 is none; a sample from before the last one changes nothing.
pub(super) fn low_pass(log2_tau_ns: u8, cell: [u32; 2], now: u32, sample: u32) -> ([u32; 2], u32) {
    let tau = 1i128 << log2_tau_ns;
    let now = now / 2 * 2 + 1;
    let since = i128::from(now.wrapping_sub(cell[1]).cast_signed());
    if since < 0 && cell[1] != 0 {
        return (cell, cell[0] / 256);
    }
    let elapsed = if cell[1] == 0 { 0 } else { since.min(tau) };
    let target = (i128::from(sample) * 256).min(MODULUS - 1);
    // Beyond 2^24 - 1 the sample saturates.
    let target = if sample >> 24 != 0 { MODULUS - 1 } else { target };
    let distance = target - i128::from(cell[0]);
    // Division truncates towards the old value on both sides.
    let value = (i128::from(cell[0]) + distance * elapsed / tau) as u32;
    ([value, now], value / 256)
}

#[cfg(test)]
mod tests {
    use super::*;
    use freeboard_dataplane::{LowPassCell, LowPassGain, MathFill};

    #[test]
    fn the_math_unit_is_read_as_the_firmware_reads_it() {
        for c in [1, 195, 200_000, u32::MAX] {
            let unit = MathUnit::reciprocal_sqrt(c, MathFill::LowerEdge);
            let powers = (0..32).flat_map(|bit| [(1u32 << bit) - 1, 1 << bit, (1 << bit) + 1]);
            for x in (0..4096).chain(powers).chain([u32::MAX]) {
                assert_eq!(math(&unit, x), unit.eval(x), "c {c} x {x}");
            }
        }
    }

    #[test]
    fn the_filter_is_read_as_the_firmware_reads_it() {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state
        };
        for log2 in [0, 5, 20, 31] {
            let gain = LowPassGain::from_log2(log2).expect("at most 31");
            let (mut native, mut cell) = (LowPassCell::default(), [0, 0]);
            for _ in 0..5000 {
                let (now, sample) = (next(), next() >> (next() % 32));
                let expected = native.sample(gain, now, sample);
                let (content, out) = low_pass(log2, cell, now, sample);
                assert_eq!((content, out), ([native.value_q8, native.stamp], expected));
                cell = content;
            }
        }
    }
}
