//! One instruction: what it changes and what it costs.

use super::core::Core;
use super::decode::decode;
use super::instruction::{Access, Instruction, Op};
use super::memory::Fault;
use super::prepared::Prepared;
use super::trap::Trap;

const SP: u8 = 2;

impl Core {
    /// Executes the instruction at pc. On a trap pc stays and the counters do not move.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), Trap> {
        let prepared = self.fetch()?;
        let Instruction { op, rd, rs1, rs2, imm, length } = prepared.instruction;
        let (a, b) = (self.register(rs1), self.register(rs2));
        let mut next = self.pc.wrapping_add(u32::from(length));
        let mut cost = u32::from(prepared.base);
        match op {
            Op::Alu(op) => self.set_register(rd, op.apply(a, b))?,
            Op::AluImmediate(op) => self.set_register(rd, op.apply(a, imm))?,
            Op::LoadUpper => self.set_register(rd, imm)?,
            Op::AddUpperToPc => self.set_register(rd, self.pc.wrapping_add(imm))?,
            Op::Load(access) => {
                let value = self.load(a.wrapping_add(imm), access)?;
                self.set_register(rd, value)?;
            }
            Op::Store(access) => self.store(a.wrapping_add(imm), access, b)?,
            Op::Branch(condition) => {
                if condition.holds(a, b) {
                    next = self.pc.wrapping_add(imm);
                    cost = u32::from(self.profile.branch_taken) + self.split_target(next);
                }
            }
            Op::Jump => {
                self.set_register(rd, next)?;
                next = self.pc.wrapping_add(imm);
                cost += self.split_target(next);
            }
            Op::JumpRegister => {
                self.set_register(rd, next)?;
                next = a.wrapping_add(imm) & !1;
                cost += self.split_target(next) + self.jump_hazard(rs1);
            }
            Op::Multiply(op) => self.set_register(rd, op.apply(a, b))?,
            Op::Divide(op) => {
                self.set_register(rd, op.apply(a, b))?;
                cost = u32::from(self.profile.division(op, b));
            }
            Op::ReadCounter => self.set_register(rd, self.counter(imm))?,
            Op::Fence | Op::FenceInstructions => {}
            Op::EnvironmentCall => return Err(Trap::EnvironmentCall { pc: self.pc }),
            Op::Breakpoint => return Err(Trap::Breakpoint { pc: self.pc }),
        }
        let hazard = prepared.reads >> self.last_loads & 1;
        self.cycles += u64::from(cost + hazard * u32::from(self.profile.load_use));
        self.instructions += 1;
        self.last_loads = prepared.loads;
        self.last_writes = rd;
        self.pc = next;
        Ok(())
    }

    #[inline]
    fn fetch(&mut self) -> Result<Prepared, Trap> {
        let index = (self.pc.wrapping_sub(self.code_start) >> 1) as usize;
        match self.code.get(index) {
            Some(&Some(prepared)) => Ok(prepared),
            Some(None) => self.prepare(index),
            None => Err(Trap::FetchOutOfRange { pc: self.pc }),
        }
    }

    #[cold]
    fn prepare(&mut self, index: usize) -> Result<Prepared, Trap> {
        let pc = self.pc;
        let low = u32::from(self.memory.half(pc).ok_or(Trap::FetchOutOfRange { pc })?);
        let bits = if low & 3 == 3 {
            let high = self.memory.half(pc.wrapping_add(2)).ok_or(Trap::FetchOutOfRange { pc })?;
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
    fn register(&self, number: u8) -> u32 {
        self.registers[usize::from(number & 31)]
    }

    /// Writes a register, keeps x0 at 0 and watches the stack pointer.
    #[inline]
    fn set_register(&mut self, rd: u8, value: u32) -> Result<(), Trap> {
        if rd == SP {
            if value < self.stack_limit {
                return Err(Trap::StackOverflow { pc: self.pc, sp: value });
            }
            self.lowest_sp = self.lowest_sp.min(value);
        }
        self.registers[usize::from(rd & 31)] = value;
        self.registers[0] = 0;
        Ok(())
    }

    #[inline]
    fn load(&self, address: u32, access: Access) -> Result<u32, Trap> {
        self.memory.load(address, access).map_err(|fault| self.data_trap(address, fault))
    }

    #[inline]
    fn store(&mut self, address: u32, access: Access, value: u32) -> Result<(), Trap> {
        self.memory.store(address, access, value).map_err(|fault| self.data_trap(address, fault))?;
        self.forget_code(address, access.width() as usize);
        Ok(())
    }

    fn data_trap(&self, address: u32, fault: Fault) -> Trap {
        match fault {
            Fault::Misaligned { width } => Trap::Misaligned { pc: self.pc, address, width },
            Fault::OutOfRange => Trap::OutOfRange { pc: self.pc, address },
        }
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
        let split = target & 2 != 0 && self.memory.half(target).is_some_and(|half| half & 3 == 3);
        u32::from(split) * u32::from(self.profile.split_target)
    }

    /// A load right before a register jump already costs its own hazard.
    #[inline]
    fn jump_hazard(&self, rs1: u8) -> u32 {
        let waits = rs1 != 0 && rs1 == self.last_writes && rs1 != self.last_loads;
        u32::from(waits) * u32::from(self.profile.jump_use)
    }

    /// A counter before this instruction, by CSR number: bit 7 is the upper half, bit 1 is instret.
    fn counter(&self, csr: u32) -> u32 {
        let wide = if csr & 2 == 0 { self.cycles } else { self.instructions };
        (if csr & 0x80 == 0 { wide } else { wide >> 32 }) as u32
    }
}
