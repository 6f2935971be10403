//! Files that are whole or absent: a full disk leaves neither a part nor a damaged predecessor.

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Write};
use std::path::{Path, PathBuf};

/// Most names that are tried for a file that is not complete. Chosen by us: each was left by a process that was killed, or is another's.
const BESIDE_MAX: u32 = 1_000;

/// Writes a file under another name and gives it its own when all of it is on the disk; a name that ends in .gz is compressed. A device or a pipe is written as it is; behind a
/// symbolic link the file is replaced, not the link.
///
/// # Errors
/// The file cannot be written; it is named.
pub(crate) fn whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let is_packed = path.extension().is_some_and(|end| end == "gz");
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&place).is_ok_and(|found| !found.is_file()) {
        let device = File::options().write(true).open(&place).with_context(cannot)?;
        return filled(device, is_packed, write).map(drop).with_context(cannot);
    }
    let (partial, file) = beside(&place).with_context(cannot)?;
    let written = filled(file, is_packed, write)
        .and_then(|file| Ok(file.sync_all()?))
        .and_then(|()| Ok(fs::rename(&partial, &place)?));
    written.map_err(|error: anyhow::Error| {
        let _ = fs::remove_file(&partial);
        error.context(cannot())
    })
}

/// A new file beside `place`, of a name that no file has.
fn beside(place: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0_u32;
    loop {
        let mut name = place.as_os_str().to_owned();
        name.push(if number == 0 { ".partial".to_owned() } else { format!(".partial-{number}") });
        match File::create_new(&name) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < BESIDE_MAX => number += 1,
            made => return made.map(|file| (name.into(), file)),
        }
    }
}

/// Writes a file of bytes that are there, as [`whole`].
///
/// # Errors
/// The file cannot be written; it is named.
pub(crate) fn whole_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    whole(path, |out| Ok(out.write_all(bytes)?))
}

/// Writes a new file of bytes; one that is there stays.
///
/// # Errors
/// The file is there, or cannot be written; it is named.
pub(crate) fn new_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let mut file = File::create_new(path).with_context(cannot)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).with_context(|| {
        let _ = fs::remove_file(path);
        cannot()
    })
}

/// The file with everything in it. A buffer or an encoder that is dropped would keep an error of its last bytes to itself.
fn filled(file: File, is_packed: bool, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<File> {
    let mut out = BufWriter::new(file);
    if is_packed {
        let mut packed = GzEncoder::new(&mut out, Compression::default());
        write(&mut packed)?;
        packed.finish()?;
    } else {
        write(&mut out)?;
    }
    Ok(out.into_inner().map_err(IntoInnerError::into_error)?)
}

#[cfg(test)]
mod tests {
    use super::{new_bytes, whole, whole_bytes};
    use anyhow::bail;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("freeboard-whole-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_failure_leaves_the_earlier_file_and_no_part() {
        let folder = folder("failure");
        let path = folder.join("a.csv");
        whole_bytes(&path, b"earlier").unwrap();
        let refused = whole(&path, |out| {
            out.write_all(b"later")?;
            bail!("no space")
        });
        assert!(format!("{:#}", refused.unwrap_err()).ends_with("a.csv: no space"));
        assert_eq!(
            (fs::read(&path).unwrap().as_slice(), names(&folder)),
            (&b"earlier"[..], vec!["a.csv".into()])
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_part_of_a_file_replaces_none() {
        let folder = folder("part");
        let (path, other) = (folder.join("a.csv"), folder.join("a.csv.partial"));
        fs::write(&other, b"another's").unwrap();
        whole_bytes(&path, b"own").unwrap();
        whole(&path, |_| bail!("no space")).unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"own");
        assert_eq!(fs::read(&other).unwrap(), b"another's");
        assert_eq!(names(&folder), ["a.csv", "a.csv.partial"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_new_file_replaces_none() {
        let folder = folder("new");
        let path = folder.join("a.txt");
        new_bytes(&path, b"earlier").unwrap();
        assert!(new_bytes(&path, b"later").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"earlier");
        fs::remove_dir_all(folder).unwrap();
    }

    // Fewer bytes than a buffer: the device refuses them when the buffer is emptied.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_error_of_the_last_bytes_is_told_plain_and_compressed() {
        let folder = folder("last");
        for name in ["a.json", "a.json.gz"] {
            let link = folder.join(name);
            std::os::unix::fs::symlink("/dev/full", &link).unwrap();
            let refused = whole_bytes(&link, b"text").unwrap_err();
            assert!(format!("{refused:#}").contains("No space left"), "{name}: {refused:#}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_stays_a_device_and_its_refusal_is_told() {
        let refused = whole_bytes(Path::new("/dev/full"), b"text").unwrap_err();
        assert!(format!("{refused:#}").starts_with("cannot write /dev/full: No space left"), "{refused:#}");
        whole_bytes(Path::new("/dev/null"), b"text").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = folder("link");
        let (path, link) = (folder.join("a.csv"), folder.join("b.csv"));
        whole_bytes(&path, b"earlier").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        whole_bytes(&link, b"later").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"later");
        fs::remove_dir_all(folder).unwrap();
    }
}
