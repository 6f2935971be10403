//! Base units to text.

use super::Kind;
use core::cmp::Reverse;

/// `value` in the largest decimal unit of `kind` that it fills, with all its digits.
///
/// Exact for kinds with decimal scales; fixed-point fractions print four significant decimals.
#[must_use]
pub fn print(value: i128, kind: &Kind) -> String {
    if kind.rounds {
        return fraction(value, kind.units[0].times);
    }
    let base = kind.units[0];
    let fits = |scale: i128| value.abs() >= scale;
    let decimal_units = kind.units.iter().filter(|u| u.over == 1 && is_power_of_ten(u.times));
    let unit = decimal_units.filter(|u| fits(u.times)).min_by_key(|u| Reverse(u.times)).unwrap_or(&base);
    let number = decimal(value, unit.times);
    if unit.name.is_empty() { number } else { format!("{number} {}", grammatical(kind, unit.name, &number)) }
}

/// The unit's name, or its singular for a number of 1 where the kind has one.
fn grammatical<'a>(kind: &Kind, name: &'a str, number: &str) -> &'a str {
    let singular = name.strip_suffix('s').filter(|short| kind.units.iter().any(|unit| unit.name == *short));
    if number == "1" { singular.unwrap_or(name) } else { name }
}

fn is_power_of_ten(scale: i128) -> bool {
    let mut rest = scale;
    while rest > 1 && rest % 10 == 0 {
        rest /= 10;
    }
    rest == 1
}

/// `value / scale` with all decimals, trailing zeros trimmed.
fn decimal(value: i128, scale: i128) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, rest) = (value.abs() / scale, value.abs() % scale);
    if rest == 0 {
        return format!("{sign}{whole}");
    }
    let width = scale.ilog10() as usize;
    let digits = format!("{rest:0width$}");
    format!("{sign}{whole}.{}", digits.trim_end_matches('0'))
}

/// A binary fraction to five decimals, trailing zeros trimmed.
fn fraction(value: i128, one: i128) -> String {
    const PLACES: i128 = 100_000;
    decimal((2 * value * PLACES + one).div_euclid(2 * one), PLACES)
}

#[cfg(test)]
mod tests {
    use super::super::{BYTES, COUNT, LINE_FRACTION, NANOS, PACKETS, PICOS, Q16, RATE};
    use super::*;

    #[test]
    fn values_print_in_their_largest_unit() {
        assert_eq!(print(9216, &NANOS), "9.216 us");
        assert_eq!(print(220_000, &NANOS), "220 us");
        assert_eq!(print(1, &PICOS), "1 ps");
        assert_eq!(print(275_000, &BYTES), "275 KB");
        assert_eq!(print(10_000_000_000, &RATE), "10 Gbps");
        assert_eq!(print(0, &NANOS), "0 ns");
        assert_eq!(print(182, &PACKETS), "182 packets");
        assert_eq!(print(1, &PACKETS), "1 packet");
        assert_eq!(print(1, &NANOS), "1 ns");
        assert_eq!(print(77, &COUNT), "77");
    }

    #[test]
    fn fixed_point_prints_as_a_fraction() {
        assert_eq!(print(6554, &Q16), "0.10001");
        assert_eq!(print(1 << 20, &LINE_FRACTION), "1");
    }
}
