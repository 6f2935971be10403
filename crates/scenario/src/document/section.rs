//! Tables of a document.

use super::{Document, Entry, Fault};
use crate::nearest::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

impl Document {
    /// Parses the text and hands its root table to `read`.
    ///
    /// # Errors
    /// A syntax error, or what `read` returns.
    pub fn read<T>(&self, read: impl FnOnce(&Section<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        let table = DeTable::parse(self.text()).map_err(|error| self.syntax_fault(&error))?;
        read(&Section { document: self, path: String::new(), line: 1, table: table.get_ref() })
    }
}

/// One table of a document.
#[derive(Clone, Debug)]
pub struct Section<'d> {
    document: &'d Document,
    path: String,
    line: usize,
    table: &'d DeTable<'d>,
}

impl<'d> Section<'d> {
    /// Line of the table's header.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Refuses any key that is not in `valid`, naming the nearest valid one.
    ///
    /// # Errors
    /// The first unknown key in file order.
    pub fn expect_keys(&self, valid: &[&str]) -> Result<(), Fault> {
        let unknown = self.table.keys().filter(|key| !valid.contains(&&**key.get_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
        let suggestion = match nearest(key.get_ref(), valid.iter().copied()) {
            Some(close) => format!("is not a known key, did you mean `{close}`?"),
            None => "is not a known key".to_owned(),
        };
        let value = self.table.get(&**key.get_ref()).map(|v| self.value_text(v));
        Err(Fault {
            file: self.document.file().into(),
            line: self.document.line_at(key.span().start),
            key: self.joined(key.get_ref()),
            value,
            problem: suggestion,
            legal: valid.join(", "),
        })
    }

    /// The value of `key`, if it is there.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Entry<'d>> {
        let (name, value) = self.table.get_key_value(key)?;
        Some(Entry {
            document: self.document,
            key: self.joined(key),
            line: self.document.line_at(name.span().start),
            text: self.value_text(value),
            value: value.get_ref(),
        })
    }

    /// The value of `key`.
    ///
    /// # Errors
    /// It is missing; `legal` says what to write.
    pub fn need(&self, key: &str, legal: &str) -> Result<Entry<'d>, Fault> {
        self.get(key).ok_or_else(|| self.missing(key, legal))
    }

    /// The error for a key that must be there.
    #[must_use]
    pub fn missing(&self, key: &str, legal: &str) -> Fault {
        Fault {
            file: self.document.file().into(),
            line: self.line,
            key: self.joined(key),
            value: None,
            problem: "is missing".to_owned(),
            legal: legal.to_owned(),
        }
    }

    /// The table `key`, if it is there.
    ///
    /// # Errors
    /// The key is there and is not a table.
    pub fn section(&self, key: &str) -> Result<Option<Self>, Fault> {
        let Some(entry) = self.get(key) else { return Ok(None) };
        match entry.value {
            DeValue::Table(table) => Ok(Some(self.child(entry.key, entry.line, table))),
            _ => Err(entry.fault("is not a table", format!("a section [{key}]"))),
        }
    }

    /// The tables of the array `key`; none if it is not there.
    ///
    /// # Errors
    /// The key is there and is not an array of tables.
    pub fn sections(&self, key: &str) -> Result<Vec<Self>, Fault> {
        let Some(entry) = self.get(key) else { return Ok(Vec::new()) };
        let wrong = || entry.fault("is not a list of tables", format!("[[{key}]] sections"));
        let DeValue::Array(items) = entry.value else { return Err(wrong()) };
        let child = |(index, item): (usize, &'d Spanned<DeValue<'d>>)| match item.get_ref() {
            DeValue::Table(table) => {
                let line = self.document.line_at(item.span().start);
                Ok(self.child(format!("{}[{}]", entry.key, index + 1), line, table))
            }
            _ => Err(wrong()),
        };
        items.iter().enumerate().map(child).collect()
    }

    /// The keys of this table in file order.
    #[must_use]
    pub fn keys(&self) -> Vec<&'d str> {
        let mut keys: Vec<_> = self.table.keys().collect();
        keys.sort_by_key(|key| key.span().start);
        keys.into_iter().map(|key| key.get_ref().as_ref()).collect()
    }

    fn child(&self, path: String, line: usize, table: &'d DeTable<'d>) -> Self {
        Self { document: self.document, path, line, table }
    }

    fn joined(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// A scalar as written; a table or list only in outline, so that an error stays one paragraph.
    fn value_text(&self, value: &Spanned<DeValue<'_>>) -> String {
        match value.get_ref() {
            DeValue::Table(_) => "{ .. }".to_owned(),
            DeValue::Array(_) => "[ .. ]".to_owned(),
            _ => self.document.slice(value.span()).replace('\n', " "),
        }
    }
}
