//! All faults of a file: each is mended in a copy of the text, so that the reader goes on to the next.

use super::{Document, Fault, Faults};

/// Most faults that are looked for, chosen by us: ten times those of a screen.
const MOST: usize = 100;

/// Most values that stand in for one at fault.
const STAND_INS: usize = 4;

/// Returns the faults of a text, by `read`, which returns those that it comes to. Of several values that may
/// stand in for one at fault, some have faults of their own: what counts is found with most of them.
#[must_use]
pub fn all_faults(document: &Document, read: impl Fn(&Document) -> Vec<Fault>) -> Faults {
    let mut text = document.text().to_owned();
    let faults = |text: &str| read(&Document::new(document.file(), text));
    let mut found = faults(&text);
    let mut next = 0;
    while let Some(fault) = found.get(next).cloned() {
        next += 1;
        if found.len() >= MOST {
            break;
        }
        let still = |faults: &[Fault]| {
            faults.iter().any(|it| whole(&it.key) == whole(&fault.key) || it.key.is_empty())
        };
        let read_all = |texts: Vec<String>| -> Vec<(String, Vec<Fault>)> {
            let all = texts.into_iter().map(|text| (faults(&text), text));
            all.filter(|(faults, _)| !still(faults)).map(|(faults, text)| (text, faults)).collect()
        };
        let accepted = mended(&text, &fault).into_iter().map(read_all).find(|all| !all.is_empty());
        let accepted = accepted.unwrap_or_default();
        let is_of_file = |it: &&Fault| {
            let count = accepted.iter().filter(|(_, faults)| faults.iter().any(|other| is_same(it, other)));
            count.count() * 2 > accepted.len()
        };
        for new in accepted.iter().flat_map(|(_, faults)| faults).filter(is_of_file) {
            if !found.iter().any(|known| is_same(known, new)) {
                found.push(new.clone());
            }
        }
        let own = |(at, (_, faults)): &(usize, &(String, Vec<Fault>))| {
            let of_value = faults.iter().filter(|it| !is_of_file(it)).count();
            // An end of a range is a value that nobody means.
            (of_value, at.abs_diff(accepted.len() / 2))
        };
        if let Some((_, (mended, _))) = accepted.iter().enumerate().min_by_key(own) {
            text.clone_from(mended);
        }
    }
    Faults(found)
}

/// The key of a list, for that of a value in it.
fn whole(key: &str) -> &str {
    match key.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        Some((list, _)) => list,
        None => key,
    }
}

/// They are of one key at one place.
fn is_same(one: &Fault, other: &Fault) -> bool {
    (one.line, &one.key) == (other.line, &other.key)
}

/// Texts with something else in place of what is at fault, those to be tried first in front: with the key or unit that was meant,
/// other units, legal values, nothing. Lines stay where they are.
fn mended(text: &str, fault: &Fault) -> Vec<Vec<String>> {
    let Some(at) = fault.line.checked_sub(1) else { return Vec::new() };
    let Some(line) = text.split('\n').nth(at) else { return Vec::new() };
    let key = fault.key.rsplit('.').next().unwrap_or_default();
    let key = key.split('[').next().unwrap_or_default();
    let Some(rest) = line.trim_start().strip_prefix(key) else { return Vec::new() };
    if key.is_empty() || !rest.trim_start().starts_with('=') {
        return Vec::new();
    }
    let with = |line: String| {
        let lines = text.split('\n').enumerate();
        let lines: Vec<&str> =
            lines.map(|(number, before)| if number == at { line.as_str() } else { before }).collect();
        lines.join("\n")
    };
    if let Some(meant) = fault.problem.split_once("did you mean `").and_then(|(_, rest)| rest.split_once('`'))
        && fault.problem.contains("is not a known key")
    {
        return vec![vec![with(format!("{}{rest}", meant.0))], vec![with(String::new())]];
    }
    let all = |values: Vec<String>| values.iter().map(|value| with(format!("{key} = {value}"))).collect();
    let value = fault.value.as_deref().unwrap_or_default();
    let meant = fault.problem.split_once("did you mean `").and_then(|(_, rest)| rest.split_once('`'));
    let mut meant = meant.map(|(unit, _)| with_units(value, &format!("(units: {unit})"))).unwrap_or_default();
    let name = fault.problem.split_once("did you mean \"").and_then(|(_, rest)| rest.split_once('"'));
    meant.extend(name.map(|(name, _)| format!("\"{name}\"")));
    let (units, ends) = (with_units(value, &fault.legal), legal_values(&fault.legal));
    let ends = ends.into_iter().take(STAND_INS).collect();
    vec![all(meant), all(units), all(ends), vec![with(String::new())]]
}

/// The number of a value with each of the units that a sentence on legal ones names.
fn with_units(value: &str, legal: &str) -> Vec<String> {
    let number: String =
        value.trim_matches('"').chars().take_while(|it| it.is_ascii_digit() || *it == '.').collect();
    let units = legal.split_once("(units: ").and_then(|(_, rest)| rest.split_once(')'));
    let (false, Some((units, _))) = (number.is_empty(), units) else { return Vec::new() };
    units.split(", ").map(|unit| format!("\"{number} {unit}\"")).collect()
}

/// Ends of the range that a sentence on legal values names, or numbers of its list. A name of a list decides about other keys.
fn legal_values(legal: &str) -> Vec<String> {
    let plain = legal.split([';', '(']).next().unwrap_or_default();
    let is_number = |word: &&str| word.starts_with(|it: char| it.is_ascii_digit());
    let words = match plain.split_once(" to ") {
        Some((from, to)) => vec![from, to.split(',').next().unwrap_or_default()],
        None => plain.trim_end().split(", ").filter(is_number).collect(),
    };
    let value = |word: &str| {
        let word = word.trim();
        let word = word.strip_suffix(" or more").unwrap_or(word);
        if word.parse::<f64>().is_ok() { word.to_owned() } else { format!("\"{}\"", word.replace('"', "")) }
    };
    words.into_iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_each_unit_in_turn() {
        let legal = "1 us to 1 s (units: us, ms)";
        assert_eq!(with_units("80", legal), ["\"80 us\"", "\"80 ms\""]);
        assert_eq!(with_units("\"1.5 lightyears\"", legal), ["\"1.5 us\"", "\"1.5 ms\""]);
        assert!(with_units("\"fast\"", legal).is_empty() && with_units("1", "1 to 8").is_empty());
    }

    #[test]
    fn a_sentence_on_legal_values_names_the_ends_of_a_range_or_numbers() {
        assert_eq!(legal_values("1 ns to 4 s (how long)"), ["\"1 ns\"", "\"4 s\""]);
        assert_eq!(legal_values("1 to 1000, a count"), ["1", "1000"]);
        assert_eq!(legal_values("1/2, 1, 2"), ["\"1/2\"", "1", "2"]);
        assert_eq!(legal_values("60 KB or more"), ["\"60 KB\""]);
        assert!(legal_values("n-to-1, leaf-spine").is_empty());
        assert!(legal_values("").is_empty());
    }
}
