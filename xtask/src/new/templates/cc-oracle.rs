//! @Name@. Source: chosen by us: a fixed window at line rate.

use crate::{Answer, Controller, FlowEvent, Values};

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct @Name@ {
    window: u64,
}

/// Line rate in Q20.
const LINE: u64 = 1 << 20;

impl @Name@ {
    /// From the setting `window` \[B\].
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        Some(Self { window: values.get("window")? })
    }
}

impl Controller for @Name@ {
    fn event(&mut self, _: u64, _: &FlowEvent) -> Answer {
        Answer { window: self.window, rate: LINE }
    }
}
