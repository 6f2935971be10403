//! The one error of a parameter.

use crate::FieldId;
use core::fmt;

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

impl fmt::Display for ParamError {
    /// Numbers only: names are in the algorithm's table, which firmware need not link.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, value, min, max } = self;
        write!(f, "field {} is {value}, legal is {min} to {max}", field.0)
    }
}

impl core::error::Error for ParamError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::boxed::Box;
    use std::string::ToString as _;

    #[test]
    fn a_refusal_is_an_error_with_its_numbers() {
        let error: Box<dyn core::error::Error> = Box::new(ParamError::new(FieldId(3), 99, 1, 50));
        assert_eq!(error.to_string(), "field 3 is 99, legal is 1 to 50");
    }
}
