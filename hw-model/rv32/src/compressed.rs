//! Compressed halfwords, each expanded to the 32-bit instruction the C extension defines it as.
//!
//! \[RISC-V ISA 20191213, chapter 16\]. Hints (a destination of x0, a shift by 0) expand like any other and
//! so do nothing; reserved encodings, and those of RV64 and the float extensions, are illegal.

use super::instruction::sign_extend;

const ZERO: u32 = 0;
const RA: u32 = 1;
const SP: u32 = 2;

/// The 32-bit equivalent; `None` is illegal. The two low bits are not 3.
pub(super) fn expand(half: u32) -> Option<u32> {
    match (half & 3, half >> 13) {
        (0, 0b000) => nonzero(add_to_sp_offset(half)).map(|imm| addi(near(half, 2), SP, imm)),
        (0, 0b010) => Some(load_word(near(half, 2), near(half, 7), word_offset(half))),
        (0, 0b110) => Some(store_word(near(half, 2), near(half, 7), word_offset(half))),
        (1, 0b000) => Some(addi(far(half), far(half), immediate(half))),
        (1, 0b001) => Some(jal(RA, jump_offset(half))),
        (1, 0b010) => Some(addi(far(half), ZERO, immediate(half))),
        (1, 0b011) => upper_or_stack(half),
        (1, 0b100) => arithmetic(half),
        (1, 0b101) => Some(jal(ZERO, jump_offset(half))),
        (1, 0b110) => Some(branch(0, near(half, 7), branch_offset(half))),
        (1, 0b111) => Some(branch(1, near(half, 7), branch_offset(half))),
        (2, 0b000) => shift_amount(half).map(|by| register_immediate(1, far(half), far(half), by)),
        (2, 0b010) => nonzero(far(half)).map(|rd| load_word(rd, SP, stack_load_offset(half))),
        (2, 0b100) => moves_and_jumps(half),
        (2, 0b110) => Some(store_word(second(half), SP, stack_store_offset(half))),
        _ => None,
    }
}

/// c.addi16sp and c.lui.
fn upper_or_stack(half: u32) -> Option<u32> {
    if far(half) == SP {
        let imm =
            bit(half, 12, 9) | bit(half, 6, 4) | bit(half, 5, 6) | field(half, 3, 2, 7) | bit(half, 2, 5);
        return nonzero(sign_extend(imm, 10)).map(|imm| addi(SP, SP, imm));
    }
    nonzero(immediate(half)).map(|imm| imm << 12 | far(half) << 7 | 0x37)
}

/// Shifts, c.andi and the register operations on x8..x15.
fn arithmetic(half: u32) -> Option<u32> {
    let rd = near(half, 7);
    match half >> 10 & 3 {
        0 => shift_amount(half).map(|by| register_immediate(5, rd, rd, by)),
        1 => shift_amount(half).map(|by| register_immediate(5, rd, rd, 0x400 | by)),
        2 => Some(register_immediate(7, rd, rd, immediate(half))),
        _ if half >> 12 & 1 == 1 => None,
        _ => Some(match half >> 5 & 3 {
            0 => 0x20 << 25 | register_register(0, rd, rd, near(half, 2)),
            1 => register_register(4, rd, rd, near(half, 2)),
            2 => register_register(6, rd, rd, near(half, 2)),
            _ => register_register(7, rd, rd, near(half, 2)),
        }),
    }
}

/// c.jr, c.mv, c.ebreak, c.jalr, c.add.
fn moves_and_jumps(half: u32) -> Option<u32> {
    let add = half >> 12 & 1 == 1;
    match (add, far(half), second(half)) {
        (false, target, 0) => nonzero(target).map(|rs1| jalr(ZERO, rs1)),
        (false, rd, rs2) => Some(register_register(0, rd, ZERO, rs2)),
        (true, 0, 0) => Some(0x0010_0073),
        (true, target, 0) => Some(jalr(RA, target)),
        (true, rd, rs2) => Some(register_register(0, rd, rd, rs2)),
    }
}

fn addi(rd: u32, rs1: u32, imm: u32) -> u32 {
    register_immediate(0, rd, rs1, imm)
}

fn register_immediate(funct3: u32, rd: u32, rs1: u32, imm: u32) -> u32 {
    imm << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x13
}

fn register_register(funct3: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x33
}

fn load_word(rd: u32, rs1: u32, imm: u32) -> u32 {
    imm << 20 | rs1 << 15 | 2 << 12 | rd << 7 | 0x03
}

fn store_word(rs2: u32, rs1: u32, imm: u32) -> u32 {
    imm >> 5 << 25 | rs2 << 20 | rs1 << 15 | 2 << 12 | (imm & 31) << 7 | 0x23
}

fn jalr(rd: u32, rs1: u32) -> u32 {
    rs1 << 15 | rd << 7 | 0x67
}

fn jal(rd: u32, imm: u32) -> u32 {
    bit(imm, 20, 31) | field(imm, 1, 10, 21) | bit(imm, 11, 20) | field(imm, 12, 8, 12) | rd << 7 | 0x6f
}

/// Against x0.
fn branch(funct3: u32, rs1: u32, imm: u32) -> u32 {
    let offset = bit(imm, 12, 31) | field(imm, 5, 6, 25) | field(imm, 1, 4, 8) | bit(imm, 11, 7);
    offset | rs1 << 15 | funct3 << 12 | 0x63
}

fn add_to_sp_offset(half: u32) -> u32 {
    field(half, 11, 2, 4) | field(half, 7, 4, 6) | bit(half, 6, 2) | bit(half, 5, 3)
}

fn word_offset(half: u32) -> u32 {
    field(half, 10, 3, 3) | bit(half, 6, 2) | bit(half, 5, 6)
}

fn stack_load_offset(half: u32) -> u32 {
    bit(half, 12, 5) | field(half, 4, 3, 2) | field(half, 2, 2, 6)
}

fn stack_store_offset(half: u32) -> u32 {
    field(half, 9, 4, 2) | field(half, 7, 2, 6)
}

fn immediate(half: u32) -> u32 {
    sign_extend(bit(half, 12, 5) | field(half, 2, 5, 0), 6)
}

fn jump_offset(half: u32) -> u32 {
    let high =
        bit(half, 12, 11) | bit(half, 8, 10) | field(half, 9, 2, 8) | bit(half, 6, 7) | bit(half, 7, 6);
    sign_extend(high | bit(half, 2, 5) | bit(half, 11, 4) | field(half, 3, 3, 1), 12)
}

fn branch_offset(half: u32) -> u32 {
    let high = bit(half, 12, 8) | field(half, 5, 2, 6) | bit(half, 2, 5);
    sign_extend(high | field(half, 10, 2, 3) | field(half, 3, 2, 1), 9)
}

/// Shift amounts above 31 are reserved on RV32.
fn shift_amount(half: u32) -> Option<u32> {
    if half >> 12 & 1 == 1 { None } else { Some(field(half, 2, 5, 0)) }
}

/// One of x8..x15.
fn near(half: u32, at: u32) -> u32 {
    8 + (half >> at & 7)
}

/// Any register, in the destination's place.
fn far(half: u32) -> u32 {
    half >> 7 & 31
}

/// Any register, in the second source's place.
fn second(half: u32) -> u32 {
    half >> 2 & 31
}

fn nonzero(value: u32) -> Option<u32> {
    (value != 0).then_some(value)
}

/// `width` bits from position `from`, moved to position `to`.
fn field(value: u32, from: u32, width: u32, to: u32) -> u32 {
    (value >> from & ((1 << width) - 1)) << to
}

fn bit(value: u32, from: u32, to: u32) -> u32 {
    field(value, from, 1, to)
}
