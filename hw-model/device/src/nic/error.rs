//! Errors of NIC settings.

/// Longest slot of a wheel \[ps\]: 1 ms, a thousand times what software wheels use.
pub const SLOT_PS_MAX: u64 = 1_000_000_000;
/// Most flows of one NIC: 2^24, a few times what programmable NICs keep.
pub const FLOWS_MAX: u64 = 1 << 24;

/// Which setting is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NicField {
    /// The wheel's slot \[ps\].
    Slot,
    /// The number of flows.
    Flows,
}

/// A setting that was refused; `min ..= max` would have been accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NicError {
    /// Which setting.
    pub field: NicField,
    /// Its value.
    pub value: u64,
    /// Smallest legal value.
    pub min: u64,
    /// Largest legal value.
    pub max: u64,
}

impl core::fmt::Display for NicError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let name = match self.field {
            NicField::Slot => "the slot of the wheel in ps",
            NicField::Flows => "the number of flows",
        };
        write!(f, "{name} is {}, legal is {} to {}", self.value, self.min, self.max)
    }
}

impl core::error::Error for NicError {}

/// Refuses `value` outside `1 ..= max`.
pub(super) const fn up_to(field: NicField, value: u64, max: u64) -> Result<(), NicError> {
    if value < 1 || value > max { Err(NicError { field, value, min: 1, max }) } else { Ok(()) }
}
