//! The math unit behind a table of v1model.

use super::lowering::called;
use super::names::number;
use super::syntax::{Expr, Instance, Kind, Table, Type};
use super::{ReadError, Result};
use freeboard_dataplane::MathUnit;

/// The math unit whose value every row of the table has.
pub(super) fn math_unit(table: &Table) -> Result<MathUnit> {
    let wrong = |line| ReadError::new(line, "not the rows of a math unit");
    let mut rows = Vec::new();
    let mut next = 0u64;
    for row in &table.rows {
        let line = row.call.line;
        let (_, data) = called(&row.call)?;
        let ([field], [datum]) = (&row.fields[..], &data[..]) else { return Err(wrong(line)) };
        let Kind::Binary("&&&", value, mask) = &field.kind else { return Err(wrong(line)) };
        let word = |expr: &Expr| expr.number().and_then(|value| u32::try_from(value).ok());
        let (Some(value), Some(mask), Some(result)) = (word(value), word(mask), word(datum)) else {
            return Err(wrong(line));
        };
        // A row is a run of equal leading bits, four at least, and begins where the row before it ends.
        let free = mask.trailing_zeros();
        let leading = (32 - value.leading_zeros()).saturating_sub(4);
        if mask.checked_shr(free).is_none_or(|kept| kept.leading_zeros() != free)
            || free > leading
            || u64::from(value) != next
        {
            return Err(wrong(line));
        }
        next = u64::from(value) + (1 << free);
        rows.push((value, result));
    }
    if next != 1 << 32 {
        return Err(ReadError::new(table.line, "the rows of a math unit cover all words"));
    }
    // Small x of few bits show an entry whole, others what a shift leaves of it: any unit of this function does.
    let units = (-7..=25).find_map(|scale| {
        let mut entries = [0u8; 16];
        for (m, entry) in entries.iter_mut().enumerate().skip(4) {
            let with = |entry: u8| {
                let mut table = [0; 16];
                table[m] = entry;
                MathUnit::from_parts(table, scale)
            };
            let shown = |value: u32| MathUnit::from_parts(only(m), 25).eval(value) != 0;
            let seen: Vec<&(u32, u32)> = rows.iter().filter(|(value, _)| shown(*value)).collect();
            *entry = (0..=u8::MAX).find(|entry| {
                let unit = with(*entry);
                seen.iter().all(|(value, result)| unit.eval(*value) == *result)
            })?;
        }
        Some(MathUnit::from_parts(entries, scale)).filter(|unit| unit.eval(0) == rows[0].1)
    });
    units.ok_or_else(|| wrong(table.line))
}

/// A table of one entry, all bits set.
const fn only(m: usize) -> [u8; 16] {
    let mut table = [0; 16];
    table[m] = u8::MAX;
    table
}

pub(super) fn math_instance(unit: &MathUnit, line: u32) -> Instance {
    let (table, scale) = unit.parts();
    let signed = |value: i8| {
        let size = number(u64::from(value.unsigned_abs()), line);
        if value < 0 { Expr { kind: Kind::Unary("-", Box::new(size)), line } } else { size }
    };
    let entries = table.iter().rev().map(|entry| number(u64::from(*entry), line)).collect();
    let arguments = vec![
        Expr { kind: Kind::Name("true".to_owned()), line },
        signed(-1),
        signed(scale),
        Expr { kind: Kind::List(entries), line },
    ];
    let kind = Type { name: "MathUnit".to_owned(), arguments: Vec::new() };
    Instance { kind, arguments, body: Vec::new(), line }
}
