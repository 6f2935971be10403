//! The decoder and the executor beside values computed by hand from RFC 9669.

use super::decode::{Alu, Condition, Instruction, Width, decode};
use super::explore::{Paths, Run, explore};
use super::machine::Stop;
use super::memory::Regions;
use super::replay::Nobody;
use super::values;
use crate::smt::{Arithmetic, Assignment, Sort, Term, Terms};
use crate::symbolic::{Answer, Judge};

/// Memory that test programs may read and write.
const BASE: u64 = 0x2000_0000;

/// One slot: code, target, source, offset, immediate.
fn slot(code: u8, target: u8, source: u8, offset: i16, immediate: i32) -> [u8; 8] {
    let ([low, high], [a, b, c, d]) = (offset.to_le_bytes(), immediate.to_le_bytes());
    [code, source << 4 | target, low, high, a, b, c, d]
}

/// `register = value`, two slots.
fn constant(register: u8, value: u64) -> [[u8; 8]; 2] {
    let (low, high) = (value as u32, (value >> 32) as u32);
    [slot(0x18, register, 0, 0, low.cast_signed()), slot(0, 0, 0, 0, high.cast_signed())]
}

const EXIT: [u8; 8] = [0x95, 0, 0, 0, 0, 0, 0, 0];

fn run_on(terms: &mut Terms, judge: &mut dyn Judge, slots: &[[u8; 8]], words: &[Term]) -> Paths {
    explore(terms, judge, &slots.concat(), &run(words), |_| false)
}

/// The answer of a program on four words of memory.
fn answer_on(slots: &[[u8; 8]], words: [u32; 4]) -> Result<u64, Stop> {
    let mut terms = Terms::new();
    let words = words.map(|word| terms.word(word));
    let found = run_on(&mut terms, &mut Nobody, slots, &words);
    assert_eq!(found.paths.len(), 1, "numbers take one path");
    found.paths[0].end.map(|answer| terms.value(answer).expect("a number") as u64)
}

fn answer(slots: &[[u8; 8]]) -> Result<u64, Stop> {
    answer_on(slots, [0; 4])
}

/// r0 after `r0 = a; r1 = b;` and one instruction.
fn after(a: u64, b: u64, instruction: [u8; 8]) -> u64 {
    let slots = [constant(0, a).as_slice(), &constant(1, b), &[instruction, EXIT]].concat();
    answer(&slots).expect("it returns")
}

const MOST: u64 = u64::MAX;
const LEAST: u64 = 1 << 63;

#[test]
fn every_operation_gives_what_the_rfc_says() {
    // Code with a register (8) as its source, offset, r0, r1, r0 afterwards.
    let all: [(u8, i16, u64, u64, u64); 44] = [
        (0x0f, 0, MOST, 2, 1),
        (0x0c, 0, 0xffff_ffff_ffff_ffff, 2, 1),
        (0x1f, 0, 0, 1, MOST),
        (0x1c, 0, 0, 1, 0xffff_ffff),
        (0x2f, 0, 0x1_0000_0001, 0x1_0000_0001, 0x2_0000_0001),
        (0x2c, 0, 0x1_0000_0003, 0x8000_0005, 0x8000_000f),
        (0x3f, 0, MOST, 3, 0x5555_5555_5555_5555),
        (0x3f, 0, 7, 0, 0),
        (0x3c, 0, 0xffff_ffff_0000_0007, 2, 3),
        (0x3c, 0, 0xffff_ffff_0000_0007, 0x1_0000_0000, 0),
        (0x3f, 1, MOST - 6, 2, MOST - 2),
        (0x3f, 1, LEAST, MOST, LEAST),
        (0x3c, 1, 0xffff_fff9, 2, 0xffff_fffd),
        (0x3c, 1, 0x8000_0000, 0xffff_ffff, 0x8000_0000),
        (0x3c, 1, 5, 0, 0),
        (0x9f, 0, 0x1_0000_0007, 0x1_0000_0000, 7),
        (0x9f, 0, 0x1_0000_0007, 0, 0x1_0000_0007),
        (0x9c, 0, 0xffff_ffff_0000_0007, 0, 7),
        (0x9c, 0, 17, 5, 2),
        (0x9f, 1, MOST - 6, 2, MOST),
        (0x9f, 1, LEAST, MOST, 0),
        (0x9c, 1, 0xffff_fff9, 3, 0xffff_ffff),
        (0x4f, 0, 0xf0, 0x1_0000_000f, 0x1_0000_00ff),
        (0x4c, 0, 0x1_0000_00f0, 0xf, 0xff),
        (0x5f, 0, 0xf_0000_00ff, 0x3_0000_000f, 0x3_0000_000f),
        (0x5c, 0, 0xf_0000_00ff, 0x3_0000_000f, 0xf),
        (0xaf, 0, 0x5_0000_0005, 0x3_0000_0003, 0x6_0000_0006),
        (0xac, 0, 0x5_0000_0005, 0x3_0000_0003, 6),
        (0x6f, 0, 1, 63, LEAST),
        (0x6f, 0, 3, 65, 6),
        (0x6c, 0, 0x8000_0001, 33, 2),
        (0x7f, 0, LEAST, 63, 1),
        (0x7c, 0, 0xffff_ffff_8000_0000, 31, 1),
        (0xcf, 0, LEAST, 62, MOST - 1),
        (0xcc, 0, 0x8000_0000, 30, 0xffff_fffe),
        (0xcc, 0, 0x8000_0000, 32, 0x8000_0000),
        (0xbf, 0, 1, 0x8000_0000_0000_0002, 0x8000_0000_0000_0002),
        (0xbc, 0, MOST, 0xffff_ffff_0000_0002, 2),
        (0xbf, 8, 0, 0x80, MOST - 0x7f),
        (0xbf, 16, 0, 0x1_8000, MOST - 0x7fff),
        (0xbf, 32, 0, 0x8000_0000, 0xffff_ffff_8000_0000),
        (0xbc, 8, 0, 0xff, 0xffff_ffff),
        (0xbc, 16, MOST, 0x7fff, 0x7fff),
        (0x0f, 0, 0x8000_0000, 0x8000_0000, 0x1_0000_0000),
    ];
    for (code, offset, a, b, expected) in all {
        let found = after(a, b, slot(code, 0, 1, offset, 0));
        assert_eq!(found, expected, "{code:#x}, offset {offset}: {a:#x}, {b:#x}");
    }
}

#[test]
fn an_immediate_is_extended_by_its_sign_to_the_width_of_the_operation() {
    assert_eq!(after(5, 0, slot(0x07, 0, 0, 0, -1)), 4);
    assert_eq!(after(0, 0, slot(0x07, 0, 0, 0, -1)), MOST);
    assert_eq!(after(MOST, 0, slot(0x04, 0, 0, 0, -1)), 0xffff_fffe);
    assert_eq!(after(0, 0, slot(0xb7, 0, 0, 0, -2)), MOST - 1);
    assert_eq!(after(0, 0, slot(0xb4, 0, 0, 0, -2)), 0xffff_fffe);
    // Division by the immediate as an unsigned number of 64 bits.
    assert_eq!(after(MOST, 0, slot(0x37, 0, 0, 0, -1)), 1);
    assert_eq!(after(5, 0, slot(0x87, 0, 0, 0, 0)), MOST - 4);
    assert_eq!(after(5, 0, slot(0x84, 0, 0, 0, 0)), 0xffff_fffb);
}

#[test]
fn bytes_are_turned_around_and_what_lies_above_is_cut() {
    let value = 0x1122_3344_5566_7788;
    // To little-endian, to big-endian, swapped.
    let all = [
        (0xd4, 16, 0x7788),
        (0xd4, 32, 0x5566_7788),
        (0xd4, 64, value),
        (0xdc, 16, 0x8877),
        (0xdc, 32, 0x8877_6655),
        (0xdc, 64, 0x8877_6655_4433_2211),
        (0xd7, 16, 0x8877),
        (0xd7, 32, 0x8877_6655),
        (0xd7, 64, 0x8877_6655_4433_2211),
    ];
    for (code, bits, expected) in all {
        assert_eq!(after(value, 0, slot(code, 0, 0, 0, bits)), expected, "{code:#x} of {bits} bits");
    }
}

#[test]
fn every_jump_is_taken_as_the_rfc_says() {
    // Code of the class JMP with a register, operands, taken of 64 bits, taken of the low 32.
    let (minus, wide) = (MOST, 0x1_0000_0000);
    let all = [
        (0x1d, wide, 0, false, true),
        (0x5d, wide, 0, true, false),
        (0x2d, wide, 1, true, false),
        (0x3d, 3, 3, true, true),
        (0xad, minus, 1, false, false),
        (0xbd, 3, 3, true, true),
        (0x6d, 1, minus, true, true),
        (0x7d, 0x8000_0000, 0, true, false),
        (0xcd, 0x8000_0000, 0, false, true),
        (0xdd, minus, minus, true, true),
        (0x4d, wide, wide, true, false),
        (0x4d, 6, 3, true, true),
        (0x4d, 4, 3, false, false),
    ];
    for (code, a, b, double, word) in all {
        for (code, taken) in [(code, double), (code + 1, word)] {
            let jump = [slot(code, 0, 1, 1, 0), slot(0xb7, 2, 0, 0, 7), slot(0xbf, 0, 2, 0, 0), EXIT];
            let slots = [&constant(0, a)[..], &constant(1, b), &constant(2, 9), &jump].concat();
            assert_eq!(answer(&slots), Ok(if taken { 9 } else { 7 }), "{code:#x} of {a:#x} and {b:#x}");
        }
    }
    // Always: by the offset, and in the class JMP32 by the immediate.
    for jump in [slot(0x05, 0, 0, 1, 0), slot(0x06, 0, 0, 0, 1)] {
        let slots = [slot(0xb7, 0, 0, 0, 1), jump, slot(0xb7, 0, 0, 0, 2), EXIT];
        assert_eq!(answer(&slots), Ok(1));
    }
}

#[test]
fn memory_is_little_endian_and_of_any_alignment() {
    let words = [0x4433_2211, 0x8877_6655, 0xccbb_aa99, 0];
    let load = |code: u8, offset: i16| answer_on(&[slot(code, 0, 1, offset, 0), EXIT], words);
    assert_eq!(load(0x61, 4), Ok(0x8877_6655));
    assert_eq!(load(0x69, 2), Ok(0x4433));
    assert_eq!(load(0x69, 3), Ok(0x5544));
    assert_eq!(load(0x71, 7), Ok(0x88));
    assert_eq!(load(0x79, 1), Ok(0x9988_7766_5544_3322));
    assert_eq!(load(0x81, 4), Ok(0xffff_ffff_8877_6655));
    assert_eq!(load(0x89, 6), Ok(0xffff_ffff_ffff_8877));
    assert_eq!(load(0x91, 8), Ok(0xffff_ffff_ffff_ff99));
    let store = |code: u8, offset: i16| {
        let slots = [slot(code, 1, 2, offset, 0), slot(0x79, 0, 1, 0, 0), EXIT];
        answer_on(&[constant(2, 0x0102_0304_0506_0708).as_slice(), &slots].concat(), words)
    };
    assert_eq!(store(0x63, 4), Ok(0x0506_0708_4433_2211));
    assert_eq!(store(0x6b, 3), Ok(0x8877_6607_0833_2211));
    assert_eq!(store(0x73, 0), Ok(0x8877_6655_4433_2208));
    assert_eq!(store(0x7b, 0), Ok(0x0102_0304_0506_0708));
    let stored = [slot(0x7a, 1, 0, 0, -2), slot(0x79, 0, 1, 0, 0), EXIT];
    assert_eq!(answer_on(&stored, words), Ok(MOST - 1));
}

#[test]
fn no_access_leaves_its_memory() {
    let outside = |code: u8, base: u8, offset: i16| {
        let write = code & 7 != 1;
        let (target, source) = if write { (base, 0) } else { (0, base) };
        let found = answer(&[slot(0xb7, 0, 0, 0, 0), slot(code, target, source, offset, 0), EXIT]);
        assert_eq!(found, Err(Stop::Outside { at: 1, write }), "{code:#x} at {offset}");
    };
    for code in [0x61, 0x63] {
        outside(code, 1, 13);
        outside(code, 1, -1);
        outside(code, 10, -3);
        outside(code, 10, -513);
    }
    assert_eq!(answer(&[slot(0x7a, 10, 0, -512, 5), slot(0x79, 0, 10, -512, 0), EXIT]), Ok(5));
}

#[test]
fn a_call_keeps_what_is_saved_and_has_a_stack_of_its_own() {
    let slots = [
        slot(0xb7, 6, 0, 0, 5),
        slot(0x7a, 10, 0, -8, 9),
        slot(0x85, 0, 1, 0, 3),
        slot(0x0f, 0, 6, 0, 0),
        slot(0x79, 7, 10, -8, 0),
        slot(0x05, 0, 0, 4, 0),
        // The function: other values in its own r6 and on its own stack.
        slot(0xb7, 6, 0, 0, 100),
        slot(0x7a, 10, 0, -8, 200),
        slot(0xb7, 0, 0, 0, 1),
        EXIT,
        slot(0x0f, 0, 7, 0, 0),
        EXIT,
    ];
    assert_eq!(answer(&slots), Ok(1 + 5 + 9));
    let endless = [slot(0x85, 0, 1, 0, -1), EXIT];
    assert_eq!(answer(&endless), Err(Stop::Deep { at: 0 }));
    let reads_scratch = [
        slot(0x85, 0, 1, 0, 1),
        slot(0x05, 0, 0, 2, 0),
        slot(0xb7, 0, 0, 0, 1),
        EXIT,
        slot(0x61, 0, 1, 0, 0),
        EXIT,
    ];
    assert_eq!(answer(&reads_scratch), Err(Stop::Open { at: 4 }), "r1 is nobody's after a call");
}

#[test]
fn what_the_executor_does_not_know_is_no_instruction() {
    let unknown = [
        slot(0x85, 0, 0, 0, 1),
        slot(0xdb, 1, 2, 0, 0),
        slot(0x20, 0, 0, 0, 0),
        slot(0x9f, 0, 1, 2, 0),
        slot(0xb7, 10, 0, 0, 0),
        slot(0xbf, 0, 11, 0, 0),
        slot(0xbc, 0, 1, 32, 0),
        slot(0x0f, 0, 1, 0, 1),
        slot(0xd4, 0, 0, 0, 8),
        slot(0x99, 0, 1, 0, 0),
        slot(0xe5, 0, 0, 0, 0),
        slot(0x18, 0, 1, 0, 0),
    ];
    for instruction in unknown {
        assert_eq!(decode(&[instruction, [0; 8]].concat(), 0), None, "{instruction:x?}");
    }
    let beyond = [slot(0x05, 0, 0, 7, 0), EXIT];
    assert_eq!(answer(&beyond), Err(Stop::Invalid { at: 0 }));
    let call = Instruction::Call { distance: -3 };
    assert_eq!(decode(&slot(0x85, 0, 1, 0, -3), 0), Some(call));
}

#[test]
fn a_loop_without_end_is_given_up_and_not_taken_for_one_that_returns() {
    let found = answer(&[slot(0x05, 0, 0, -1, 0), EXIT]);
    assert!(found.is_err_and(Stop::is_open));
}

/// Takes everything for possible.
struct Everything;

impl Judge for Everything {
    fn possible(&mut self, _: &Terms, _: &[Term]) -> Answer {
        Answer::Possible
    }
}

#[test]
fn ways_around_a_branch_meet_and_division_by_zero_is_a_way_of_its_own() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::Bits(32)));
    let slots = [
        slot(0x61, 0, 1, 0, 0),
        slot(0x61, 2, 1, 4, 0),
        slot(0xae, 0, 2, 1, 0),
        slot(0x1c, 0, 2, 0, 0),
        slot(0x3c, 0, 2, 0, 0),
        slot(0x63, 1, 0, 0, 0),
        EXIT,
    ];
    let found = run_on(&mut terms, &mut Everything, &slots, &[x, y]);
    assert_eq!(found.paths.len(), 1, "all ways meet");
    let (answer, stored) = (found.paths[0].end.expect("it returns"), found.paths[0].memory[&BASE]);
    for (a, b) in [(7_u32, 2_u32), (2, 7), (5, 0), (0, 0), (u32::MAX, 1)] {
        let values: Assignment = [("x".to_owned(), a.into()), ("y".to_owned(), b.into())].into();
        let less = if a < b { a } else { a - b };
        let expected = u128::from(less.checked_div(b).unwrap_or(0));
        assert_eq!(terms.evaluate(&[answer, stored], &values), [expected; 2], "{a}, {b}");
    }
    let few = explore(&mut terms, &mut Everything, &slots.concat(), &run(&[x, y]), |_| true);
    assert!(few.cut_short && few.paths.is_empty());
}

fn run(words: &[Term]) -> Run {
    let packet = BASE..BASE + 4 * words.len() as u64;
    let regions = Regions { readable: Vec::new(), writable: vec![packet] };
    let memory = (BASE..).step_by(4).zip(words.iter().copied()).collect();
    Run { context: BASE, memory, assumptions: Vec::new(), regions }
}

/// Registers of every shape that constructors treat by itself, of two words.
fn shapes(terms: &mut Terms, x: Term, y: Term) -> Vec<Term> {
    let [high, low] = [Arithmetic::MulHigh, Arithmetic::MulLow].map(|op| terms.arithmetic(op, x, y));
    let (product, pair) = (terms.concat(high, low), terms.concat(y, x));
    let (word, signed) = (terms.zero_extend(x, 64), terms.sign_extend(x, 64));
    let other = terms.zero_extend(y, 64);
    let by = terms.constant(32, 64);
    let (sum, doubled, raised) = (terms.add(word, other), terms.add(pair, pair), terms.shl(pair, by));
    let lowered = terms.shr(doubled, by);
    let seven = terms.constant(7, 64);
    let shifted = terms.shr(product, seven);
    let smaller = terms.below(x, y);
    let chosen = terms.choose(smaller, pair, word);
    let known =
        [0, 3, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, MOST].map(|value| terms.constant(value.into(), 64));
    [product, pair, word, signed, sum, raised, lowered, shifted, chosen].into_iter().chain(known).collect()
}

/// The RFC's operations on numbers, for divisors that are not 0.
fn expected(width: Width, operation: Alu, a: u64, b: u64) -> u64 {
    if width == Width::Word {
        let (a, b) = (a as u32, b as u32);
        let (x, y) = (a.cast_signed(), b.cast_signed());
        return u64::from(match operation {
            Alu::Add => a.wrapping_add(b),
            Alu::Sub => a.wrapping_sub(b),
            Alu::Mul => a.wrapping_mul(b),
            Alu::Div => a / b,
            Alu::Mod => a % b,
            Alu::DivSigned => x.wrapping_div(y).cast_unsigned(),
            Alu::ModSigned => x.wrapping_rem(y).cast_unsigned(),
            Alu::Or => a | b,
            Alu::And => a & b,
            Alu::Xor => a ^ b,
            Alu::ShiftLeft => a.wrapping_shl(b),
            Alu::ShiftRight => a.wrapping_shr(b),
            Alu::ShiftRightArithmetic => x.wrapping_shr(b).cast_unsigned(),
            Alu::Neg => a.wrapping_neg(),
            Alu::Move => b,
            Alu::MoveSigned(bits) => (y << (32 - bits) >> (32 - bits)).cast_unsigned(),
        });
    }
    let (x, y, by) = (a.cast_signed(), b.cast_signed(), b as u32);
    match operation {
        Alu::Add => a.wrapping_add(b),
        Alu::Sub => a.wrapping_sub(b),
        Alu::Mul => a.wrapping_mul(b),
        Alu::Div => a / b,
        Alu::Mod => a % b,
        Alu::DivSigned => x.wrapping_div(y).cast_unsigned(),
        Alu::ModSigned => x.wrapping_rem(y).cast_unsigned(),
        Alu::Or => a | b,
        Alu::And => a & b,
        Alu::Xor => a ^ b,
        Alu::ShiftLeft => a.wrapping_shl(by),
        Alu::ShiftRight => a.wrapping_shr(by),
        Alu::ShiftRightArithmetic => x.wrapping_shr(by).cast_unsigned(),
        Alu::Neg => a.wrapping_neg(),
        Alu::Move => b,
        Alu::MoveSigned(bits) => (y << (64 - bits) >> (64 - bits)).cast_unsigned(),
    }
}

const OPERATIONS: [Alu; 17] = [
    Alu::Add,
    Alu::Sub,
    Alu::Mul,
    Alu::Div,
    Alu::DivSigned,
    Alu::Or,
    Alu::And,
    Alu::ShiftLeft,
    Alu::ShiftRight,
    Alu::Neg,
    Alu::Mod,
    Alu::ModSigned,
    Alu::Xor,
    Alu::Move,
    Alu::MoveSigned(8),
    Alu::MoveSigned(16),
    Alu::ShiftRightArithmetic,
];

const CONDITIONS: [Condition; 11] = [
    Condition::Equal,
    Condition::NotEqual,
    Condition::Above,
    Condition::AtLeast,
    Condition::Below,
    Condition::AtMost,
    Condition::AboveSigned,
    Condition::AtLeastSigned,
    Condition::BelowSigned,
    Condition::AtMostSigned,
    Condition::Set,
];

fn holds(condition: Condition, a: u64, b: u64, (x, y): (i64, i64)) -> bool {
    match condition {
        Condition::Equal => a == b,
        Condition::NotEqual => a != b,
        Condition::Above => a > b,
        Condition::AtLeast => a >= b,
        Condition::Below => a < b,
        Condition::AtMost => a <= b,
        Condition::AboveSigned => x > y,
        Condition::AtLeastSigned => x >= y,
        Condition::BelowSigned => x < y,
        Condition::AtMostSigned => x <= y,
        Condition::Set => a & b != 0,
    }
}

#[test]
fn every_term_means_what_the_number_does() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::Bits(32)));
    let shapes = shapes(&mut terms, x, y);
    let mut results = Vec::new();
    for (&a, &b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
        for width in [Width::Word, Width::Double] {
            for operation in
                OPERATIONS.into_iter().chain((width == Width::Double).then_some(Alu::MoveSigned(32)))
            {
                let result = values::alu(&mut terms, width, operation, a, b);
                results.extend(result.map(|result| ((a, b), width, Ok(operation), result)));
            }
            for condition in CONDITIONS {
                let result = values::condition(&mut terms, width, condition, a, b);
                results.push(((a, b), width, Err(condition), result));
            }
        }
    }
    let flat: Vec<Term> = results.iter().flat_map(|((a, b), _, _, result)| [*a, *b, *result]).collect();
    for (p, q) in
        [(0, 0), (1, MOST as u32), (0x8000_0000, 0x8000_0000), (MOST as u32, MOST as u32), (0x1234_5678, 33)]
    {
        let values: Assignment = [("x".to_owned(), p.into()), ("y".to_owned(), q.into())].into();
        let numbers = terms.evaluate(&flat, &values);
        for ((_, width, what, _), numbers) in results.iter().zip(numbers.chunks_exact(3)) {
            let (a, b, found) = (numbers[0] as u64, numbers[1] as u64, numbers[2] as u64);
            let (low_a, low_b) = (a as u32, b as u32);
            let wanted = match *what {
                Ok(Alu::Div | Alu::Mod | Alu::DivSigned | Alu::ModSigned)
                    if b == 0 || *width == Width::Word && low_b == 0 =>
                {
                    continue;
                }
                Ok(operation) => expected(*width, operation, a, b),
                Err(condition) => u64::from(match width {
                    Width::Word => {
                        let signed = (low_a.cast_signed().into(), low_b.cast_signed().into());
                        holds(condition, low_a.into(), low_b.into(), signed)
                    }
                    Width::Double => holds(condition, a, b, (a.cast_signed(), b.cast_signed())),
                }),
            };
            assert_eq!(found, wanted, "{what:?} of {width:?}: {a:#x}, {b:#x}");
        }
    }
}
