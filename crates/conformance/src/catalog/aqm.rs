//! Marking schemes.

use super::Shape;
use freeboard_aqm_api::{Aqm, DepthUnit, FieldId, ParamError, Settings};
use freeboard_registry::AqmId;

/// A question to `Aqm::effective`: one value per field, depth unit, field.
pub type Effective = fn(&[u32], DepthUnit, FieldId) -> Result<Option<u32>, ParamError>;

/// What only the type of a scheme knows.
#[derive(Clone, Debug)]
pub struct AqmFacts {
    /// Presets: name, source, one value per field.
    pub presets: Vec<(&'static str, &'static str, Vec<u32>)>,
    /// `Aqm::effective` of a field under one value per field.
    pub effective: Effective,
    /// The parameters the data path uses, printed.
    pub params: fn(&[u32], DepthUnit) -> Result<String, ParamError>,
    /// State per pipe, port and queue, and parameters.
    pub shapes: [Shape; 4],
}

/// Settings from one value per field.
pub(super) fn settings_of<S: Settings>(values: &[u32]) -> Result<S, ParamError> {
    (0..).zip(values).try_fold(S::default(), |settings, (id, value)| settings.with(FieldId(id), *value))
}

/// One value per field.
pub(super) fn values_of<S: Settings>(settings: &S) -> Vec<u32> {
    (0..S::FIELDS.len() as u16).filter_map(|id| settings.get(FieldId(id))).collect()
}

fn facts<A: Aqm>() -> AqmFacts {
    AqmFacts {
        presets: A::PRESETS.iter().map(|it| (it.name, it.source, values_of(&it.settings))).collect(),
        effective: |values, unit, field| {
            let settings = settings_of::<A::Settings>(values)?;
            Ok(A::effective(&A::params(&settings, unit)?, &settings, field))
        },
        params: |values, unit| Ok(format!("{:?}", A::params(&settings_of::<A::Settings>(values)?, unit)?)),
        shapes: [
            Shape::of::<A::Pipe>("pipe"),
            Shape::of::<A::Port>("port"),
            Shape::of::<A::Queue>("queue"),
            Shape::of::<A::Params>("params"),
        ],
    }
}

macro_rules! all_facts {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        /// The facts of one scheme.
        #[must_use]
        pub fn aqm_facts(id: AqmId) -> AqmFacts {
            match id {
                $(AqmId::$name => facts::<freeboard_registry::scheme!($kind $path)>(),)*
            }
        }
    };
}
freeboard_registry::for_each_aqm!(all_facts);

/// `algorithm/variant`.
#[must_use]
pub fn aqm_name(id: AqmId) -> String {
    format!("{}/{}", id.meta().name, id.meta().variant)
}

/// The scheme of that name.
#[must_use]
pub fn aqm_by_name(name: &str) -> Option<AqmId> {
    AqmId::ALL.iter().copied().find(|id| aqm_name(*id) == name)
}
