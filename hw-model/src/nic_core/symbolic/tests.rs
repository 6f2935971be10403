//! The terms of instructions beside what the concrete core computes.

use super::super::instruction::{AluOp, Condition, DivOp, MulOp};
use crate::smt::{Assignment, Sort, Terms};

const WORDS: [u32; 12] =
    [0, 1, 2, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, u32::MAX, 0x1234_5678];

#[test]
fn every_operation_means_the_same_to_both_domains() {
    use AluOp as A;
    let alu = [
        A::Add,
        A::Sub,
        A::ShiftLeft,
        A::SetLess,
        A::SetLessUnsigned,
        A::Xor,
        A::ShiftRight,
        A::ShiftRightArithmetic,
        A::Or,
        A::And,
    ];
    let mul = [MulOp::Low, MulOp::High, MulOp::HighSignedUnsigned, MulOp::HighUnsigned];
    let div = [DivOp::Quotient, DivOp::QuotientUnsigned, DivOp::Remainder, DivOp::RemainderUnsigned];
    use Condition as C;
    let conditions =
        [C::Equal, C::NotEqual, C::Less, C::GreaterEqual, C::LessUnsigned, C::GreaterEqualUnsigned];
    let mut terms = Terms::new();
    let (x, y) = (terms.variable("x", Sort::Bits(32)), terms.variable("y", Sort::Bits(32)));
    for a in WORDS {
        for b in WORDS {
            let values: Assignment = [("x".to_owned(), a.into()), ("y".to_owned(), b.into())].into();
            // With variables, and with one operand known, where constructors simplify.
            let known = terms.word(b);
            for operand in [y, known] {
                let mut pairs = Vec::new();
                pairs.extend(alu.map(|op| (op.term(&mut terms, x, operand), op.apply(a, b))));
                pairs.extend(mul.map(|op| (terms.arithmetic(op.kind(), x, operand), op.apply(a, b))));
                pairs.extend(div.map(|op| (terms.arithmetic(op.kind(), x, operand), op.apply(a, b))));
                pairs.extend(
                    conditions.map(|op| (op.term(&mut terms, x, operand), u32::from(op.holds(a, b)))),
                );
                for (index, (term, expected)) in pairs.into_iter().enumerate() {
                    let found = terms.evaluate(&[term], &values)[0];
                    assert_eq!(found, u128::from(expected), "operation {index} of {a:#x} and {b:#x}");
                }
            }
        }
    }
}
