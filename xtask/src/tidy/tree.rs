//! The files the rules look at.

use anyhow::Context;
use freeboard_toolchain::output;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Text files by path below the root, with `/` between folders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    files: BTreeMap<String, String>,
}

impl Tree {
    /// The files git tracks or would track; binary ones are there without a text.
    pub(crate) fn tracked(root: &Path) -> anyhow::Result<Self> {
        let mut git = Command::new("git");
        git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root);
        let list = output(&mut git)?;
        let mut files = BTreeMap::new();
        for path in list.lines() {
            let bytes = match std::fs::read(root.join(path)) {
                Ok(bytes) => bytes,
                // Deleted and not yet committed.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error).with_context(|| format!("reading {path}")),
            };
            files.insert(path.to_owned(), String::from_utf8(bytes).unwrap_or_default());
        }
        Ok(Self { files })
    }

    /// A tree made of these files.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self { files: files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect() }
    }

    /// Every file, in path order.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The text of a file; empty if there is none.
    pub(crate) fn text(&self, path: &str) -> &str {
        self.files.get(path).map_or("", String::as_str)
    }

    /// Rust files.
    pub(crate) fn rust(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files().filter(|(path, _)| path.ends_with(".rs"))
    }

    /// Names of the folders directly below `folder`.
    pub(crate) fn folders(&self, folder: &str) -> Vec<&str> {
        let prefix = format!("{folder}/");
        let mut names: Vec<&str> = self
            .files
            .keys()
            .filter_map(|path| path.strip_prefix(&prefix)?.split_once('/').map(|(name, _)| name))
            .collect();
        names.dedup();
        names
    }
}
