//! One value of a document and the ways to read it.

use super::fault::is_unprintable;
use super::text::Document;
use super::{Fault, Refusal};
use crate::nearest::nearest;
use crate::quantity::{Kind, parse, print};
use core::ops::RangeInclusive;
use toml::de::DeValue;

/// A value with its key and place.
#[derive(Clone, Debug)]
pub struct Entry<'d> {
    pub(super) document: &'d Document,
    pub(super) key: String,
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) value: &'d DeValue<'d>,
}

impl Entry<'_> {
    /// The error for this value.
    pub fn fault(&self, problem: impl Into<String>, legal: impl Into<String>) -> Fault {
        Fault {
            file: self.document.file().into(),
            line: self.line,
            key: self.key.clone(),
            value: Some(self.text.clone()),
            problem: problem.into(),
            legal: legal.into(),
        }
    }

    /// The error for this value, as its text alone is refused.
    pub fn refused(&self, refusal: Refusal) -> Fault {
        self.fault(refusal.problem, refusal.legal)
    }

    /// The value as an integer in base units of `kind`, within `range`.
    ///
    /// # Errors
    /// Not a value of this kind, or out of range.
    pub fn quantity(&self, kind: &Kind, range: &RangeInclusive<i128>) -> Result<i128, Fault> {
        let text = match self.value {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            _ => return Err(self.fault(format!("is not {}", kind.name), legal_range(kind, range))),
        };
        quantity(&text, kind, range).map_err(|refusal| self.refused(refusal))
    }

    /// [`Entry::quantity`] where the range fits 64 bits.
    ///
    /// # Errors
    /// Not a value of this kind, or out of range.
    pub fn unsigned(&self, kind: &Kind, range: RangeInclusive<u64>) -> Result<u64, Fault> {
        let wide = i128::from(*range.start())..=i128::from(*range.end());
        let value = self.quantity(kind, &wide)?;
        u64::try_from(value).map_err(|_| self.fault("is out of range", legal_range(kind, &wide)))
    }

    /// [`Entry::unsigned`] where the range fits 32 bits.
    ///
    /// # Errors
    /// Not a value of this kind, or out of range.
    pub fn word(&self, kind: &Kind, range: RangeInclusive<u32>) -> Result<u32, Fault> {
        let wide = u64::from(*range.start())..=u64::from(*range.end());
        // The range says that it fits.
        self.unsigned(kind, wide).map(|value| value as u32)
    }

    /// The value as text.
    ///
    /// # Errors
    /// Not a string.
    pub fn string(&self) -> Result<&str, Fault> {
        match self.value {
            DeValue::String(text) => Ok(text),
            _ => Err(self.fault("is not a text", "a text in quotes")),
        }
    }

    /// The value as a name: text that a terminal prints and does not obey.
    ///
    /// # Errors
    /// Not a string, or one with characters that control a terminal or the direction of writing.
    pub fn name(&self) -> Result<&str, Fault> {
        let text = self.string()?;
        if text.chars().any(is_unprintable) {
            return Err(self.fault("has control characters", "a text without them"));
        }
        Ok(text)
    }

    /// The value as it names something: a text without its quotes, anything else as written.
    #[must_use]
    pub fn label(&self) -> String {
        self.string().map_or_else(|_| self.text.clone(), str::to_owned)
    }

    /// A number that is only compared and printed.
    ///
    /// # Errors
    /// Not a number.
    pub fn number(&self) -> Result<f64, Fault> {
        let text = match self.value {
            DeValue::Integer(number) => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => "",
        };
        text.parse().map_err(|_| self.fault("is not a number", "a number without unit"))
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// Anything else.
    pub fn boolean(&self) -> Result<bool, Fault> {
        match self.value {
            DeValue::Boolean(value) => Ok(*value),
            _ => Err(self.fault("is neither true nor false", "true, false")),
        }
    }

    /// Index of the value in `choices`.
    ///
    /// # Errors
    /// Not one of them; the nearest is named.
    pub fn choice(&self, choices: &[&str]) -> Result<usize, Fault> {
        // `alpha = 1` names the choice "1".
        let text = match self.value {
            DeValue::String(text) => text,
            DeValue::Integer(_) | DeValue::Float(_) => self.text.as_str(),
            _ => return Err(self.fault("is not a text", choices.join(", "))),
        };
        choice(text, choices).map_err(|refusal| self.refused(refusal))
    }

    /// The error for a name that is not in `choices`.
    #[must_use]
    pub fn unknown_name(&self, choices: &[&str]) -> Fault {
        self.refused(unknown(self.string().unwrap_or_default(), choices))
    }

    /// The values of a list, or the one value of a scalar.
    #[must_use]
    pub fn items(&self) -> Vec<Self> {
        let DeValue::Array(items) = self.value else { return vec![self.clone()] };
        let item = |(index, item): (usize, &'_ toml::Spanned<DeValue<'_>>)| {
            let text = self.document.slice(item.span()).to_owned();
            (format!("{}[{}]", self.key, index + 1), self.document.line_at(item.span().start), text)
        };
        let places: Vec<_> = items.iter().enumerate().map(item).collect();
        let values = items.iter().map(toml::Spanned::get_ref);
        let build = |((key, line, text), value)| Self { document: self.document, key, line, text, value };
        places.into_iter().zip(values).map(build).collect()
    }
}

/// Returns `text` in base units of `kind`.
///
/// # Errors
/// Not a value of this kind, or out of range.
pub fn quantity(text: &str, kind: &Kind, range: &RangeInclusive<i128>) -> Result<i128, Refusal> {
    let refusal = |problem| Refusal { problem, legal: legal_range(kind, range) };
    let value = parse(text, kind).map_err(|error| refusal(error.to_string()))?;
    if range.contains(&value) { Ok(value) } else { Err(refusal("is out of range".to_owned())) }
}

/// Returns the index of `text` in `choices`.
///
/// # Errors
/// Not one of them; the nearest is named.
pub fn choice(text: &str, choices: &[&str]) -> Result<usize, Refusal> {
    choices.iter().position(|choice| *choice == text).ok_or_else(|| unknown(text, choices))
}

fn unknown(text: &str, choices: &[&str]) -> Refusal {
    let meant = match number(text) {
        // Letters say nothing on a number: "3" is no misspelt "1/3".
        Some(value) => nearest_number(value, choices),
        None => nearest(text, choices.iter().copied()),
    };
    let problem = match meant {
        Some(close) => format!("is not known, did you mean \"{close}\"?"),
        None => "is not known".to_owned(),
    };
    Refusal { problem, legal: choices.join(", ") }
}

/// A number, which may be a fraction.
fn number(text: &str) -> Option<f64> {
    let value = match text.split_once('/') {
        Some((over, under)) => over.trim().parse::<f64>().ok()? / under.trim().parse::<f64>().ok()?,
        None => text.trim().parse().ok()?,
    };
    value.is_finite().then_some(value)
}

/// The choice nearest in proportion to a number above 0, up to a factor of 2.
fn nearest_number<'a>(value: f64, choices: &[&'a str]) -> Option<&'a str> {
    let ratio = |choice: &&'a str| {
        let other = number(choice).filter(|other| *other > 0.0 && value > 0.0)?;
        let ratio = (other / value).max(value / other);
        (ratio <= 2.0).then_some((ratio, *choice))
    };
    let near = choices.iter().filter_map(ratio);
    near.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, choice)| choice)
}

fn legal_range(kind: &Kind, range: &RangeInclusive<i128>) -> String {
    let (low, high) = (print(*range.start(), kind), print(*range.end(), kind));
    let units: Vec<&str> = kind.units.iter().map(|u| u.name).filter(|name| !name.is_empty()).collect();
    let unit_hint = if units.is_empty() { String::new() } else { format!(" (units: {})", units.join(", ")) };
    format!("{low} to {high}{unit_hint}")
}

#[cfg(test)]
mod tests {
    use super::super::Document;
    use crate::document::Fault;
    use crate::quantity::{COUNT, NANOS};

    const TEXT: &str = "[switch]\naqm = \"ecn-sharp\"\npst_target = \"-10 us\"\nflows = [1, 2,\n3]\n";

    fn fault_of(key: &str) -> Fault {
        let document = Document::new("demo.toml", TEXT);
        let read = document.read(|root| {
            let switch = root.section("switch")?.unwrap();
            switch.get(key).unwrap().word(&NANOS, 1024..=1_000_000)
        });
        read.unwrap_err()
    }

    #[test]
    fn a_value_out_of_range_is_named_with_file_line_key_value_and_range() {
        let text = fault_of("pst_target").to_string();
        assert_eq!(
            text,
            "demo.toml, line 3: `switch.pst_target = \"-10 us\"` is out of range; legal: 1.024 us to 1 ms \
             (units: ns, us, ms, s)."
        );
    }

    #[test]
    fn an_unknown_key_names_the_nearest_one() {
        let document = Document::new("demo.toml", TEXT);
        let refused = document.read(|root| {
            root.section("switch")?.unwrap().expect_keys(&["aqm", "pst_target", "flow_count", "flow"])
        });
        let fault = refused.unwrap_err();
        assert_eq!((fault.line, fault.key.as_str()), (4, "switch.flows"));
        assert!(fault.problem.contains("`flow`"), "{fault}");
    }

    #[test]
    fn a_number_is_answered_with_the_nearest_number() {
        let choices = ["1/128", "1/2", "1", "2", "4", "8"];
        let problem = |text: &str| super::choice(text, &choices).unwrap_err().problem;
        assert_eq!(problem("0.5"), "is not known, did you mean \"1/2\"?");
        assert_eq!(problem("1.0"), "is not known, did you mean \"1\"?");
        assert_eq!(problem("3"), "is not known, did you mean \"4\"?");
        assert_eq!(problem("16"), "is not known, did you mean \"8\"?");
        assert_eq!(problem("-1"), "is not known");
        assert_eq!(problem("1000"), "is not known");
    }

    #[test]
    fn an_unknown_name_lists_the_choices() {
        let document = Document::new("demo.toml", TEXT);
        let refused = document
            .read(|root| root.section("switch")?.unwrap().get("aqm").unwrap().choice(&["ecn-star", "codel"]));
        let text = refused.unwrap_err().to_string();
        assert!(text.contains("did you mean \"ecn-star\"?; legal: ecn-star, codel."), "{text}");
    }

    #[test]
    fn list_items_keep_their_lines() {
        let document = Document::new("demo.toml", TEXT);
        let read = document.read(|root| {
            let items = root.section("switch")?.unwrap().get("flows").unwrap().items();
            items.iter().map(|item| Ok((item.line, item.word(&COUNT, 0..=9)?))).collect::<Result<Vec<_>, _>>()
        });
        assert_eq!(read.unwrap(), [(4, 1), (4, 2), (5, 3)]);
    }

    #[test]
    fn a_syntax_error_has_a_line() {
        let fault = Document::new("demo.toml", "a = 1\nb = \n").read(|_| Ok(())).unwrap_err();
        assert_eq!(fault.line, 2);
    }
}
