//! Bug class 9: a setting outside its domain is taken, or one inside it breaks the data path.

use crate::model::call;
use crate::model::malformed;
use crate::values::{corner_values, default_values, random_values};
use freeboard_aqm_api::DepthUnit;
use freeboard_cc_api::{Bytes, IntStack, ParamError};
use freeboard_params::Field;
use freeboard_registry::{AqmId, CcId, UnderlayId};
use freeboard_replay::Random;

/// Events after each accepted setting.
const WILD: usize = 500;
/// Reasons for which one field may be refused, one after the other.
const REASONS: usize = 2;
/// Settings drawn at random, of which some fields do not fit the others.
const COMBINATIONS: usize = 2_000;

/// The values worth trying for a field, and whether its range has them.
fn candidates(field: &Field) -> Vec<(u32, bool)> {
    let inside = [field.min, field.max, field.default, field.min / 2 + field.max / 2];
    let below = field.min.checked_sub(1);
    let above = field.max.checked_add(1);
    let far = [0, u32::MAX].into_iter().filter(|value| !(field.min..=field.max).contains(value));
    let outside = below.into_iter().chain(above).chain(far);
    inside.map(|value| (value, true)).into_iter().chain(outside.map(|value| (value, false))).collect()
}

/// Checks the answer to one value of one field.
fn judge<T>(at: usize, field: &Field, (value, inside): (u32, bool), answer: &Result<T, ParamError>) {
    match answer {
        Ok(_) => assert!(inside, "field {at} takes {value}, outside {} ..= {}", field.min, field.max),
        Err(error) => {
            assert!(error.min <= error.max, "field {at}: an empty range is no advice: {error:?}");
            let named = fields_value(error);
            assert!(named.0 != at || named.1 == value, "field {at} at {value}: the error names {error:?}");
            assert!(
                !(error.min..=error.max).contains(&error.value),
                "field {at} at {value}: the error calls its own value legal: {error:?}"
            );
            if !inside {
                let expected = ParamError::new(error.field, value, field.min, field.max);
                assert_eq!((named.0, *error), (at, expected));
            }
        }
    }
}

fn fields_value(error: &ParamError) -> (usize, u32) {
    (usize::from(error.field.0), error.value)
}

/// Whoever takes the nearest value that a refusal calls legal is soon refused for that field no more.
fn advice<T>(fields: &[Field], values: &[u32], place: impl Fn(&[u32]) -> Result<T, ParamError>) {
    let mut values = values.to_vec();
    let Err(first) = place(&values) else { return };
    let (at, mut error) = (usize::from(first.field.0), first);
    let legal = fields[at].min..=fields[at].max;
    for _ in 0..REASONS {
        assert_eq!(values[at], error.value, "{values:?}: {error:?} is not of what was given");
        let is_legal = legal.contains(&error.min) && legal.contains(&error.max);
        assert!(is_legal && error.min <= error.max, "field {at} is never that: {error:?} of {values:?}");
        let nearest = error.value.clamp(error.min, error.max);
        assert_ne!(nearest, error.value, "{error:?} of {values:?} calls its own value legal");
        values[at] = nearest;
        match place(&values) {
            Err(again) if again.field == first.field => error = again,
            _ => return,
        }
    }
    panic!("field {at} is refused where it was called legal: {error:?} of {values:?}");
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let fields = id.fields().0;
    let mut random = Random::new(91);
    for (at, field) in fields.iter().enumerate() {
        for candidate in candidates(field) {
            let mut values = default_values(fields);
            values[at] = candidate.0;
            let placed = id.place(&values, DepthUnit::BYTE);
            judge(at, field, candidate, &placed);
            if let Ok(mut scheme) = placed {
                (0..WILD).for_each(|_| {
                    call(&mut scheme, &malformed::packet(&mut random).event(0));
                });
            }
        }
    }
    // Two fields at once: whatever is accepted answers every packet.
    for _ in 0..200 {
        let values = corner_values(fields, &mut random);
        if let Ok(mut scheme) = id.place(&values, DepthUnit::BYTE) {
            (0..50).for_each(|_| {
                call(&mut scheme, &malformed::packet(&mut random).event(0));
            });
        }
    }
    for _ in 0..COMBINATIONS {
        let values = random_values(fields, &mut random);
        let cell = DepthUnit::cell(1 + random.below(300) as u16).unwrap_or(DepthUnit::BYTE);
        for unit in [DepthUnit::BYTE, cell] {
            advice(fields, &values, |values| id.place(values, unit));
        }
    }
}

/// Of a congestion control.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let fields = id.fields().0;
    let mut random = Random::new(92);
    for (at, field) in fields.iter().enumerate() {
        for candidate in candidates(field) {
            let mut values = default_values(fields);
            values[at] = candidate.0;
            let placed = id.place(&values, Bytes(1460));
            judge(at, field, candidate, &placed);
            if let Ok(mut flow) = placed {
                (0..WILD).for_each(|_| {
                    let mut stack = IntStack::default();
                    flow.on_event(&malformed::flow_event(&mut random, &mut stack));
                });
            }
        }
    }
    for _ in 0..COMBINATIONS {
        let values = random_values(fields, &mut random);
        for mss in [1460, 9000] {
            advice(fields, &values, |values| id.place(values, Bytes(mss)));
        }
    }
}

/// Of an underlay.
///
/// # Panics
/// It does not hold.
pub fn underlay(id: UnderlayId) {
    let fields = id.fields().0;
    let mut random = Random::new(93);
    for _ in 0..COMBINATIONS {
        let values = random_values(fields, &mut random);
        advice(fields, &values, |values| id.place(values));
    }
}
