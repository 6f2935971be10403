//! Terms compared with their values.

use super::*;

/// A linear congruential generator (Knuth's MMIX constants), enough to vary packets.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }
}

#[test]
fn constructors_keep_the_value_of_what_they_simplify() {
    let mut draws = Draws(1);
    for _ in 0..2000 {
        let mut terms = Terms::new();
        let mut pool = vec![terms.variable("x", Sort::Bits(32)), terms.variable("y", Sort::Bits(32))];
        let [x, y] = [draws.next() >> (draws.next() % 32), draws.next()];
        let mut values = vec![x, y];
        for _ in 0..12 {
            let known = [0, 1, 2, 31, 255, u32::MAX, draws.next()][draws.next() as usize % 7];
            let constant = terms.word(known);
            pool.push(constant);
            values.push(known);
            let [i, j] = [0; 2].map(|_: u32| draws.next() as usize % pool.len());
            let (a, b, p, q) = (pool[i], pool[j], values[i], values[j]);
            let (term, value) = match draws.next() % 13 {
                0 => (terms.add(a, b), p.wrapping_add(q)),
                1 => (terms.sub(a, b), p.wrapping_sub(q)),
                2 => (terms.and(a, b), p & q),
                3 => (terms.or(a, b), p | q),
                4 => (terms.xor(a, b), p ^ q),
                5 => (terms.shl(a, b), p.checked_shl(q).unwrap_or(0)),
                6 => (terms.shr(a, b), p.checked_shr(q).unwrap_or(0)),
                7 => (terms.arithmetic(Arithmetic::MulLow, a, b), p.wrapping_mul(q)),
                8 => (terms.arithmetic(Arithmetic::Remainder, a, b), p.checked_rem(q).unwrap_or(p)),
                9 => (terms.arithmetic(Arithmetic::Quotient, a, b), p.checked_div(q).unwrap_or(u32::MAX)),
                10 => {
                    let below = terms.below(a, b);
                    (terms.choose(below, a, b), p.min(q))
                }
                11 => {
                    let equal = terms.equal(a, b);
                    (terms.flag(equal, 32), u32::from(p == q))
                }
                _ => {
                    let below = terms.below_signed(a, b);
                    (terms.flag(below, 32), u32::from(p.cast_signed() < q.cast_signed()))
                }
            };
            pool.push(term);
            values.push(value);
        }
        let assignment = [("x".to_owned(), x.into()), ("y".to_owned(), y.into())].into();
        let found = terms.evaluate(&pool, &assignment);
        assert!(found.iter().zip(&values).all(|(a, b)| *a == u128::from(*b)), "{pool:?}");
        for (&term, &value) in pool.iter().zip(&values) {
            let (least, most) = terms.bounds(term);
            assert!((least..=most).contains(&u128::from(value)), "{value} outside {least}..={most}");
            assert!(value.trailing_zeros() >= terms.zeros_below(term), "{value:#x} of {term:?}");
            if let Some(choices) = terms.choices(term, 64) {
                assert!(choices.contains(&u128::from(value)), "{value} is none of {choices:?}");
            }
        }
    }
}

#[test]
fn conditions_bound_a_term_and_the_whole_of_its_upper_bits() {
    let mut terms = Terms::new();
    let x = terms.variable("x", Sort::Bits(32));
    let [one, eight, base, zero] = [1, 8, 0x1000, 0].map(|value| terms.word(value));
    let upper = terms.shr(x, one);
    let none = terms.equal(upper, zero);
    let shifted = terms.shl(x, one);
    let address = terms.add(shifted, base);
    assert_eq!(terms.bounds_under(address, &[none]), (0x1000, 0x1002));
    let some = terms.not(none);
    assert_eq!(terms.bounds_under(x, &[some]), (2, u128::from(u32::MAX)));
    let below = terms.below(x, eight);
    assert_eq!(terms.bounds_under(address, &[below]), (0x1000, 0x100e));
    let (not_below, most) = (terms.not(below), terms.word(9));
    let above = terms.below(most, x);
    let not_above = terms.not(above);
    assert_eq!(terms.bounds_under(address, &[not_below, not_above]), (0x1010, 0x1012));
    assert_eq!(terms.bounds(address), (0, u128::from(u32::MAX)));
}

#[test]
fn the_scripts_define_what_they_use_before_they_use_it() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable("x", Sort::Bits(32)), terms.variable("y", Sort::Bits(32)));
    let product = terms.arithmetic(Arithmetic::MulHigh, x, y);
    let five = terms.word(5);
    let claim = terms.equal(product, five);
    let exact = script(&terms, &[claim], Products::Exact);
    assert!(exact.starts_with("(set-logic QF_BV)\n(define-fun mul_high"), "{exact}");
    assert!(
        exact.ends_with("(check-sat)\n") && exact.contains("(declare-const |x| (_ BitVec 32))"),
        "{exact}"
    );
    let loose = script_asking(&terms, &[claim], Products::Uninterpreted, &[x]);
    assert!(loose.starts_with("(set-logic QF_UFBV)\n(declare-fun open_mul_high"), "{loose}");
    assert!(loose.ends_with("(get-value (|x|))\n"), "{loose}");
    assert!(
        loose.contains("(bvule t") && !exact.contains("bvule"),
        "only what is left open has bounds: {loose}"
    );
}

#[test]
fn the_halves_of_a_product_with_a_weight_have_a_bound_together() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable("x", Sort::Bits(32)), terms.variable("y", Sort::Bits(32)));
    let [high, low] = [Arithmetic::MulHigh, Arithmetic::MulLow].map(|op| terms.arithmetic(op, x, y));
    let claim = terms.equal(high, low);
    let bounds = |terms: &Terms, assertions: &[Term]| {
        script(terms, assertions, Products::Uninterpreted).matches("(bvule (concat t").count()
    };
    assert_eq!(bounds(&terms, &[claim]), 0, "neither factor is known to be a weight");
    let limit = terms.word((1 << 16) + 1);
    let is_weight = terms.below(y, limit);
    let both = terms.both(claim, is_weight);
    assert_eq!([bounds(&terms, &[claim, is_weight]), bounds(&terms, &[both])], [1, 1]);
    assert_eq!(bounds(&terms, &[low, is_weight]), 0, "one half alone");
}

#[test]
fn of_a_chain_of_products_the_middle_is_left_open() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable("x", Sort::Bits(32)), terms.variable("y", Sort::Bits(32)));
    let first = terms.arithmetic(Arithmetic::MulLow, x, y);
    let middle = terms.arithmetic(Arithmetic::MulHigh, first, y);
    let last = terms.arithmetic(Arithmetic::MulLow, middle, x);
    let five = terms.word(5);
    let claim = terms.equal(last, five);
    let between = script(&terms, &[claim], Products::OpenBetween);
    assert_eq!(between.matches("(mul_low ").count(), 2, "{between}");
    assert!(between.contains("(open_mul_high ") && !between.contains("define-fun mul_high"), "{between}");
    let one = terms.equal(first, five);
    assert_eq!(script(&terms, &[one], Products::OpenBetween), script(&terms, &[one], Products::Exact));
}

#[test]
fn a_dialogue_takes_back_what_is_not_asserted_any_more() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable("x", Sort::Bits(32)), terms.variable("y", Sort::Bits(32)));
    let [a, b, c] = [(x, y), (y, x), (x, x)].map(|(a, b)| {
        let sum = terms.add(a, b);
        let limit = terms.word(7);
        terms.below(sum, limit)
    });
    let five = terms.word(5);
    let other = terms.equal(y, five);
    assert_eq!(a, b, "sums commute");
    let mut dialogue = Dialogue::default();
    let first = dialogue.question(&terms, &[a, c]);
    assert_eq!((first.matches("(push)").count(), first.matches("(declare-const |x|").count()), (2, 1));
    let second = dialogue.question(&terms, &[a, other]);
    assert!(second.starts_with("(pop 1)\n(push)\n") && !second.contains("declare-const"), "{second}");
    let third = dialogue.question(&terms, &[other]);
    assert!(third.starts_with("(pop 2)\n(push)\n(declare-const |y|"), "{third}");
}
