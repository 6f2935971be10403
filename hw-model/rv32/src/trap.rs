//! Everything that can go wrong while a firmware image loads or runs.

use std::error::Error;
use std::fmt::{Display, Formatter, Result as FmtResult};

use super::elf::ElfError;

/// Why an instruction did not complete. `pc` is its address; no state but the trap itself changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// Not an RV32IMC instruction, or a CSR that is not a readable counter.
    IllegalInstruction {
        /// Address of the instruction.
        pc: u32,
        /// Its bits; the upper half is 0 for a halfword.
        bits: u32,
    },
    /// The program counter left the executable segments.
    FetchOutOfRange {
        /// The address.
        pc: u32,
    },
    /// A load or store whose address is no multiple of its width.
    Misaligned {
        /// Address of the instruction.
        pc: u32,
        /// The data address.
        address: u32,
        /// Bytes accessed.
        width: u32,
    },
    /// A load or store outside RAM.
    OutOfRange {
        /// Address of the instruction.
        pc: u32,
        /// The data address.
        address: u32,
    },
    /// The stack pointer moved below the stack.
    StackOverflow {
        /// Address of the instruction.
        pc: u32,
        /// The new stack pointer.
        sp: u32,
    },
    /// `ebreak`: what a Rust `abort` or an unreachable path compiles to.
    Breakpoint {
        /// Address of the instruction.
        pc: u32,
    },
    /// `ecall`: there is no environment to call.
    EnvironmentCall {
        /// Address of the instruction.
        pc: u32,
    },
}

/// A failed load, call or host access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoreError {
    /// The image is not a static RV32 executable.
    Elf(ElfError),
    /// The segments span more than the flat RAM may hold.
    ImageTooLarge {
        /// Bytes from the first to the last address.
        span: u64,
    },
    /// No such symbol.
    UnknownSymbol(String),
    /// A call passes at most eight words, a0 to a7.
    TooManyArguments(usize),
    /// The callee trapped.
    Trap(Trap),
    /// The callee ran longer than the step limit.
    OutOfSteps {
        /// The limit, in instructions.
        limit: u64,
        /// Where it was.
        pc: u32,
    },
    /// The host read or wrote outside RAM.
    HostOutOfRange {
        /// First address.
        address: u32,
        /// Bytes.
        length: usize,
    },
    /// The scratch area has no room left.
    OutOfScratch {
        /// Bytes asked for.
        bytes: u32,
    },
}

impl Display for Trap {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match *self {
            Self::IllegalInstruction { pc, bits } => write!(f, "illegal instruction {bits:#010x} at {pc:#x}"),
            Self::FetchOutOfRange { pc } => write!(f, "fetch outside code at {pc:#x}"),
            Self::Misaligned { pc, address, width } => {
                write!(f, "misaligned {width}-byte access to {address:#x} at {pc:#x}")
            }
            Self::OutOfRange { pc, address } => write!(f, "access outside RAM to {address:#x} at {pc:#x}"),
            Self::StackOverflow { pc, sp } => write!(f, "stack overflow, sp {sp:#x} at {pc:#x}"),
            Self::Breakpoint { pc } => write!(f, "ebreak at {pc:#x}"),
            Self::EnvironmentCall { pc } => write!(f, "ecall at {pc:#x}"),
        }
    }
}

impl Error for Trap {}

impl Display for CoreError {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self {
            Self::Elf(error) => write!(f, "not a firmware image: {error}"),
            Self::ImageTooLarge { span } => write!(f, "image spans {span} bytes"),
            Self::UnknownSymbol(name) => write!(f, "no symbol named {name}"),
            Self::TooManyArguments(count) => write!(f, "{count} arguments, at most 8 fit in registers"),
            Self::Trap(trap) => trap.fmt(f),
            Self::OutOfSteps { limit, pc } => {
                write!(f, "still running after {limit} instructions, at {pc:#x}")
            }
            Self::HostOutOfRange { address, length } => {
                write!(f, "host access of {length} bytes at {address:#x} is outside RAM")
            }
            Self::OutOfScratch { bytes } => write!(f, "no room for {bytes} bytes of scratch"),
        }
    }
}

impl Error for CoreError {}

impl From<Trap> for CoreError {
    fn from(trap: Trap) -> Self {
        Self::Trap(trap)
    }
}

impl From<ElfError> for CoreError {
    fn from(error: ElfError) -> Self {
        Self::Elf(error)
    }
}
