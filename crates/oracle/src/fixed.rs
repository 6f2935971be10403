//! A fixed window and rate: nothing changes them. Source: none.

use crate::{Answer, Controller, FlowEvent, Values};

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Fixed(Answer);

impl Fixed {
    /// From the settings `window` and `rate`.
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        Some(Self(Answer { window: values.get("window")?, rate: values.get("rate")? }))
    }
}

impl Controller for Fixed {
    fn event(&mut self, _: u64, _: &FlowEvent) -> Answer {
        self.0
    }
}
