//! Instructions of eBPF (RFC 9669 §3 to §5) and their decoder.

/// Bytes of an instruction slot.
pub(crate) const SLOT: usize = 8;

/// The last register: the frame pointer, which is read only.
const LAST: u8 = 10;

/// Width of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// The low halves; zeros go above the result.
    Word,
    /// Whole registers.
    Double,
}

/// Second operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Register(u8),
    /// Extended by its sign to the width of the operation.
    Immediate(i32),
}

/// Operation of the classes ALU and ALU64 (RFC 9669 §4.1, §4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alu {
    Add,
    Sub,
    Mul,
    Div,
    DivSigned,
    Or,
    And,
    ShiftLeft,
    ShiftRight,
    Neg,
    Mod,
    ModSigned,
    Xor,
    Move,
    /// Moves this many low bits, extended by their sign.
    MoveSigned(u32),
    ShiftRightArithmetic,
}

/// Byte order of the class END on a little-endian machine (RFC 9669 §4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Keeps the low bits.
    Keep,
    /// Turns their bytes around.
    Swap,
}

/// Condition of a jump (RFC 9669 §4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Equal,
    NotEqual,
    Above,
    AtLeast,
    Below,
    AtMost,
    AboveSigned,
    AtLeastSigned,
    BelowSigned,
    AtMostSigned,
    /// A common bit is set.
    Set,
}

/// An instruction. Distances count slots from the one behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instruction {
    Alu {
        width: Width,
        operation: Alu,
        target: u8,
        source: Source,
    },
    Order {
        order: Order,
        bits: u32,
        target: u8,
    },
    /// Two slots.
    LoadConstant {
        target: u8,
        value: u64,
    },
    Load {
        target: u8,
        base: u8,
        offset: i16,
        bytes: u32,
        signed: bool,
    },
    Store {
        base: u8,
        offset: i16,
        bytes: u32,
        source: Source,
    },
    Jump {
        distance: i32,
    },
    Branch {
        width: Width,
        condition: Condition,
        left: u8,
        right: Source,
        distance: i16,
    },
    /// A function of the same program.
    Call {
        distance: i32,
    },
    Exit,
}

/// Fields of a slot.
struct Slot {
    code: u8,
    target: u8,
    source: u8,
    offset: i16,
    immediate: i32,
}

fn slot(code: &[u8], at: usize) -> Option<Slot> {
    let bytes: [u8; SLOT] = code.get(at * SLOT..(at + 1) * SLOT)?.try_into().ok()?;
    let [code, registers, low, high, a, b, c, d] = bytes;
    let (offset, immediate) = (i16::from_le_bytes([low, high]), i32::from_le_bytes([a, b, c, d]));
    Some(Slot { code, target: registers & 15, source: registers >> 4, offset, immediate })
}

/// The instruction in a slot; `None` for one that is none, or that the executor does not know: atomic operations, packet
/// access of old, calls of the kernel.
pub(crate) fn decode(code: &[u8], at: usize) -> Option<Instruction> {
    let slot = slot(code, at)?;
    let known = match slot.code & 7 {
        0 => constant(code, at, &slot),
        1 => load(&slot),
        2 | 3 => store(&slot),
        4 => alu(&slot, Width::Word),
        5 => jump(&slot, Width::Double),
        6 => jump(&slot, Width::Word),
        _ => alu(&slot, Width::Double),
    };
    known.filter(|_| slot.target <= LAST && slot.source <= LAST)
}

/// A register that may be written.
const fn written(register: u8) -> Option<u8> {
    if register < LAST { Some(register) } else { None }
}

/// The second operand; the field that is not used is 0.
const fn source(slot: &Slot) -> Option<Source> {
    match (slot.code & 8, slot.source, slot.immediate) {
        (0, 0, value) => Some(Source::Immediate(value)),
        (8, register, 0) => Some(Source::Register(register)),
        _ => None,
    }
}

fn constant(code: &[u8], at: usize, first: &Slot) -> Option<Instruction> {
    let second = slot(code, at + 1)?;
    let rest = [second.code, second.target, second.source];
    if first.code != 0x18 || first.source != 0 || first.offset != 0 || rest != [0; 3] || second.offset != 0 {
        return None;
    }
    let (low, high) = (first.immediate.cast_unsigned(), second.immediate.cast_unsigned());
    let value = u64::from(high) << 32 | u64::from(low);
    Some(Instruction::LoadConstant { target: written(first.target)?, value })
}

/// The size of an access (RFC 9669 §5).
const fn bytes(code: u8) -> u32 {
    match code & 0x18 {
        0x00 => 4,
        0x08 => 2,
        0x10 => 1,
        _ => 8,
    }
}

fn load(slot: &Slot) -> Option<Instruction> {
    let (bytes, signed) = (bytes(slot.code), slot.code & 0xe0 == 0x80);
    let known = slot.code & 0xe0 == 0x60 || signed && bytes < 8;
    let (target, base) = (written(slot.target)?, slot.source);
    let load = Instruction::Load { target, base, offset: slot.offset, bytes, signed };
    (known && slot.immediate == 0).then_some(load)
}

fn store(slot: &Slot) -> Option<Instruction> {
    let source = match (slot.code & 7, slot.source, slot.immediate) {
        (2, 0, value) => Source::Immediate(value),
        (3, register, 0) => Source::Register(register),
        _ => return None,
    };
    let (base, offset) = (slot.target, slot.offset);
    (slot.code & 0xe0 == 0x60).then_some(Instruction::Store { base, offset, bytes: bytes(slot.code), source })
}

fn alu(slot: &Slot, width: Width) -> Option<Instruction> {
    let target = written(slot.target)?;
    let operation = match (slot.code >> 4, slot.offset) {
        (0x0, 0) => Alu::Add,
        (0x1, 0) => Alu::Sub,
        (0x2, 0) => Alu::Mul,
        (0x3, 0) => Alu::Div,
        (0x3, 1) => Alu::DivSigned,
        (0x4, 0) => Alu::Or,
        (0x5, 0) => Alu::And,
        (0x6, 0) => Alu::ShiftLeft,
        (0x7, 0) => Alu::ShiftRight,
        (0x8, 0) if slot.code & 8 == 0 => Alu::Neg,
        (0x9, 0) => Alu::Mod,
        (0x9, 1) => Alu::ModSigned,
        (0xa, 0) => Alu::Xor,
        (0xb, 0) => Alu::Move,
        (0xb, bits @ (8 | 16)) if slot.code & 8 == 8 => Alu::MoveSigned(bits.unsigned_abs().into()),
        (0xb, 32) if slot.code & 8 == 8 && width == Width::Double => Alu::MoveSigned(32),
        (0xc, 0) => Alu::ShiftRightArithmetic,
        (0xd, 0) => return order(slot, width, target),
        _ => return None,
    };
    Some(Instruction::Alu { width, operation, target, source: source(slot)? })
}

/// To little-endian, to big-endian, or swapped whatever the machine is.
fn order(slot: &Slot, width: Width, target: u8) -> Option<Instruction> {
    let order = match (width, slot.code & 8) {
        (Width::Word, 0) => Order::Keep,
        (Width::Word, _) | (Width::Double, 0) => Order::Swap,
        _ => return None,
    };
    let bits = u32::try_from(slot.immediate).ok().filter(|bits| [16, 32, 64].contains(bits))?;
    (slot.source == 0).then_some(Instruction::Order { order, bits, target })
}

fn jump(slot: &Slot, width: Width) -> Option<Instruction> {
    let double = width == Width::Double;
    let condition = match slot.code >> 4 {
        0x0 if slot.code & 8 != 0 || slot.target != 0 || slot.source != 0 => return None,
        0x0 if double => {
            return (slot.immediate == 0).then_some(Instruction::Jump { distance: slot.offset.into() });
        }
        0x0 => return (slot.offset == 0).then_some(Instruction::Jump { distance: slot.immediate }),
        0x8 => {
            let within = double && slot.code & 8 == 0 && slot.source == 1 && slot.offset == 0;
            return within.then_some(Instruction::Call { distance: slot.immediate });
        }
        0x9 => return (double && slot.code & 8 == 0).then_some(Instruction::Exit),
        0x1 => Condition::Equal,
        0x2 => Condition::Above,
        0x3 => Condition::AtLeast,
        0x4 => Condition::Set,
        0x5 => Condition::NotEqual,
        0x6 => Condition::AboveSigned,
        0x7 => Condition::AtLeastSigned,
        0xa => Condition::Below,
        0xb => Condition::AtMost,
        0xc => Condition::BelowSigned,
        0xd => Condition::AtMostSigned,
        _ => return None,
    };
    let (left, right, distance) = (slot.target, source(slot)?, slot.offset);
    Some(Instruction::Branch { width, condition, left, right, distance })
}
