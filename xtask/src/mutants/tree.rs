//! The copy of the checkout in which expressions are changed, with a registry that lists the subject alone.
//!
//! A change of one algorithm makes the registry and all that is generic over it compile anew: half a minute with every
//! algorithm listed, two seconds with one. What an algorithm of its own list fails, it fails in the checkout as well.

use super::subject::SUITES;
use anyhow::{Context, ensure};
use freeboard_toolchain as toolchain;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where variants are listed, a line each.
const LIST: &str = "crates/registry/src/list.rs";
/// Where the suites are, of which some files name a variant.
const TESTS: &str = "crates/conformance/tests";

/// A folder that is kept from run to run: what did not change is not built again.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) root: PathBuf,
    build: PathBuf,
}

impl Tree {
    pub(super) fn new() -> anyhow::Result<Self> {
        let folder = std::path::absolute(toolchain::target().join("mutants"))?;
        Ok(Self { root: folder.join("tree"), build: folder.join("build") })
    }

    /// Makes it the checkout again, with the variants of one feature; with all if there is none.
    pub(super) fn fill(&self, feature: Option<&str>) -> anyhow::Result<()> {
        let from = toolchain::root();
        let mut git = Command::new("git");
        git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(from);
        let names = toolchain::output(&mut git)?;
        let names: BTreeSet<&Path> =
            names.lines().map(Path::new).filter(|name| from.join(name).is_file()).collect();
        ensure!(!names.is_empty(), "the checkout has no files");
        let list = std::fs::read_to_string(from.join(LIST))?;
        let (listed, dropped) = feature.map_or((list.clone(), Vec::new()), |feature| alone(&list, feature));
        for &name in &names {
            let mut bytes = std::fs::read(from.join(name)).with_context(|| name.display().to_string())?;
            if name == Path::new(LIST) {
                bytes = listed.clone().into_bytes();
            } else if let Ok(test) = name.strip_prefix(TESTS)
                && feature.is_some()
                && (!SUITES.iter().any(|suite| test.starts_with(suite)) || has_any(&bytes, &dropped))
            {
                // cargo-mutants builds every test program: those that are not run are empty ones.
                bytes.clear();
            }
            self.write(name, &bytes)?;
        }
        self.remove_others(&self.root, &names)
    }

    /// Writes a file unless it holds that already: its date decides what is built.
    fn write(&self, name: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.root.join(name);
        if std::fs::read(&path).is_ok_and(|before| before == bytes) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&path, bytes).with_context(|| path.display().to_string())
    }

    /// Removes what the checkout no longer has.
    fn remove_others(&self, folder: &Path, names: &BTreeSet<&Path>) -> anyhow::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.remove_others(&path, names)?;
            } else if path.strip_prefix(&self.root).is_ok_and(|name| !names.contains(name)) {
                std::fs::remove_file(&path)?;
            }
        }
        Ok(())
    }

    /// A command that works in the copy, and what it builds stays there.
    pub(super) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.build);
        // Properties are tried on the same cases for every mutant. What is merely a lint is no reason to refuse one.
        command.env("PROPTEST_RNG_SEED", "1").env("RUSTFLAGS", "--cap-lints=warn");
        command
    }
}

/// The list with the variants of `feature` and the null objects, and the names of the others: `AqmId::CodelLinux`.
fn alone(list: &str, feature: &str) -> (String, Vec<String>) {
    let (mut kept, mut dropped) = (String::new(), Vec::new());
    for line in list.lines() {
        let condition = line.split_once("(feature = \"").and_then(|(_, rest)| rest.split_once("\") "));
        match condition {
            Some((other, rest)) if other != feature && rest.contains("$crate::") => {
                dropped.extend(rest.split(' ').next().map(|name| format!("::{name}")));
            }
            _ => {
                kept.push_str(line);
                kept.push('\n');
            }
        }
    }
    (kept, dropped)
}

/// Whether a source file names any of these variants.
fn has_any(bytes: &[u8], names: &[String]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let is_word = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    let of_an_id =
        |before: &str| ["Id", "AnyAqm", "AnyCc", "AnyUnderlay"].iter().any(|end| before.ends_with(end));
    names.iter().any(|name| {
        text.match_indices(name.as_str())
            .any(|(at, _)| is_word(&text[at + name.len()..]) && of_an_id(&text[..at]))
    })
}

#[cfg(test)]
mod tests {
    use super::{alone, has_any};

    #[test]
    fn the_list_of_a_subject_holds_its_variants_and_the_null_object() {
        let list = "crates! {\n    \"aqm-b\" freeboard_aqm_b as aqm_b;\n}\n            exact (all()) Tail $crate::t::Tail;\n            \
                    exact (feature = \"aqm-a\") AOne $crate::a::One;\n            pipeline (feature = \"aqm-b\") BTwo $crate::b::Two;\n";
        let (kept, dropped) = alone(list, "aqm-a");
        assert!(kept.contains("Tail") && kept.contains("AOne") && !kept.contains("BTwo"), "{kept}");
        assert!(kept.contains("as aqm_b;"), "the crate itself stays: {kept}");
        assert_eq!(dropped, ["::BTwo"]);
        assert!(has_any(b"let id = AqmId::BTwo;", &dropped));
        assert!(!has_any(b"AqmId::BTwoMore; aqm_b::BTwo", &dropped));
    }
}
