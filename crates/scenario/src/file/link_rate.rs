//! Rates of links.

use crate::document::{Amount, Entry, Fault, Form, rate};

/// The rate of a link: one at which a byte takes a whole number of picoseconds.
pub(super) struct LinkRate;

const LINK_RATE: Amount = rate(1_000_000, 1_000_000_000_000);
/// bit/s x ps of one byte: a rate is legal when its byte time is a whole number of picoseconds.
pub(super) const BYTE_PS_BPS: u64 = 8_000_000_000_000;

impl LinkRate {
    /// From 1 Mbit/s to 1 Tbit/s.
    pub(super) const LIMITS: core::ops::RangeInclusive<i128> = 1_000_000..=1_000_000_000_000;

    /// A byte takes a whole number of picoseconds.
    pub(super) const fn is_whole(bps: u64) -> bool {
        BYTE_PS_BPS.is_multiple_of(bps)
    }
}

impl Form<u64> for LinkRate {
    fn read(&self, entry: &Entry<'_>) -> Result<u64, Fault> {
        let bps = LINK_RATE.read(entry)?;
        if Self::is_whole(bps) {
            return Ok(bps);
        }
        let problem = "is a rate at which one byte does not take a whole number of picoseconds";
        Err(entry.fault(problem, "a divisor of 8 Tbps, e.g. 1, 10, 25, 40, 50, 100, 200, 400 Gbps"))
    }

    fn text(&self, value: &u64) -> Option<String> {
        LINK_RATE.text(value)
    }

    fn values(&self) -> String {
        format!("a divisor of 8 Tbps, {}", Form::<u64>::values(&LINK_RATE))
    }
}
