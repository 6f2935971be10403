//! Settings as one value per field: defaults, corners, random ones.

use freeboard_oracle::Values;
use freeboard_params::{Field, FieldDoc};
use freeboard_replay::Random;

/// Every field at its default.
#[must_use]
pub fn default_values(fields: &[Field]) -> Vec<u32> {
    fields.iter().map(|field| field.default).collect()
}

/// The same values under their names, as the oracles want them.
#[must_use]
pub fn named(docs: &[FieldDoc], values: &[u32]) -> Values {
    Values::new(docs.iter().map(|doc| doc.name).zip(values.iter().copied()))
}

/// Every field at its least, its default or its largest value.
pub fn corner_values(fields: &[Field], random: &mut Random) -> Vec<u32> {
    fields.iter().map(|field| [field.min, field.default, field.max][random.below(3) as usize]).collect()
}

/// Every field at its default, at an end, or anywhere in its range, small values as likely as large ones.
pub fn random_values(fields: &[Field], random: &mut Random) -> Vec<u32> {
    let value = |field: &Field| match random.below(8) {
        0..=2 => field.default,
        3 => field.min,
        4 => field.max,
        _ => {
            let bits = 1 + random.below(32);
            let span = u64::from(field.max) - u64::from(field.min);
            let offset = (u64::from(random.word()) >> (32 - bits)) % (span + 1);
            (u64::from(field.min) + offset) as u32
        }
    };
    fields.iter().map(value).collect()
}
