//! A note beside each registered control, in a map of the kernel: it ends with the process, too.

use crate::sys::Map;

/// Name of the maps with notes.
pub(crate) const ABOUT: &str = "freeboard_about";

/// A control that some process of the machine holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Name in the kernel.
    pub name: String,
    /// Id of the registry.
    pub algorithm: String,
    /// Bytes of a flow.
    pub state_bytes: usize,
    /// The process.
    pub process: u32,
    /// Settings in words.
    pub settings: String,
}

impl About {
    /// Lines of the note; the settings may have several.
    pub(crate) fn text(&self) -> String {
        let Self { name, algorithm, state_bytes, process, settings } = self;
        format!("{name}\n{algorithm}\n{state_bytes}\n{process}\n{settings}")
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(5, '\n');
        Some(Self {
            name: parts.next()?.to_owned(),
            algorithm: parts.next()?.to_owned(),
            state_bytes: parts.next()?.parse().ok()?,
            process: parts.next()?.parse().ok()?,
            settings: parts.next()?.to_owned(),
        })
    }
}

/// Controls that processes of this machine hold, by name; empty for a user who may not look.
#[must_use]
pub fn registered() -> Vec<About> {
    let texts = Map::all(ABOUT).into_iter().filter_map(|map| String::from_utf8(map.get().ok()?).ok());
    let mut all: Vec<About> = texts.filter_map(|text| About::read(&text)).collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_reads_as_it_was_written() {
        let note = About {
            name: "fb_dctcp".to_owned(),
            algorithm: "dctcp/tcp".to_owned(),
            state_bytes: 52,
            process: 7,
            settings: "g_shift 4\nalpha_init 1".to_owned(),
        };
        assert_eq!(About::read(&note.text()), Some(note));
        assert_eq!(About::read("fb_dctcp\ndctcp/tcp\nmany\n7\n"), None);
    }
}
