//! Bug class 7: a shift by the width of its word or more.

use super::sample::START;
use super::{Setup, aqm_setups};
use crate::agreement::{AqmPair, run_cc};
use crate::model::FlowModel;
use crate::values::default_values;
use freeboard_aqm_api::{DepthUnit, Unit};
use freeboard_cc_api::Bytes;
use freeboard_oracle::Violation;
use freeboard_params::Field;
use freeboard_registry::{AqmId, CcId};

/// Exponents no word can be shifted by, and some that look as if.
const TOO_WIDE: [u32; 6] = [31, 32, 33, 63, 64, u32::MAX];

/// Every setting with one field at each power of two, one below and one above it; for exponents every value.
fn powers(fields: &[Field]) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let values: Vec<u32> = if field.unit == Unit::Log2 {
            (field.min..=field.max).collect()
        } else {
            (0..32).flat_map(|bit| [(1u32 << bit) - 1, 1 << bit, (1 << bit) + 1]).collect()
        };
        for value in values.into_iter().filter(|value| (field.min..=field.max).contains(value)) {
            let mut setting = default_values(fields);
            setting[at] = value;
            all.push(setting);
        }
    }
    all
}

fn refuses(fields: &[Field], accepts: impl Fn(&[u32]) -> bool) {
    for (at, field) in fields.iter().enumerate().filter(|(_, field)| field.unit == Unit::Log2) {
        for value in TOO_WIDE.into_iter().filter(|value| *value > field.max) {
            let mut setting = default_values(fields);
            setting[at] = value;
            assert!(!accepts(&setting), "field {at} takes the exponent {value}");
        }
        assert!(field.max < 32, "field {at} may ask for a shift by {}", field.max);
    }
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let fields = id.fields().0;
    refuses(fields, |values| id.place(values, DepthUnit::BYTE).is_ok());
    for (seed, values) in (0..).zip(powers(fields)) {
        let Some(setup) = Setup::new(id, &values, DepthUnit::BYTE) else { continue };
        let packets = setup.packets(START, seed, 400);
        let Some(mut pair) = AqmPair::new(id, &values, DepthUnit::BYTE) else { continue };
        if let Err(Violation(why)) = pair.run(&packets, 0) {
            panic!("at a power of two: {why}");
        }
    }
    assert!(fields.is_empty() || !aqm_setups(id, 71).is_empty());
}

/// Of a congestion control.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let fields = id.fields().0;
    refuses(fields, |values| id.place(values, Bytes(1460)).is_ok());
    for (seed, values) in (0..).zip(powers(fields)) {
        if id.place(&values, Bytes(1460)).is_err() {
            continue;
        }
        let events = FlowModel::new(1460, seed).random(400);
        if let Err(Violation(why)) = run_cc(id, &values, 1460, &events, (0, 0)) {
            panic!("at a power of two: {why}");
        }
    }
}
