//! Errors of scheduler settings.

/// Most queues of one port. Tofino 2 has 128 per port group (open-p4studio drivers).
pub const QUEUES_MAX: usize = 128;

/// Which setting is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchedulerField {
    /// The number of queues, of the port or of a level.
    Queues,
    /// A quantum \[B\].
    Quantum,
    /// A weight.
    Weight,
}

/// A setting that was refused; `min ..= max` would have been accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchedulerError {
    /// Which setting.
    pub field: SchedulerField,
    /// Its value.
    pub value: u64,
    /// Smallest legal value.
    pub min: u64,
    /// Largest legal value.
    pub max: u64,
}

impl core::fmt::Display for SchedulerError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let name = match self.field {
            SchedulerField::Queues => "the number of queues",
            SchedulerField::Quantum => "the quantum in bytes",
            SchedulerField::Weight => "the weight",
        };
        write!(f, "{name} is {}, legal is {} to {}", self.value, self.min, self.max)
    }
}

impl core::error::Error for SchedulerError {}

/// Refuses `value` outside `min ..= max`.
pub(super) const fn within(
    field: SchedulerField,
    value: u64,
    min: u64,
    max: u64,
) -> Result<(), SchedulerError> {
    if value < min || value > max { Err(SchedulerError { field, value, min, max }) } else { Ok(()) }
}
