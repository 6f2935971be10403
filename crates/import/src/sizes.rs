//! Flow-size tables of other simulators as a size table of a scenario.
//!
//! Two columns (size, cumulative share) or three (size, an index that is ignored, share), separated by blanks, tabs or commas. A
//! table whose last share is 100 is in percent (the HKUST TrafficGenerator and HPCC), one that ends at 1 has fractions (ns).

use crate::{Imported, Note};
use freeboard_scenario::document::Fault;

/// Largest size of a table in a scenario \[B\].
const BYTES_MAX: u64 = 1_000_000_000;

/// Converts a table to CSV with the header `bytes,cdf`.
///
/// # Errors
/// A line is not a point, sizes or shares fall, or the last share is neither 1 nor 100.
pub fn table(file: &str, text: &str) -> Result<Imported, Fault> {
    let fault = |line, value: &str, problem: &str, legal: &str| Fault {
        file: file.into(),
        line,
        key: "point".to_owned(),
        value: Some(value.to_owned()),
        problem: problem.to_owned(),
        legal: legal.to_owned(),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut points: Vec<(usize, u64, f64)> = Vec::new();
    for (at, line) in text.lines().enumerate().map(|(at, line)| (at + 1, line.trim())) {
        let is_header = points.is_empty() && line.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if line.is_empty() || line.starts_with('#') || is_header {
            continue;
        }
        let fields: Vec<&str> = line.split([' ', '\t', ',']).filter(|field| !field.is_empty()).collect();
        let (size, share) = match fields[..] {
            [size, share] | [size, _, share] => (size, share),
            _ => {
                return Err(fault(at, line, "has not two or three columns", "a size and a cumulative share"));
            }
        };
        let Some(size) = whole(size).filter(|size| *size <= BYTES_MAX) else {
            return Err(fault(at, size, "is not a size", "0 B to 1 GB, in whole bytes"));
        };
        let Some(share) = share.parse::<f64>().ok().filter(|share| (0.0..=100.0).contains(share)) else {
            return Err(fault(at, share, "is not a share", "0 to 1, or 0 to 100 for percent"));
        };
        if let Some((_, size_before, share_before)) = points.last() {
            if size < *size_before || (size == *size_before && share == *share_before) {
                return Err(fault(
                    at,
                    line,
                    "has a size that is not above the one before it",
                    "sizes that grow",
                ));
            }
            if share < *share_before {
                return Err(fault(
                    at,
                    line,
                    "has a share below the one before it",
                    "shares that do not fall",
                ));
            }
        }
        points.push((at, size, share));
    }
    let Some(&(line, _, last)) = points.last() else {
        return Err(fault(0, "", "has no points", "a size and a cumulative share per line"));
    };
    let (unit, name) = if last == 100.0 { (100.0, "percent") } else { (1.0, "fractions") };
    if last != unit {
        return Err(fault(line, &last.to_string(), "is the last share", "1, or 100 for percent"));
    }
    let mut csv = "bytes,cdf\n".to_owned();
    for (_, size, share) in &points {
        csv.push_str(&format!("{size},{}\n", share / unit));
    }
    Ok(Imported { text: csv, notes: vec![Note::new("", format!("shares are read as {name}"))] })
}

/// A whole number of bytes, which some tables write as `10000.0` or `1e4`.
fn whole(text: &str) -> Option<u64> {
    let number: f64 = text.parse().ok()?;
    (number >= 0.0 && number.fract() == 0.0 && number <= BYTES_MAX as f64).then_some(number as u64)
}
