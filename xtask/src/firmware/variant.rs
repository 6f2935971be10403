//! One registered variant, whichever family it is of.

use params::Words;
use registry::{AqmId, CcId};
use replay::plan;

/// A variant of a marking scheme or of a congestion control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Variant {
    /// A marking scheme.
    Aqm(AqmId),
    /// A congestion control.
    Cc(CcId),
}

impl Variant {
    /// Every registered variant.
    pub(crate) fn all() -> Vec<Self> {
        let schemes = AqmId::ALL.iter().map(|id| Self::Aqm(*id));
        schemes.chain(CcId::ALL.iter().map(|id| Self::Cc(*id))).collect()
    }

    /// Name of the algorithm and of the variant.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Aqm(id) => (id.meta().name, id.meta().variant),
            Self::Cc(id) => (id.meta().name, id.meta().variant),
        }
    }

    /// One value per field, as the plan has them.
    pub(crate) fn settings(self) -> Words {
        plan::settings(match self {
            Self::Aqm(id) => id.fields().0,
            Self::Cc(id) => id.fields().0,
        })
    }

    /// `algorithm/variant`.
    pub(crate) fn id(self) -> String {
        let (algorithm, variant) = self.names();
        format!("{algorithm}/{variant}")
    }
}
