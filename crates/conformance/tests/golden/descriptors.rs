//! The record of every variant: words, hooks, presets, and the values that the data path uses for its settings.
//!
//! Scenario files, C headers and the book are made from it, so a change is a change of the interface.

use crate::{compare_or_bless, crates, is_blessed};
use freeboard_conformance::values::random_values;
use freeboard_params::FieldId;
use freeboard_registry::catalog::{self, Descriptor, VariantId};
use freeboard_replay::Random;
use std::path::PathBuf;

/// Random settings per variant.
const SETTINGS: usize = 6;

/// Bytes of a depth unit, or of a segment.
fn granules(of: &Descriptor) -> [u32; 2] {
    match of.id {
        VariantId::Aqm(_) => [1, 80],
        VariantId::Cc(_) | VariantId::Underlay(_) => [1460, 9000],
    }
}

/// The lines of one variant, its name first in each.
fn lines(of: &Descriptor) -> Vec<String> {
    let meta = match of.id {
        VariantId::Aqm(id) => format!("{:?}", id.meta()),
        VariantId::Cc(id) => format!("{:?}", id.meta()),
        VariantId::Underlay(id) => format!("state {} B", id.state_bytes()),
    };
    let mut lines = vec![format!("{} | {}", of.summary, of.source), meta];
    let fixed = of.presets().into_iter().map(|preset| (preset.name.to_owned(), preset.source, preset.values));
    let mut random = Random::new(0x6d_65_74_61);
    let drawn = (0..SETTINGS).map(|at| (format!("random-{at}"), "", random_values(of.fields, &mut random)));
    let defaults = ("defaults".to_owned(), "", of.defaults());
    for (name, source, values) in fixed.chain([defaults]).chain(drawn) {
        let used = granules(of).map(|granule| format!("{granule} B {:?}", of.quantise(&values, granule)));
        lines.push(format!("{name} {values:?} {} {source}", used.join(" ")));
    }
    lines.extend(of.docs.iter().zip(0..).map(|(doc, at)| edges(of, doc.name, at)));
    lines.iter().map(|line| format!("{of} {}", line.trim_end())).collect()
}

/// What is used of a field at either end of its range, the others at their defaults, or the refusal.
fn edges(of: &Descriptor, name: &str, at: usize) -> String {
    let used = |granule: u32, value: u32| {
        let mut values = of.defaults();
        values[at] = value;
        match of.effective(&values, granule, FieldId(at as u16)) {
            Ok(value) => value.map_or("none".to_owned(), |value| value.to_string()),
            Err(refused) => format!("{refused:?}"),
        }
    };
    let field = &of.fields[at];
    let [fine, coarse] = granules(of).map(|granule| [field.min, field.max].map(|value| used(granule, value)));
    format!("edges of {name} {} and {}", fine.join(" "), coarse.join(" "))
}

fn file() -> PathBuf {
    crates("conformance/golden/descriptors.txt")
}

#[test]
fn every_variant_is_described_as_on_record() {
    if is_blessed() {
        let all: Vec<String> = catalog::all().flat_map(lines).collect();
        compare_or_bless(&file(), &(all.join("\n") + "\n"));
    }
    let record = std::fs::read_to_string(file()).unwrap();
    for of in catalog::all() {
        let (head, now) = (format!("{of} "), lines(of));
        let known = record.lines().filter(|line| line.starts_with(&head));
        assert_eq!(known.collect::<Vec<_>>(), now, "FREEBOARD_BLESS=1 writes it");
    }
}

#[test]
fn the_record_describes_the_listed_variants_and_no_others() {
    let record = std::fs::read_to_string(file()).unwrap();
    let mut names: Vec<&str> = record.lines().filter_map(|line| line.split(' ').next()).collect();
    names.dedup();
    assert_eq!(names, catalog::all().map(ToString::to_string).collect::<Vec<_>>());
}

/// Two presets with the same values are one too many; the first ones alone may be the defaults.
#[test]
fn every_preset_says_something_of_its_own() {
    for of in catalog::all() {
        let presets = of.presets();
        for (at, preset) in presets.iter().enumerate() {
            let same = presets[..at].iter().find(|other| other.values == preset.values);
            assert_eq!(same.map(|other| other.name), None, "{of}: {} repeats it", preset.name);
        }
    }
}
