//! Keys of a section, described once: the reader, the effective configuration and the book's tables follow.

use super::{Entry, Fault, Section};
use crate::quantity::Kind;
use core::ops::RangeInclusive;

/// One key of a section that is kept in an `S`.
pub struct Key<S: 'static> {
    /// As it is written.
    pub name: &'static str,
    /// What it means.
    pub words: &'static str,
    /// What to write where it is missing; `None` for a key with a default.
    pub needed: Option<&'static str>,
    /// The default in words; `None` for the value that `S` has.
    pub default: Option<&'static str>,
    /// The key has an effect only where this one of its section has one of these values, or any if there are none.
    pub when: Option<(&'static str, &'static [&'static str])>,
    /// Reads it.
    pub read: fn(&mut S, &Entry<'_>) -> Result<(), Fault>,
    /// Returns its value as it would be written.
    pub text: fn(&S) -> Option<String>,
    /// Returns what may be written.
    pub values: fn(&S) -> String,
}

/// A named set of defaults of a section.
pub type Base<S> = (&'static str, fn() -> S);

/// A struct that a section is read into.
pub trait Keyed: Default + 'static {
    /// Its keys.
    const KEYS: &'static [Key<Self>];
    /// Named sets of defaults in addition to `Default`.
    const BASES: &'static [Base<Self>] = &[];

    /// Returns the defaults of a section, where one of its keys decides about those of others.
    ///
    /// # Errors
    /// That key is not legal.
    fn base(_section: &Section<'_>) -> Result<Self, Fault> {
        Ok(Self::default())
    }
}

/// Describes the keys of a section: name, the field it is kept in, its form, its meaning; then `needed`, `default`, `when`.
macro_rules! keys {
    ($($name:literal ($($path:tt)+) $form:expr, $words:literal
        $(, needed $needed:literal)? $(, default $default:literal)? $(, when $of:literal $is:tt)?;)*) => {
        &[$($crate::document::Key {
            name: $name,
            words: $words,
            needed: $crate::document::keys!(@last None $(, Some($needed))?),
            default: $crate::document::keys!(@last None $(, Some($default))?),
            when: $crate::document::keys!(@last None $(, Some(($of, &$is)))?),
            read: |it, entry| {
                it.$($path)+ = $crate::document::Form::read(&$form, entry)?;
                Ok(())
            },
            text: |it| $crate::document::Form::text(&$form, &it.$($path)+),
            values: |it| $crate::document::values_of(&$form, &it.$($path)+),
        }),*]
    };
    (@last $none:expr) => { $none };
    (@last $none:expr, $some:expr) => { $some };
}
pub(crate) use keys;

/// Declares a section whose fields are its keys: name, field, type, default, form, meaning; then as in [`keys`].
macro_rules! section {
    ($(#[$meta:meta])* $name:ident {
        $($key:literal $field:ident: $type:ty = $base:expr, $form:expr, $words:literal
            $(, needed $needed:literal)? $(, default $default:literal)?;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $(#[doc = concat!("Key `", $key, "`: ", $words, ".")] pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $base),* }
            }
        }

        impl $crate::document::Keyed for $name {
            const KEYS: &'static [$crate::document::Key<Self>] = $crate::document::keys! {
                $($key ($field) $form, $words $(, needed $needed)? $(, default $default)?;)*
            };
        }
    };
}
pub(crate) use section;

/// A key in words, for the book and for tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// As it is written.
    pub name: &'static str,
    /// What it means.
    pub words: &'static str,
    /// What may be written.
    pub values: String,
    /// The value where it is not written.
    pub default: String,
    /// What it needs to have an effect; empty for nothing.
    pub when: String,
}

impl<S: Keyed> Key<S> {
    /// Whether the key has an effect beside the values of the others.
    fn applies(&self, section: &S) -> bool {
        let Some((of, values)) = self.when else { return true };
        let text = S::KEYS.iter().find(|key| key.name == of).and_then(|key| (key.text)(section));
        text.is_some_and(|text| values.is_empty() || values.contains(&text.as_str()))
    }

    /// Returns what it needs to have an effect, as it would be written.
    fn condition(&self) -> String {
        match self.when {
            None => String::new(),
            Some((of, [])) => format!("a key `{of}`"),
            Some((of, values)) => {
                values.iter().map(|value| format!("{of} = \"{value}\"")).collect::<Vec<_>>().join(" or ")
            }
        }
    }

    fn idle(&self, section: &S, entry: &Entry<'_>) -> Fault {
        let of = self.when.map_or("", |(of, _)| of);
        let other = S::KEYS.iter().find(|key| key.name == of).and_then(|key| (key.text)(section));
        let problem = match other {
            Some(text) => format!("has no effect with {of} = \"{text}\""),
            None => format!("has no effect without `{of}`"),
        };
        entry.fault(problem, self.condition())
    }
}

/// Returns the names of the keys of a section.
#[must_use]
pub fn names<S: Keyed>() -> Vec<&'static str> {
    S::KEYS.iter().map(|key| key.name).collect()
}

/// Reads the keys of a section; keys in `others` are left to the caller.
///
/// # Errors
/// A key that is unknown, missing, not legal, or without effect.
pub fn read<S: Keyed>(section: &Section<'_>, others: &[&str]) -> Result<S, Fault> {
    section.expect_keys(&[names::<S>().as_slice(), others].concat())?;
    read_over(S::base(section)?, section, others)
}

/// [`read`] with the defaults of the caller.
///
/// # Errors
/// As there.
pub fn read_over<S: Keyed>(base: S, section: &Section<'_>, others: &[&str]) -> Result<S, Fault> {
    section.expect_keys(&[names::<S>().as_slice(), others].concat())?;
    let mut it = base;
    for key in S::KEYS {
        if let Some(entry) = section.get(key.name) {
            (key.read)(&mut it, &entry)?;
        }
    }
    for key in S::KEYS {
        match (section.get(key.name), key.needed) {
            (Some(entry), _) if !key.applies(&it) => return Err(key.idle(&it, &entry)),
            (None, Some(legal)) if key.applies(&it) => return Err(section.missing(key.name, legal)),
            _ => {}
        }
    }
    Ok(it)
}

/// Refuses a value, or one of a list, that is out of a range which other keys decide.
///
/// # Errors
/// It is.
pub fn within(
    section: &Section<'_>,
    key: &str,
    kind: &Kind,
    range: RangeInclusive<u64>,
) -> Result<(), Fault> {
    let Some(entry) = section.get(key) else { return Ok(()) };
    entry.items().iter().try_for_each(|item| item.unsigned(kind, range.clone()).map(drop))
}

/// Returns every key that has an effect, with its effective value.
#[must_use]
pub fn rows<S: Keyed>(section: &S, prefix: &str) -> Vec<(String, String)> {
    let row = |key: &Key<S>| {
        let absent = || key.default.unwrap_or("none").replace('`', "");
        (format!("{prefix}.{}", key.name), (key.text)(section).unwrap_or_else(absent))
    };
    S::KEYS.iter().filter(|key| key.applies(section)).map(row).collect()
}

/// Returns the keys of a section in words.
#[must_use]
pub fn described<S: Keyed>() -> Vec<Described> {
    let base = S::default();
    let default = |key: &Key<S>| {
        let text = |of: &S| (key.text)(of).unwrap_or_else(|| "none".to_owned());
        let usual = text(&base);
        let others = S::BASES.iter().map(|(name, base)| (name, text(&base())));
        let others = others.filter(|(_, value)| *value != usual);
        let others: String = others.map(|(name, value)| format!("; `{name}` {value}")).collect();
        usual + &others
    };
    let describe = |key: &Key<S>| Described {
        name: key.name,
        words: key.words,
        values: (key.values)(&base),
        default: match (key.needed, key.default) {
            (Some(_), _) => "needed".to_owned(),
            (None, Some(words)) => words.to_owned(),
            (None, None) => default(key),
        },
        when: key.condition(),
    };
    S::KEYS.iter().map(describe).collect()
}

/// Lets the key `kind` choose among sections with different keys.
macro_rules! kinds {
    ($name:ident: $($text:literal $variant:ident;)*) => {
        impl $name {
            /// Names of the kinds.
            pub const KINDS: &'static [&'static str] = &[$($text),*];

            /// Returns the name of its kind.
            #[must_use]
            pub const fn kind(&self) -> &'static str {
                match self { $(Self::$variant(_) => $text,)* }
            }

            fn read_kind(
                section: &$crate::document::Section<'_>,
                others: &[&str],
            ) -> Result<Self, $crate::document::Fault> {
                let others = [others, &["kind"]].concat();
                let kinds = Self::KINDS;
                let kind = kinds[section.need("kind", &kinds.join(", "))?.choice(kinds)?];
                Ok(match kind {
                    $($text => Self::$variant($crate::document::read(section, &others)?),)*
                    _ => unreachable!("a choice is one of the kinds"),
                })
            }

            /// Returns the names of the keys of its kind.
            pub fn keys(&self) -> Vec<&'static str> {
                match self { $(Self::$variant(_) => $crate::document::names::<$variant>(),)* }
            }

            /// Returns the keys of its kind with their values.
            pub fn rows(&self, prefix: &str) -> Vec<(String, String)> {
                match self { $(Self::$variant(it) => $crate::document::rows(it, prefix),)* }
            }

            /// Returns the keys of every kind in words.
            pub fn described() -> Vec<(&'static str, Vec<$crate::document::Described>)> {
                vec![$(($text, $crate::document::described::<$variant>())),*]
            }
        }
    };
}
pub(crate) use kinds;
