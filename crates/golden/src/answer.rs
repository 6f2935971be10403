//! Answers of an algorithm to the events of a trace.

/// Decision and state after one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Verdict; or window, rate and hold.
    pub decision: Vec<u32>,
    /// Canonical words of the state.
    pub state: Vec<u32>,
}
