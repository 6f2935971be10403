//! All 65 536 halfwords against the specification's tables, transcribed bit by bit.

use crate::decode::decode;
use crate::instruction::{Access, AluOp, Condition, Instruction, Op};

/// A form: sixteen letters from bit 15 down, where `0` and `1` are fixed, `d` is a register field, `s` the
/// other one and `i` an immediate bit whose place is the next entry of `places`.
struct Form {
    name: &'static str,
    bits: &'static str,
    places: &'static [u32],
    /// Immediate, d, s: the instruction, or `None` where the encoding is reserved.
    meaning: fn(u32, u8, u8) -> Option<Instruction>,
}

const fn form(
    name: &'static str,
    bits: &'static str,
    places: &'static [u32],
    meaning: fn(u32, u8, u8) -> Option<Instruction>,
) -> Form {
    Form { name, bits, places, meaning }
}

fn op(op: Op, rd: u8, rs1: u8, rs2: u8, imm: u32) -> Option<Instruction> {
    Some(Instruction { op, rd, rs1, rs2, length: 2, imm })
}

fn alu(kind: AluOp, rd: u8, rs1: u8, rs2: u8) -> Option<Instruction> {
    op(Op::Alu(kind), rd, rs1, rs2, 0)
}

fn alui(kind: AluOp, rd: u8, rs1: u8, imm: u32) -> Option<Instruction> {
    op(Op::AluImmediate(kind), rd, rs1, 0, imm)
}

fn unless_zero(value: u32, instruction: Option<Instruction>) -> Option<Instruction> {
    if value == 0 { None } else { instruction }
}

/// Sign-extends from the bit where the form's immediate ends.
fn extend(imm: u32, sign: u32) -> u32 {
    if imm >> sign & 1 == 1 { imm | u32::MAX << sign } else { imm }
}

const LOAD: Op = Op::Load(Access::Word);
const STORE: Op = Op::Store(Access::Word);

const FORMS: [Form; 30] = [
    // Quadrant 0.
    form("addi4spn", "000iiiiiiiiddd00", &[5, 4, 9, 8, 7, 6, 2, 3], |i, d, _| {
        unless_zero(i, alui(AluOp::Add, d + 8, 2, i))
    }),
    form("lw", "010iiisssiiddd00", &[5, 4, 3, 2, 6], |i, d, s| op(LOAD, d + 8, s + 8, 0, i)),
    form("sw", "110iiisssiiddd00", &[5, 4, 3, 2, 6], |i, d, s| op(STORE, 0, s + 8, d + 8, i)),
    // Quadrant 1.
    form("addi", "000idddddiiiii01", &[5, 4, 3, 2, 1, 0], |i, d, _| alui(AluOp::Add, d, d, extend(i, 5))),
    form("jal", "001iiiiiiiiiii01", &[11, 4, 9, 8, 10, 6, 7, 3, 2, 1, 5], |i, _, _| {
        op(Op::Jump, 1, 0, 0, extend(i, 11))
    }),
    form("li", "010idddddiiiii01", &[5, 4, 3, 2, 1, 0], |i, d, _| alui(AluOp::Add, d, 0, extend(i, 5))),
    form("addi16sp", "011i00010iiiii01", &[9, 4, 6, 8, 7, 5], |i, _, _| {
        unless_zero(i, alui(AluOp::Add, 2, 2, extend(i, 9)))
    }),
    form("lui", "011idddddiiiii01", &[17, 16, 15, 14, 13, 12], |i, d, _| match d {
        2 => None,
        _ => unless_zero(i, op(Op::LoadUpper, d, 0, 0, extend(i, 17))),
    }),
    form("srli", "100000dddiiiii01", &[4, 3, 2, 1, 0], |i, d, _| alui(AluOp::ShiftRight, d + 8, d + 8, i)),
    form("srai", "100001dddiiiii01", &[4, 3, 2, 1, 0], |i, d, _| {
        alui(AluOp::ShiftRightArithmetic, d + 8, d + 8, i)
    }),
    form("andi", "100i10dddiiiii01", &[5, 4, 3, 2, 1, 0], |i, d, _| {
        alui(AluOp::And, d + 8, d + 8, extend(i, 5))
    }),
    form("sub", "100011ddd00sss01", &[], |_, d, s| alu(AluOp::Sub, d + 8, d + 8, s + 8)),
    form("xor", "100011ddd01sss01", &[], |_, d, s| alu(AluOp::Xor, d + 8, d + 8, s + 8)),
    form("or", "100011ddd10sss01", &[], |_, d, s| alu(AluOp::Or, d + 8, d + 8, s + 8)),
    form("and", "100011ddd11sss01", &[], |_, d, s| alu(AluOp::And, d + 8, d + 8, s + 8)),
    form("j", "101iiiiiiiiiii01", &[11, 4, 9, 8, 10, 6, 7, 3, 2, 1, 5], |i, _, _| {
        op(Op::Jump, 0, 0, 0, extend(i, 11))
    }),
    form("beqz", "110iiisssiiiii01", &[8, 4, 3, 7, 6, 2, 1, 5], |i, _, s| {
        op(Op::Branch(Condition::Equal), 0, s + 8, 0, extend(i, 8))
    }),
    form("bnez", "111iiisssiiiii01", &[8, 4, 3, 7, 6, 2, 1, 5], |i, _, s| {
        op(Op::Branch(Condition::NotEqual), 0, s + 8, 0, extend(i, 8))
    }),
    // Quadrant 2.
    form("slli", "0000dddddiiiii10", &[4, 3, 2, 1, 0], |i, d, _| alui(AluOp::ShiftLeft, d, d, i)),
    form("lwsp", "010idddddiiiii10", &[5, 4, 3, 2, 7, 6], |i, d, _| {
        unless_zero(d.into(), op(LOAD, d, 2, 0, i))
    }),
    form("jr", "1000ddddd0000010", &[], |_, d, _| unless_zero(d.into(), op(Op::JumpRegister, 0, d, 0, 0))),
    form("mv", "1000dddddsssss10", &[], |_, d, s| unless_zero(s.into(), alu(AluOp::Add, d, 0, s))),
    form("ebreak", "1001000000000010", &[], |_, _, _| op(Op::Breakpoint, 0, 0, 0, 0)),
    form("jalr", "1001ddddd0000010", &[], |_, d, _| unless_zero(d.into(), op(Op::JumpRegister, 1, d, 0, 0))),
    form("add", "1001dddddsssss10", &[], |_, d, s| unless_zero(s.into(), alu(AluOp::Add, d, d, s))),
    form("swsp", "110iiiiiisssss10", &[5, 4, 3, 2, 7, 6], |i, _, s| op(STORE, 0, 2, s, i)),
    // Reserved, RV64 and float encodings: named so that nothing is illegal by omission.
    form("reserved 0", "100xxxxxxxxxxx00", &[], |_, _, _| None),
    form("rv64 arithmetic", "100111xxxxxxxx01", &[], |_, _, _| None),
    form("rv64 shift", "0001xxxxxxxxxx10", &[], |_, _, _| None),
    form("float", "xx1xxxxxxxxxxxx0", &[], |_, _, _| None),
];

impl Form {
    /// The fields of a halfword of this form.
    fn fields(&self, half: u32) -> Option<(u32, u8, u8)> {
        let (mut imm, mut d, mut s, mut places) = (0, 0, 0, self.places.iter());
        for (index, letter) in self.bits.chars().enumerate() {
            let bit = half >> (15 - index) & 1;
            match letter {
                '0' if bit == 1 => return None,
                '1' if bit == 0 => return None,
                'd' => d = d << 1 | bit as u8,
                's' => s = s << 1 | bit as u8,
                'i' => imm |= bit << places.next().expect("a place for every immediate bit"),
                _ => {}
            }
        }
        assert_eq!(places.next(), None, "{}", self.name);
        Some((imm, d, s))
    }
}

#[test]
fn every_halfword_decodes_as_the_tables_say_or_is_illegal() {
    let mut used = [false; FORMS.len()];
    for half in (0..0x1_0000_u32).filter(|half| half & 3 != 3) {
        let mut meanings = FORMS.iter().enumerate().filter_map(|(index, form)| {
            let (imm, d, s) = form.fields(half)?;
            let meaning = (form.meaning)(imm, d, s)?;
            used[index] = true;
            Some((form.name, meaning))
        });
        let want = meanings.next();
        assert_eq!(meanings.next(), None, "{half:#06x} has two meanings");
        assert_eq!(decode(half), want.map(|(_, meaning)| meaning), "{half:#06x}, {want:?}");
        // Whatever follows in memory does not matter.
        assert_eq!(decode(half | 0xdead_0000), decode(half));
    }
    assert_eq!(used.iter().filter(|&&used| used).count(), 26, "every legal form occurs");
}

#[test]
fn all_zeros_and_all_ones_are_illegal() {
    assert_eq!(decode(0), None);
    assert_eq!(decode(u32::MAX), None);
}

#[test]
fn known_encodings_of_a_compiler_decode() {
    // As LLVM prints them: c.addi16sp sp, -32; c.swsp ra, 28(sp); c.lwsp ra, 28(sp); c.jr ra; c.lui a1, 16.
    assert_eq!(decode(0x1101), alui(AluOp::Add, 2, 2, (-32_i32) as u32));
    assert_eq!(decode(0xce06), op(STORE, 0, 2, 1, 28));
    assert_eq!(decode(0x40f2), op(LOAD, 1, 2, 0, 28));
    assert_eq!(decode(0x8082), op(Op::JumpRegister, 0, 1, 0, 0));
    assert_eq!(decode(0x65c1), op(Op::LoadUpper, 11, 0, 0, 16 << 12));
}
