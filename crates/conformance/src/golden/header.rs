//! The first line of a trace.

use super::TraceError;
use params::FieldDoc;

const MAGIC: &str = "#freeboard-trace";
const VERSION: &str = "v1";

/// What kind of algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// A marking scheme.
    Aqm,
    /// A congestion control.
    Cc,
}

impl Family {
    const fn word(self) -> &'static str {
        match self {
            Self::Aqm => "aqm",
            Self::Cc => "cc",
        }
    }
}

/// What a trace was made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Kind of algorithm.
    pub family: Family,
    /// `algorithm/variant`.
    pub id: String,
    /// Settings by name, base units.
    pub settings: Vec<(String, u32)>,
}

impl Header {
    /// For an algorithm under one value per field.
    #[must_use]
    pub fn new(family: Family, id: &str, docs: &[FieldDoc], values: &[u32]) -> Self {
        let settings = docs.iter().zip(values).map(|(doc, value)| (doc.name.to_owned(), *value)).collect();
        Self { family, id: id.to_owned(), settings }
    }

    /// The line.
    #[must_use]
    pub fn line(&self) -> String {
        let settings: String = self.settings.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        format!("{MAGIC} {VERSION} {} {}{settings}", self.family.word(), self.id)
    }

    /// Reads the line.
    ///
    /// # Errors
    /// Not such a line, or of another version.
    pub fn read(line: &str) -> Result<Self, TraceError> {
        let mut words = line.split_whitespace();
        if words.next() != Some(MAGIC) {
            return Err(TraceError::line(1, format!("a trace begins with `{MAGIC} {VERSION} ...`")));
        }
        match words.next() {
            Some(VERSION) => {}
            other => {
                let found = other.unwrap_or_default();
                return Err(TraceError::cell(
                    1,
                    "version",
                    found,
                    &format!("a version read here ({VERSION})"),
                ));
            }
        }
        let family = match words.next() {
            Some("aqm") => Family::Aqm,
            Some("cc") => Family::Cc,
            other => return Err(TraceError::cell(1, "family", other.unwrap_or_default(), "aqm or cc")),
        };
        let id = words.next().ok_or_else(|| TraceError::line(1, "no algorithm is named"))?.to_owned();
        let setting = |word: &str| {
            let (name, value) = word.split_once('=')?;
            Some((name.to_owned(), value.parse().ok()?))
        };
        let wrong = |word| TraceError::cell(1, "settings", word, "name=value in unsigned decimal");
        let settings =
            words.map(|word| setting(word).ok_or_else(|| wrong(word))).collect::<Result<_, _>>()?;
        Ok(Self { family, id, settings })
    }

    /// One value per field, those that are not named at their default.
    ///
    /// # Errors
    /// A setting that the algorithm does not have.
    pub fn values(&self, docs: &[FieldDoc], defaults: &[u32]) -> Result<Vec<u32>, TraceError> {
        let mut values = defaults.to_vec();
        for (name, value) in &self.settings {
            let Some(at) = docs.iter().position(|doc| doc.name == name) else {
                let names: Vec<&str> = docs.iter().map(|doc| doc.name).collect();
                return Err(TraceError::cell(1, "settings", name, &format!("one of {}", names.join(", "))));
            };
            values[at] = *value;
        }
        Ok(values)
    }
}
