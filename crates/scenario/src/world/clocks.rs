//! The hosts' clocks, drawn from a run's seed.

use crate::file::Clocks;
use core::f64::consts::TAU;
use freeboard_device::nic::{Clock, ClockError};
use freeboard_fabric::random::{Stream, unit, word};

/// One clock per host.
pub fn clocks(wanted: &Clocks, hosts: u32, seed: u64) -> Vec<Clock> {
    let clock = |host: u32| {
        let draw = |index: u64| word(seed, Stream::Clock, u64::from(host), index);
        let (offset, drift) = normals(draw(0), draw(1));
        let error = ClockError {
            offset_ps: libm::round(offset * wanted.offset_ps as f64) as i64,
            drift_ppb: libm::round(drift * f64::from(wanted.drift_ppb)) as i32,
            wander: wanted.wander(),
            resync: wanted.resync(),
        };
        Clock::new(error, wanted.noise, draw(2))
    };
    (0..hosts).map(clock).collect()
}

/// Two independent standard normal numbers of two words (Box and Muller 1958).
fn normals(first: u64, second: u64) -> (f64, f64) {
    let radius = libm::sqrt(-2.0 * libm::log(1.0 - unit(first)));
    let angle = TAU * unit(second);
    (radius * libm::cos(angle), radius * libm::sin(angle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_have_the_spread_that_was_asked_for_and_the_seed_decides_them() {
        let wanted = Clocks { offset_ps: 200_000, ..Clocks::default() };
        let errors: Vec<i64> = clocks(&wanted, 4000, 7).iter().map(|clock| clock.error_ps(55)).collect();
        let square: f64 = errors.iter().map(|error| (*error as f64) * (*error as f64)).sum();
        // 4000 values: the standard deviation is known to 1.1 %; four of them.
        let sigma = (square / 4000.0).sqrt();
        assert!((sigma / 200_000.0 - 1.0).abs() < 0.045, "{sigma}");
        assert_eq!(clocks(&wanted, 5, 7), clocks(&wanted, 4000, 7)[..5]);
        assert_ne!(clocks(&wanted, 5, 8), clocks(&wanted, 5, 7));
    }
}
