//! The smallest image: one dependency, one scheme and one control.

use super::images::{self, Profile, Target};
use super::index;
use anyhow::Context;
use freeboard_toolchain::symbols;
use object::{Object, ObjectSection};
use std::path::Path;

/// Bytes of code that TCN and DCTCP with their loop may take. Chosen by us.
const TEXT_BYTES: u64 = 700;

/// Notes and findings about the image on every target but Cortex-M0, whose code is larger and is not held to a size.
pub(crate) fn run() -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let (mut notes, mut findings) = (Vec::new(), Vec::new());
    for target in [Target::Rv32, Target::Thumbv7] {
        let image = images::build_minimal(Profile::Size, target)?;
        let (text, offences) = read(&image)?;
        let what = format!("{}: TCN and DCTCP in {text} bytes of text, limit {TEXT_BYTES}", target.name());
        let list = if text <= TEXT_BYTES { &mut notes } else { &mut findings };
        list.push(what);
        findings.extend(offences.into_iter().map(|offence| format!("{}: minimal: {offence}", target.name())));
    }
    Ok((notes, findings))
}

/// Bytes of text, and symbols that must not be there.
fn read(image: &Path) -> anyhow::Result<(u64, Vec<String>)> {
    let file = std::fs::read(image).with_context(|| format!("{} is not there", image.display()))?;
    let image = object::File::parse(&*file)?;
    let sections =
        image.sections().filter(|section| section.name().is_ok_and(|name| name.starts_with(".text")));
    let text = sections.map(|section| section.size()).sum();
    let functions = index::functions(&image);
    let formats = functions.iter().filter(|function| function.name.contains("3fmt"));
    let formats = formats.map(|function| format!("formatting: {}", function.name));
    let offences = symbols::scan(functions.iter().map(|function| function.name.as_str()));
    let others = offences.into_iter().map(|(name, offence)| format!("{}: {name}", offence.text()));
    Ok((text, formats.chain(others).collect()))
}
