//! The words of a core: numbers, or terms.
//!
//! One decoder and one executor run both. The concrete domain is the flat memory itself: its words are numbers, so
//! every call below compiles to what it names. The symbolic one is in `freeboard-prove`.

use super::cycles::CycleProfile;
use super::instruction::{Access, AluOp, Condition, DivOp, MulOp};
use super::memory::{Fault, Memory};
use super::trap::Trap;
use core::fmt::Debug;

/// Words, and the memory that holds them.
pub trait Domain {
    /// A 32-bit word.
    type Word: Copy + Debug;
    /// Why an instruction does not complete.
    type Stop: From<Trap>;

    /// A known word.
    fn word(&mut self, value: u32) -> Self::Word;
    /// A sum, a difference, a shift, a comparison, logic.
    fn alu(&mut self, op: AluOp, a: Self::Word, b: Self::Word) -> Self::Word;
    /// A product.
    fn multiply(&mut self, op: MulOp, a: Self::Word, b: Self::Word) -> Self::Word;
    /// A quotient or remainder.
    fn divide(&mut self, op: DivOp, a: Self::Word, b: Self::Word) -> Self::Word;
    /// The most cycles that a division by `divisor` takes.
    fn division_cycles(&mut self, profile: &CycleProfile, op: DivOp, divisor: Self::Word) -> u8;
    /// Whether a branch is taken.
    ///
    /// # Errors
    /// The path ends here.
    fn decide(&mut self, condition: Condition, a: Self::Word, b: Self::Word) -> Result<bool, Self::Stop>;
    /// The one value of a jump target or a stack pointer.
    ///
    /// # Errors
    /// It has more than one.
    fn known(&mut self, pc: u32, word: Self::Word) -> Result<u32, Self::Stop>;
    /// The halfword at an even address, for instruction fetch.
    fn half(&self, address: u32) -> Option<u16>;
    /// A load, extended to 32 bits.
    ///
    /// # Errors
    /// A misaligned address, or one outside memory.
    fn load(&mut self, pc: u32, address: Self::Word, access: Access) -> Result<Self::Word, Self::Stop>;
    /// A store of the low bytes of `value`; the address that was written.
    ///
    /// # Errors
    /// As [`Self::load`].
    fn store(
        &mut self,
        pc: u32,
        address: Self::Word,
        access: Access,
        value: Self::Word,
    ) -> Result<u32, Self::Stop>;
}

impl Domain for Memory {
    type Word = u32;
    type Stop = Trap;

    #[inline(always)]
    fn word(&mut self, value: u32) -> u32 {
        value
    }

    #[inline(always)]
    fn alu(&mut self, op: AluOp, a: u32, b: u32) -> u32 {
        op.apply(a, b)
    }

    #[inline(always)]
    fn multiply(&mut self, op: MulOp, a: u32, b: u32) -> u32 {
        op.apply(a, b)
    }

    #[inline(always)]
    fn divide(&mut self, op: DivOp, a: u32, b: u32) -> u32 {
        op.apply(a, b)
    }

    #[inline(always)]
    fn division_cycles(&mut self, profile: &CycleProfile, op: DivOp, divisor: u32) -> u8 {
        profile.division(op, divisor)
    }

    #[inline(always)]
    fn decide(&mut self, condition: Condition, a: u32, b: u32) -> Result<bool, Trap> {
        Ok(condition.holds(a, b))
    }

    #[inline(always)]
    fn known(&mut self, _: u32, word: u32) -> Result<u32, Trap> {
        Ok(word)
    }

    #[inline(always)]
    fn half(&self, address: u32) -> Option<u16> {
        self.half_at(address)
    }

    #[inline(always)]
    fn load(&mut self, pc: u32, address: u32, access: Access) -> Result<u32, Trap> {
        self.load_at(address, access).map_err(|fault| data_trap(pc, address, fault))
    }

    #[inline(always)]
    fn store(&mut self, pc: u32, address: u32, access: Access, value: u32) -> Result<u32, Trap> {
        self.store_at(address, access, value).map_err(|fault| data_trap(pc, address, fault))?;
        Ok(address)
    }
}

pub(super) const fn data_trap(pc: u32, address: u32, fault: Fault) -> Trap {
    match fault {
        Fault::Misaligned { width } => Trap::Misaligned { pc, address, width },
        Fault::OutOfRange => Trap::OutOfRange { pc, address },
    }
}
