//! Static ELF32 images: loadable segments and named symbols, nothing else.
//!
//! The package `object` reads the file; what a firmware image must be is checked here (RISC-V psABI: machine, flags).

use object::LittleEndian as Little;
use object::elf::{
    EF_RISCV_FLOAT_ABI, EF_RISCV_RVE, EM_RISCV, ET_EXEC, FileHeader32, PF_X, PT_LOAD, SHN_UNDEF, STT_FUNC,
};
use object::read::elf::{FileHeader as _, ProgramHeader as _, Sym as _};
use std::error::Error;
use std::fmt::{Display, Formatter, Result as FmtResult};

/// Why a file is not a loadable firmware image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElfError {
    /// No ELF magic.
    NotElf,
    /// Not 32-bit little-endian.
    NotElf32LittleEndian,
    /// The machine field is not RISC-V (243).
    NotRiscV(u16),
    /// Not an executable: link it first, at fixed addresses.
    NotExecutable(u16),
    /// Built for RV32E or with floating-point registers in its calling convention.
    UnsupportedAbi(u32),
    /// A table or segment points outside the file.
    Truncated,
    /// No loadable segment.
    Empty,
}

impl Display for ElfError {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self {
            Self::NotElf => f.write_str("no ELF magic"),
            Self::NotElf32LittleEndian => f.write_str("not a 32-bit little-endian ELF"),
            Self::NotRiscV(machine) => write!(f, "machine {machine} is not RISC-V"),
            Self::NotExecutable(kind) => write!(f, "ELF type {kind} is not a static executable"),
            Self::UnsupportedAbi(flags) => write!(f, "ABI flags {flags:#x} are not ilp32"),
            Self::Truncated => f.write_str("a table points outside the file"),
            Self::Empty => f.write_str("nothing to load"),
        }
    }
}

impl Error for ElfError {}

/// A range of memory as the image wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// First address.
    pub address: u32,
    /// Initial contents.
    pub bytes: Vec<u8>,
    /// Size in memory in bytes; what exceeds `bytes` is zero (`.bss`).
    pub size: u32,
    /// Holds code.
    pub executable: bool,
}

/// A named address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name as linked.
    pub name: String,
    /// Address.
    pub address: u32,
    /// Size in bytes: code size of a function.
    pub size: u32,
    /// A function, not data.
    pub function: bool,
}

/// A parsed firmware image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Loadable segments in file order; at least one.
    pub segments: Vec<Segment>,
    /// Named symbols; empty for a stripped image.
    pub symbols: Vec<Symbol>,
}

impl Image {
    /// Parses a linked ELF file.
    ///
    /// # Errors
    /// [`ElfError`] names the first thing that is wrong.
    pub fn parse(file: &[u8]) -> Result<Self, ElfError> {
        let header = header(file)?;
        let segments = segments(header, file)?;
        if segments.is_empty() {
            return Err(ElfError::Empty);
        }
        Ok(Self { segments, symbols: symbols(header, file)? })
    }

    /// The symbol of this name.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.symbols.iter().find(|symbol| symbol.name == name)
    }
}

type Header = FileHeader32<Little>;

/// ABI flags that an ilp32 core cannot honour: a floating-point calling convention, 16 registers. Compressed code is fine.
const FLAGS_REFUSED: u32 = EF_RISCV_FLOAT_ABI | EF_RISCV_RVE.0;

fn header(file: &[u8]) -> Result<&Header, ElfError> {
    if !file.starts_with(&object::elf::ELFMAG) {
        return Err(ElfError::NotElf);
    }
    if file.get(4..6) != Some(&[object::elf::ELFCLASS32.0, object::elf::ELFDATA2LSB.0]) {
        return Err(ElfError::NotElf32LittleEndian);
    }
    let header = Header::parse(file).map_err(|_| ElfError::Truncated)?;
    let (machine, kind) = (header.e_machine(Little), header.e_type(Little));
    let flags = header.e_flags(Little).0;
    match () {
        () if machine != EM_RISCV => Err(ElfError::NotRiscV(machine.0)),
        () if kind != ET_EXEC => Err(ElfError::NotExecutable(kind.0)),
        () if flags & FLAGS_REFUSED != 0 => Err(ElfError::UnsupportedAbi(flags)),
        () => Ok(header),
    }
}

fn segments(header: &Header, file: &[u8]) -> Result<Vec<Segment>, ElfError> {
    let headers = header.program_headers(Little, file).map_err(|_| ElfError::Truncated)?;
    let loaded = headers.iter().filter(|one| one.p_type(Little) == PT_LOAD && one.p_memsz(Little) != 0);
    let segment = |one: &object::elf::ProgramHeader32<Little>| {
        let size = one.p_memsz(Little);
        let bytes = one.data(Little, file).map_err(|()| ElfError::Truncated)?;
        Ok(Segment {
            address: one.p_vaddr(Little),
            bytes: bytes[..bytes.len().min(size as usize)].to_vec(),
            size,
            executable: one.p_flags(Little).0 & PF_X.0 != 0,
        })
    };
    loaded.map(segment).collect()
}

/// Defined, named symbols: functions, objects, and the untyped ones that assembly and linker scripts make.
fn symbols(header: &Header, file: &[u8]) -> Result<Vec<Symbol>, ElfError> {
    let sections = header.sections(Little, file).map_err(|_| ElfError::Truncated)?;
    let table = sections.symbols(Little, file, object::elf::SHT_SYMTAB).map_err(|_| ElfError::Truncated)?;
    let mut found = Vec::new();
    for symbol in table.iter() {
        let name = symbol.name(Little, table.strings()).map_err(|_| ElfError::Truncated)?;
        // Higher types are sections, files and thread-local storage.
        if name.is_empty() || symbol.st_shndx(Little) == SHN_UNDEF || symbol.st_type() > STT_FUNC {
            continue;
        }
        found.push(Symbol {
            name: String::from_utf8_lossy(name).into_owned(),
            address: symbol.st_value(Little),
            size: symbol.st_size(Little),
            function: symbol.st_type() == STT_FUNC,
        });
    }
    Ok(found)
}
