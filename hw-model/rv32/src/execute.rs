//! One instruction: what it changes and what it costs.

use super::core::Core;
use super::decode::decode;
use super::domain::Domain;
use super::instruction::{AluOp, Instruction, Op};
use super::prepared::Prepared;
use super::trap::Trap;

const SP: u8 = 2;

impl<D: Domain> Core<D> {
    /// Executes the instruction at pc. On a trap pc stays and the counters do not move.
    ///
    /// # Errors
    /// A trap, or why the path of another domain ends.
    #[inline]
    pub fn step(&mut self) -> Result<(), D::Stop> {
        let prepared = self.fetch()?;
        let Instruction { op, rd, rs1, rs2, imm, length } = prepared.instruction;
        let (a, b) = (self.register(rs1), self.register(rs2));
        let mut next = self.hart.pc.wrapping_add(u32::from(length));
        let mut cost = u32::from(prepared.base);
        match op {
            Op::Alu(op) => {
                let value = self.domain.alu(op, a, b);
                self.set_register(rd, value)?;
            }
            Op::AluImmediate(op) => {
                let b = self.domain.word(imm);
                let value = self.domain.alu(op, a, b);
                self.set_register(rd, value)?;
            }
            Op::LoadUpper => self.set_known(rd, imm)?,
            Op::AddUpperToPc => self.set_known(rd, self.hart.pc.wrapping_add(imm))?,
            Op::Load(access) => {
                let address = self.address(a, imm);
                let value = self.domain.load(self.hart.pc, address, access)?;
                self.set_register(rd, value)?;
            }
            Op::Store(access) => {
                let address = self.address(a, imm);
                let written = self.domain.store(self.hart.pc, address, access, b)?;
                self.forget_code(written, access.width() as usize);
            }
            Op::Branch(condition) => {
                if self.domain.decide(condition, a, b)? {
                    next = self.hart.pc.wrapping_add(imm);
                    cost = u32::from(self.profile.branch_taken) + self.split_target(next);
                }
            }
            Op::Jump => {
                self.set_known(rd, next)?;
                next = self.hart.pc.wrapping_add(imm);
                cost += self.split_target(next);
            }
            Op::JumpRegister => {
                let target = self.domain.known(self.hart.pc, a)?;
                self.set_known(rd, next)?;
                next = target.wrapping_add(imm) & !1;
                cost += self.split_target(next) + self.jump_hazard(rs1);
            }
            Op::Multiply(op) => {
                let value = self.domain.multiply(op, a, b);
                self.set_register(rd, value)?;
            }
            Op::Divide(op) => {
                let value = self.domain.divide(op, a, b);
                self.set_register(rd, value)?;
                cost = u32::from(self.domain.division_cycles(self.profile, op, b));
            }
            Op::ReadCounter => self.set_known(rd, self.counter(imm))?,
            Op::Fence | Op::FenceInstructions => {}
            Op::EnvironmentCall => return Err(Trap::EnvironmentCall { pc: self.hart.pc }.into()),
            Op::Breakpoint => return Err(Trap::Breakpoint { pc: self.hart.pc }.into()),
        }
        let hazard = prepared.reads >> self.hart.last_loads & 1;
        self.hart.cycles += u64::from(cost + hazard * u32::from(self.profile.load_use));
        self.hart.instructions += 1;
        self.hart.last_loads = prepared.loads;
        self.hart.last_writes = rd;
        self.hart.pc = next;
        Ok(())
    }

    #[inline]
    fn fetch(&mut self) -> Result<Prepared, Trap> {
        let index = (self.hart.pc.wrapping_sub(self.code_start) >> 1) as usize;
        match self.code.get(index) {
            Some(&Some(prepared)) => Ok(prepared),
            Some(None) => self.prepare(index),
            None => Err(Trap::FetchOutOfRange { pc: self.hart.pc }),
        }
    }

    #[cold]
    fn prepare(&mut self, index: usize) -> Result<Prepared, Trap> {
        let pc = self.hart.pc;
        let low = u32::from(self.domain.half(pc).ok_or(Trap::FetchOutOfRange { pc })?);
        let bits = if low & 3 == 3 {
            let high = self.domain.half(pc.wrapping_add(2)).ok_or(Trap::FetchOutOfRange { pc })?;
            low | u32::from(high) << 16
        } else {
            low
        };
        let instruction = decode(bits).ok_or(Trap::IllegalInstruction { pc, bits })?;
        let prepared = Prepared::new(instruction, self.profile);
        self.code[index] = Some(prepared);
        Ok(prepared)
    }

    #[inline]
    fn register(&self, number: u8) -> D::Word {
        self.hart.registers[usize::from(number & 31)]
    }

    /// A base register and an offset.
    #[inline]
    fn address(&mut self, base: D::Word, offset: u32) -> D::Word {
        let offset = self.domain.word(offset);
        self.domain.alu(AluOp::Add, base, offset)
    }

    #[inline]
    fn set_known(&mut self, rd: u8, value: u32) -> Result<(), D::Stop> {
        let value = self.domain.word(value);
        self.set_register(rd, value)
    }

    /// Writes a register, keeps x0 at 0 and watches the stack pointer.
    #[inline]
    fn set_register(&mut self, rd: u8, value: D::Word) -> Result<(), D::Stop> {
        if rd == SP {
            let sp = self.domain.known(self.hart.pc, value)?;
            if sp < self.stack_limit {
                return Err(Trap::StackOverflow { pc: self.hart.pc, sp }.into());
            }
            self.hart.lowest_sp = self.hart.lowest_sp.min(sp);
        }
        self.hart.registers[usize::from(rd & 31)] = value;
        self.hart.registers[0] = self.domain.word(0);
        Ok(())
    }

    /// Drops decoded instructions that overlap written bytes, among them a 4-byte one that began before.
    #[inline]
    pub(super) fn forget_code(&mut self, address: u32, length: usize) {
        let code_end = self.code_start.wrapping_add((self.code.len() * 2) as u32);
        if address >= code_end || length == 0 {
            return;
        }
        let end = (u64::from(address) + length as u64).saturating_sub(u64::from(self.code_start));
        let start = u64::from(address).saturating_sub(u64::from(self.code_start) + 2);
        let count = self.code.len();
        let (first, last) = ((start / 2) as usize, (end.div_ceil(2) as usize).min(count));
        if first < last {
            self.code[first..last].fill(None);
        }
    }

    /// The penalty of a jump to a 4-byte instruction that no single aligned word holds.
    #[inline]
    fn split_target(&self, target: u32) -> u32 {
        let split = target & 2 != 0 && self.domain.half(target).is_some_and(|half| half & 3 == 3);
        u32::from(split) * u32::from(self.profile.split_target)
    }

    /// A load right before a register jump already costs its own hazard.
    #[inline]
    fn jump_hazard(&self, rs1: u8) -> u32 {
        let waits = rs1 != 0 && rs1 == self.hart.last_writes && rs1 != self.hart.last_loads;
        u32::from(waits) * u32::from(self.profile.jump_use)
    }

    /// A counter before this instruction, by CSR number: bit 7 is the upper half, bit 1 is instret.
    fn counter(&self, csr: u32) -> u32 {
        let wide = if csr & 2 == 0 { self.hart.cycles } else { self.hart.instructions };
        (if csr & 0x80 == 0 { wide } else { wide >> 32 }) as u32
    }
}
