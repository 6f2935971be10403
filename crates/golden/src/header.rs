//! The first two lines of a trace.

use crate::TraceError;
use freeboard_aqm_api::DepthUnit;
use freeboard_params::FieldDoc;

const MAGIC: &str = "#freeboard-trace";
const VERSION: &str = "v2";

/// Largest depth unit or segment \[B\]: 16 bits, as an instance takes them.
const MEASURE_MAX: u32 = 65_535;

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

    /// Inputs of an instance in addition to its settings.
    const fn measure(self) -> &'static str {
        match self {
            Self::Aqm => "depth_unit",
            Self::Cc => "mss",
        }
    }

    /// Depths in bytes, segments as in the streams of [`freeboard_replay`].
    const fn default_measure(self) -> u32 {
        match self {
            Self::Aqm => 1,
            Self::Cc => freeboard_replay::plan::MSS,
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
    /// Bytes of a depth unit, or of a full segment; 1 ..= 65 535.
    pub measure: u32,
}

impl Header {
    /// Lines of a header.
    pub const LINES: usize = 2;

    /// For an algorithm under one value per field, depths in bytes or segments of 1460.
    #[must_use]
    pub fn new(family: Family, id: &str, docs: &[FieldDoc], values: &[u32]) -> Self {
        let settings = docs.iter().zip(values).map(|(doc, value)| (doc.name.to_owned(), *value)).collect();
        Self { family, id: id.to_owned(), settings, measure: family.default_measure() }
    }

    /// The lines, without the last line's end.
    #[must_use]
    pub fn text(&self) -> String {
        let settings: String = self.settings.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let (family, measure) = (self.family, self.measure);
        format!("{MAGIC} {VERSION} {} {}{settings}\n#{}={measure}", family.word(), self.id, family.measure())
    }

    /// Reads the lines.
    ///
    /// # Errors
    /// Not such lines, or of another version.
    pub fn read(first: &str, second: &str) -> Result<Self, TraceError> {
        let mut words = first.split_whitespace();
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
        Ok(Self { family, id, settings, measure: measure(family, second)? })
    }

    /// The depth unit of a marking scheme's trace; bytes where the measure cannot be one.
    #[must_use]
    pub fn unit(&self) -> DepthUnit {
        u16::try_from(self.measure).ok().and_then(DepthUnit::cell).unwrap_or(DepthUnit::BYTE)
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

/// Reads the second line.
fn measure(family: Family, line: &str) -> Result<u32, TraceError> {
    let name = family.measure();
    let found = line.trim().strip_prefix('#').and_then(|rest| rest.strip_prefix(name)?.strip_prefix('='));
    let Some(number) = found else {
        return Err(TraceError::line(2, format!("the second line of such a trace is `#{name}=<bytes>`")));
    };
    let legal = || TraceError::cell(2, name, number, &format!("in 1 ..= {MEASURE_MAX}"));
    number.parse().ok().filter(|bytes| (1..=MEASURE_MAX).contains(bytes)).ok_or_else(legal)
}
