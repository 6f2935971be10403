//! The one error of a parameter.

use crate::FieldId;

/// A parameter value that was refused. Nothing was applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ParamError {
    /// Which field, as an index into the algorithm's field table.
    pub field: FieldId,
    /// The value that was given, in the field's unit.
    pub value: u32,
    /// The smallest legal value beside the other fields as they are.
    pub min: u32,
    /// The largest legal value beside the other fields as they are.
    pub max: u32,
}

impl ParamError {
    /// `value` is refused for `field`; `min ..= max` would have been accepted.
    #[must_use]
    pub const fn new(field: FieldId, value: u32, min: u32, max: u32) -> Self {
        Self { field, value, min, max }
    }
}
