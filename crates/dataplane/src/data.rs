//! Action data: constants that the control plane writes into tables.

/// A run-time parameter of a program: action data of a stateless table or a row of an ALU's register file.
///
/// The hardware takes it only as the *first* operand of an operation; the second must be a metadata
/// word. That is why `Data` has operators that take a [`Word`](crate::Word), and `Word` has none that take a `Data`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Data(u32);

impl Data {
    /// The constant `value`.
    #[inline(always)]
    #[must_use]
    pub const fn new(value: u32) -> Self {
        Self(value)
    }

    /// The constant, for backends and control-plane code. A program must not look at it.
    #[inline(always)]
    #[must_use]
    pub const fn value(self) -> u32 {
        self.0
    }
}
