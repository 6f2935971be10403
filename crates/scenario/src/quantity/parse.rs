//! Text to base units.

use super::{Kind, UnitName};
use crate::nearest::nearest;
use core::fmt;

/// Why a text is not a value of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuantityError {
    /// No number at the start, or stray characters.
    Malformed {
        /// What was expected.
        kind: Kind,
    },
    /// A number without the unit it needs.
    NoUnit {
        /// What was expected.
        kind: Kind,
    },
    /// The unit is not one of this kind.
    UnknownUnit {
        /// What was expected.
        kind: Kind,
        /// The unit as written.
        unit: String,
    },
    /// Not a whole number of base units.
    TooFine {
        /// What was expected.
        kind: Kind,
    },
    /// More digits than any legal value has.
    TooLong {
        /// What was expected.
        kind: Kind,
    },
}

impl fmt::Display for QuantityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { kind } => write!(f, "is not {} ({})", kind.name, written_in(kind)),
            Self::NoUnit { kind } => write!(f, "has no unit; {} is written in {}", kind.name, names(kind)),
            Self::UnknownUnit { kind, unit } => {
                write!(f, "has the unit `{unit}`; {} is written in {}", kind.name, names(kind))?;
                match nearest(unit, kind.units.iter().map(|u| u.name)) {
                    Some(close) => write!(f, " (did you mean `{close}`?)"),
                    None => Ok(()),
                }
            }
            Self::TooFine { kind } => write!(f, "is finer than 1 {}", kind.units[0].name),
            Self::TooLong { kind } => write!(f, "has more digits than {} can have", kind.name),
        }
    }
}

impl core::error::Error for QuantityError {}

fn names(kind: &Kind) -> String {
    let named: Vec<&str> = kind.units.iter().map(|u| u.name).filter(|n| !n.is_empty()).collect();
    if named.is_empty() { "plain digits".to_owned() } else { named.join(", ") }
}

fn written_in(kind: &Kind) -> String {
    if kind.units.iter().any(|u| u.name.is_empty()) {
        format!("a number, e.g. {}", if kind.rounds { "0.5" } else { "5" })
    } else {
        format!("a number and one of {}", names(kind))
    }
}

/// `text` in base units of `kind`. Negative values are returned as such: ranges are the caller's.
///
/// # Errors
/// See [`QuantityError`].
pub fn parse(text: &str, kind: &Kind) -> Result<i128, QuantityError> {
    let (number, name) = split(text).ok_or(QuantityError::Malformed { kind: *kind })?;
    let unit = unit_named(name, kind)?;
    let decimal = Decimal::read(number).ok_or(QuantityError::TooLong { kind: *kind })?;
    decimal.scaled(unit, kind)
}

/// Number and unit; `None` if the text does not start with a number or has blanks around it.
fn split(text: &str) -> Option<(&str, &str)> {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '_' | '-' | '+');
    let end = text.find(|c: char| !is_number(c)).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let unit = rest.strip_prefix(' ').unwrap_or(rest);
    let digits = number.strip_prefix(['-', '+']).unwrap_or(number);
    let points = digits.matches('.').count();
    let legal = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && !digits.contains(['-', '+'])
        && points <= 1
        && unit == unit.trim();
    legal.then_some((number, unit))
}

fn unit_named(name: &str, kind: &Kind) -> Result<UnitName, QuantityError> {
    let plain = name.replace('µ', "u");
    match kind.units.iter().find(|u| u.name == plain) {
        Some(unit) => Ok(*unit),
        None if name.is_empty() => Err(QuantityError::NoUnit { kind: *kind }),
        None => Err(QuantityError::UnknownUnit { kind: *kind, unit: name.to_owned() }),
    }
}

/// `mantissa / 10^decimals`.
struct Decimal {
    mantissa: i128,
    decimals: u32,
}

/// Most digits of a number. Chosen by us: 10^21 times the largest scale, 10^12, stays below 2^127 with room
/// for the power of ten of as many decimals.
const MAX_DIGITS: usize = 21;

impl Decimal {
    fn read(number: &str) -> Option<Self> {
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        if digits.len() > MAX_DIGITS {
            return None;
        }
        let magnitude: i128 = digits.parse().ok()?;
        let decimals = number.split_once('.').map_or(0, |(_, after)| {
            u32::try_from(after.chars().filter(char::is_ascii_digit).count()).unwrap_or(u32::MAX)
        });
        let mantissa = if number.starts_with('-') { -magnitude } else { magnitude };
        Some(Self { mantissa, decimals })
    }

    fn scaled(&self, unit: UnitName, kind: &Kind) -> Result<i128, QuantityError> {
        let over = 10i128.pow(self.decimals) * unit.over;
        let product = self.mantissa * unit.times;
        if product % over == 0 {
            Ok(product / over)
        } else if kind.rounds {
            Ok((2 * product + over).div_euclid(2 * over))
        } else {
            Err(QuantityError::TooFine { kind: *kind })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BYTES, COUNT, FRACTION_PPM, NANOS, PACKETS, PICOS, Q16, RATE, print};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_become_exact_integers() {
        assert_eq!(parse("10 Gbps", &RATE), Ok(10_000_000_000));
        assert_eq!(parse("80 us", &PICOS), Ok(80_000_000));
        assert_eq!(parse("80µs", &NANOS), Ok(80_000));
        assert_eq!(parse("111.1 us", &NANOS), Ok(111_100));
        assert_eq!(parse("250 KB", &BYTES), Ok(250_000));
        assert_eq!(parse("250 KiB", &BYTES), Ok(256_000));
        assert_eq!(parse("183 packets", &BYTES), Ok(274_500));
        assert_eq!(parse("182 packets", &PACKETS), Ok(182));
        assert_eq!(parse("0.1", &FRACTION_PPM), Ok(100_000));
        assert_eq!(parse("50 %", &FRACTION_PPM), Ok(500_000));
        assert_eq!(parse("1_000", &COUNT), Ok(1000));
    }

    #[test]
    fn a_fixed_point_fraction_rounds_to_the_nearest() {
        assert_eq!(parse("50 %", &Q16), Ok(32_768));
        assert_eq!(parse("10 %", &Q16), Ok(6554));
        assert_eq!(parse("0.00001", &Q16), Ok(1));
        assert_eq!(parse("-10 %", &Q16), Ok(-6554));
    }

    #[test]
    fn a_value_between_base_units_is_refused() {
        assert_eq!(parse("0.5 ns", &NANOS), Err(QuantityError::TooFine { kind: NANOS }));
        assert_eq!(parse("0.5 B", &BYTES), Err(QuantityError::TooFine { kind: BYTES }));
    }

    #[test]
    fn errors_name_the_legal_units() {
        let no_unit = parse("80", &NANOS).unwrap_err().to_string();
        assert_eq!(no_unit, "has no unit; a time is written in ns, us, ms, s");
        let unknown = parse("10 gbps", &RATE).unwrap_err().to_string();
        assert!(unknown.contains("did you mean `Gbps`?"), "{unknown}");
    }

    #[test]
    fn stray_text_is_not_a_number() {
        for text in ["", "us", " 80 us", "80 us ", "8..0 us", "8-0 us", "--8 us", ".5 us", "80  us", "5."] {
            let refused = parse(text, &NANOS);
            assert!(matches!(refused, Err(QuantityError::Malformed { .. })), "{text:?} gave {refused:?}");
        }
    }

    #[test]
    fn a_very_long_number_is_refused_not_wrapped() {
        let text = format!("{} s", "9".repeat(40));
        assert_eq!(parse(&text, &PICOS), Err(QuantityError::TooLong { kind: PICOS }));
    }

    proptest! {
        #[test]
        fn printing_and_parsing_agree(value in 0i128..=i128::from(u64::MAX)) {
            for kind in [PICOS, NANOS, BYTES, RATE, COUNT, FRACTION_PPM] {
                prop_assert_eq!(parse(&print(value, &kind), &kind), Ok(value));
            }
        }
    }
}
