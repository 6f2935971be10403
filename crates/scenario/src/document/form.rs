//! Forms of values: how an entry of a document becomes a typed value, and how the value is written again.

use super::{Entry, Fault};
use crate::quantity::{
    BYTES, COUNT, FRACTION_PPB, FRACTION_PPM, Kind, NANOS, PACKETS, PICOS, RATE, RATE_ERROR, print,
};

/// A way to write values of type `T`.
pub trait Form<T> {
    /// Reads a value.
    ///
    /// # Errors
    /// Not a value of this form, or out of its range.
    fn read(&self, entry: &Entry<'_>) -> Result<T, Fault>;

    /// Returns the value as it would be written; `None` for an optional one that is not there.
    fn text(&self, value: &T) -> Option<String>;

    /// Returns what may be written, for the book.
    fn values(&self) -> String;
}

/// Returns what may be written for a field; the field says which `T` is meant.
pub fn values_of<T>(form: &impl Form<T>, _: &T) -> String {
    form.values()
}

/// An integer with a unit and an inclusive range.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    kind: &'static Kind,
    min: u64,
    max: u64,
}

macro_rules! amounts {
    ($($(#[$meta:meta])* $name:ident $kind:ident;)*) => {
        $($(#[$meta])*
        #[must_use]
        pub const fn $name(min: u64, max: u64) -> Amount {
            Amount { kind: &$kind, min, max }
        })*
    };
}

amounts! {
    /// A time in picoseconds.
    picos PICOS;
    /// A time in nanoseconds.
    nanos NANOS;
    /// A size in bytes.
    bytes BYTES;
    /// A rate in bit/s.
    rate RATE;
    /// A rate error of a clock in 10^-9.
    rate_error RATE_ERROR;
    /// A fraction in millionths.
    fraction FRACTION_PPM;
    /// A fraction in billionths.
    billionths FRACTION_PPB;
    /// A number of packets.
    packets PACKETS;
    /// A plain number.
    count COUNT;
}

impl<T: Copy + TryFrom<u64>> Form<T> for Amount
where
    u64: From<T>,
{
    fn read(&self, entry: &Entry<'_>) -> Result<T, Fault> {
        let value = entry.unsigned(self.kind, self.min..=self.max)?;
        T::try_from(value).map_err(|_| entry.fault("is out of range", ""))
    }

    fn text(&self, value: &T) -> Option<String> {
        Some(print(i128::from(u64::from(*value)), self.kind))
    }

    fn values(&self) -> String {
        let end = |value: u64| print(i128::from(value), self.kind);
        if self.max == u64::MAX {
            return format!("from {}", end(self.min));
        }
        format!("{} to {}", end(self.min), end(self.max))
    }
}

/// A place in a list, written from 1 and kept from 0.
#[derive(Clone, Copy, Debug)]
pub struct Ordinal(pub u64);

impl Form<u32> for Ordinal {
    fn read(&self, entry: &Entry<'_>) -> Result<u32, Fault> {
        Form::<u32>::read(&count(1, self.0), entry).map(|number| number - 1)
    }

    fn text(&self, value: &u32) -> Option<String> {
        Some((value + 1).to_string())
    }

    fn values(&self) -> String {
        Form::<u32>::values(&count(1, self.0))
    }
}

/// An amount whose 0 stands for no limit, kept as the largest value.
#[derive(Clone, Copy, Debug)]
pub struct Unlimited(pub Amount);

impl Form<u32> for Unlimited {
    fn read(&self, entry: &Entry<'_>) -> Result<u32, Fault> {
        self.0.read(entry).map(|value: u32| if value == 0 { u32::MAX } else { value })
    }

    fn text(&self, value: &u32) -> Option<String> {
        self.0.text(&if *value == u32::MAX { 0 } else { *value })
    }

    fn values(&self) -> String {
        format!("{}; 0 for no limit", Form::<u32>::values(&self.0))
    }
}

/// One of several names.
#[derive(Clone, Copy, Debug)]
pub struct Choice<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Clone + PartialEq> Form<T> for Choice<T> {
    fn read(&self, entry: &Entry<'_>) -> Result<T, Fault> {
        let names: Vec<&str> = self.0.iter().map(|(name, _)| *name).collect();
        entry.choice(&names).map(|at| self.0[at].1.clone())
    }

    fn text(&self, value: &T) -> Option<String> {
        self.0.iter().find(|(_, one)| one == value).map(|(name, _)| (*name).to_owned())
    }

    fn values(&self) -> String {
        self.0.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    }
}

/// `true` or `false`.
#[derive(Clone, Copy, Debug)]
pub struct Flag;

impl Form<bool> for Flag {
    fn read(&self, entry: &Entry<'_>) -> Result<bool, Fault> {
        entry.boolean()
    }

    fn text(&self, value: &bool) -> Option<String> {
        Some(value.to_string())
    }

    fn values(&self) -> String {
        "`true`, `false`".to_owned()
    }
}

/// A name: text that is printed and that no terminal obeys.
#[derive(Clone, Copy, Debug)]
pub struct Name;

impl Form<String> for Name {
    fn read(&self, entry: &Entry<'_>) -> Result<String, Fault> {
        entry.name().map(str::to_owned)
    }

    fn text(&self, value: &String) -> Option<String> {
        Some(value.clone())
    }

    fn values(&self) -> String {
        "a text without control characters".to_owned()
    }
}

/// A value that may be absent.
#[derive(Clone, Copy, Debug)]
pub struct Maybe<F>(pub F);

impl<T, F: Form<T>> Form<Option<T>> for Maybe<F> {
    fn read(&self, entry: &Entry<'_>) -> Result<Option<T>, Fault> {
        self.0.read(entry).map(Some)
    }

    fn text(&self, value: &Option<T>) -> Option<String> {
        value.as_ref().and_then(|value| self.0.text(value))
    }

    fn values(&self) -> String {
        self.0.values()
    }
}

/// One value, or a list of at most n.
#[derive(Clone, Copy, Debug)]
pub struct List<F>(pub usize, pub F);

impl<T, F: Form<T>> Form<Vec<T>> for List<F> {
    fn read(&self, entry: &Entry<'_>) -> Result<Vec<T>, Fault> {
        let items = entry.items();
        if items.is_empty() || items.len() > self.0 {
            let problem = format!("is a list of {} values", items.len());
            return Err(entry.fault(problem, format!("1 to {} values", self.0)));
        }
        items.iter().map(|item| self.1.read(item)).collect()
    }

    fn text(&self, values: &Vec<T>) -> Option<String> {
        let texts: Option<Vec<String>> = values.iter().map(|value| self.1.text(value)).collect();
        texts.filter(|texts| !texts.is_empty()).map(|texts| texts.join(", "))
    }

    fn values(&self) -> String {
        format!("one or a list: {}", self.1.values())
    }
}

/// One amount, or the smallest and the largest.
#[derive(Clone, Copy, Debug)]
pub struct Span(pub Amount);

impl<T: Copy + From<[u64; 2]>> Form<T> for Span
where
    [u64; 2]: From<T>,
{
    fn read(&self, entry: &Entry<'_>) -> Result<T, Fault> {
        let ends: Vec<u64> = List(2, self.0).read(entry)?;
        let (min, max) = (ends[0], ends[ends.len() - 1]);
        if max < min {
            let legal = format!("{} or more", print(i128::from(min), self.0.kind));
            return Err(entry.items()[1].fault("is below the smallest", legal));
        }
        Ok(T::from([min, max]))
    }

    fn text(&self, value: &T) -> Option<String> {
        let [min, max] = <[u64; 2]>::from(*value);
        List(2, self.0).text(&if min == max { vec![min] } else { vec![min, max] })
    }

    fn values(&self) -> String {
        format!("one, or smallest and largest: {}", Form::<u64>::values(&self.0))
    }
}
