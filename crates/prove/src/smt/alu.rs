//! One access of a stateful ALU, the math unit and the low-pass filter as terms.

use super::data::DataPlace;
use super::inputs::Inputs;
use super::term::{Arithmetic, Term, Terms};
use freeboard_dataplane::{Cmp, Half, K, Op, OutSrc, Phv, Pred, Rel, Salu, SrcA, SrcB, Term as Signed, Upd};

/// Bits of a comparison's sum: a memory word, a metadata word and a constant, each with a sign.
const SUM: u32 = 36;

/// What an access sees.
pub(super) struct Sight<'a> {
    pub(super) old: [Term; 2],
    pub(super) phv: [Term; 2],
    pub(super) access: usize,
    pub(super) inputs: &'a Inputs,
}

/// What an access does.
pub(super) struct Effect {
    pub(super) content: [Term; 2],
    pub(super) out: Term,
}

pub(super) fn run(terms: &mut Terms, salu: &Salu, sight: &Sight<'_>) -> Effect {
    let mut cases = [salu.cmp_lo, salu.cmp_hi].map(|_| terms.truth(false));
    for (case, cmp) in cases.iter_mut().zip([salu.cmp_lo, salu.cmp_hi]) {
        if let Some(cmp) = cmp {
            *case = compare(terms, cmp, sight);
        }
    }
    let zero = terms.word(0);
    let (mut content, mut results) = (sight.old, [zero; 2]);
    for (half, updates) in [salu.lo, salu.hi].into_iter().enumerate() {
        let (fired, result) = half_result(terms, updates, cases, sight);
        content[half] = terms.choose(fired, result, sight.old[half]);
        results[half] = terms.choose(fired, result, zero);
    }
    let out = salu.out.map_or(zero, |out| {
        let word = match out.src {
            OutSrc::Old(half) => sight.old[half_index(half)],
            OutSrc::Phv(word) => sight.phv[phv_index(word)],
            OutSrc::Alu(half) => results[half_index(half)],
            OutSrc::One => terms.word(1),
        };
        let guard = guard(terms, out.guard, cases);
        terms.choose(guard, word, zero)
    });
    Effect { content, out }
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

/// The truth table over the two comparisons, read case by case.
fn guard(terms: &mut Terms, pred: Pred, [lo, hi]: [Term; 2]) -> Term {
    let case = |terms: &mut Terms, case: u8| terms.truth(pred.table() >> case & 1 == 1);
    let [neither, low, high, two] = [0, 1, 2, 3].map(|number| case(terms, number));
    let without = terms.choose(lo, low, neither);
    let with = terms.choose(lo, two, high);
    terms.choose(hi, with, without)
}

/// Whether an update of a half fires, and what those that do give together.
fn half_result(
    terms: &mut Terms,
    updates: [Option<Upd>; 2],
    cases: [Term; 2],
    sight: &Sight<'_>,
) -> (Term, Term) {
    let (mut fired, mut result) = (terms.truth(false), terms.word(0));
    for upd in updates.into_iter().flatten() {
        let fires = guard(terms, upd.guard, cases);
        let value = update(terms, upd, sight);
        let both = terms.or(result, value);
        let chosen = terms.choose(fired, both, value);
        result = terms.choose(fires, chosen, result);
        fired = terms.either(fired, fires);
    }
    (fired, result)
}

fn update(terms: &mut Terms, upd: Upd, sight: &Sight<'_>) -> Term {
    let a = match upd.a {
        SrcA::Mem(half) => sight.old[half_index(half)],
        SrcA::K(k) => word_of(terms, k, sight),
    };
    let b = match upd.b {
        SrcB::Phv(word) => sight.phv[phv_index(word)],
        SrcB::K(k) => word_of(terms, k, sight),
        SrcB::Math(half) => math(terms, sight, sight.old[half_index(half)]),
    };
    match upd.op {
        Op::A => a,
        Op::B => b,
        Op::Add => terms.add(a, b),
        Op::Sub => terms.sub(a, b),
        Op::SatAdd => {
            let sum = terms.add(a, b);
            let carried = terms.below(sum, a);
            let most = terms.word(u32::MAX);
            terms.choose(carried, most, sum)
        }
        Op::SatSub => saturating_sub(terms, a, b),
        Op::Min => smaller(terms, a, b),
        Op::Max => {
            let below = terms.below(a, b);
            terms.choose(below, b, a)
        }
        Op::And => terms.and(a, b),
        Op::Or => terms.or(a, b),
        Op::Xor => terms.xor(a, b),
    }
}

/// `a - b`, at least 0.
pub(super) fn saturating_sub(terms: &mut Terms, a: Term, b: Term) -> Term {
    let (below, difference, zero) = (terms.below(a, b), terms.sub(a, b), terms.word(0));
    terms.choose(below, zero, difference)
}

/// The smaller one.
pub(super) fn smaller(terms: &mut Terms, a: Term, b: Term) -> Term {
    let below = terms.below(a, b);
    terms.choose(below, a, b)
}

/// A constant as an operand: an immediate is sign-extended to a word.
fn word_of(terms: &mut Terms, k: K, sight: &Sight<'_>) -> Term {
    match k {
        K::Imm(value) => terms.word(i32::from(value).cast_unsigned()),
        K::Row(row) => row_of(terms, row, sight),
        K::Const(value) => terms.word(value),
    }
}

fn row_of(terms: &mut Terms, row: u8, sight: &Sight<'_>) -> Term {
    let place = DataPlace::Row { access: sight.access, row: usize::from(row) };
    sight.inputs.data.get(&place).copied().unwrap_or_else(|| terms.word(0))
}

/// A constant's exact value as a signed vector: an immediate has a sign, a row has none.
fn exact(terms: &mut Terms, k: K, sight: &Sight<'_>) -> Term {
    match k {
        K::Imm(value) => terms.constant(i128::from(value).cast_unsigned(), SUM),
        K::Row(row) => {
            let row = row_of(terms, row, sight);
            terms.zero_extend(row, SUM)
        }
        K::Const(value) => terms.constant(value.into(), SUM),
    }
}

fn compare(terms: &mut Terms, cmp: Cmp, sight: &Sight<'_>) -> Term {
    let mem = match cmp.mem {
        Signed::None => None,
        Signed::Plus(half) => Some((sight.old[half_index(half)], false)),
        Signed::Minus(half) => Some((sight.old[half_index(half)], true)),
    };
    let phv = match cmp.phv {
        Signed::None => None,
        Signed::Plus(word) => Some((sight.phv[phv_index(word)], false)),
        Signed::Minus(word) => Some((sight.phv[phv_index(word)], true)),
    };
    let mut sum = terms.constant(0, SUM);
    for (word, negative) in [mem, phv].into_iter().flatten() {
        let word = terms.zero_extend(word, SUM);
        sum = if negative { terms.sub(sum, word) } else { terms.add(sum, word) };
    }
    if let Some(k) = cmp.k {
        let k = exact(terms, k, sight);
        sum = terms.add(sum, k);
    }
    // Serial: the sum's place on the circle of 2^32, by its sign.
    let sum = if cmp.serial { terms.extract(sum, 31, 0) } else { sum };
    let zero = terms.constant(0, terms.width(sum));
    match cmp.rel {
        Rel::Eq => terms.equal(sum, zero),
        Rel::Ne => terms.nonzero(sum),
        Rel::Lt => terms.below_signed(sum, zero),
        Rel::Gt => terms.below_signed(zero, sum),
        Rel::Le => {
            let above = terms.below_signed(zero, sum);
            terms.not(above)
        }
        Rel::Ge => {
            let below = terms.below_signed(sum, zero);
            terms.not(below)
        }
    }
}

/// The math unit over `x`: the smallest even exponent that leaves four leading bits of 8x, a look-up, a shift.
fn math(terms: &mut Terms, sight: &Sight<'_>, x: Term) -> Term {
    let access = sight.access;
    let Some(&scale) = sight.inputs.data.get(&DataPlace::MathScale { access }) else { return terms.word(0) };
    let (wide, three) = (terms.zero_extend(x, 35), terms.constant(3, 35));
    let eighths = terms.shl(wide, three);
    let mut leading = terms.constant(0, 4);
    let mut exponent = terms.word(0);
    // 8x is below 2^35, so 16 halvings of the exponent suffice; the smallest that fits is chosen last.
    for half in (0..=16u32).rev() {
        let rest = (2 * half + 4).min(35);
        let fits = if rest == 35 {
            terms.truth(true)
        } else {
            let limit = terms.constant(1 << rest, 35);
            terms.below(eighths, limit)
        };
        let shift = terms.constant((2 * half).into(), 35);
        let down = terms.shr(eighths, shift);
        let bits = terms.extract(down, 3, 0);
        leading = terms.choose(fits, bits, leading);
        let half = terms.word(half);
        exponent = terms.choose(fits, half, exponent);
    }
    let mut entry = terms.constant(0, 8);
    for index in 0..16usize {
        let known = sight.inputs.data[&DataPlace::MathEntry { access, entry: index }];
        let number = terms.constant(index as u128, 4);
        let here = terms.equal(leading, number);
        entry = terms.choose(here, known, entry);
    }
    let (entry, scale) = (terms.zero_extend(entry, 32), terms.sign_extend(scale, 32));
    let zero = terms.word(0);
    let (up, down) = (terms.sub(scale, exponent), terms.sub(exponent, scale));
    let (left, right) = (terms.shl(entry, up), terms.shr(entry, down));
    let negative = terms.below_signed(up, zero);
    let value = terms.choose(negative, right, left);
    let some = terms.nonzero(x);
    terms.choose(some, value, zero)
}

/// The low-pass filter: the value moves by min(dt, tau)/tau of the way to the sample, in 1/256 units. Stamps are
/// odd, so that 0 is none; a sample from before the last one changes nothing.
pub(super) fn low_pass(
    terms: &mut Terms,
    log2_tau_ns: Term,
    cell: [Term; 2],
    now: Term,
    sample: Term,
) -> ([Term; 2], Term) {
    let [value, stamp] = cell;
    let (zero, one, eight, most) = (terms.word(0), terms.word(1), terms.word(8), terms.word(u32::MAX));
    let now = terms.or(now, one);
    let since = terms.sub(now, stamp);
    let log2 = terms.zero_extend(log2_tau_ns, 32);
    let tau = terms.shl(one, log2);
    let seen = terms.nonzero(stamp);
    let back = terms.below_signed(since, zero);
    let late = terms.both(seen, back);
    let elapsed = terms.choose(seen, since, zero);
    let scaled = terms.shl(sample, eight);
    let large = {
        let limit = terms.word(1 << 24);
        let small = terms.below(sample, limit);
        terms.not(small)
    };
    let target = terms.choose(large, most, scaled);
    let falls = terms.below(target, value);
    let (up, down) = (terms.sub(target, value), terms.sub(value, target));
    let distance = terms.choose(falls, down, up);
    let high = terms.arithmetic(Arithmetic::MulHigh, distance, elapsed);
    let low = terms.arithmetic(Arithmetic::MulLow, distance, elapsed);
    let product = terms.concat(high, low);
    let log2 = terms.zero_extend(log2, 64);
    let step = terms.shr(product, log2);
    let step = terms.extract(step, 31, 0);
    let (raised, lowered) = (terms.add(value, step), terms.sub(value, step));
    let moved = terms.choose(falls, lowered, raised);
    // After a whole time constant the distance is gone, whatever the product's rounding.
    let part = terms.below(elapsed, tau);
    let moved = terms.choose(part, moved, target);
    let content = [terms.choose(late, value, moved), terms.choose(late, stamp, now)];
    let out = terms.shr(content[0], eight);
    (content, out)
}
