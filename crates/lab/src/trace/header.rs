//! The first line of a trace.

use crate::document::Fault;

/// Version this crate reads and writes.
const VERSION: &str = "v1";
const MAGIC: &str = "#freeboard-trace";

/// What a trace was made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// `aqm` or `cc`.
    pub family: String,
    /// `algorithm/variant`.
    pub id: String,
    /// Settings in base units.
    pub settings: Vec<(String, u32)>,
}

impl Header {
    /// The line.
    #[must_use]
    pub fn line(&self) -> String {
        let settings: String = self.settings.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        format!("{MAGIC} {VERSION} {} {}{settings}", self.family, self.id)
    }

    /// Reads the line; `file` is for the error.
    ///
    /// # Errors
    /// Not such a line, or another version.
    pub fn read(file: &str, line: &str) -> Result<Self, Fault> {
        let mut words = line.split_whitespace();
        let fixed = [words.next(), words.next(), words.next(), words.next()];
        let [Some(MAGIC), Some(version), Some(family @ ("aqm" | "cc")), Some(id)] = fixed else {
            let legal = format!("{MAGIC} {VERSION} aqm|cc algorithm/variant name=value ...");
            return Err(fault(file, line, "is not a trace header", &legal));
        };
        if version != VERSION {
            return Err(fault(file, line, "is of a version this program does not read", VERSION));
        }
        let setting = |word: &str| {
            let (name, value) = word.split_once('=')?;
            Some((name.to_owned(), value.parse().ok()?))
        };
        let settings: Option<Vec<(String, u32)>> = words.map(setting).collect();
        match settings {
            Some(settings) => Ok(Self { family: family.to_owned(), id: id.to_owned(), settings }),
            None => {
                Err(fault(file, line, "has a setting that is not name=value", "unsigned decimal, base units"))
            }
        }
    }
}

fn fault(file: &str, line: &str, problem: &str, legal: &str) -> Fault {
    Fault {
        file: file.to_owned(),
        line: 1,
        key: "header".to_owned(),
        value: Some(line.chars().take(80).collect()),
        problem: problem.to_owned(),
        legal: legal.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_reads_back_as_written() {
        let header = Header {
            family: "aqm".to_owned(),
            id: "ecn-sharp/compact".to_owned(),
            settings: vec![("ins_target".to_owned(), 220_000), ("pst_target".to_owned(), 10_000)],
        };
        let line = header.line();
        assert_eq!(line, "#freeboard-trace v1 aqm ecn-sharp/compact ins_target=220000 pst_target=10000");
        assert_eq!(Header::read("t.csv", &line), Ok(header));
    }

    #[test]
    fn another_version_is_refused() {
        let refused = Header::read("t.csv", "#freeboard-trace v2 aqm tcn/pipeline").unwrap_err();
        assert!(refused.to_string().contains("version"), "{refused}");
        assert!(Header::read("t.csv", "hook,now_ns").is_err());
    }
}
