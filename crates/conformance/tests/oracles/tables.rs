//! Nobody is missing: every algorithm has an oracle, every tolerance a derivation.

use freeboard_conformance::tolerance::{self, FLOW_ROWS, ROWS};
use freeboard_conformance::values::{default_values, named};
use freeboard_registry::{AqmId, CcId};

#[test]
fn every_algorithm_has_an_oracle() {
    for &id in AqmId::ALL {
        let (fields, docs) = id.fields();
        let values = named(docs, &default_values(fields));
        assert!(freeboard_oracle::marker(&id.to_string(), &values, 1).is_some(), "{id} has none");
    }
    for &id in CcId::ALL {
        let (fields, docs) = id.fields();
        let (name, values) = (id.to_string(), named(docs, &default_values(fields)));
        let judged = tolerance::of_flow(&name)
            .is_some_and(|tolerance| freeboard_oracle::flow_judge(&name, &values, 1460, tolerance).is_some());
        assert!(judged || freeboard_oracle::controller(&name, &values, 1460).is_some(), "{name} has none");
    }
}

#[test]
fn every_tolerance_has_a_derivation_and_an_algorithm_that_uses_it() {
    for row in ROWS {
        assert!(row.derivation.len() > 60, "{}: say why the bound holds", row.id);
        let id = AqmId::ALL.iter().copied().find(|id| id.to_string() == row.id);
        let id = id.unwrap_or_else(|| panic!("{} is not registered", row.id));
        let (fields, docs) = id.fields();
        let values = default_values(fields);
        assert!(tolerance::of(row.id, &values, docs).is_some(), "{}", row.id);
        let judge = freeboard_oracle::judge(row.id, &named(docs, &values), 1, row.tolerance);
        assert!(judge.is_some(), "{}: a bound that nobody is held to", row.id);
    }
}

#[test]
fn every_bound_of_a_congestion_control_has_a_derivation_and_a_judge() {
    for row in FLOW_ROWS {
        assert!(row.derivation.len() > 60, "{}: say why the bound holds", row.id);
        let id = CcId::ALL.iter().copied().find(|id| id.to_string() == row.id);
        let id = id.unwrap_or_else(|| panic!("{} is not registered", row.id));
        let (fields, docs) = id.fields();
        let values = named(docs, &default_values(fields));
        assert!(freeboard_oracle::flow_judge(row.id, &values, 1460, row.tolerance).is_some(), "{}", row.id);
    }
}

#[test]
fn a_centred_math_unit_has_its_own_bound() {
    let id = AqmId::EcnSharpCompact;
    let (fields, docs) = id.fields();
    let mut values = default_values(fields);
    let edge = tolerance::of("ecn-sharp/compact", &values, docs).unwrap();
    *values.last_mut().unwrap() = 1;
    let centre = tolerance::of("ecn-sharp/compact", &values, docs).unwrap();
    assert!(centre.step_long < edge.step_long && centre.step_short > edge.step_short);
}
