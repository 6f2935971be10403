//! The pause of one flow, and how much of it has elapsed.

use freeboard_cc_api::Nanos32;

/// A stamp this little before what is counted already is late, not 4.29 s later \[ns\]. Chosen by us: 16.8 ms.
pub(crate) const LATE_MAX: u32 = 1 << 24;

/// A pause that ends by itself, and the sum of all pause so far. 12 bytes; zero-filled is "never paused".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Pause {
    /// Up to when the running pause is counted; `until`, once its end was noticed.
    counted: Nanos32,
    /// When it ends (t_NextPkt).
    until: Nanos32,
    /// All pause that has elapsed and is counted (C) \[ns\], mod 2^32.
    total: u32,
}

const _: () = assert!(size_of::<Pause>() == 12);

impl Pause {
    /// What is left of the pause where counting stopped; 0 for none \[ns\].
    #[inline]
    const fn left(&self) -> u32 {
        self.until.since(self.counted)
    }

    /// Counts what has elapsed up to `now`, never more, and notices the end. The sum so far \[ns\].
    #[inline]
    pub const fn elapsed(&mut self, now: Nanos32) -> u32 {
        // Times are compared from where counting stopped, not with the end alone: 2.2 s after the end, the end
        // would look like the future.
        let (passed, left) = (now.since(self.counted), self.left());
        if left != 0 {
            if passed < left {
                self.total = self.total.wrapping_add(passed);
                self.counted = now;
            } else if passed.wrapping_neg() > LATE_MAX {
                self.total = self.total.wrapping_add(left);
                self.counted = self.until;
            }
        }
        self.total
    }

    /// Assigns the end: later than the running one, or earlier (\[Liu21\] eq. 3 is an assignment). What has elapsed
    /// must have been counted up to `now`: see [`elapsed`](Self::elapsed).
    #[inline]
    pub const fn set(&mut self, now: Nanos32, length: u32) {
        self.counted = now;
        self.until = now.plus(length);
    }

    /// The end of the running pause; `now` if there is none.
    #[inline]
    #[must_use]
    pub const fn release(&self, now: Nanos32) -> Nanos32 {
        if now.since(self.counted) < self.left() { self.until } else { now }
    }

    /// The words of the state, inactive ones as 0.
    #[must_use]
    pub const fn words(&self) -> [u32; 3] {
        let on = self.left() != 0;
        [if on { self.counted.0 } else { 0 }, if on { self.until.0 } else { 0 }, self.total]
    }
}
