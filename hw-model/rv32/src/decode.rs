//! 32-bit instruction words: RV32I, M, the counters of Zicsr, Zifencei \[RISC-V ISA 20191213, chapter 24\].

use super::compressed::expand;
use super::instruction::{Access, AluOp, Condition, DivOp, Instruction, MulOp, Op, sign_extend};

/// Decodes the instruction whose first halfword is the low half of `bits`; `None` is illegal.
pub(super) fn decode(bits: u32) -> Option<Instruction> {
    if bits & 3 == 3 {
        decode_word(bits)
    } else {
        let word = expand(bits & 0xffff)?;
        decode_word(word).map(|wide| Instruction { length: 2, ..wide })
    }
}

fn decode_word(word: u32) -> Option<Instruction> {
    match word & 0x7f {
        0x37 => Some(upper(word, Op::LoadUpper)),
        0x17 => Some(upper(word, Op::AddUpperToPc)),
        0x6f => Some(Instruction { rs1: 0, rs2: 0, ..base(word, Op::Jump, jump_offset(word)) }),
        0x67 if funct3(word) == 0 => Some(unary(word, Op::JumpRegister)),
        0x63 => {
            let op = Op::Branch(condition(funct3(word))?);
            Some(Instruction { rd: 0, ..base(word, op, branch_offset(word)) })
        }
        0x03 => Some(unary(word, Op::Load(load_access(funct3(word))?))),
        0x23 => {
            let op = Op::Store(store_access(funct3(word))?);
            Some(Instruction { rd: 0, ..base(word, op, store_offset(word)) })
        }
        0x13 => immediate(word),
        0x33 => Some(base(word, register_op(word)?, 0)),
        0x0f => fence(word),
        0x73 => system(word),
        _ => None,
    }
}

/// All three register fields as encoded.
fn base(word: u32, op: Op, imm: u32) -> Instruction {
    Instruction {
        op,
        rd: register(word, 7),
        rs1: register(word, 15),
        rs2: register(word, 20),
        length: 4,
        imm,
    }
}

/// rd, rs1 and a 12-bit immediate.
fn unary(word: u32, op: Op) -> Instruction {
    Instruction { rs2: 0, ..base(word, op, sign_extend(word >> 20, 12)) }
}

fn upper(word: u32, op: Op) -> Instruction {
    Instruction { rs1: 0, rs2: 0, ..base(word, op, word & 0xffff_f000) }
}

fn immediate(word: u32) -> Option<Instruction> {
    let op = match (funct3(word), funct7(word)) {
        (0, _) => AluOp::Add,
        (1, 0) => AluOp::ShiftLeft,
        (2, _) => AluOp::SetLess,
        (3, _) => AluOp::SetLessUnsigned,
        (4, _) => AluOp::Xor,
        (5, 0) => AluOp::ShiftRight,
        (5, 0x20) => AluOp::ShiftRightArithmetic,
        (6, _) => AluOp::Or,
        (7, _) => AluOp::And,
        _ => return None,
    };
    let decoded = unary(word, Op::AluImmediate(op));
    let shift = matches!(op, AluOp::ShiftLeft | AluOp::ShiftRight | AluOp::ShiftRightArithmetic);
    Some(if shift { Instruction { imm: word >> 20 & 31, ..decoded } } else { decoded })
}

fn register_op(word: u32) -> Option<Op> {
    Some(match (funct7(word), funct3(word)) {
        (0, 0) => Op::Alu(AluOp::Add),
        (0x20, 0) => Op::Alu(AluOp::Sub),
        (0, 1) => Op::Alu(AluOp::ShiftLeft),
        (0, 2) => Op::Alu(AluOp::SetLess),
        (0, 3) => Op::Alu(AluOp::SetLessUnsigned),
        (0, 4) => Op::Alu(AluOp::Xor),
        (0, 5) => Op::Alu(AluOp::ShiftRight),
        (0x20, 5) => Op::Alu(AluOp::ShiftRightArithmetic),
        (0, 6) => Op::Alu(AluOp::Or),
        (0, 7) => Op::Alu(AluOp::And),
        (1, 0) => Op::Multiply(MulOp::Low),
        (1, 1) => Op::Multiply(MulOp::High),
        (1, 2) => Op::Multiply(MulOp::HighSignedUnsigned),
        (1, 3) => Op::Multiply(MulOp::HighUnsigned),
        (1, 4) => Op::Divide(DivOp::Quotient),
        (1, 5) => Op::Divide(DivOp::QuotientUnsigned),
        (1, 6) => Op::Divide(DivOp::Remainder),
        (1, 7) => Op::Divide(DivOp::RemainderUnsigned),
        _ => return None,
    })
}

fn fence(word: u32) -> Option<Instruction> {
    // The specification has implementations ignore the unused fields.
    let op = match funct3(word) {
        0 => Op::Fence,
        1 => Op::FenceInstructions,
        _ => return None,
    };
    Some(bare(op))
}

/// `ecall`, `ebreak`, and reads of the counters; whatever would write a CSR is illegal here.
fn system(word: u32) -> Option<Instruction> {
    match (word, funct3(word)) {
        (0x0000_0073, _) => Some(bare(Op::EnvironmentCall)),
        (0x0010_0073, _) => Some(bare(Op::Breakpoint)),
        // csrrs, csrrc, csrrsi, csrrci with x0 or 0: they read and do not write.
        (_, 2 | 3 | 6 | 7) if register(word, 15) == 0 && is_counter(word >> 20) => {
            Some(Instruction { rs2: 0, ..base(word, Op::ReadCounter, word >> 20) })
        }
        _ => None,
    }
}

/// cycle, instret and their upper halves, as machine counters (0xBxx) and user shadows (0xCxx).
fn is_counter(csr: u32) -> bool {
    matches!(csr & !0x80, 0xb00 | 0xb02 | 0xc00 | 0xc02)
}

fn bare(op: Op) -> Instruction {
    Instruction { op, rd: 0, rs1: 0, rs2: 0, length: 4, imm: 0 }
}

fn condition(funct3: u32) -> Option<Condition> {
    Some(match funct3 {
        0 => Condition::Equal,
        1 => Condition::NotEqual,
        4 => Condition::Less,
        5 => Condition::GreaterEqual,
        6 => Condition::LessUnsigned,
        7 => Condition::GreaterEqualUnsigned,
        _ => return None,
    })
}

fn load_access(funct3: u32) -> Option<Access> {
    match funct3 {
        4 => Some(Access::ByteUnsigned),
        5 => Some(Access::HalfUnsigned),
        _ => store_access(funct3),
    }
}

fn store_access(funct3: u32) -> Option<Access> {
    Some(match funct3 {
        0 => Access::Byte,
        1 => Access::Half,
        2 => Access::Word,
        _ => return None,
    })
}

fn register(word: u32, at: u32) -> u8 {
    (word >> at & 31) as u8
}

fn funct3(word: u32) -> u32 {
    word >> 12 & 7
}

fn funct7(word: u32) -> u32 {
    word >> 25
}

fn store_offset(word: u32) -> u32 {
    sign_extend(word >> 25 << 5 | word >> 7 & 31, 12)
}

fn branch_offset(word: u32) -> u32 {
    let offset =
        (word >> 31) << 12 | (word >> 7 & 1) << 11 | (word >> 25 & 0x3f) << 5 | (word >> 8 & 0xf) << 1;
    sign_extend(offset, 13)
}

fn jump_offset(word: u32) -> u32 {
    let offset =
        (word >> 31) << 20 | (word >> 12 & 0xff) << 12 | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1;
    sign_extend(offset, 21)
}
