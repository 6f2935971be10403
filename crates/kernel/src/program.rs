//! Programs of an object, each whole: with the functions it calls behind it.

use anyhow::{Context, bail};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionIndex, SymbolIndex};

/// Bytes of an instruction.
const SIZE: usize = 8;
/// `BPF_JMP | BPF_CALL`, and what its source register says of a call within the program.
const CALL: u8 = 0x85;
const WITHIN: u8 = 1;
/// `BPF_LD | BPF_IMM | BPF_DW`: an address, in two instructions.
const ADDRESS: u8 = 0x18;

/// A run of instructions: a section and the bytes of it.
type Run = (SectionIndex, usize, usize);

/// A program that is whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Instructions.
    pub code: Vec<u8>,
    /// Addresses of data in it.
    pub references: Vec<Reference>,
}

/// An instruction that takes the address of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Byte of the code.
    pub at: usize,
    /// Section of the data.
    pub section: String,
    /// Byte of the section.
    pub offset: u32,
}

/// A number or a piece of memory with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name.
    pub name: String,
    /// First byte within its section.
    pub start: usize,
    /// Bytes.
    pub size: usize,
}

/// An object of the compiler.
#[derive(Debug)]
pub struct Image<'data>(object::File<'data>);

impl<'data> Image<'data> {
    /// Reads an object.
    ///
    /// # Errors
    /// It is none.
    pub fn read(bytes: &'data [u8]) -> anyhow::Result<Self> {
        Ok(Self(object::File::parse(bytes)?))
    }

    /// Names of sections that begin so and are not empty, without the beginning.
    ///
    /// # Errors
    /// A name is no text.
    pub fn sections(&self, prefix: &str) -> anyhow::Result<Vec<String>> {
        let mut found = Vec::new();
        for section in self.0.sections().filter(|section| section.size() > 0) {
            found.extend(section.name()?.strip_prefix(prefix).map(str::to_owned));
        }
        Ok(found)
    }

    /// Bytes of a section; zeros for one without.
    ///
    /// # Errors
    /// There is no such section.
    pub fn data(&self, section: &str) -> anyhow::Result<Vec<u8>> {
        let found = self.0.section_by_name(section).with_context(|| format!("no section {section}"))?;
        let mut bytes = found.data()?.to_vec();
        bytes.resize(usize::try_from(found.size())?, 0);
        Ok(bytes)
    }

    /// Symbols of a section.
    ///
    /// # Errors
    /// There is no such section, or a name is no text.
    pub fn symbols(&self, section: &str) -> anyhow::Result<Vec<Symbol>> {
        let found = self.0.section_by_name(section).with_context(|| format!("no section {section}"))?;
        let mut symbols = Vec::new();
        for symbol in self.0.symbols().filter(|it| it.section_index() == Some(found.index()) && it.size() > 0)
        {
            let (start, size) = (usize::try_from(symbol.address())?, usize::try_from(symbol.size())?);
            symbols.push(Symbol { name: symbol.name()?.to_owned(), start, size });
        }
        Ok(symbols)
    }

    /// The program of a section, and behind it every function that is called, each once.
    ///
    /// # Errors
    /// There is no such program, or it calls what is not there.
    pub fn program(&self, section: &str) -> anyhow::Result<Program> {
        let found = self.0.section_by_name(section).with_context(|| format!("no program {section}"))?;
        self.link((found.index(), 0, found.size() as usize)).with_context(|| format!("program {section}"))
    }

    fn link(&self, program: Run) -> anyhow::Result<Program> {
        let mut runs = vec![program];
        let mut starts = vec![0];
        let mut linked = Program { code: self.part(program)?.to_vec(), references: Vec::new() };
        let mut at = 0;
        while let Some(&(section, from, length)) = runs.get(at) {
            for offset in (0..length).step_by(SIZE) {
                let here = starts[at] + offset;
                let code = &mut linked.code;
                let immediate = i32::from_le_bytes(code[here + 4..here + SIZE].try_into()?);
                let symbol = self.relocation((section, from + offset))?;
                if let (ADDRESS, Some(symbol)) = (code[here], symbol) {
                    linked.references.push(self.reference(here, symbol, immediate)?);
                }
                if code[here] != CALL || symbol.is_none() && code[here + 1] >> 4 != WITHIN {
                    continue;
                }
                let callee = self.callee((section, from + offset), symbol, immediate)?;
                let known = runs.iter().position(|run| *run == callee);
                let index = known.unwrap_or(runs.len());
                if known.is_none() {
                    runs.push(callee);
                    starts.push(code.len());
                    code.extend_from_slice(self.part(callee)?);
                }
                let distance = (starts[index] as i64 - here as i64) / SIZE as i64 - 1;
                code[here + 1] = (code[here + 1] & 0x0f) | WITHIN << 4;
                code[here + 4..here + SIZE].copy_from_slice(&i32::try_from(distance)?.to_le_bytes());
            }
            at += 1;
        }
        Ok(linked)
    }

    fn part(&self, (section, from, length): Run) -> anyhow::Result<&'data [u8]> {
        let data = self.0.section_by_index(section)?.data()?;
        data.get(from..from + length).context("a function ends beyond its section")
    }

    /// The symbol that an instruction means.
    fn relocation(&self, (section, offset): (SectionIndex, usize)) -> anyhow::Result<Option<SymbolIndex>> {
        let mut relocations = self.0.section_by_index(section)?.relocations();
        let Some((_, found)) = relocations.find(|(place, _)| *place == offset as u64) else {
            return Ok(None);
        };
        let RelocationTarget::Symbol(symbol) = found.target() else { bail!("a relocation of no symbol") };
        Ok(Some(symbol))
    }

    fn reference(&self, at: usize, symbol: SymbolIndex, immediate: i32) -> anyhow::Result<Reference> {
        let symbol = self.0.symbol_by_index(symbol)?;
        let Some(section) = symbol.section_index() else {
            bail!("it reads {}, which is nowhere", symbol.name().unwrap_or_default());
        };
        let section = self.0.section_by_index(section)?.name()?.to_owned();
        let offset = u32::try_from(symbol.address() as i64 + i64::from(immediate))?;
        Ok(Reference { at, section, offset })
    }

    /// The function that the call at a place means: by its relocation, or by its distance within the section.
    fn callee(
        &self,
        (section, offset): (SectionIndex, usize),
        symbol: Option<SymbolIndex>,
        immediate: i32,
    ) -> anyhow::Result<Run> {
        let distance = i64::from(immediate) + 1;
        let (section, start) = match symbol {
            Some(symbol) => {
                let symbol = self.0.symbol_by_index(symbol)?;
                let Some(section) = symbol.section_index() else {
                    bail!("it calls {}, which is nowhere", symbol.name().unwrap_or_default());
                };
                (section, symbol.address() as i64 + distance * SIZE as i64)
            }
            None => (section, offset as i64 + distance * SIZE as i64),
        };
        let start = usize::try_from(start)?;
        let mut functions =
            self.0.symbols().filter(|symbol| symbol.section_index() == Some(section) && symbol.size() > 0);
        let function = functions.find(|symbol| symbol.address() == start as u64);
        let function = function.with_context(|| format!("no function at {start} of section {section:?}"))?;
        Ok((section, start, function.size() as usize))
    }
}
