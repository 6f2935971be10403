//! Progress of the offload batch on the wire.

use freeboard_cc_api::Nanos32;

/// The batch that is leaving.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Batch {
    /// Bytes of it that have not left their flow.
    left: u64,
    /// None has.
    whole: bool,
    /// When its first bit was on the wire.
    pub(super) stamp: Nanos32,
}

impl Batch {
    /// Bytes of it have not left.
    #[inline]
    pub(super) const fn is_leaving(&self) -> bool {
        self.left > 0
    }

    /// Begins a batch of `bytes` bytes.
    pub(super) const fn begin(&mut self, size: u64) {
        (self.left, self.whole) = (size, true);
    }

    /// What has not left of a batch is not one any more.
    pub(super) const fn end(&mut self) {
        self.left = 0;
    }

    /// A segment of new data leaves: whether others of its batch did before.
    #[inline]
    pub(super) fn take(&mut self, length: u64) -> bool {
        let joined = self.left > 0 && !self.whole;
        self.left = self.left.saturating_sub(length);
        self.whole = false;
        joined
    }
}
