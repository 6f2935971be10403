//! A queue's threshold: units of depth on the data path, bytes outside.

use crate::{Data, Hw, Mark, Reason, Word};
use freeboard_aqm_api::{FieldId, ParamError};
use freeboard_units::{Bytes, DepthUnit};

/// Marks a queue that is longer than a number of bytes, counted in the depth unit of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// Smallest marked length.
    limit: Data,
    unit: DepthUnit,
}

impl Threshold {
    /// Of the bytes that `field` sets.
    ///
    /// # Errors
    /// They are less than one depth unit; `max` is the field's own.
    pub const fn try_new(field: FieldId, bytes: u32, max: u32, unit: DepthUnit) -> Result<Self, ParamError> {
        if unit.floor(Bytes(bytes)) == 0 {
            return Err(ParamError::new(field, bytes, unit.bytes(), max));
        }
        let mut threshold = Self { limit: Data::new(1), unit };
        threshold.set(bytes);
        Ok(threshold)
    }

    /// From now on these bytes, rounded down to whole units. At 0 every packet that finds another is marked.
    pub const fn set(&mut self, bytes: u32) {
        self.limit = Data::new(self.unit.floor(Bytes(bytes)).saturating_add(1));
    }

    /// The longest queue that is not marked \[B\].
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.limit.value().saturating_sub(1).saturating_mul(self.unit.bytes())
    }

    /// Bytes in one depth unit.
    #[must_use]
    pub const fn unit(self) -> DepthUnit {
        self.unit
    }

    /// The same threshold, but a queue that is just as long is marked too.
    #[must_use]
    pub const fn inclusive(self) -> Self {
        Self { limit: Data::new(self.limit.value().saturating_sub(1)), ..self }
    }

    /// Marks a longer queue: one subtraction and a zero test.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn mark<H: Hw>(self, depth: Word<H>) -> Mark<H> {
        self.mark_by(self.limit.saturating_sub(depth).named("room"), depth)
    }

    /// The same where the packet counts itself: `own` is its size or 0, and absent where no packet counts.
    ///
    /// Two differences, not one of a sum: a queue near 2^32 - 1 plus its packet would wrap to a short one.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn mark_with<H: Hw>(self, depth: Word<H>, own: Option<Word<H>>) -> Mark<H> {
        let Some(own) = own else { return self.mark(depth) };
        let room = self.limit.saturating_sub(depth).named("room_without_own");
        self.mark_by(room.saturating_sub(own).named("room"), depth + own)
    }

    #[track_caller]
    #[inline(always)]
    fn mark_by<H: Hw>(self, room: Word<H>, length: Word<H>) -> Mark<H> {
        Mark::by(Reason::at(!room.nonzero(), length, self.limit).counted_in(self.unit))
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Threshold {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "limit {}", self.limit);
    }
}
