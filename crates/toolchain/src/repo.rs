//! Folders of the checkout.

use std::path::{Path, PathBuf};

/// The repository's root folder.
#[must_use]
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// Where cargo puts what it builds.
#[must_use]
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Where the commands keep their own results.
///
/// # Errors
/// The folder cannot be made.
pub fn scratch() -> anyhow::Result<PathBuf> {
    let folder = target().join("xtask");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Folder of the crate that holds a marking scheme (`aqm`) or a congestion control (`cc`).
///
/// A crate's folder is its algorithm's name, except that tail drop is written in one word and that one crate holds both
/// reactions of Reno's window.
#[must_use]
pub fn algorithm_folder(kind: &str, name: &str) -> PathBuf {
    let name = match name {
        "tail-drop" => "taildrop",
        "ecn-star" => "newreno",
        name => name,
    };
    root().join("crates").join(format!("{kind}-{name}"))
}

/// `path` below the root, for messages.
#[must_use]
pub fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}
