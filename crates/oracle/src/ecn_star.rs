//! ECN\*: Reno that halves once per window of marks (RFC 3168 §6.1.2).

use crate::newreno::NewReno;
use crate::{Answer, Controller, FlowEvent, Values};

/// The model.
#[derive(Clone, Debug)]
pub struct EcnStar {
    reno: NewReno,
    floor: u64,
}

impl EcnStar {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64) -> Option<Self> {
        Some(Self { reno: NewReno::new(values, mss)?, floor: values.get("min_window")? * mss })
    }
}

impl Controller for EcnStar {
    fn event(&mut self, _: u64, event: &FlowEvent) -> Answer {
        match event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => self.reno.ack(ack, Some(self.floor)),
            other => self.reno.other(other),
        }
        self.reno.answer()
    }
}
