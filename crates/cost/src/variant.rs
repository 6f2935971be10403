//! One registered variant of any family: its names, its settings in the plan, its state.

use crate::row::Row;
use freeboard_aqm_api::Aqm;
use freeboard_params::Words;
use freeboard_registry::{AqmId, CcId, UnderlayId, scheme};
use freeboard_replay::plan;

/// Bytes of per-flow context of a programmable-CC NIC (NVIDIA DOCA PCC).
pub(crate) const CONTEXT_BYTES: usize = 48;

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

    /// Bytes of state by scope.
    pub(crate) fn state(self) -> Vec<(&'static str, usize)> {
        match self {
            Self::Aqm(id) => {
                let keys = ["state_pipe_bytes", "state_port_bytes", "state_queue_bytes"];
                keys.into_iter().zip(scopes(id)).collect()
            }
            Self::Cc(id) => vec![("state_flow_bytes", id.state_bytes())],
            Self::Underlay(id) => vec![("state_flow_bytes", id.state_bytes())],
        }
    }

    /// Whether a flow's state, but for what is declared as a second context, fits a NIC's context; nothing of a queue's.
    pub(crate) fn fits_context(self) -> Option<bool> {
        let bytes = match self {
            Self::Aqm(_) => return None,
            Self::Cc(id) => id.state_bytes().saturating_sub(id.meta().aux_bytes as usize),
            Self::Underlay(id) => id.state_bytes(),
        };
        Some(bytes <= CONTEXT_BYTES)
    }

    /// A row about it on a target.
    pub(crate) fn row(self, target: &str) -> Row {
        let (algorithm, variant) = self.names();
        let row = Row::default().with("algorithm", algorithm).with("variant", variant).with("target", target);
        self.state().into_iter().fold(row, |row, (key, bytes)| row.with(key, bytes))
    }
}

/// `algorithm/variant`, or the algorithm where it has no variants.
pub(crate) fn id(algorithm: &str, variant: &str) -> String {
    if variant.is_empty() { algorithm.to_owned() } else { format!("{algorithm}/{variant}") }
}

const fn sizes<A: Aqm>() -> [usize; 3] {
    [size_of::<A::Pipe>(), size_of::<A::Port>(), size_of::<A::Queue>()]
}

macro_rules! scopes {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        /// Bytes of state of a marking scheme per pipe, port and queue.
        const fn scopes(id: AqmId) -> [usize; 3] {
            match id {
                $(AqmId::$name => sizes::<scheme!($kind $path)>(),)*
            }
        }
    };
}
freeboard_registry::for_each_aqm!(scopes);
