//! Archives of object files: taking one object out, and packing one.

use anyhow::{Context, ensure};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};

/// What an archive begins with, and what the header of a member ends with.
const MAGIC: &[u8] = b"!<arch>\n";
const MEMBER_END: &str = "`\n";

/// Name of the one member.
const MEMBER: &str = "freeboard.o/";

/// Returns the one object of an archive that defines functions of the library.
pub(super) fn own_object(archive: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut own = Vec::new();
    for member in ArchiveFile::parse(archive)?.members() {
        let data = member?.data(archive)?;
        // Beside objects there is a member of metadata.
        if let Ok(object) = object::File::parse(data)
            && exported(&object).any(|name| name.starts_with("freeboard_"))
        {
            own.push(data.to_vec());
        }
    }
    ensure!(own.len() == 1, "the library is {} objects instead of one", own.len());
    own.pop().context("no object")
}

/// Names of the symbols that other objects see.
pub(super) fn exported<'a>(object: &'a object::File<'a>) -> impl Iterator<Item = &'a str> {
    let seen = object.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition());
    seen.filter_map(|symbol| symbol.name().ok())
}

/// Returns an archive of one object, with the index that linkers look names up in.
///
/// Dates and owners are 0, so that the same object gives the same archive.
pub(super) fn of_object(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let object = object::File::parse(bytes)?;
    let names: Vec<&str> = exported(&object).collect();
    let mut index = u32::try_from(names.len())?.to_be_bytes().to_vec();
    let text: usize = names.iter().map(|name| name.len() + 1).sum();
    let index_bytes = 4 + 4 * names.len() + text;
    let offset = MAGIC.len() + header("/", 0).len() + index_bytes.next_multiple_of(2);
    for _ in &names {
        index.extend(u32::try_from(offset)?.to_be_bytes());
    }
    for name in names {
        index.extend(name.bytes());
        index.push(0);
    }
    let mut archive = MAGIC.to_vec();
    for (name, data) in [("/", index.as_slice()), (MEMBER, bytes)] {
        archive.extend(header(name, data.len()).bytes());
        archive.extend(data);
        // Members begin at even offsets.
        if data.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    Ok(archive)
}

/// Name, date, owner, group, mode, size.
fn header(name: &str, size: usize) -> String {
    format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}{MEMBER_END}", 0, 0, 0, 644)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_sixty_bytes() {
        assert_eq!(header("/", 123).len(), 60);
        assert_eq!(header(MEMBER, 1_234_567).len(), 60);
    }
}
