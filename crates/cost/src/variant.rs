//! One registered variant of any family: its names, its settings in the plan, its state, as rows use them.

use crate::row::Row;
use freeboard_params::Words;
pub use freeboard_registry::catalog::VariantId as Variant;
use freeboard_registry::catalog::{self, Shape};
use freeboard_replay::plan;

/// Bytes of per-flow context of a programmable-CC NIC (NVIDIA DOCA PCC).
pub const CONTEXT_BYTES: usize = 48;

/// Returns every registered variant, and every underlay that does something.
pub fn all() -> Vec<Variant> {
    catalog::all().map(|one| one.id).collect()
}

/// The catalogue's descriptor as rows and gates use it.
pub trait Subject: Copy {
    /// Returns the name of the algorithm and of the variant; an underlay has no variants.
    fn names(self) -> (&'static str, &'static str);
    /// Returns one value per field, as the plan has them.
    fn settings(self) -> Words;
    /// Returns `algorithm/variant`, or the name of an underlay.
    fn id(self) -> String;
    /// Returns the bytes of state by scope.
    fn state(self) -> Vec<(&'static str, usize)>;
    /// Returns whether a flow's state, but for what is declared as a second context, fits a NIC's context; `None` for a queue's.
    fn fits_context(self) -> Option<bool>;
    /// Returns a row about it on a target.
    fn row(self, target: &str) -> Row;
}

impl Subject for Variant {
    fn names(self) -> (&'static str, &'static str) {
        let about = self.descriptor();
        (about.name, about.variant)
    }

    fn settings(self) -> Words {
        let fields = self.descriptor().fields;
        match self {
            Self::Aqm(_) | Self::Cc(_) => plan::settings(fields),
            Self::Underlay(_) => plan::underlay_settings(fields),
        }
    }

    fn id(self) -> String {
        self.descriptor().to_string()
    }

    fn state(self) -> Vec<(&'static str, usize)> {
        let key = |shape: &Shape| {
            let key = match shape.name {
                "pipe" => "state_pipe_bytes",
                "port" => "state_port_bytes",
                "queue" => "state_queue_bytes",
                "flow" => "state_flow_bytes",
                _ => return None,
            };
            Some((key, shape.size))
        };
        self.descriptor().shapes.iter().filter_map(key).collect()
    }

    fn fits_context(self) -> Option<bool> {
        let second = match self {
            Self::Aqm(_) => return None,
            Self::Cc(id) => id.meta().aux_bytes as usize,
            Self::Underlay(_) => 0,
        };
        let bytes = self.descriptor().shapes.first().map_or(0, |shape| shape.size);
        Some(bytes.saturating_sub(second) <= CONTEXT_BYTES)
    }

    fn row(self, target: &str) -> Row {
        let (algorithm, variant) = self.names();
        let row = Row::default().with("algorithm", algorithm).with("variant", variant).with("target", target);
        self.state().into_iter().fold(row, |row, (key, bytes)| row.with(key, bytes))
    }
}
