//! An output folder: locked while it is written; each file is written in a subfolder and renamed, the manifest last.

use super::checksum_of;
use super::names::{MANIFEST, OWNER, STAGING, named};
use crate::origin::Origin;
use crate::say::tell;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A folder that this process alone writes to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// A process that was killed has left it: some files may have no manifest that names them.
    was_left: bool,
    /// Its lock, for as long as it is open: a lock of the system, which ends with the process however that ends.
    _lock: File,
}

/// Origin and files of a complete set.
#[derive(Clone, Debug, Serialize)]
pub struct Manifest {
    /// The program that made them.
    #[serde(flatten)]
    origin: Origin,
    /// The command.
    pub command: &'static str,
    /// The scenario or plan.
    pub title: String,
    /// Digest of the results, as it is printed; none of a shard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The files, by name.
    files: Vec<Entry>,
    /// Files of earlier results that these have not replaced.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<String>,
}

/// One file.
#[derive(Clone, Debug, Serialize)]
struct Entry {
    name: String,
    bytes: u64,
    checksum: String,
}

impl Manifest {
    /// Of the files that [`Folder::commit`] finds.
    #[must_use]
    pub fn new(command: &'static str, title: impl Into<String>, digest: Option<u32>) -> Self {
        let digest = digest.map(|digest| format!("{digest:08x}"));
        let (files, earlier) = (Vec::new(), Vec::new());
        Self { origin: Origin::ask(), command, title: title.into(), digest, files, earlier }
    }
}

impl Folder {
    /// Opens a folder, and makes it if it is missing: before anything is run, so that no run is lost to a wrong name.
    ///
    /// # Errors
    /// It cannot be written, or another process writes to it.
    pub fn open(path: &Path) -> Result<Self> {
        let cannot = || format!("cannot write to the folder {}", path.display());
        fs::create_dir_all(path).with_context(cannot)?;
        let lock = lockable(path).with_context(cannot)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!(
                    "another process writes to the folder {}; choose another one with --out",
                    path.display()
                )
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                tell!("warning: {} has no locks; let no other process write to it", path.display());
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock the folder {}", path.display()));
            }
        }
        refuse_foreign(path)?;
        let staging = path.join(STAGING);
        let was_left = staging.join(OWNER).exists();
        // What a process that was killed has left.
        let _ = fs::remove_dir_all(&staging);
        fs::create_dir(&staging).and_then(|()| fs::write(staging.join(OWNER), "")).with_context(cannot)?;
        Ok(Self { path: path.to_owned(), was_left, _lock: lock })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Refuses to write files of these `names` over one that is not of this program, or that a scenario `reads`. Called before
    /// anything is run.
    ///
    /// # Errors
    /// A file of that name is there; it is named.
    pub fn claim(&self, names: &[&str], reads: &[PathBuf]) -> Result<()> {
        let own = named(&self.path).unwrap_or_default();
        let reads: Vec<PathBuf> = reads.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        for name in names {
            let path = self.path.join(name);
            if fs::symlink_metadata(&path).is_err() {
                continue;
            }
            if fs::canonicalize(&path).is_ok_and(|path| reads.contains(&path)) {
                bail!(
                    "{} is a file that is read, and would be written; choose another folder with --out",
                    path.display()
                );
            }
            if !self.was_left && !own.contains(*name) {
                bail!("{} is not of this program; choose another folder with --out", path.display());
            }
        }
        Ok(())
    }

    /// Where files are written until they are committed.
    #[must_use]
    pub fn staging(&self) -> PathBuf {
        self.path.join(STAGING)
    }

    /// Writes a file that is there once it is committed; returns where it will be.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn stage(&self, name: &str, content: &[u8]) -> Result<PathBuf> {
        let (partial, path) = (self.staging().join(name), self.path.join(name));
        fs::write(&partial, content).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    /// Gives all staged files their names, the manifest last; returns where they are. All of them are on the disk before
    /// the first is renamed: what can fail for want of space fails while the earlier files are untouched.
    ///
    /// # Errors
    /// A file cannot be written; it is named.
    pub fn commit(&self, mut manifest: Manifest) -> Result<Vec<PathBuf>> {
        let staging = self.staging();
        let mut names = Vec::new();
        for entry in fs::read_dir(&staging).with_context(|| format!("cannot read {}", staging.display()))? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.retain(|name| name != OWNER);
        names.sort_unstable();
        for name in &names {
            let path = staging.join(name);
            // Windows flushes nothing through a handle that only reads.
            let file = File::options().read(true).write(true).open(&path);
            let read = file.and_then(|file| file.sync_all().and_then(|()| checksum_of(&file)));
            let (bytes, checksum) = read.with_context(|| format!("cannot write {}", path.display()))?;
            manifest.files.push(Entry { name: name.clone(), bytes, checksum: format!("{checksum:08x}") });
        }
        let earlier = named(&self.path).unwrap_or_default().into_iter();
        manifest.earlier =
            earlier.filter(|name| !names.contains(name) && self.path.join(name).exists()).collect();
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        let written = File::create(staging.join(MANIFEST))
            .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()));
        let last = self.path.join(MANIFEST);
        written.with_context(|| format!("cannot write {}", last.display()))?;
        // A folder without a manifest has files of two results.
        if last.exists() {
            fs::remove_file(&last).with_context(|| format!("cannot replace {}", last.display()))?;
            self.sync()?;
        }
        let rename = |name: &str| {
            let path = self.path.join(name);
            fs::rename(staging.join(name), &path)
                .with_context(|| format!("cannot write {}", path.display()))?;
            Ok(path)
        };
        let paths = names.iter().map(|name| rename(name)).collect::<Result<Vec<_>>>()?;
        self.sync()?;
        rename(MANIFEST)?;
        self.sync()?;
        Ok(paths)
    }

    /// Makes the names in the folder last.
    pub(super) fn sync(&self) -> Result<()> {
        sync_names(&self.path).with_context(|| format!("cannot write to the folder {}", self.path.display()))
    }
}

/// Handle by which a folder is locked: its own.
#[cfg(unix)]
fn lockable(folder: &Path) -> std::io::Result<File> {
    File::open(folder)
}

/// Handle by which a folder is locked: Windows locks files only, and has no name for one that could be removed while it is locked.
#[cfg(not(unix))]
fn lockable(folder: &Path) -> std::io::Result<File> {
    File::create(folder.join(".lock"))
}

#[cfg(unix)]
fn sync_names(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}

/// NTFS keeps a journal of names; a folder cannot be flushed.
#[cfg(not(unix))]
fn sync_names(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Refuses a folder in which this program would remove or replace what it did not make.
fn refuse_foreign(path: &Path) -> Result<()> {
    let staging = path.join(STAGING);
    let is_ours = |mut entries: fs::ReadDir| staging.join(OWNER).exists() || entries.next().is_none();
    if fs::symlink_metadata(&staging).is_ok() && !fs::read_dir(&staging).is_ok_and(is_ours) {
        bail!("{} is not of this program; choose another folder with --out", staging.display());
    }
    let last = path.join(MANIFEST);
    let Ok(manifest) = fs::read(&last) else { return Ok(()) };
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap_or_default();
    if manifest["command"].is_string() && manifest["files"].is_array() {
        return Ok(());
    }
    bail!("{} is not of this program; choose another folder with --out", last.display())
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.staging());
    }
}
