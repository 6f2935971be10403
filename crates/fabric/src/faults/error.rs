//! Reasons to refuse a fault.

/// A setting of a fault that a network cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultError {
    /// Its place in the list of faults, from 0.
    pub fault: usize,
    /// The setting.
    pub field: &'static str,
    /// Its value.
    pub value: u64,
    /// Smallest and largest legal value.
    pub legal: (u64, u64),
}

impl core::fmt::Display for FaultError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { fault, field, value, legal: (min, max) } = self;
        write!(f, "fault {fault}: {field} = {value}; legal: {min} to {max}")
    }
}

impl core::error::Error for FaultError {}
