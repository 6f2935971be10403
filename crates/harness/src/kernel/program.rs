//! Programs of an object, each whole: with the functions it calls behind it.

use anyhow::{Context, bail, ensure};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionIndex};
use std::collections::BTreeMap;

/// Sections of programs begin so.
const PREFIX: &str = "xdp/";
/// Bytes of an instruction.
const SIZE: usize = 8;
/// `BPF_JMP | BPF_CALL`, and what its source register says of a call within the program.
const CALL: u8 = 0x85;
const WITHIN: u8 = 1;

/// A run of instructions: a section and the bytes of it.
type Run = (SectionIndex, usize, usize);

/// Every program by name, ready for the kernel.
pub(super) fn read(bytes: &[u8]) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let file = object::File::parse(bytes)?;
    let mut programs = BTreeMap::new();
    for section in file.sections() {
        if let Some(name) = section.name()?.strip_prefix(PREFIX).filter(|_| section.size() > 0) {
            let linked = link(&file, (section.index(), 0, section.size() as usize));
            programs.insert(name.to_owned(), linked.with_context(|| format!("program {name}"))?);
        }
    }
    ensure!(!programs.is_empty(), "the object has no program");
    Ok(programs)
}

/// The program, and behind it every function that is called, each once.
fn link(file: &object::File<'_>, program: Run) -> anyhow::Result<Vec<u8>> {
    let mut runs = vec![program];
    let mut starts = vec![0];
    let mut code = part(file, program)?.to_vec();
    let mut at = 0;
    while let Some(&run) = runs.get(at) {
        let (section, from, length) = run;
        for offset in (0..length).step_by(SIZE) {
            let here = starts[at] + offset;
            if code[here] != CALL {
                continue;
            }
            let immediate = i32::from_le_bytes(code[here + 4..here + SIZE].try_into()?);
            let callee = callee(file, (section, from + offset), immediate)?;
            let known = runs.iter().position(|run| *run == callee);
            let index = known.unwrap_or(runs.len());
            if known.is_none() {
                runs.push(callee);
                starts.push(code.len());
                code.extend_from_slice(part(file, callee)?);
            }
            let distance = (starts[index] as i64 - here as i64) / SIZE as i64 - 1;
            code[here + 1] = (code[here + 1] & 0x0f) | WITHIN << 4;
            code[here + 4..here + SIZE].copy_from_slice(&i32::try_from(distance)?.to_le_bytes());
        }
        at += 1;
    }
    Ok(code)
}

fn part<'data>(file: &object::File<'data>, (section, from, length): Run) -> anyhow::Result<&'data [u8]> {
    let data = file.section_by_index(section)?.data()?;
    data.get(from..from + length).context("a function ends beyond its section")
}

/// The function that the call at a place means: by its relocation, or by its distance within the section.
fn callee(
    file: &object::File<'_>,
    (section, offset): (SectionIndex, usize),
    immediate: i32,
) -> anyhow::Result<Run> {
    let relocations = file.section_by_index(section)?.relocations();
    let relocation = relocations.into_iter().find(|(place, _)| *place == offset as u64);
    let distance = i64::from(immediate) + 1;
    let (section, start) = match relocation {
        Some((_, relocation)) => {
            let RelocationTarget::Symbol(symbol) = relocation.target() else { bail!("a call of no symbol") };
            let symbol = file.symbol_by_index(symbol)?;
            let Some(section) = symbol.section_index() else {
                bail!("it calls {}, which is nowhere", symbol.name().unwrap_or_default());
            };
            (section, symbol.address() as i64 + distance * SIZE as i64)
        }
        None => (section, offset as i64 + distance * SIZE as i64),
    };
    let start = usize::try_from(start)?;
    let mut functions =
        file.symbols().filter(|symbol| symbol.section_index() == Some(section) && symbol.size() > 0);
    let function = functions.find(|symbol| symbol.address() == start as u64);
    let function = function.with_context(|| format!("no function at {start} of section {section:?}"))?;
    Ok((section, start, function.size() as usize))
}
