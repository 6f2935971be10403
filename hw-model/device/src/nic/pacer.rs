//! Spaces the packets of one flow at a fraction of line rate.

use freeboard_units::{Bytes, LineFraction};

/// When a flow's next packet may leave: after its pacer and after whatever else holds it \[ps\].
#[inline]
#[must_use]
pub const fn release(next_tx: u64, hold_until: u64) -> u64 {
    if next_tx > hold_until { next_tx } else { hold_until }
}

/// The pace of one flow.
///
/// Contract, of packets that leave at [`release`] or after, by [`Pacer::on_released`] with the NIC's
/// [`lateness`](super::QpArbiter::lateness) as slack:
/// 1. No packet leaves before its place in the exact schedule: the schedule's begin + the sizes before it / rate.
/// 2. None leaves the lateness, or more, after it: so N packets take N gaps to within that, the exact average rate.
/// 3. What is later, which only a hold, a pause or rates beyond the line can make it, begins a new schedule: time not used
///    is not credited.
///
/// Two packets can be closer together than their pace: the one before was late, the one after is not. The alternative, a
/// gap from each departure, loses rate to every lateness: a fifth of 7 Gbit/s in slots of 0.5 us.
///
/// The exact deadline is `whole + part / rate` \[ps\], where `rate` is the Q20 fraction of line rate it was
/// computed for; a packet may leave at its ceiling, so no packet is early and no fraction is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pacer {
    whole: u64,
    part: u32,
    rate: u32,
}

impl Pacer {
    /// Earliest time of the next packet \[ps\]; 0 before the first.
    #[inline]
    #[must_use]
    pub const fn next_tx(&self) -> u64 {
        if self.part == 0 { self.whole } else { self.whole.saturating_add(1) }
    }

    /// A packet of `size` leaves at `now`; the byte takes `byte_time` \[ps\] at line rate.
    ///
    /// A packet that leaves on time continues the exact schedule; one that leaves late restarts it at
    /// `now`: time not used is not credited. Exact while `size * byte_time < 2^44`, which is 17 s of line.
    #[inline]
    pub fn on_sent(&mut self, now: u64, size: Bytes, byte_time: u32, rate: LineFraction) {
        self.on_released(now, 0, 0, size, byte_time, rate);
    }

    /// As [`Pacer::on_sent`], for a packet that something held until `hold` \[ps\] and that a timer found up to
    /// `slack` \[ps\] late: that much is made up, so that a timing wheel does not cost rate; the hold is not.
    #[inline]
    pub fn on_released(
        &mut self,
        now: u64,
        hold: u64,
        slack: u64,
        size: Bytes,
        byte_time: u32,
        rate: LineFraction,
    ) {
        let rate = rate.to_bits();
        let wanted = release(self.next_tx(), hold);
        let (start, part) = if now > wanted.saturating_add(slack) {
            (now, 0)
        } else if hold > self.next_tx() {
            (hold, 0)
        } else {
            (self.whole, self.part_at(rate))
        };
        let line_time = u64::from(size.0) * u64::from(byte_time);
        let scaled = (line_time << 20).saturating_add(part);
        let rate_wide = u64::from(rate.max(1));
        self.whole = start.saturating_add(scaled / rate_wide);
        self.part = (scaled % rate_wide) as u32;
        self.rate = rate;
    }

    /// The fraction of a picosecond left over, in units of 1/`rate`; up to one unit is lost when the rate
    /// changes, rounded up so that the packet is not early.
    #[inline]
    fn part_at(&self, rate: u32) -> u64 {
        if self.rate == rate || self.part == 0 {
            return u64::from(self.part);
        }
        (u64::from(self.part) * u64::from(rate)).div_ceil(u64::from(self.rate.max(1)))
    }
}
