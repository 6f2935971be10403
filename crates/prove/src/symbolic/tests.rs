//! The terms of instructions compared with the results of the concrete core.

#[path = "../../../../hw-model/rv32/src/tests/assembler.rs"]
#[expect(dead_code, reason = "the assembler of the core's own tests, of which three words are needed")]
mod assembler;

use super::words::{AsArithmetic as _, AsTerm as _};
use super::{Answer, Call, Explorer, Judge, Path, Possible, Regions};
use crate::smt::{Assignment, Sort, Term, Terms};
use assembler::{addi, branch, ret};
use freeboard_rv32::{AluOp, CV32E40P_LIKE, Condition, Core, DivOp, Image, Layout, MulOp, Segment};

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

/// Where the code starts.
const CODE: u32 = 0x1_0000;

/// A core that holds these words as code.
fn machine(words: &[u32]) -> Core {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let code = Segment { address: CODE, size: bytes.len() as u32, bytes, executable: true };
    let image = Image { segments: vec![code], symbols: Vec::new() };
    Core::new(&image, &CV32E40P_LIKE, Layout::default()).expect("small image")
}

/// Takes every branch for possible.
struct Credulous;

impl Judge for Credulous {
    fn possible(&mut self, _: &Terms, _: &[Term]) -> Answer {
        Answer::Possible
    }
}

#[test]
fn merged_paths_choose_what_single_ones_give() {
    // Two forward branches: the larger argument, and 5 more where that is above 100. Each is followed by an instruction
    // that leaves the same hazards behind on both ways.
    let code = [
        branch(7, 10, 11, 8),
        addi(10, 11, 0),
        addi(12, 0, 100),
        branch(7, 12, 10, 8),
        addi(10, 10, 5),
        addi(13, 0, 0),
        ret(),
    ];
    let mut core = machine(&code);
    let mut terms = Terms::new();
    let arguments = ["x", "y"].map(|name| terms.variable(name, Sort::Bits(32))).to_vec();
    let call = Call {
        address: CODE,
        arguments,
        memory: std::collections::HashMap::new(),
        assumptions: Vec::new(),
        regions: Regions::default(),
    };
    let model = core.clone();
    let explorer = Explorer::new(&model, &CV32E40P_LIKE);
    let single = explorer.explore(&mut terms, &mut Credulous, &call, |_| false);
    let (merged, _) = explorer.merged(&mut terms, &mut Credulous, &call);
    assert_eq!((single.paths.len(), merged.paths.len()), (4, 1));
    let longest = single.paths.iter().map(|path| path.instructions).max();
    assert_eq!(Some(merged.paths[0].instructions), longest);
    let end = merged.paths[0].end.as_ref().expect("returns")[0];
    for (x, y) in [(3, 4), (4, 3), (200, 7), (7, 200), (100, 100), (101, 0)] {
        let values: Assignment = [("x".to_owned(), x.into()), ("y".to_owned(), y.into())].into();
        let called = core.call_at(CODE, &[x, y]).expect("runs");
        assert_eq!(terms.evaluate(&[end], &values)[0], u128::from(called.a0), "{x} {y}");
        assert!(called.instructions <= merged.paths[0].instructions);
    }
}

#[test]
fn the_longest_path_is_one_that_is_possible() {
    // Three instructions more above 100, and three more below 50: no argument takes both.
    let code = [
        addi(12, 0, 100),
        addi(13, 0, 50),
        branch(7, 12, 10, 16),
        addi(11, 0, 1),
        addi(11, 11, 1),
        addi(11, 11, 1),
        branch(7, 10, 13, 16),
        addi(11, 0, 1),
        addi(11, 11, 1),
        addi(11, 11, 1),
        addi(14, 0, 0),
        ret(),
    ];
    let model = machine(&code);
    let mut terms = Terms::new();
    let call = Call {
        address: CODE,
        arguments: vec![terms.variable("x", Sort::Bits(32))],
        memory: std::collections::HashMap::new(),
        assumptions: Vec::new(),
        regions: Regions::default(),
    };
    let explorer = Explorer::new(&model, &CV32E40P_LIKE);
    let (merged, rest) = explorer.merged(&mut terms, &mut Credulous, &call);
    let mut asked = 0;
    let mut is_possible = |terms: &mut Terms, path: &Path| {
        asked += 1;
        let holds = |x: u32| {
            let values: Assignment = [("x".to_owned(), x.into())].into();
            terms.evaluate(&path.conditions, &values).iter().all(|value| *value == 1)
        };
        if (0..200).any(holds) { Possible::Yes(path.cycles) } else { Possible::No(path.conditions.clone()) }
    };
    let longest = explorer.longest(&mut terms, &mut is_possible, &call, &rest, 0);
    let called = |x| model.clone().call_at(CODE, &[x]).expect("runs").cycles;
    assert_eq!(longest, (0..200).map(called).max().expect("some"));
    assert!(merged.paths.iter().any(|path| path.cycles > longest), "both ways count in a merged path");
    assert!(asked > 1);
    // What need not be told apart is not asked about.
    assert_eq!(
        explorer.longest(&mut terms, &mut |_, path| Possible::Yes(path.cycles), &call, &rest, 1_000),
        1_000
    );
}

/// Takes nothing for possible.
struct Doubter;

impl Judge for Doubter {
    fn possible(&mut self, _: &Terms, _: &[Term]) -> Answer {
        Answer::Impossible
    }
}

#[test]
fn a_path_whose_address_only_a_solver_knows_counts_in_the_bound() {
    // lw a1, 0(a0)
    let model = machine(&[addi(12, 0, 1), 0x0005_2583, ret()]);
    let mut terms = Terms::new();
    let call = Call {
        address: CODE,
        arguments: vec![terms.variable("x", Sort::Bits(32))],
        memory: std::collections::HashMap::new(),
        assumptions: Vec::new(),
        regions: Regions { readable: std::iter::once(CODE..CODE + 8).collect(), writable: Vec::new() },
    };
    let explorer = Explorer::new(&model, &CV32E40P_LIKE);
    let (merged, rest) = explorer.merged(&mut terms, &mut Doubter, &call);
    assert!(merged.paths[0].end.is_ok(), "the address lies in the region: {:?}", merged.paths[0].end);
    let mut none = |_: &mut Terms, path: &Path| Possible::No(path.conditions.clone());
    assert_eq!(explorer.longest(&mut terms, &mut none, &call, &rest, 0), merged.paths[0].cycles);
}

#[test]
fn a_division_counts_as_slow_as_its_smallest_divisor_is() {
    // a1 := a1 >> 20 | 8; a0 := a0 / a1
    let model = machine(&[0x0145_d593, 0x0085_e593, 0x02b5_5533, ret()]);
    let mut terms = Terms::new();
    let call = Call {
        address: CODE,
        arguments: ["x", "y"].map(|name| terms.variable(name, Sort::Bits(32))).to_vec(),
        memory: std::collections::HashMap::new(),
        assumptions: Vec::new(),
        regions: Regions::default(),
    };
    let found = Explorer::new(&model, &CV32E40P_LIKE).explore(&mut terms, &mut Credulous, &call, |_| false);
    let [path] = &found.paths[..] else { panic!("one path: {found:?}") };
    let divisors = [0, 1 << 20, 7 << 20, 8 << 20, 1 << 31, u32::MAX];
    let values = |y: u32| Assignment::from([("x".to_owned(), 1_u128), ("y".to_owned(), y.into())]);
    let holds =
        |terms: &Terms, all: &[Term], y: u32| terms.evaluate(all, &values(y)).iter().all(|one| *one == 1);
    let mut excluded = |terms: &Terms, all: &[Term]| !divisors.into_iter().any(|y| holds(terms, all, y));
    let (cycles, slow) = path.divided(&mut terms, &CV32E40P_LIKE, &mut excluded);
    let called = |y| model.clone().call_at(CODE, &[1, y]).expect("runs").cycles;
    assert_eq!(Some(cycles), divisors.into_iter().map(called).max());
    for y in divisors {
        assert_eq!(holds(&terms, &slow, y), called(y) == cycles, "{y:#x}");
    }
}
