//! Instruction words by format, as the specification draws them.

pub(super) const A0: u32 = 10;
pub(super) const A1: u32 = 11;
pub(super) const A2: u32 = 12;
pub(super) const SP: u32 = 2;
pub(super) const RA: u32 = 1;
pub(super) const ZERO: u32 = 0;

pub(super) fn register_form(funct7: u32, funct3: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x33
}

pub(super) fn immediate_form(opcode: u32, funct3: u32, rd: u32, rs1: u32, imm: i32) -> u32 {
    (imm as u32) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

pub(crate) fn addi(rd: u32, rs1: u32, imm: i32) -> u32 {
    immediate_form(0x13, 0, rd, rs1, imm)
}

pub(super) fn lui(rd: u32, upper: u32) -> u32 {
    upper << 12 | rd << 7 | 0x37
}

pub(super) fn auipc(rd: u32, upper: u32) -> u32 {
    upper << 12 | rd << 7 | 0x17
}

pub(super) fn load(funct3: u32, rd: u32, rs1: u32, imm: i32) -> u32 {
    immediate_form(0x03, funct3, rd, rs1, imm)
}

pub(super) fn store(funct3: u32, rs2: u32, rs1: u32, imm: i32) -> u32 {
    let imm = imm as u32;
    (imm >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (imm & 0x1f) << 7 | 0x23
}

pub(crate) fn branch(funct3: u32, rs1: u32, rs2: u32, offset: i32) -> u32 {
    let o = offset as u32;
    let high = (o >> 12 & 1) << 31 | (o >> 5 & 0x3f) << 25;
    high | rs2 << 20 | rs1 << 15 | funct3 << 12 | (o >> 1 & 0xf) << 8 | (o >> 11 & 1) << 7 | 0x63
}

pub(super) fn jal(rd: u32, offset: i32) -> u32 {
    let o = offset as u32;
    (o >> 20 & 1) << 31
        | (o >> 1 & 0x3ff) << 21
        | (o >> 11 & 1) << 20
        | (o >> 12 & 0xff) << 12
        | rd << 7
        | 0x6f
}

pub(super) fn jalr(rd: u32, rs1: u32, imm: i32) -> u32 {
    immediate_form(0x67, 0, rd, rs1, imm)
}

pub(crate) fn ret() -> u32 {
    jalr(ZERO, RA, 0)
}

/// csrrs rd, csr, x0.
pub(super) fn read_csr(rd: u32, csr: u32) -> u32 {
    csr << 20 | 2 << 12 | rd << 7 | 0x73
}

/// Two halfwords in one word, the first at the lower address.
pub(super) fn pair(first: u32, second: u32) -> u32 {
    first | second << 16
}

/// c.nop.
pub(super) const C_NOP: u32 = 0x0001;
