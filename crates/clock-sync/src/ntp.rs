//! NTP clock filter: the offset of the exchange with the shortest round trip (RFC 5905 §10).
//!
//! Absent: the combination of servers, poll intervals, the discipline of the clock.

use crate::Stamped;

/// A request and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// From the client to the server.
    pub request: Stamped,
    /// From the server to the client.
    pub answer: Stamped,
}

/// Exchanges that the filter holds (RFC 5905 §10: eight).
pub const HELD: usize = 8;

impl Exchange {
    /// Time on the way, there and back \[ns\]; the server's time is not counted.
    #[must_use]
    pub fn round_trip_ns(&self) -> f64 {
        self.request.delay_ns() + self.answer.delay_ns()
    }

    /// How far the server's clock is ahead of the client's if both ways took as long \[ns\].
    #[must_use]
    pub fn ahead_ns(&self) -> f64 {
        (self.request.delay_ns() - self.answer.delay_ns()) / 2.0
    }
}

/// How far the server is ahead of the client \[ns\], by the last [`HELD`] exchanges; `None` without any.
#[must_use]
pub fn ahead_ns(exchanges: &[Exchange]) -> Option<f64> {
    let held = &exchanges[exchanges.len().saturating_sub(HELD)..];
    let shortest = held.iter().min_by(|one, other| one.round_trip_ns().total_cmp(&other.round_trip_ns()));
    shortest.map(Exchange::ahead_ns)
}
