//! Topology-dependent settings of an algorithm.

use super::pool::Pool;
use super::reach::Reach;
use freeboard_params::{Field, Follows};
use std::ops::RangeInclusive;

/// Where an algorithm runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// Rate of a host's link \[Mbit/s\].
    pub(crate) line_mbps: u64,
    /// Largest base round-trip time \[ns\].
    pub(crate) rtt_ns: u64,
    /// Mean base round-trip time \[ns\].
    pub(crate) mean_rtt_ns: u64,
    /// Longest base one-way delay of a full packet \[ns\].
    pub(crate) one_way_ns: u64,
    /// Payload of a full segment \[B\].
    pub(crate) mss: u64,
    /// Bytes of a full packet in a queue.
    pub(crate) packet: u64,
    /// The memory that the switch's ports share, if they do.
    pub(crate) memory: Option<SharedMemory>,
    /// The longest queue that the switch's memory allows.
    pub(crate) reach: Reach,
}

/// One shared memory of a switch as a scheme's settings have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SharedMemory {
    /// Bytes that its ports share: all but the reserves.
    bytes: u64,
    /// Reserve of a port \[B\].
    reserve: u64,
    /// Ports that share it.
    ports: u64,
    /// log2 of alpha.
    alpha_log2: i8,
}

impl SharedMemory {
    /// Describes the pool of a switch with `ports` ports.
    pub(crate) fn new(pool: &Pool, ports: u32) -> Self {
        let sharing = u64::from(pool.split.sharing(ports));
        let (all, reserve) = (u64::from(pool.bytes), u64::from(pool.reserve));
        let bytes = all.saturating_sub(reserve * sharing);
        Self { bytes, reserve, ports: sharing, alpha_log2: pool.alpha_log2 }
    }
}

/// What a place makes of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It suits the place, or does not depend on it.
    Suits,
    /// Another value would, which is the nearest that is legal.
    Wants(u32),
}

/// Values of a setting at a place.
struct Wanted {
    /// A preset's value in this range is kept.
    kept: RangeInclusive<u64>,
    /// The value instead of a preset's outside of it.
    value: u64,
    /// A value that the user gives outside of this range contradicts the place.
    borne: RangeInclusive<u64>,
    /// The place's number.
    fact: String,
}

impl Place {
    /// Says whether a value suits the place: a value of a preset is kept if it does.
    pub(crate) fn fit(&self, follows: Follows, field: &Field, value: u32) -> Fit {
        match self.wanted(follows) {
            Some(it) if !it.kept.contains(&u64::from(value)) => {
                let legal = it.value.clamp(field.min.into(), field.max.into());
                Fit::Wants(legal as u32)
            }
            _ => Fit::Suits,
        }
    }

    /// Says that a value contradicts the place: less than fills the link, another link's, more than a queue can have.
    pub(crate) fn contradiction(&self, follows: Follows, value: u32) -> Option<String> {
        let of_link = self.wanted(follows).filter(|it| !it.borne.contains(&u64::from(value)));
        of_link.map(|it| it.fact).or_else(|| self.reach.beyond(follows, value))
    }

    /// Whether a setting that holds the rate of a switch port has a value for another rate than that of this place.
    pub(crate) fn suits_ports(&self, follows: Follows, value: u32) -> bool {
        let value = u64::from(value);
        !holds_port_rate(follows) || self.wanted(follows).is_none_or(|it| it.borne.contains(&value))
    }

    /// Returns the values that suit the place; `None` where the setting does not depend on it.
    fn wanted(&self, follows: Follows) -> Option<Wanted> {
        let (line, rtt, bdp) = (self.line_mbps, self.rtt_ns, self.bdp());
        let rate = || format!("the link has {line} Mbit/s");
        let longest = || format!("the base round-trip time is {rtt} ns");
        let product = || format!("a round trip at the link's rate is {bdp} B");
        // The margin over the base round-trip time is that of [Li19] §5.1: 13 us where it is 12.24 us.
        let margin = |of: u64| of + of / 16;
        let exactly =
            |value: u64, fact: String| Wanted { kept: value..=value, value, borne: value..=value, fact };
        let within = |kept: RangeInclusive<u64>, value: u64, fact: String| Wanted {
            borne: kept.clone(),
            kept,
            value,
            fact,
        };
        let at_least = |kept: u64, value: u64, borne: u64, fact: String| Wanted {
            kept: kept..=u64::MAX,
            value,
            borne: borne..=u64::MAX,
            fact,
        };
        // Nearer than twice: a window is long enough, and still one.
        let near = |of: u64, fact: String| Wanted {
            kept: of..=2 * of,
            value: margin(of),
            borne: of..=u64::MAX,
            fact,
        };
        let packets = |count: u64, packet: u64, tolerance: [u64; 2]| {
            let value = count * packet * 8_000 / line.max(1);
            let fact = || format!("{count} x {packet} B take {value} ns on the link");
            within(value * tolerance[0] / 4..=value * tolerance[1] / 4, value, fact())
        };
        // As [Zhang19] §5.2 has it, where the 90th percentile is 200 us and the mean 80 us.
        let above = |of: u64| of * 5 / 2;
        Some(match follows {
            Follows::Nothing | Follows::Queue => return None,
            Follows::LineMbps | Follows::SenderMbps => exactly(line, rate()),
            Follows::BaseRtt => near(rtt, longest()),
            // A quarter of the round trip for a queue, as 25 us leave with 20 us in [Kumar20]'s simulators.
            Follows::TargetRtt => at_least(rtt + rtt / 4, rtt + rtt / 4, rtt, longest()),
            // "The minimal OWD is up to 6 us ... we pick T = 6 + 10" in a NIC, [Liu21] §5.1.4.
            Follows::OneWayDelay => {
                let of = self.one_way_ns;
                at_least(of + 1, of + 10_000, of + 1, format!("the base one-way delay is {of} ns"))
            }
            Follows::Bdp => near(bdp, product()),
            Follows::WindowMax => {
                let segments = bdp.div_ceil(self.mss.max(1));
                let fact = format!("a round trip at the link's rate is {segments} segments");
                let value = (2 * bdp).div_ceil(self.mss.max(1));
                at_least(value, value, segments, fact)
            }
            // The least is [Alizadeh10]'s equation (13), C RTT/7; lambda is 0.72, measured by [Bai20] §V. There is no most: 65 packets
            // at 10 Gbit/s are for bursts of the hosts ([Alizadeh10] §3.5), whatever the round trip.
            Follows::QueueBytes => at_least(bdp / 7, bdp * 18 / 25, bdp / 7, product()),
            // (5 K1 + C RTT)/4 with that K1, as CEDM has it; the least as far above that of K1 as CEDM's own two are apart.
            Follows::UpperQueueBytes => {
                let least = bdp * 157 / 700;
                at_least(least, bdp * 23 / 20, least, product())
            }
            Follows::QueueTime | Follows::QueueInterval => {
                within(rtt / 7..=above(rtt), margin(rtt), longest())
            }
            Follows::HalfQueueTime => within(rtt / 14..=above(rtt) / 2, margin(rtt) / 2, longest()),
            // [Zhang19] has 10 us in its simulations, whose means are up to 188 us, and 85 us of 80 us in its testbed.
            Follows::StandingQueueTime => {
                let mean = self.mean_rtt_ns;
                let fact = format!("the mean base round-trip time is {mean} ns");
                within(mean / 20..=above(mean), mean * 18 / 25, fact)
            }
            // RFC 8289 §4.3: 100 ms do for round trips of 10 ms to 1 s.
            Follows::Interval => within(rtt / 10..=rtt * 10, margin(rtt), longest()),
            // RFC 8289 §4.4: 5 to 10 % of the interval.
            Follows::Target => within(rtt / 200..=rtt, margin(rtt) / 10, longest()),
            // [Wang22] §V-A has about 3, its Fig. 10 has 5 and its Fig. 4 has 1.
            Follows::ThreeRtts => within(rtt / 2..=rtt * 10, rtt * 3, longest()),
            Follows::PacketTime => packets(1, self.packet, [3, 5]),
            Follows::TenPacketTimes => packets(10, self.packet, [2, 8]),
            // 1/0.002 packets, [Floyd93] §6, as the power of two that is next.
            Follows::AverageTime => packets(512, self.packet, [2, 8]),
            // [Wang22] §V-A: 1 us at 10 Gbit/s, and 10 us at 1 Gbit/s.
            Follows::ShortTime => packets(1, 1_250, [3, 5]),
            Follows::PoolBytes | Follows::PoolReserve | Follows::PoolPorts | Follows::PoolAlpha => {
                return self.memory.map(|it| it.wanted(follows, exactly));
            }
        })
    }

    /// Returns the bytes of a base round-trip time at the link's rate.
    const fn bdp(&self) -> u64 {
        self.line_mbps * self.rtt_ns / 8_000
    }
}

/// Whether a setting is right for switch ports of one rate only.
pub(crate) const fn holds_port_rate(follows: Follows) -> bool {
    matches!(
        follows,
        Follows::LineMbps
            | Follows::QueueBytes
            | Follows::UpperQueueBytes
            | Follows::PacketTime
            | Follows::TenPacketTimes
            | Follows::AverageTime
            | Follows::ShortTime
    )
}

impl SharedMemory {
    fn wanted(&self, follows: Follows, exactly: impl Fn(u64, String) -> Wanted) -> Wanted {
        match follows {
            Follows::PoolReserve => exactly(self.reserve, format!("a port's reserve is {} B", self.reserve)),
            Follows::PoolPorts => exactly(self.ports, format!("{} ports share a memory", self.ports)),
            Follows::PoolAlpha => {
                // The choices begin at 1/128.
                let index = (i16::from(self.alpha_log2) + 7).unsigned_abs();
                exactly(u64::from(index), format!("the memory's alpha is 2^{}", self.alpha_log2))
            }
            _ => exactly(self.bytes, format!("ports share {} B", self.bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Field = Field { unit: freeboard_params::Unit::Count, min: 0, max: 1_600_000, default: 0 };
    const PLACE: Place = Place {
        line_mbps: 10_000,
        rtt_ns: 80_000,
        mean_rtt_ns: 40_000,
        mss: 1_000,
        packet: 1_500,
        one_way_ns: 41_000,
        memory: Some(SharedMemory { bytes: 900_000, reserve: 12_500, ports: 8, alpha_log2: 0 }),
        reach: Reach { bytes: 462_500, time_ns: Some(370_000) },
    };

    #[test]
    fn a_preset_stays_where_it_suits_the_place() {
        for (follows, value) in [
            (Follows::Nothing, 7),
            (Follows::Queue, 0),
            (Follows::LineMbps, 10_000),
            (Follows::SenderMbps, 10_000),
            (Follows::OneWayDelay, 41_001),
            (Follows::BaseRtt, 82_000),
            (Follows::TargetRtt, 100_000),
            (Follows::Bdp, 153_000),
            (Follows::WindowMax, 1_000),
            (Follows::QueueBytes, 97_500),
            (Follows::UpperQueueBytes, 153_125),
            (Follows::QueueTime, 200_000),
            (Follows::QueueInterval, 200_000),
            (Follows::HalfQueueTime, 40_000),
            (Follows::StandingQueueTime, 85_000),
            (Follows::Interval, 240_000),
            (Follows::Target, 10_000),
            (Follows::ThreeRtts, 400_000),
            (Follows::PacketTime, 1_200),
            (Follows::TenPacketTimes, 12_000),
            (Follows::AverageTime, 614_400),
            (Follows::ShortTime, 1_000),
            (Follows::PoolBytes, 900_000),
            (Follows::PoolReserve, 12_500),
            (Follows::PoolPorts, 8),
            (Follows::PoolAlpha, 7),
        ] {
            assert_eq!(PLACE.fit(follows, &FIELD, value), Fit::Suits, "{follows:?}");
            assert_eq!(PLACE.contradiction(follows, value), None, "{follows:?}");
        }
    }

    #[test]
    fn a_preset_of_another_place_is_replaced_and_a_setting_of_another_named() {
        for (follows, value, wanted, part) in [
            (Follows::LineMbps, 100_000, 10_000, "10000 Mbit/s"),
            (Follows::SenderMbps, 100_000, 10_000, "10000 Mbit/s"),
            (Follows::OneWayDelay, 41_000, 51_000, "41000 ns"),
            (Follows::BaseRtt, 13_000, 85_000, "80000 ns"),
            (Follows::TargetRtt, 25_000, 100_000, "80000 ns"),
            (Follows::Bdp, 15_300, 106_250, "100000 B"),
            (Follows::QueueBytes, 14_000, 72_000, "100000 B"),
            (Follows::UpperQueueBytes, 22_000, 115_000, "100000 B"),
            (Follows::QueueTime, 200_001, 85_000, "80000 ns"),
            (Follows::QueueTime, 11_000, 85_000, "80000 ns"),
            (Follows::QueueInterval, 11_000, 85_000, "80000 ns"),
            (Follows::HalfQueueTime, 100_001, 42_500, "80000 ns"),
            (Follows::StandingQueueTime, 100_001, 28_800, "40000 ns"),
            (Follows::Interval, 100_000_000, 85_000, "80000 ns"),
            (Follows::Target, 5_000_000, 8_500, "80000 ns"),
            (Follows::ThreeRtts, 18_000, 240_000, "80000 ns"),
            (Follows::PacketTime, 8_000, 1_200, "1 x 1500 B take 1200 ns"),
            (Follows::TenPacketTimes, 1_200, 12_000, "10 x 1500 B take 12000 ns"),
            (Follows::AverageTime, 4_096_000, 614_400, "512 x 1500 B"),
            (Follows::ShortTime, 10_000, 1_000, "1 x 1250 B take 1000 ns"),
            (Follows::PoolBytes, 3_000_000, 900_000, "share 900000 B"),
            (Follows::PoolReserve, 128_000, 12_500, "reserve is 12500 B"),
            (Follows::PoolPorts, 16, 8, "8 ports"),
            (Follows::PoolAlpha, 9, 7, "2^0"),
        ] {
            assert_eq!(PLACE.fit(follows, &FIELD, value), Fit::Wants(wanted), "{follows:?}");
            assert!(PLACE.contradiction(follows, value).unwrap().contains(part), "{follows:?}");
        }
        let far = Place { line_mbps: 2_000_000, ..PLACE };
        assert_eq!(far.fit(Follows::LineMbps, &FIELD, 10_000), Fit::Wants(FIELD.max));
        assert!(far.contradiction(Follows::LineMbps, FIELD.max).is_some());
        let near = Place { rtt_ns: 8_000, ..PLACE };
        let field = Field { min: 1_024, ..FIELD };
        assert_eq!(near.fit(Follows::Target, &field, 5_000_000), Fit::Wants(1_024));
        assert_eq!(near.contradiction(Follows::Target, 1_024), None);
    }

    #[test]
    fn a_threshold_beyond_the_longest_queue_is_named_with_it() {
        for (follows, most) in [
            (Follows::QueueBytes, 462_500),
            (Follows::UpperQueueBytes, 462_500),
            (Follows::StandingQueueTime, 90_000),
            (Follows::Target, 60_000),
            (Follows::QueueTime, 90_000),
        ] {
            let place = Place { reach: Reach { time_ns: Some(most.into()), ..PLACE.reach }, ..PLACE };
            assert_eq!(place.contradiction(follows, most), None, "{follows:?}");
            let said = place.contradiction(follows, most + 1).unwrap();
            assert!(said.contains(&most.to_string()), "{follows:?}: {said}");
        }
        let short = Place { reach: Reach { bytes: 1, time_ns: Some(1) }, ..PLACE };
        assert_eq!(short.contradiction(Follows::QueueInterval, 85_000), None);
        assert_eq!(short.contradiction(Follows::Interval, 85_000), None);
    }

    #[test]
    fn a_setting_that_holds_a_rate_suits_ports_of_that_rate() {
        let fast = Place { line_mbps: 100_000, ..PLACE };
        for (follows, value) in [
            (Follows::LineMbps, 10_000),
            (Follows::QueueBytes, 72_000),
            (Follows::UpperQueueBytes, 115_000),
            (Follows::PacketTime, 1_200),
            (Follows::TenPacketTimes, 12_000),
            (Follows::AverageTime, 614_400),
            (Follows::ShortTime, 1_000),
        ] {
            assert!(PLACE.suits_ports(follows, value), "{follows:?}");
            assert!(!fast.suits_ports(follows, value), "{follows:?}");
        }
        assert!(fast.suits_ports(Follows::SenderMbps, 10_000));
    }

    #[test]
    fn ports_with_buffers_of_their_own_have_no_pool_to_follow() {
        let own = Place { memory: None, ..PLACE };
        for follows in [Follows::PoolBytes, Follows::PoolReserve, Follows::PoolPorts, Follows::PoolAlpha] {
            assert_eq!(own.fit(follows, &FIELD, 1), Fit::Suits);
            assert_eq!(own.contradiction(follows, 1), None);
        }
    }
}
