//! Writing all files or none.

use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes `files` below `root`, then runs `finish`, which may change these and `others`. Where anything fails, every
/// file is as before.
pub(super) fn all(
    root: &Path,
    files: &[(String, String)],
    others: &[PathBuf],
    finish: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let paths = files.iter().map(|(path, _)| root.join(path)).chain(others.iter().cloned());
    let before: Vec<(PathBuf, Option<Vec<u8>>)> = paths
        .map(|path| {
            let bytes = fs::read(&path).ok();
            (path, bytes)
        })
        .collect();
    let written = files.iter().try_for_each(|(path, text)| write(&root.join(path), text));
    written
        .and_then(|()| finish())
        .inspect_err(|_| before.iter().for_each(|(path, bytes)| restore(path, bytes.as_deref())))
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let folder = file.parent().context("a file without a folder")?;
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(file, text))
        .with_context(|| file.display().to_string())
}

fn restore(file: &Path, before: Option<&[u8]>) {
    let Some(bytes) = before else {
        let _ = fs::remove_file(file);
        // A folder that is not empty was there before and stays.
        let _ = file.ancestors().skip(1).try_for_each(fs::remove_dir);
        return;
    };
    if let Err(error) = fs::write(file, bytes) {
        eprintln!("{} is changed and could not be put back: {error}", file.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(root: &Path) -> Vec<(PathBuf, String)> {
        let mut found = Vec::new();
        for entry in fs::read_dir(root).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.push((path.clone(), String::new()));
                found.extend(tree(&path));
            } else {
                found.push((path.clone(), fs::read_to_string(path).unwrap()));
            }
        }
        found.sort();
        found
    }

    #[test]
    fn a_failure_at_any_step_leaves_the_tree_as_it_was() {
        let root = std::env::temp_dir().join(format!("freeboard-new-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("crates/a")).unwrap();
        fs::write(root.join("crates/a/file"), "a\n").unwrap();
        fs::write(root.join("list"), "a\n").unwrap();
        fs::write(root.join("lock"), "old\n").unwrap();
        let before = tree(&root);
        let file = |path: &str| (path.to_owned(), "new\n".to_owned());
        let lock = root.join("lock");
        let finish = || {
            fs::write(&lock, "new\n").unwrap();
            anyhow::bail!("no index")
        };
        assert!(
            all(&root, &[file("crates/b/src/lib.rs"), file("list")], std::slice::from_ref(&lock), finish)
                .is_err()
        );
        assert_eq!(tree(&root), before);
        // A file cannot be a folder: the second write fails.
        assert!(all(&root, &[file("crates/b/src/lib.rs"), file("list/c")], &[], || Ok(())).is_err());
        assert_eq!(tree(&root), before);
        assert!(all(&root, &[file("crates/b/src/lib.rs")], &[], || Ok(())).is_ok());
        assert!(root.join("crates/b/src/lib.rs").exists());
        fs::remove_dir_all(&root).unwrap();
    }
}
