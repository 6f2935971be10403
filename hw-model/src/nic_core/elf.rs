//! Static ELF32 images: loadable segments and named symbols, nothing else.
//!
//! Layouts from the System V ABI (gABI 4.1, chapters 4 and 5) and the RISC-V psABI (machine number, flags).

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
        check_header(file)?;
        let segments = segments(file)?;
        if segments.is_empty() {
            return Err(ElfError::Empty);
        }
        Ok(Self { segments, symbols: symbols(file)? })
    }

    /// The symbol of this name.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.symbols.iter().find(|symbol| symbol.name == name)
    }
}

const MACHINE_RISCV: u16 = 243;
const TYPE_EXECUTABLE: u16 = 2;
/// psABI e_flags: float ABI in bits 2..1, RVE in bit 3. Bit 0 (compressed code) is fine.
const FLAGS_REFUSED: u32 = 0b1110;
const SEGMENT_LOAD: u32 = 1;
const SEGMENT_EXECUTABLE: u32 = 1;
const SECTION_SYMBOLS: u32 = 2;
const SYMBOL_SIZE: usize = 16;
/// Lower types are untyped (0) and object (1), higher ones sections, files and thread-local storage.
const SYMBOL_TYPE_FUNCTION: u8 = 2;

fn check_header(file: &[u8]) -> Result<(), ElfError> {
    if !file.starts_with(b"\x7fELF") {
        return Err(ElfError::NotElf);
    }
    if file.get(4..6) != Some(&[1, 1]) {
        return Err(ElfError::NotElf32LittleEndian);
    }
    let machine = half(file, 18)?;
    if machine != MACHINE_RISCV {
        return Err(ElfError::NotRiscV(machine));
    }
    let kind = half(file, 16)?;
    if kind != TYPE_EXECUTABLE {
        return Err(ElfError::NotExecutable(kind));
    }
    let flags = word(file, 36)?;
    if flags & FLAGS_REFUSED != 0 { Err(ElfError::UnsupportedAbi(flags)) } else { Ok(()) }
}

fn segments(file: &[u8]) -> Result<Vec<Segment>, ElfError> {
    let mut found = Vec::new();
    for header in table(file, word(file, 28)?, half(file, 42)?, half(file, 44)?)? {
        let size = word(header, 20)?;
        if word(header, 0)? != SEGMENT_LOAD || size == 0 {
            continue;
        }
        found.push(Segment {
            address: word(header, 8)?,
            bytes: slice(file, word(header, 4)?, word(header, 16)?.min(size))?.to_vec(),
            size,
            executable: word(header, 24)? & SEGMENT_EXECUTABLE != 0,
        });
    }
    Ok(found)
}

fn symbols(file: &[u8]) -> Result<Vec<Symbol>, ElfError> {
    let sections: Vec<&[u8]> = table(file, word(file, 32)?, half(file, 46)?, half(file, 48)?)?.collect();
    let mut found = Vec::new();
    for section in &sections {
        if word(section, 4)? != SECTION_SYMBOLS {
            continue;
        }
        let names = sections.get(word(section, 24)? as usize).ok_or(ElfError::Truncated)?;
        let names = slice(file, word(names, 16)?, word(names, 20)?)?;
        for entry in slice(file, word(section, 16)?, word(section, 20)?)?.chunks_exact(SYMBOL_SIZE) {
            found.extend(symbol(entry, names)?);
        }
    }
    Ok(found)
}

/// A defined, named symbol: functions, objects, and the untyped ones that assembly and linker scripts make.
fn symbol(entry: &[u8], names: &[u8]) -> Result<Option<Symbol>, ElfError> {
    let name = names.get(word(entry, 0)? as usize..).ok_or(ElfError::Truncated)?;
    let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
    let kind = entry.get(12).ok_or(ElfError::Truncated)? & 0xf;
    let defined = half(entry, 14)? != 0;
    if name.is_empty() || !defined || kind > SYMBOL_TYPE_FUNCTION {
        return Ok(None);
    }
    Ok(Some(Symbol {
        name: String::from_utf8_lossy(name).into_owned(),
        address: word(entry, 4)?,
        size: word(entry, 8)?,
        function: kind == SYMBOL_TYPE_FUNCTION,
    }))
}

/// The entries of a header table; an absent table (count 0) is empty.
fn table(file: &[u8], offset: u32, entry: u16, count: u16) -> Result<impl Iterator<Item = &[u8]>, ElfError> {
    let entry = usize::from(entry).max(1);
    let length = u32::try_from(entry * usize::from(count)).map_err(|_| ElfError::Truncated)?;
    Ok(slice(file, offset, length)?.chunks_exact(entry))
}

fn slice(file: &[u8], offset: u32, length: u32) -> Result<&[u8], ElfError> {
    let start = offset as usize;
    let end = start.checked_add(length as usize).ok_or(ElfError::Truncated)?;
    if length == 0 { Ok(&[]) } else { file.get(start..end).ok_or(ElfError::Truncated) }
}

fn half(bytes: &[u8], offset: usize) -> Result<u16, ElfError> {
    let field = bytes.get(offset..offset + 2).ok_or(ElfError::Truncated)?;
    Ok(u16::from_le_bytes([field[0], field[1]]))
}

fn word(bytes: &[u8], offset: usize) -> Result<u32, ElfError> {
    let field = bytes.get(offset..offset + 4).ok_or(ElfError::Truncated)?;
    Ok(u32::from_le_bytes([field[0], field[1], field[2], field[3]]))
}
