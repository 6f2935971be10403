//! Checked-in golden values. `FREEBOARD_BLESS=1` writes them anew.

mod alone;
mod descriptors;
mod digests;
mod format;
mod traces;
mod underlays;

use std::path::{Path, PathBuf};

/// A path in the `crates` folder.
fn crates(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn is_blessed() -> bool {
    std::env::var_os("FREEBOARD_BLESS").is_some()
}

/// Compares a file with what it should hold now, or writes it.
fn compare_or_bless(path: &Path, now: &str) {
    if is_blessed() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, now).unwrap();
        return;
    }
    let file = std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; FREEBOARD_BLESS=1 writes it", path.display()));
    let first = file.lines().zip(now.lines()).position(|(file, now)| file != now);
    let line = first.map_or("the length".to_owned(), |index| {
        format!(
            "line {}:\n{}\n{}",
            index + 1,
            file.lines().nth(index).unwrap(),
            now.lines().nth(index).unwrap()
        )
    });
    assert!(file == now, "{} differs from what the code does now in {line}", path.display());
}
