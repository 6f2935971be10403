//! The smallest images: one dependency, one scheme and one control.

use super::images::{self, Profile, Target};
use super::index;
use anyhow::Context;
use freeboard_toolchain::symbols;
use object::{Object, ObjectSection};
use std::path::Path;

/// The images, their contents, the bytes of code that these may take with their loop, and whether [`MEMORY`] counts. Chosen by us: the second
/// is that of a NIC which keeps a table of flows, whose parameters a control plane has checked.
const IMAGES: [(&str, &str, u64, bool); 2] =
    [("minimal", "TCN and DCTCP", 700, true), ("nic", "ECN#, DCQCN and its table of flows", 3 * 1024, false)];

/// Notes and findings about the images on every target but Cortex-M0, whose code is larger and is not held to a size.
pub(crate) fn run() -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let (mut notes, mut findings) = (Vec::new(), Vec::new());
    for target in [Target::Rv32, Target::Thumbv7] {
        let built = images::build_minimal(Profile::Size, target)?;
        for (name, contents, limit, is_whole) in IMAGES {
            let (text, memory, offences) = read(&built.join(name))?;
            let text = if is_whole { text } else { text - memory };
            let what = format!("{}: {contents} in {text} bytes of text, limit {limit}", target.name());
            let list = if text <= limit { &mut notes } else { &mut findings };
            list.push(what);
            findings
                .extend(offences.into_iter().map(|offence| format!("{}: {name}: {offence}", target.name())));
        }
    }
    Ok((notes, findings))
}

/// Functions that copy and fill memory, by parts of their names.
const MEMORY: [&str; 3] = ["memcpy", "memset", "memclr"];

/// Bytes of text, those of [`MEMORY`] among them, and symbols that must not be there.
fn read(image: &Path) -> anyhow::Result<(u64, u64, Vec<String>)> {
    let file = std::fs::read(image).with_context(|| format!("{} is not there", image.display()))?;
    let image = object::File::parse(&*file)?;
    let sections =
        image.sections().filter(|section| section.name().is_ok_and(|name| name.starts_with(".text")));
    let text = sections.map(|section| section.size()).sum();
    let functions = index::functions(&image);
    // The compiler's own, which any firmware has.
    let memory = functions.iter().filter(|function| MEMORY.iter().any(|name| function.name.contains(name)));
    let memory = memory.map(|function| u64::from(function.size)).sum();
    let formats = functions.iter().filter(|function| function.name.contains("3fmt"));
    let formats = formats.map(|function| format!("formatting: {}", function.name));
    let offences = symbols::scan(functions.iter().map(|function| function.name.as_str()));
    let others = offences.into_iter().map(|(name, offence)| format!("{}: {name}", offence.text()));
    Ok((text, memory, formats.chain(others).collect()))
}
