//! The pause of one flow, and how much of it has elapsed.

use cc_api::Nanos32;

/// A stamp this little before what is counted already is late, not 4.29 s later \[ns\]. Chosen by us: 16.8 ms.
const LATE_MAX: u32 = 1 << 24;

/// A pause that ends by itself, and the sum of all pause so far. 16 bytes; zero-filled is "never paused".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Pause {
    /// Up to when the running pause is counted, if there is one.
    counted: Nanos32,
    /// When it ends (t_NextPkt).
    until: Nanos32,
    /// All pause that has elapsed and is counted (C) \[ns\], mod 2^32.
    total: u32,
    /// 1 while a pause may be running; 0 from when its end was noticed.
    running: u32,
}

impl Pause {
    /// Counts what has elapsed up to `now`, never more, and notices the end. The sum so far \[ns\].
    #[inline]
    pub const fn elapsed(&mut self, now: Nanos32) -> u32 {
        if self.running != 0 {
            // Times are compared from where counting stopped, not with the end alone: 2.2 s after the end, the
            // end would look like the future.
            let (passed, left) = (now.since(self.counted), self.until.since(self.counted));
            if passed < left {
                self.total = self.total.wrapping_add(passed);
                self.counted = now;
            } else if passed.wrapping_neg() > LATE_MAX {
                self.total = self.total.wrapping_add(left);
                self.running = 0;
            }
        }
        self.total
    }

    /// Assigns the end: later than the running one, or earlier (\[Liu21\] eq. 3 is an assignment).
    #[inline]
    pub const fn set(&mut self, now: Nanos32, length: u32) {
        self.elapsed(now);
        self.counted = now;
        self.until = now.plus(length);
        self.running = 1;
    }

    /// The end of the running pause; `now` if there is none.
    #[inline]
    #[must_use]
    pub const fn release(&self, now: Nanos32) -> Nanos32 {
        let running = self.running != 0 && now.since(self.counted) < self.until.since(self.counted);
        if running { self.until } else { now }
    }

    /// The words of the state, inactive ones as 0.
    #[must_use]
    pub const fn words(&self) -> [u32; 4] {
        let on = self.running != 0;
        [if on { self.counted.0 } else { 0 }, if on { self.until.0 } else { 0 }, self.total, self.running]
    }
}
