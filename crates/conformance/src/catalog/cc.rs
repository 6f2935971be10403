//! Congestion controls.

use super::Shape;
use super::aqm::{settings_of, values_of};
use freeboard_cc_api::{Bytes, CongestionControl, FieldId, ParamError};
use freeboard_registry::CcId;

/// A question to `CongestionControl::effective`: one value per field, segment size, field.
pub type Effective = fn(&[u32], Bytes, FieldId) -> Result<Option<u32>, ParamError>;

/// What only the type of a congestion control knows.
#[derive(Clone, Debug)]
pub struct CcFacts {
    /// Presets: name, source, one value per field.
    pub presets: Vec<(&'static str, &'static str, Vec<u32>)>,
    /// `CongestionControl::effective` of a field under one value per field.
    pub effective: Effective,
    /// The parameters the data path uses, printed.
    pub params: fn(&[u32], Bytes) -> Result<String, ParamError>,
    /// State per flow, and parameters.
    pub shapes: [Shape; 2],
}

fn facts<C: CongestionControl>() -> CcFacts {
    CcFacts {
        presets: C::PRESETS.iter().map(|it| (it.name, it.source, values_of(&it.settings))).collect(),
        effective: |values, mss, field| {
            let settings = settings_of::<C::Settings>(values)?;
            Ok(C::effective(&C::params(&settings, mss)?, &settings, field))
        },
        params: |values, mss| Ok(format!("{:?}", C::params(&settings_of::<C::Settings>(values)?, mss)?)),
        shapes: [Shape::of::<C>("flow"), Shape::of::<C::Params>("params")],
    }
}

macro_rules! all_facts {
    ($($_:tt $name:ident $path:path;)*) => {
        /// The facts of one congestion control.
        #[must_use]
        pub fn cc_facts(id: CcId) -> CcFacts {
            match id {
                $(CcId::$name => facts::<$path>(),)*
            }
        }
    };
}
freeboard_registry::for_each_cc!(all_facts);

/// `algorithm/variant`.
#[must_use]
pub fn cc_name(id: CcId) -> String {
    format!("{}/{}", id.meta().name, id.meta().variant)
}

/// The congestion control of that name.
#[must_use]
pub fn cc_by_name(name: &str) -> Option<CcId> {
    CcId::ALL.iter().copied().find(|id| cc_name(*id) == name)
}
