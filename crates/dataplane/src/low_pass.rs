//! The low-pass filter of a meter ALU: the average a register access cannot compute.
//!
//! The chip's filter is known by its interface only: a time constant in ns and a sample. This is a model of
//! the intent: the value moves towards the sample by min(dt, tau)/tau of the distance, tau a power of two.

/// A named filter.
pub trait LowPass: Sized + 'static {
    /// Name in reports and golden traces.
    const NAME: &'static str;
    /// Significant bits of the result.
    const OUT_BITS: u32;
}

/// State of one filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct LowPassCell {
    /// Average in Q24.8.
    pub value_q8: u32,
    /// Time of the last sample \[2 ns\], with the lowest bit set; 0 before the first.
    pub stamp: u32,
}

/// Time constant of a filter: 2^`log2_tau_ns` nanoseconds, 0 ..= 31.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LowPassGain {
    log2_tau_ns: u8,
}

impl LowPassGain {
    /// A time constant of 2^`log2_tau_ns` ns; `None` above 31.
    #[must_use]
    pub const fn from_log2(log2_tau_ns: u8) -> Option<Self> {
        if log2_tau_ns > 31 { None } else { Some(Self { log2_tau_ns }) }
    }

    /// Binary logarithm of the time constant in ns.
    #[must_use]
    pub const fn log2_tau_ns(self) -> u8 {
        self.log2_tau_ns
    }
}

impl LowPassCell {
    /// Takes a sample (at most 2^24 - 1), returns the average rounded down.
    ///
    /// The first sample of a zero-filled cell starts its clock. A sample stamped before the last one, in serial
    /// order, changes nothing.
    #[inline(always)]
    pub const fn sample(&mut self, gain: LowPassGain, now: u32, sample: u32) -> u32 {
        // Its own bit says that a stamp is one: 0 is a legal time.
        let now = now | 1;
        let elapsed = if self.stamp == 0 { 0 } else { now.wrapping_sub(self.stamp) };
        if elapsed > i32::MAX as u32 {
            return self.value_q8 >> 8;
        }
        let target = if sample > 0x00ff_ffff { u32::MAX } else { sample << 8 };
        let tau = 1u32 << (gain.log2_tau_ns & 31);
        self.stamp = now;
        self.value_q8 = if elapsed >= tau {
            target
        } else if target >= self.value_q8 {
            let step = ((target - self.value_q8) as u64 * elapsed as u64) >> gain.log2_tau_ns;
            self.value_q8.wrapping_add(step as u32)
        } else {
            let step = ((self.value_q8 - target) as u64 * elapsed as u64) >> gain.log2_tau_ns;
            self.value_q8.wrapping_sub(step as u32)
        };
        self.value_q8 >> 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reaches_the_sample_after_one_time_constant_without_news() {
        let gain = LowPassGain::from_log2(10).unwrap();
        let mut cell = LowPassCell::default();
        assert_eq!(cell.sample(gain, 7, 50), 0);
        assert_eq!(cell.sample(gain, 7 + 1024, 100), 100);
        assert_eq!(cell.sample(gain, 6, 0), 100);
        let mut cell = LowPassCell { value_q8: 100 << 8, stamp: 1024 | 1 };
        assert_eq!(cell.sample(gain, 1024 + 512, 200), 150);
        assert_eq!(cell.sample(gain, 1024 + 512, 0), 150);
        assert_eq!(cell.sample(gain, 5000, 0), 0);
        assert_eq!(LowPassGain::from_log2(32), None);
    }
}
