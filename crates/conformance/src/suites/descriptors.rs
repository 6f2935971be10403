//! The tables that command line, scenarios, C header and documentation are made from.

use crate::values::random_values;
use core::fmt::Debug;
use freeboard_aqm_api::{DepthUnit, MAX_TRIGGERS, Unit};
use freeboard_cc_api::Bytes;
use freeboard_params::{Field, FieldDoc, FieldId, ParamError};
use freeboard_registry::catalog::{self, Descriptor, PresetValues};
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::Random;

/// Names of variants and fields: what a shell, a TOML key and a C identifier all take.
fn is_key(name: &str, dash: char) -> bool {
    let legal = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == dash;
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(legal)
}

fn tables(id: &str, fields: &[Field], docs: &[FieldDoc]) {
    assert_eq!(fields.len(), docs.len(), "{id}: every field has its words");
    for (at, (field, doc)) in fields.iter().zip(docs).enumerate() {
        let name = doc.name;
        assert!(is_key(name, '_'), "{id}: {name} is no snake_case name");
        assert!(docs[..at].iter().all(|other| other.name != name), "{id}: two fields are called {name}");
        assert!(
            (field.min..=field.max).contains(&field.default),
            "{id}: the default of {name} is out of range"
        );
        assert!(
            !doc.meaning.trim().is_empty() && !doc.source.trim().is_empty(),
            "{id}: {name} is not explained"
        );
        let choices = doc.choices.len() as u32;
        match field.unit {
            Unit::Choice => assert_eq!((0, choices - 1), (field.min, field.max), "{id}: choices of {name}"),
            Unit::Switch => assert_eq!((0, 1, 0), (field.min, field.max, choices), "{id}: {name}"),
            _ => assert_eq!(choices, 0, "{id}: {name} is a number"),
        }
    }
}

fn presets(descriptor: &Descriptor, accepted: impl Fn(&[u32]) -> Result<(), ParamError>) {
    let presets = descriptor.presets();
    for (at, PresetValues { name, source, values }) in presets.iter().enumerate() {
        assert!(is_key(name, '-'), "{descriptor}: preset {name}");
        assert!(presets[..at].iter().all(|other| other.name != *name), "{descriptor}: two presets {name}");
        assert!(!source.is_empty(), "{descriptor}: preset {name} has no source");
        accepted(values).unwrap_or_else(|error| panic!("{descriptor}: preset {name} is refused: {error:?}"));
    }
}

/// A quantised value quantises to itself, and gives the parameters it came from.
fn effective<P: PartialEq + Debug>(
    descriptor: &Descriptor,
    values: &[u32],
    granule: u32,
    placed: impl Fn(&[u32]) -> Result<P, ParamError>,
) {
    let effective = |values: &[u32], field| descriptor.effective(values, granule, FieldId(field));
    for (field, asked) in (0..).zip(values) {
        let Ok(value) = effective(values, field) else { return };
        let value = value.unwrap_or_else(|| panic!("field {field} has no effective value"));
        let mut used = values.to_vec();
        used[usize::from(field)] = value;
        assert_eq!(effective(&used, field), Ok(Some(value)), "field {field} at {asked} of {values:?}");
        assert_eq!(placed(&used), placed(values), "field {field}: {value} is not what {asked} means");
    }
    let beyond = effective(values, values.len() as u16);
    assert_eq!(beyond.unwrap_or(None), None, "a field beyond the last");
}

/// Checks of both families: names, words, presets under a `granule`, and 200 quantisations under quantisation units that `draw`
/// draws.
fn variant<P: PartialEq + Debug>(
    descriptor: &Descriptor,
    mut random: Random,
    (granule, draw): (u32, impl Fn(&mut Random) -> u32),
    place: impl Fn(&[u32], u32) -> Result<P, ParamError>,
) {
    assert!(is_key(descriptor.name, '-') && is_key(descriptor.variant, '-'), "{descriptor}");
    let name = descriptor.to_string();
    assert_eq!(catalog::all().filter(|other| other.is_called(&name)).count(), 1, "{name} twice");
    assert!(!descriptor.summary.is_empty() && !descriptor.source.is_empty(), "{name}");
    tables(&name, descriptor.fields, descriptor.docs);
    presets(descriptor, |values| place(values, granule).map(|_| ()));
    assert!(place(&descriptor.defaults(), granule).is_ok(), "{name}: its defaults are refused");
    for _ in 0..200 {
        let values = random_values(descriptor.fields, &mut random);
        let granule = draw(&mut random);
        effective(descriptor, &values, granule, |values| place(values, granule));
    }
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let meta = id.meta();
    assert!(
        meta.resolution_ns.is_power_of_two() && meta.longest_gap_ns > u64::from(meta.resolution_ns),
        "{id}"
    );
    assert!(meta.triggers.len() <= MAX_TRIGGERS, "{id}");
    let unit = |bytes: u32| DepthUnit::cell(bytes as u16).unwrap_or(DepthUnit::BYTE);
    let cells = |random: &mut Random| 1 + random.below(300);
    variant(id.descriptor(), Random::new(151), (1, cells), |values, bytes| id.place(values, unit(bytes)));
}

/// Of a congestion control.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let meta = id.meta();
    assert!(
        meta.resolution_ns.is_power_of_two() && meta.longest_gap_ns > u64::from(meta.resolution_ns),
        "{id}"
    );
    variant(id.descriptor(), Random::new(152), (1460, |_| 1460), |values, mss| id.place(values, Bytes(mss)));
}
