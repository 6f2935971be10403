//! W(t) = C (t - K)^3 + W_max (RFC 9438 §4.2) in bytes and seconds, and the error bound of an algorithm.

use libm::{cbrt, fabs};

/// One tick of the algorithm's time \[s\]: 2^20 ns.
pub(super) const TICK: f64 = 1.048_576e-3;
/// Where its |t - K| ends \[s\], as it documents.
const REACH: f64 = 262_143.0 * TICK;
/// Its cubes are counted in 2^22 ticks^3 \[s^3\].
const CUBE: f64 = 4_194_304.0 * TICK * TICK * TICK;

/// The cubic of one segment size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Curve {
    /// C \[B/s^3\].
    steepness: f64,
    /// Bytes that K is taken from are counted as this many ticks^3 each, at most 2^32 - 1, as the algorithm
    /// documents for tiny segments.
    spread: f64,
}

impl Curve {
    pub(super) fn new(c: f64, mss: f64) -> Self {
        let steepness = c * mss;
        Self { steepness, spread: (1.0 / steepness / (TICK * TICK * TICK)).min(4_294_967_295.0) }
    }

    /// K \[s\] for a distance in bytes, and the algorithm's error bounds below and above.
    pub(super) fn climb(&self, bytes: f64) -> (f64, f64) {
        let k = cbrt(bytes * self.spread) * TICK;
        // Rounded down to a tick; the spread is rounded down to a whole number, a third of that in the root.
        (k, TICK + k / self.spread)
    }

    /// W(t) \[B\] and the algorithm's error bound, if t has the error bound `error_bound`.
    pub(super) fn at(
        &self,
        t: f64,
        (k, k_error_bound): (f64, f64),
        w_max: f64,
        error_bound: f64,
    ) -> (f64, f64) {
        let rise = |x: f64| self.steepness * x * x * x;
        let x = (t - k).clamp(-REACH, REACH);
        let far = (fabs(x) + error_bound + k_error_bound).min(REACH);
        let near = (fabs(x) - error_bound - k_error_bound).max(0.0);
        // A unit of the cube is lost twice, and a byte; the unit's size is a whole number of 2^-16 bytes.
        let unit = self.steepness * CUBE;
        let coarse = 2.0 * unit + 2.0 + rise(far) * (3.1e-5 + 1.0 / (unit * 65_536.0).max(1.0));
        let spread = (rise(far) - rise(fabs(x))).max(rise(fabs(x)) - rise(near));
        ((w_max + rise(x)).clamp(0.0, 4_294_967_295.0), spread + coarse)
    }
}
