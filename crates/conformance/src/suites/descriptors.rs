//! The tables that command line, scenarios, C header and documentation are made from.

use crate::catalog::{aqm_facts, aqm_name, cc_facts, cc_name, default_values, random_values};
use freeboard_aqm_api::{DepthUnit, MAX_TRIGGERS, Unit};
use freeboard_cc_api::Bytes;
use freeboard_params::{Field, FieldDoc, FieldId, ParamError};
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

fn presets(
    id: &str,
    presets: &[(&str, &str, Vec<u32>)],
    accepted: impl Fn(&[u32]) -> Result<String, ParamError>,
) {
    for (at, (name, source, values)) in presets.iter().enumerate() {
        assert!(is_key(name, '-'), "{id}: preset {name}");
        assert!(presets[..at].iter().all(|other| other.0 != *name), "{id}: two presets are called {name}");
        assert!(!source.is_empty(), "{id}: preset {name} has no source");
        accepted(values).unwrap_or_else(|error| panic!("{id}: preset {name} is refused: {error:?}"));
    }
}

/// A quantised value quantises to itself, and gives the parameters it came from.
fn effective(
    fields: &[Field],
    values: &[u32],
    effective: impl Fn(&[u32], FieldId) -> Result<Option<u32>, ParamError>,
    params: impl Fn(&[u32]) -> Result<String, ParamError>,
) {
    for at in 0..fields.len() {
        let field = FieldId(at as u16);
        let Ok(value) = effective(values, field) else { return };
        let value = value.unwrap_or_else(|| panic!("field {at} has no effective value"));
        let mut used = values.to_vec();
        used[at] = value;
        assert_eq!(effective(&used, field), Ok(Some(value)), "field {at} at {} of {values:?}", values[at]);
        assert_eq!(params(&used), params(values), "field {at}: {value} is not what {} means", values[at]);
    }
    assert_eq!(
        effective(values, FieldId(fields.len() as u16)).unwrap_or(None),
        None,
        "a field beyond the last"
    );
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let (name, meta, facts) = (aqm_name(id), id.meta(), aqm_facts(id));
    let (fields, docs) = id.fields();
    assert!(is_key(meta.name, '-') && is_key(meta.variant, '-'), "{name}");
    assert_eq!(AqmId::ALL.iter().filter(|other| aqm_name(**other) == name).count(), 1, "{name} twice");
    assert!(!meta.summary.is_empty() && !meta.source.is_empty(), "{name}");
    assert!(
        meta.resolution_ns.is_power_of_two() && meta.longest_gap_ns > u64::from(meta.resolution_ns),
        "{name}"
    );
    assert!(meta.triggers.len() <= MAX_TRIGGERS, "{name}");
    tables(&name, fields, docs);
    presets(&name, &facts.presets, |values| (facts.params)(values, DepthUnit::BYTE));
    assert!(id.place(&default_values(fields), DepthUnit::BYTE).is_ok(), "{name}: its defaults are refused");
    let mut random = Random::new(151);
    for _ in 0..200 {
        let values = random_values(fields, &mut random);
        let unit = DepthUnit::cell(1 + random.below(300) as u16).unwrap_or(DepthUnit::BYTE);
        effective(
            fields,
            &values,
            |values, field| (facts.effective)(values, unit, field),
            |values| (facts.params)(values, unit),
        );
    }
}

/// Of a congestion control.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let (name, meta, facts) = (cc_name(id), id.meta(), cc_facts(id));
    let (fields, docs) = id.fields();
    assert!(is_key(meta.name, '-') && is_key(meta.variant, '-'), "{name}");
    assert_eq!(CcId::ALL.iter().filter(|other| cc_name(**other) == name).count(), 1, "{name} twice");
    assert!(!meta.summary.is_empty() && !meta.source.is_empty(), "{name}");
    tables(&name, fields, docs);
    presets(&name, &facts.presets, |values| (facts.params)(values, Bytes(1460)));
    let mut random = Random::new(152);
    for _ in 0..200 {
        let values = random_values(fields, &mut random);
        effective(
            fields,
            &values,
            |values, field| (facts.effective)(values, Bytes(1460), field),
            |values| (facts.params)(values, Bytes(1460)),
        );
    }
}
