//! Elapsed time beyond the range of a 32-bit stamp, with pauses.

use freeboard_units::Nanos32;

/// Nanoseconds per step of the clock, as a shift: 1.024 us, so that 32 bits reach 73 minutes and saturate there.
pub const STEP_SHIFT: u32 = 10;

/// Elapsed time that cannot run backwards, jump or wrap: 8 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Stopwatch {
    /// Up to when time is counted; the rest below a step stays here, so none is lost.
    pub counted: Nanos32,
    /// Steps of 1.024 us, saturating.
    pub elapsed: u32,
}

const _: () = assert!(size_of::<Stopwatch>() == 8);

impl Stopwatch {
    /// Nothing has elapsed.
    #[inline]
    #[must_use]
    pub const fn begin(now: Nanos32) -> Self {
        Self { counted: now, elapsed: 0 }
    }

    /// Counts the time up to `now`; none if `now` is before what was counted already.
    #[inline]
    pub const fn advance(&mut self, now: Nanos32) {
        let since = now.signed_since(self.counted);
        if since > 0 {
            let steps = since.cast_unsigned() >> STEP_SHIFT;
            self.elapsed = self.elapsed.saturating_add(steps);
            self.counted = self.counted.plus(steps << STEP_SHIFT);
        }
    }

    /// Starts again at 0.
    #[inline]
    pub const fn restart(&mut self, now: Nanos32) {
        *self = Self::begin(now);
    }

    /// Adds nanoseconds that no stamp shows, rounded down to a step.
    #[inline]
    pub const fn add(&mut self, nanos: u32) {
        self.elapsed = self.elapsed.saturating_add(nanos >> STEP_SHIFT);
    }

    /// Leaves out the time up to `now`.
    #[inline]
    pub const fn skip(&mut self, now: Nanos32) {
        self.counted = now;
    }

    /// Ticks of 2^`tick_shift` ns elapsed `ahead` nanoseconds from now.
    #[inline]
    #[must_use]
    pub const fn ticks(&self, ahead: u32, tick_shift: u32) -> u32 {
        let steps = self.elapsed.saturating_add(ahead >> STEP_SHIFT);
        steps.wrapping_shr(tick_shift.wrapping_sub(STEP_SHIFT))
    }
}
