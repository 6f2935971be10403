//! Where things are.

use std::path::{Path, PathBuf};

/// The repository's root folder.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Where the commands keep their own results.
pub(crate) fn scratch() -> anyhow::Result<PathBuf> {
    let folder = target().join("xtask");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
