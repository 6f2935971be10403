//! Single-token changes of a graph and of machine code: what a proof must refuse.

use freeboard_dataplane::{Cmp, Half, K, Op as AluOp, OutSrc, Phv, Rel, Salu, SrcA, SrcB, Term, Upd};
use freeboard_pipeline::{DataOp, Graph, Op, Test};

/// A changed graph and what was changed.
pub(crate) type Mutant = (String, Graph);

/// Returns every change of one token of a graph: an operator, a bit number, a shift, a relation, a half, a guard, a
/// key bit, an immediate.
pub(crate) fn of_graph(graph: &Graph) -> Vec<Mutant> {
    let mut all = Vec::new();
    nodes(graph, &mut all);
    tests(graph, &mut all);
    for (access, record) in graph.accesses.iter().enumerate() {
        for (entry, known) in record.entries.iter().enumerate() {
            let place = format!("{}/{}", graph.registers[record.register].name, known.salu.name);
            for bit in 0..record.key.len() {
                let mut change = |what: &str, alter: &dyn Fn(&mut freeboard_dataplane::Entry)| {
                    let mut mutant = graph.clone();
                    alter(&mut mutant.accesses[access].entries[entry]);
                    all.push((format!("{place}: {what} of key bit {bit}"), mutant));
                };
                change("mask", &|entry| entry.mask ^= 1 << bit);
                if known.mask >> bit & 1 == 1 {
                    change("value", &|entry| entry.value ^= 1 << bit);
                }
            }
            for (what, salu) in instructions(&known.salu) {
                let mut mutant = graph.clone();
                mutant.accesses[access].entries[entry].salu = salu;
                all.push((format!("{place}: {what}"), mutant));
            }
        }
    }
    all
}

fn nodes(graph: &Graph, all: &mut Vec<Mutant>) {
    for (index, node) in graph.nodes.iter().enumerate() {
        let ops: Vec<Op> = match node.op {
            Op::Or => vec![Op::And, Op::Add],
            Op::And => vec![Op::Or],
            Op::Add => vec![Op::Sub],
            Op::Sub => vec![Op::Add, Op::SaturatingSub],
            Op::SaturatingSub => vec![Op::Sub],
            Op::Min => vec![Op::And],
            Op::Shr(by) => vec![Op::Shr(by + 1), Op::Shr(by.saturating_sub(1))],
            Op::Shl(by) => vec![Op::Shl(by + 1), Op::Shl(by.saturating_sub(1))],
            Op::StampSlice(low) => vec![Op::StampSlice(low + 1)],
            Op::Random { first, bits } => vec![Op::Random { first: first + 1, bits }],
            Op::Data(DataOp::SaturatingSub, value) => vec![Op::Data(DataOp::Sub, value)],
            Op::Data(DataOp::Sub, value) => vec![Op::Data(DataOp::Add, value)],
            Op::Data(DataOp::Add, value) => vec![Op::Data(DataOp::Sub, value)],
            Op::Data(DataOp::Min, value) => vec![Op::Data(DataOp::And, value)],
            Op::Data(DataOp::And, value) => vec![Op::Data(DataOp::Min, value)],
            Op::Input(_) | Op::Widen | Op::Stateful(_) | Op::Lookup(_) | Op::LowPass(_) => Vec::new(),
        };
        for op in ops {
            let mut mutant = graph.clone();
            mutant.nodes[index].op = op;
            all.push((format!("word {index} ({}): {:?} for {:?}", node.at, op, node.op), mutant));
        }
    }
}

fn tests(graph: &Graph, all: &mut Vec<Mutant>) {
    for (index, (test, at)) in graph.tests.iter().enumerate() {
        let other = match *test {
            Test::NonZero(word) => Test::Bit(word, 0),
            Test::Bit(word, bit) => Test::Bit(word, if bit < 31 { bit + 1 } else { bit - 1 }),
            Test::Not(inner) => Test::Both(inner, inner),
            Test::Both(a, b) => Test::Either(a, b),
            Test::Either(a, b) => Test::Both(a, b),
            Test::Never => continue,
        };
        let mut mutant = graph.clone();
        mutant.tests[index].0 = other;
        all.push((format!("condition {index} ({at}): {other:?} for {test:?}"), mutant));
    }
}

fn instructions(salu: &Salu) -> Vec<(String, Salu)> {
    let mut all = Vec::new();
    for (high, cmp) in [(false, salu.cmp_lo), (true, salu.cmp_hi)] {
        for (what, other) in cmp.map(comparisons).unwrap_or_default() {
            let mut mutant = *salu;
            *(if high { &mut mutant.cmp_hi } else { &mut mutant.cmp_lo }) = Some(other);
            all.push((format!("comparison {}: {what}", if high { "hi" } else { "lo" }), mutant));
        }
    }
    for high in [false, true] {
        for slot in 0..2 {
            let updates = if high { salu.hi } else { salu.lo };
            for (what, other) in updates[slot].map(updated).unwrap_or_default() {
                let mut mutant = *salu;
                (if high { &mut mutant.hi } else { &mut mutant.lo })[slot] = Some(other);
                all.push((format!("update {}.{slot}: {what}", if high { "hi" } else { "lo" }), mutant));
            }
        }
    }
    if let Some(out) = salu.out {
        let src = match out.src {
            OutSrc::Old(half) => OutSrc::Alu(half),
            OutSrc::Alu(half) => OutSrc::Old(half),
            OutSrc::Phv(word) => OutSrc::Phv(other_word(word)),
            OutSrc::One => OutSrc::Old(Half::Lo),
        };
        let guard = out.guard.not();
        let changed = [
            ("output source", freeboard_dataplane::Out { src, ..out }),
            ("output guard", freeboard_dataplane::Out { guard, ..out }),
        ];
        for (what, out) in changed {
            let mut mutant = *salu;
            mutant.out = Some(out);
            all.push((what.to_owned(), mutant));
        }
    }
    all
}

fn comparisons(cmp: Cmp) -> Vec<(String, Cmp)> {
    let relations = [Rel::Eq, Rel::Ne, Rel::Lt, Rel::Le, Rel::Gt, Rel::Ge];
    let others = relations.into_iter().filter(|rel| *rel != cmp.rel);
    let mut all: Vec<_> =
        others.map(|rel| (format!("{rel:?} for {:?}", cmp.rel), Cmp { rel, ..cmp })).collect();
    if cmp.k.is_none() {
        all.push(("plain for serial, or serial for plain".to_owned(), Cmp { serial: !cmp.serial, ..cmp }));
    }
    let mem = match cmp.mem {
        Term::None => Term::None,
        Term::Plus(half) => Term::Minus(half),
        Term::Minus(half) => Term::Plus(half),
    };
    if mem != cmp.mem {
        all.push(("sign of memory".to_owned(), Cmp { mem, ..cmp }));
    }
    if let Some(k) = cmp.k.and_then(next) {
        all.push(("constant".to_owned(), Cmp { k: Some(k), ..cmp }));
    }
    all
}

fn updated(upd: Upd) -> Vec<(String, Upd)> {
    let op = match upd.op {
        AluOp::A => AluOp::B,
        AluOp::B => AluOp::A,
        AluOp::Add => AluOp::Sub,
        AluOp::Sub => AluOp::Add,
        AluOp::SatAdd => AluOp::Add,
        AluOp::SatSub => AluOp::Sub,
        AluOp::Min => AluOp::Max,
        AluOp::Max => AluOp::Min,
        AluOp::And => AluOp::Or,
        AluOp::Or => AluOp::Xor,
        AluOp::Xor => AluOp::Or,
    };
    let mut all = vec![
        (format!("{op:?} for {:?}", upd.op), Upd { op, ..upd }),
        ("guard".to_owned(), Upd { guard: upd.guard.not(), ..upd }),
    ];
    let a = match upd.a {
        SrcA::Mem(half) => Some(SrcA::Mem(other_half(half))),
        SrcA::K(k) => next(k).map(SrcA::K),
    };
    all.extend(a.map(|a| ("first operand".to_owned(), Upd { a, ..upd })));
    let b = match upd.b {
        SrcB::Phv(word) => Some(SrcB::Phv(other_word(word))),
        SrcB::K(k) => next(k).map(SrcB::K),
        SrcB::Math(half) => Some(SrcB::Math(other_half(half))),
    };
    all.extend(b.map(|b| ("second operand".to_owned(), Upd { b, ..upd })));
    all
}

const fn next(k: K) -> Option<K> {
    match k {
        K::Imm(value) => Some(K::Imm(if value < 7 { value + 1 } else { value - 1 })),
        K::Const(value) => Some(K::Const(value.wrapping_add(1))),
        K::Row(_) => None,
    }
}

const fn other_half(half: Half) -> Half {
    match half {
        Half::Lo => Half::Hi,
        Half::Hi => Half::Lo,
    }
}

const fn other_word(word: Phv) -> Phv {
    match word {
        Phv::Lo => Phv::Hi,
        Phv::Hi => Phv::Lo,
    }
}

/// Bits to flip in a 4-byte instruction: destination, function, both sources, the immediate's ends, the second function.
const WIDE: [u32; 6] = [7, 12, 15, 20, 25, 30];
/// Bits to flip in a 2-byte instruction: both registers, the immediate, the function.
const SHORT: [u32; 5] = [2, 7, 10, 12, 13];

/// Returns the changes of one field of one instruction of a function: address, and bytes to put there.
pub(crate) fn of_code(code: &[u8], start: u32) -> Vec<(String, u32, Vec<u8>)> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(first) = code.get(at) {
        let (length, bits) = if first & 3 == 3 { (4, &WIDE[..]) } else { (2, &SHORT[..]) };
        let Some(instruction) = code.get(at..at + length) else { break };
        let address = start + at as u32;
        for &bit in bits {
            let mut changed = instruction.to_vec();
            changed[bit as usize / 8] ^= 1 << (bit % 8);
            all.push((format!("bit {bit} of the instruction at +{at:#x}"), address, changed));
        }
        at += length;
    }
    all
}
