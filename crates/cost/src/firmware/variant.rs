//! One registered variant, whichever family it is of.

use freeboard_params::Words;
use freeboard_registry::{AqmId, CcId, UnderlayId};
use freeboard_replay::plan;

/// A variant of a marking scheme or of a congestion control, or an underlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Variant {
    /// A marking scheme.
    Aqm(AqmId),
    /// A congestion control.
    Cc(CcId),
    /// An underlay.
    Underlay(UnderlayId),
}

impl Variant {
    /// Every registered variant, and every underlay that does something.
    pub(crate) fn all() -> Vec<Self> {
        let schemes = AqmId::ALL.iter().map(|id| Self::Aqm(*id));
        let controls = CcId::ALL.iter().map(|id| Self::Cc(*id));
        let layers = UnderlayId::ALL.iter().filter(|id| !id.name().is_empty());
        schemes.chain(controls).chain(layers.map(|id| Self::Underlay(*id))).collect()
    }

    /// Name of the algorithm and of the variant; an underlay has no variants.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Aqm(id) => (id.meta().name, id.meta().variant),
            Self::Cc(id) => (id.meta().name, id.meta().variant),
            Self::Underlay(id) => (id.name(), ""),
        }
    }

    /// One value per field, as the plan has them.
    pub(crate) fn settings(self) -> Words {
        match self {
            Self::Aqm(id) => plan::settings(id.fields().0),
            Self::Cc(id) => plan::settings(id.fields().0),
            Self::Underlay(id) => plan::underlay_settings(id.fields().0),
        }
    }

    /// `algorithm/variant`, or the name of an underlay.
    pub(crate) fn id(self) -> String {
        let (algorithm, variant) = self.names();
        id(algorithm, variant)
    }
}

/// `algorithm/variant`, or the algorithm where it has no variants.
pub(crate) fn id(algorithm: &str, variant: &str) -> String {
    if variant.is_empty() { algorithm.to_owned() } else { format!("{algorithm}/{variant}") }
}
