//! RED on a filter over time, with a ramp of a power of two.

use crate::{Hook, Marker, Packet, Values};

/// Largest length the filter takes.
const SAMPLE_MAX: u64 = (1 << 24) - 1;

/// The scheme.
#[derive(Clone, Debug)]
pub struct LowPass {
    kmin: u64,
    kmax: u64,
    /// 2^-r per depth unit.
    draw_bits: u32,
    tau: u64,
    /// Time of the last sample, average in 2^-8.
    filter: Option<(u64, u64)>,
}

impl LowPass {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        let (kmin, kmax) = (values.get("kmin")? / unit, values.get("kmax")? / unit);
        let units_per_one = (((kmax - kmin) << 16) / values.get("p_max")?).min(u32::MAX.into());
        Some(Self {
            kmin,
            kmax,
            draw_bits: nearest_power(units_per_one),
            tau: 1 << values.get("tau")?.ilog2(),
            filter: None,
        })
    }

    fn average(&mut self, now: u64, length: u64) -> u64 {
        let target = if length > SAMPLE_MAX { u32::MAX.into() } else { length << 8 };
        // The filter's clock ticks in 2 ns.
        let now = now / 2 * 2;
        let (then, average) = *self.filter.get_or_insert((now, 0));
        if now < then {
            return average >> 8;
        }
        let elapsed = (now - then).min(self.tau);
        let step = target.abs_diff(average) * elapsed / self.tau;
        let average = if target > average { average + step } else { average - step };
        self.filter = Some((now, average));
        average >> 8
    }
}

/// The exponent of the power of two nearest in ratio.
pub(crate) fn nearest_power(value: u64) -> u32 {
    let Some(floor) = value.checked_ilog2() else { return 0 };
    floor + u32::from(u128::from(value).pow(2) >= 1 << (2 * floor + 1))
}

impl Marker for LowPass {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Arrival {
            return false;
        }
        let average = self.average(packet.now, packet.depth);
        let draw = packet.random % (1 << self.draw_bits);
        average >= self.kmax || average > self.kmin + draw
    }
}
