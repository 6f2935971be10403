//! Clock error model.

use super::draw::{Use, normal, up_to, word};

/// A clock's error as a function of true time.
///
/// The free-running error is `offset + drift * t + wander(t)`. Every resynchronisation replaces what has piled
/// up by a small residual; between two of them the error runs freely from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockError {
    /// Ahead of true time at time 0 \[ps\].
    pub offset_ps: i64,
    /// How much faster than true time it runs \[10^-9\]. Crystals differ by 5 000 to 30 000 (\[Geng18\] §1).
    pub drift_ppb: i32,
    /// Changes of that rate.
    pub wander: Option<Wander>,
    /// Corrections.
    pub resync: Option<Resync>,
}

/// A rate that changes from piece to piece, around the drift: the error strays from its line by a bounded amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wander {
    /// Farthest from the line, to both sides \[ps\].
    pub reach_ps: u32,
    /// Length of a piece of constant rate \[ps\], above 0.
    pub piece_ps: u64,
}

/// Periodic corrections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resync {
    /// Time between two \[ps\], above 0; \[Liu21\] §3.3 has 2 to 4 s.
    pub period_ps: u64,
    /// Standard deviation of the error right after one \[ps\].
    pub residual_ps: u64,
    /// Time over which a correction is spread \[ps\]; 0 steps the clock.
    pub slew_ps: u64,
}

impl ClockError {
    /// No error.
    pub const NONE: Self = Self { offset_ps: 0, drift_ppb: 0, wander: None, resync: None };

    /// A constant offset \[ps\] and nothing else.
    #[must_use]
    pub const fn offset(offset_ps: i64) -> Self {
        Self { offset_ps, ..Self::NONE }
    }

    /// Ahead of true time at `now_ps` \[ps\].
    pub(super) fn at(&self, key: u64, now_ps: u64) -> i64 {
        match self.resync {
            Some(resync) if now_ps >= resync.period_ps => self.corrected(key, now_ps, resync),
            _ => self.free(key, now_ps),
        }
    }

    fn free(&self, key: u64, now_ps: u64) -> i64 {
        let drift = (i128::from(now_ps) * i128::from(self.drift_ppb)).div_euclid(1_000_000_000);
        let wander = self.wander.map_or(0, |wander| wander.at(key, now_ps));
        self.offset_ps.saturating_add(drift as i64).saturating_add(wander)
    }

    /// The error after the latest correction, at or before `now_ps`.
    fn corrected(&self, key: u64, now_ps: u64, resync: Resync) -> i64 {
        let number = now_ps / resync.period_ps.max(1);
        let since = now_ps - number * resync.period_ps;
        let residual = resync.residual(key, number);
        let settled = self.run(key, now_ps, number, resync);
        if since >= resync.slew_ps {
            return settled;
        }
        // What the correction takes away fades in over the slew.
        let before = self.run(key, now_ps - since, number - 1, resync);
        let jump = i128::from(before.saturating_sub(residual));
        let left = jump * i128::from(resync.slew_ps - since) / i128::from(resync.slew_ps);
        settled.saturating_add(left as i64)
    }

    /// The error at `now_ps` if correction `number` was the latest and is complete.
    fn run(&self, key: u64, now_ps: u64, number: u64, resync: Resync) -> i64 {
        if number == 0 {
            return self.free(key, now_ps);
        }
        let since_then = self.free(key, now_ps) - self.free(key, number * resync.period_ps);
        resync.residual(key, number).saturating_add(since_then)
    }
}

impl Wander {
    /// On a straight line between two knots.
    fn at(self, key: u64, now_ps: u64) -> i64 {
        let length = self.piece_ps.max(1);
        let (piece, into) = (now_ps / length, now_ps % length);
        let (from, to) = (self.knot(key, piece), self.knot(key, piece + 1));
        from + (i128::from(to - from) * i128::from(into)).div_euclid(i128::from(length)) as i64
    }

    fn knot(self, key: u64, number: u64) -> i64 {
        let span = self.reach_ps.saturating_mul(2);
        up_to(word(key, Use::Wander, number, 0), span) - i64::from(self.reach_ps)
    }
}

impl Resync {
    fn residual(self, key: u64, number: u64) -> i64 {
        normal(key, Use::Residual, number, self.residual_ps)
    }
}
