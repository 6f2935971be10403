//! The host's side of the core: load an image, call its functions, read and write its memory.

use super::cycles::CycleProfile;
use super::domain::Domain;
use super::elf::Image;
use super::memory::Memory;
use super::prepared::Prepared;
use super::trap::CoreError;
use core::ops::Range;

/// Return address, x1.
pub const RA: usize = 1;
/// Stack pointer, x2.
pub const SP: usize = 2;
/// Global pointer, x3.
pub const GP: usize = 3;
/// First argument and result, x10.
pub const A0: usize = 10;
const ARGUMENTS_MAX: usize = 8;

/// Where a called function returns to: outside any image, since RAM ends below it.
pub const RETURN_ADDRESS: u32 = 0xffff_fff0;
/// RAM limit, chosen by us: far above any firmware image, far below what a wrong linker script asks for.
const SPAN_MAX: u64 = 64 << 20;
/// Calling convention: the stack pointer is a multiple of 16 at a call (RISC-V psABI).
const STACK_ALIGNMENT: u32 = 16;
/// Longer than any per-packet function by four orders of magnitude; a runaway ends in a second.
const STEP_LIMIT_DEFAULT: u64 = 20_000_000;

/// Memory beside the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Room for [`Core::reserve`] in bytes.
    pub scratch_bytes: u32,
    /// Stack in bytes; running below it traps.
    pub stack_bytes: u32,
}

impl Default for Layout {
    /// 64 KiB of scratch, 16 KiB of stack.
    fn default() -> Self {
        Self { scratch_bytes: 64 << 10, stack_bytes: 16 << 10 }
    }
}

/// What one call returned and used, the final `ret` included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Return value, low word.
    pub a0: u32,
    /// Return value, high word.
    pub a1: u32,
    /// Instructions retired.
    pub instructions: u64,
    /// Cycles by the profile.
    pub cycles: u64,
    /// Deepest stack use in bytes.
    pub stack_bytes: u32,
}

/// Running state of a core: registers, place, counts, hazards of the last instruction.
#[derive(Clone, Copy, Debug)]
pub struct Hart<W> {
    /// x0 to x31.
    pub registers: [W; 32],
    /// Address of the next instruction.
    pub pc: u32,
    /// Cycles by the profile.
    pub cycles: u64,
    /// Instructions retired.
    pub instructions: u64,
    /// The register that the last instruction loaded, 0 for none.
    pub last_loads: u8,
    /// The register that the last instruction wrote.
    pub last_writes: u8,
    /// The lowest value that the stack pointer has had since the call began.
    pub lowest_sp: u32,
}

impl<W: Copy> Hart<W> {
    const fn new(zero: W, lowest_sp: u32) -> Self {
        Self {
            registers: [zero; 32],
            pc: 0,
            cycles: 0,
            instructions: 0,
            last_loads: 0,
            last_writes: 0,
            lowest_sp,
        }
    }
}

/// A core with a loaded image. Memory lasts from call to call; a clone is a checkpoint.
///
/// Its words are numbers in a flat memory, or terms of another [`Domain`].
#[derive(Clone, Debug)]
pub struct Core<D: Domain = Memory> {
    /// The running state.
    pub hart: Hart<D::Word>,
    /// Words and their memory.
    pub domain: D,
    pub(super) profile: &'static CycleProfile,
    /// One entry per halfword of the executable segments, decoded when first run.
    pub(super) code: Vec<Option<Prepared>>,
    pub(super) code_start: u32,
    pub(super) stack_limit: u32,
    stack_top: u32,
    scratch_next: u32,
    step_limit: u64,
    symbols: Vec<(String, u32)>,
}

impl<D: Domain> Core<D> {
    /// Address of a symbol.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<u32> {
        let found = self.symbols.binary_search_by(|(known, _)| known.as_str().cmp(name)).ok()?;
        Some(self.symbols[found].1)
    }

    /// Addresses of the stack.
    #[must_use]
    pub const fn stack(&self) -> Range<u32> {
        self.stack_limit..self.stack_top
    }
}

impl Core {
    /// Loads an image; scratch and stack follow its last segment.
    ///
    /// # Errors
    /// [`CoreError::ImageTooLarge`] if everything spans more than 64 MiB or passes the end of the address space.
    pub fn new(image: &Image, profile: &'static CycleProfile, layout: Layout) -> Result<Self, CoreError> {
        let base = image.segments.iter().map(|s| s.address).min().unwrap_or(0);
        let ends = image.segments.iter().map(|s| u64::from(s.address) + u64::from(s.size));
        let image_end = ends.max().unwrap_or(0).next_multiple_of(u64::from(STACK_ALIGNMENT));
        let scratch_end =
            (image_end + u64::from(layout.scratch_bytes)).next_multiple_of(u64::from(STACK_ALIGNMENT));
        let end = (scratch_end + u64::from(layout.stack_bytes)).next_multiple_of(u64::from(STACK_ALIGNMENT));
        let span = end - u64::from(base);
        if span > SPAN_MAX || end > u64::from(RETURN_ADDRESS) {
            return Err(CoreError::ImageTooLarge { span });
        }
        let (code_start, code_end) = code_range(image);
        let mut core = Self {
            hart: Hart::new(0, end as u32),
            domain: Memory::new(base, span as usize),
            profile,
            code: vec![None; (code_end - code_start).div_ceil(2) as usize],
            code_start,
            stack_limit: scratch_end as u32,
            stack_top: end as u32,
            scratch_next: image_end as u32,
            step_limit: STEP_LIMIT_DEFAULT,
            symbols: image.symbols.iter().map(|s| (s.name.clone(), s.address)).collect(),
        };
        core.symbols.sort_by(|a, b| a.0.cmp(&b.0));
        for segment in &image.segments {
            core.write(segment.address, &segment.bytes)?;
        }
        Ok(core)
    }

    /// The same image and layout over another domain, which brings its memory.
    pub fn over<D: Domain>(&self, mut domain: D, profile: &'static CycleProfile) -> Core<D> {
        Core {
            hart: Hart::new(domain.word(0), self.stack_top),
            domain,
            profile,
            code: vec![None; self.code.len()],
            code_start: self.code_start,
            stack_limit: self.stack_limit,
            stack_top: self.stack_top,
            scratch_next: self.scratch_next,
            step_limit: self.step_limit,
            symbols: self.symbols.clone(),
        }
    }

    /// Calls a function by name with up to eight words in a0 to a7.
    ///
    /// # Errors
    /// An unknown symbol, too many arguments, a trap, or the step limit.
    pub fn call(&mut self, symbol: &str, arguments: &[u32]) -> Result<Call, CoreError> {
        let address = self.symbol(symbol).ok_or_else(|| CoreError::UnknownSymbol(symbol.to_owned()))?;
        self.call_at(address, arguments)
    }

    /// Calls the function at an address: a fresh stack, no hazard from before, registers otherwise 0.
    ///
    /// # Errors
    /// Too many arguments, a trap, or the step limit.
    pub fn call_at(&mut self, address: u32, arguments: &[u32]) -> Result<Call, CoreError> {
        if arguments.len() > ARGUMENTS_MAX {
            return Err(CoreError::TooManyArguments(arguments.len()));
        }
        self.hart.registers = [0; 32];
        self.hart.registers[RA] = RETURN_ADDRESS;
        self.hart.registers[SP] = self.stack_top;
        self.hart.registers[GP] = self.symbol("__global_pointer$").unwrap_or(0);
        self.hart.registers[A0..A0 + arguments.len()].copy_from_slice(arguments);
        self.hart.pc = address;
        self.hart.lowest_sp = self.stack_top;
        (self.hart.last_loads, self.hart.last_writes) = (0, 0);
        let (cycles, instructions) = (self.hart.cycles, self.hart.instructions);
        self.run()?;
        Ok(Call {
            a0: self.hart.registers[A0],
            a1: self.hart.registers[A0 + 1],
            instructions: self.hart.instructions - instructions,
            cycles: self.hart.cycles - cycles,
            stack_bytes: self.stack_top - self.hart.lowest_sp,
        })
    }

    fn run(&mut self) -> Result<(), CoreError> {
        let end = self.hart.instructions.saturating_add(self.step_limit);
        while self.hart.pc != RETURN_ADDRESS {
            if self.hart.instructions >= end {
                return Err(CoreError::OutOfSteps { limit: self.step_limit, pc: self.hart.pc });
            }
            self.step()?;
        }
        Ok(())
    }

    /// Limits each call to this many instructions (20 million at first).
    pub fn set_step_limit(&mut self, instructions: u64) {
        self.step_limit = instructions;
    }

    /// Takes scratch memory for the host's own data, zeroed and aligned to 16 bytes, for the core's life.
    ///
    /// # Errors
    /// [`CoreError::OutOfScratch`] when [`Layout::scratch_bytes`] is used up.
    pub fn reserve(&mut self, bytes: u32) -> Result<u32, CoreError> {
        let start = self.scratch_next;
        let end = start.checked_add(bytes).and_then(|end| end.checked_next_multiple_of(STACK_ALIGNMENT));
        match end {
            Some(end) if end <= self.stack_limit => {
                self.scratch_next = end;
                Ok(start)
            }
            _ => Err(CoreError::OutOfScratch { bytes }),
        }
    }

    /// Bytes of the core's memory.
    ///
    /// # Errors
    /// [`CoreError::HostOutOfRange`] outside RAM.
    pub fn read(&self, address: u32, length: usize) -> Result<&[u8], CoreError> {
        self.domain.slice(address, length).ok_or(CoreError::HostOutOfRange { address, length })
    }

    /// Writes bytes into the core's memory.
    ///
    /// # Errors
    /// [`CoreError::HostOutOfRange`] outside RAM.
    pub fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), CoreError> {
        let length = bytes.len();
        let room =
            self.domain.slice_mut(address, length).ok_or(CoreError::HostOutOfRange { address, length })?;
        room.copy_from_slice(bytes);
        self.forget_code(address, length);
        Ok(())
    }

    /// A little-endian word of the core's memory, at any address.
    ///
    /// # Errors
    /// [`CoreError::HostOutOfRange`] outside RAM.
    pub fn read_u32(&self, address: u32) -> Result<u32, CoreError> {
        self.read(address, 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
    }

    /// Writes a little-endian word into the core's memory, at any address.
    ///
    /// # Errors
    /// [`CoreError::HostOutOfRange`] outside RAM.
    pub fn write_u32(&mut self, address: u32, value: u32) -> Result<(), CoreError> {
        self.write(address, &value.to_le_bytes())
    }
}

/// From the first to the last executable address; empty without code.
fn code_range(image: &Image) -> (u32, u32) {
    let code = || image.segments.iter().filter(|s| s.executable);
    let start = code().map(|s| s.address).min().unwrap_or(0) & !1;
    let end = code().map(|s| s.address.saturating_add(s.size)).max().unwrap_or(start);
    (start, end)
}
