//! Values of keys: from Python, as TOML has them.

use core::fmt;
use pyo3::FromPyObject;
use toml::Value;

/// A value as the caller gives it.
#[derive(Clone, Debug, FromPyObject)]
pub(crate) enum Given {
    /// `True` or `False`.
    Flag(bool),
    /// An integer.
    Whole(i64),
    /// Any other number.
    Number(f64),
    /// A text, maybe with a unit.
    Text(String),
    /// A list of values.
    List(Vec<Given>),
}

impl Given {
    /// Returns it as TOML.
    pub(crate) fn toml(&self) -> Value {
        match self {
            Self::Flag(flag) => Value::Boolean(*flag),
            Self::Whole(whole) => Value::Integer(*whole),
            Self::Number(number) => Value::Float(*number),
            Self::Text(text) => Value::String(text.clone()),
            Self::List(list) => Value::Array(list.iter().map(Self::toml).collect()),
        }
    }
}

/// A text without its quotes, anything else as TOML writes it.
impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            other => other.toml().fmt(f),
        }
    }
}
