//! Topology-dependent settings of an algorithm.

use freeboard_params::{Field, Follows};

/// Where an algorithm runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// Rate of a host's link \[Mbit/s\].
    pub(crate) line_mbps: u64,
    /// Largest base round-trip time \[ns\].
    pub(crate) rtt_ns: u64,
    /// Payload of a full segment \[B\].
    pub(crate) mss: u64,
}

/// What a place makes of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It suits the place, or does not depend on it.
    Suits,
    /// Another value would.
    Wants(u32),
    /// Another value would, and the setting cannot be it.
    OutOfReach,
}

impl Place {
    /// Says whether a value suits the place: a value of a preset is kept if it does.
    ///
    /// The margin over the base round-trip time is that of \[Li19\] §5.1: 13 us where it is 12.24 us.
    pub(crate) fn fit(&self, follows: Follows, field: &Field, value: u32) -> Fit {
        let (value, margin) = (u64::from(value), |of: u64| of + of / 16);
        // Nearer than twice: a window is long enough, and still one.
        let near = |of: u64| if (of..=2 * of).contains(&value) { value } else { margin(of) };
        let wanted = match follows {
            Follows::Nothing | Follows::Queue => value,
            Follows::LineMbps => self.line_mbps,
            Follows::BaseRtt => near(self.rtt_ns),
            // A quarter of the round trip for a queue, as 25 us leave beside 20 us in [Kumar20]'s simulators.
            Follows::TargetRtt => value.max(self.rtt_ns + self.rtt_ns / 4),
            Follows::Bdp => near(self.bdp()),
            Follows::WindowMax => value.max((2 * self.bdp()).div_ceil(self.mss.max(1))),
        };
        match u32::try_from(wanted) {
            Ok(wanted) if u64::from(wanted) == value => Fit::Suits,
            Ok(wanted) if (field.min..=field.max).contains(&wanted) => Fit::Wants(wanted),
            _ => Fit::OutOfReach,
        }
    }

    /// Says that a value which was asked for contradicts the place: less than fills the link, or another link's.
    pub(crate) fn contradiction(&self, follows: Follows, value: u32) -> Option<String> {
        let value = u64::from(value);
        let (line, rtt, bdp) = (self.line_mbps, self.rtt_ns, self.bdp());
        match follows {
            Follows::LineMbps if value != line => Some(format!("the link has {line} Mbit/s")),
            Follows::BaseRtt | Follows::TargetRtt if value < rtt => {
                Some(format!("the base round-trip time is {rtt} ns"))
            }
            Follows::Bdp if value < bdp => Some(format!("a round trip at the link's rate is {bdp} B")),
            Follows::WindowMax if value * self.mss < bdp => {
                Some(format!("a round trip at the link's rate is {} segments", bdp.div_ceil(self.mss.max(1))))
            }
            _ => None,
        }
    }

    /// Returns the bytes of a base round-trip time at the link's rate.
    const fn bdp(&self) -> u64 {
        self.line_mbps * self.rtt_ns / 8_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Field =
        Field { unit: freeboard_params::Unit::Count, min: 1_000, max: 1_600_000, default: 0 };
    const PLACE: Place = Place { line_mbps: 10_000, rtt_ns: 80_000, mss: 1_000 };

    #[test]
    fn a_preset_stays_where_it_suits_the_place() {
        for (follows, value) in [
            (Follows::Nothing, 7),
            (Follows::Queue, 0),
            (Follows::LineMbps, 10_000),
            (Follows::BaseRtt, 82_000),
            (Follows::TargetRtt, 100_000),
            (Follows::Bdp, 153_000),
            (Follows::WindowMax, 1_000),
        ] {
            assert_eq!(PLACE.fit(follows, &FIELD, value), Fit::Suits, "{follows:?}");
            assert_eq!(PLACE.contradiction(follows, value), None, "{follows:?}");
        }
    }

    #[test]
    fn a_preset_of_another_place_is_replaced_and_a_setting_of_another_named() {
        for (follows, value, wanted, part) in [
            (Follows::LineMbps, 100_000, 10_000, "10000 Mbit/s"),
            (Follows::BaseRtt, 13_000, 85_000, "80000 ns"),
            (Follows::TargetRtt, 25_000, 100_000, "80000 ns"),
            (Follows::Bdp, 15_300, 106_250, "100000 B"),
        ] {
            assert_eq!(PLACE.fit(follows, &FIELD, value), Fit::Wants(wanted), "{follows:?}");
            assert!(PLACE.contradiction(follows, value).unwrap().contains(part), "{follows:?}");
        }
        let far = Place { line_mbps: 2_000_000, ..PLACE };
        assert_eq!(far.fit(Follows::LineMbps, &FIELD, 10_000), Fit::OutOfReach);
    }
}
