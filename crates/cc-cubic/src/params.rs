//! Parameters of CUBIC.

use crate::Curve;
use freeboard_cc_api::reno::Restart;
use freeboard_cc_api::{Bytes, ParamError, Preset, Segment, Settings, choices, part, settings};
use freeboard_fixmath::{ONE_Q16, Reciprocal};

choices! {
    /// The clock of HyStart, and with it the order of its steps.
    pub enum HystartClock {
        /// Milliseconds: the ACK that begins a round is judged as the last of the round before.
        Milliseconds = "ms",
        /// Microseconds: it is judged as the first of its own.
        Microseconds = "us",
    }
}

settings! {
    /// Settings of all variants.
    pub struct CubicFamilySettings {
        /// What a cut leaves of the window.
        beta: FractionQ16 = 45_875, 32_768..=62_259, "RFC 9438 §4.6: 0.7";
        /// Share of the window after a cut for marks.
        beta_ecn: FractionQ16 = 45_875, 32_768..=62_259, "RFC 9438 §4.6: as for a loss; RFC 8511 §3.1: 0.85";
        /// Steepness of the cubic \[segments/s^3\].
        c: FractionQ16 = 26_214, 655..=65_535, "RFC 9438 §5.1: 0.4";
        /// Lowers the remembered maximum further when the window was still below it.
        fast_convergence: Switch = 1, 0..=1, "RFC 9438 §4.7";
        /// Initial window.
        initial_window: Packets = 10, 1..=1_024, "Linux, TCP_INIT_CWND: 10 segments of any size; RFC 6928 §2 up to 1460 B";
        /// Smallest window after a cut.
        min_window: Packets = 2, 1..=64, "RFC 9438 §4.6: 2 segments";
        /// Most segments one ACK adds in slow start (L of RFC 3465).
        slow_start_limit: Packets = 2, 1..=1_024, "RFC 3465 §2.2: 2";
        /// Silence after which the window is taken back; 0 for never.
        idle_restart: Nanos = 0, 0..=1_000_000_000, "chosen by us: off; RFC 5681 §4.1 has one RTO";
        /// How a silence beyond `idle_restart` takes back the window: by half per such time, or at once to the initial window.
        restart: Choice<Restart> = Restart::Halve, .., "Linux, tcp_cwnd_restart: RFC 2861 §3.1; RFC 5681 §4.1 has the initial window at once";
        /// Slow start threshold of a fresh flow; 0 for none. Stands for Linux's metric of a route.
        threshold: Packets = 0, 0..=16_384, "RFC 5681 §3.1: arbitrarily high";
        /// Slow start ends where a train of ACKs lasts half a round trip.
        hystart_train: Switch = 1, 0..=1, "Linux tcp_cubic, hystart_detect: on";
        /// Slow start ends where the round trips of a round are longer than the shortest by an eighth.
        hystart_delay: Switch = 1, 0..=1, "Linux tcp_cubic, hystart_detect: on";
        /// What HyStart's stamps count, and with it the order of its steps.
        hystart_clock: Choice<HystartClock> = HystartClock::Microseconds, .., "Linux tcp_cubic: us from 5.6 on, ms before";
        /// Smallest window that HyStart looks at.
        hystart_low_window: Packets = 16, 0..=16_384, "Linux tcp_cubic, hystart_low_window: 16 segments";
        /// Longest gap between the ACKs of a train.
        hystart_ack_delta: Nanos = 2_000_000, 0..=1_073_741_824, "Linux tcp_cubic, hystart_ack_delta: 2 ms";
        /// The eighth of the shortest round trip counts as at least this much.
        hystart_delay_min: Nanos = 4_000_000, 0..=1_000_000_000, "Linux tcp_cubic, HYSTART_DELAY_MIN: 4 ms";
        /// The eighth of the shortest round trip counts as at most this much.
        hystart_delay_max: Nanos = 16_000_000, 0..=1_000_000_000, "Linux tcp_cubic, HYSTART_DELAY_MAX: 16 ms";
        /// A train may last a whole round trip: the host paces it over a half.
        hystart_paced: Switch = 0, 0..=1, "Linux tcp_cubic from 5.6 on: as the socket is paced; TCP's default is unpaced";
        /// A train may last four of these longer, at the host's pace of two windows per round trip, 1 ms at most; 0 for none.
        hystart_offload: Bytes = 65_536, 0..=1_048_576, "Linux tcp_cubic from 5.6 on: the largest segment of the offload, 64 KiB";
    }
}

part! {
    /// Settings of CUBIC.
    pub struct CubicSettings of CubicFamilySettings {
        beta, c, fast_convergence, initial_window, min_window, slow_start_limit, idle_restart, restart: Restart, threshold
    }
}

part! {
    /// Settings of CUBIC that answers marks.
    pub struct CubicEcnSettings of CubicFamilySettings {
        beta, beta_ecn, c, fast_convergence, initial_window, min_window, slow_start_limit, idle_restart, restart: Restart,
        threshold
    }
}

part! {
    /// Settings of CUBIC with HyStart.
    pub struct CubicHystartSettings of CubicFamilySettings {
        beta, c, fast_convergence, initial_window, min_window, slow_start_limit, idle_restart, restart: Restart, threshold,
        hystart_train, hystart_delay, hystart_clock: HystartClock, hystart_low_window, hystart_ack_delta, hystart_delay_min,
        hystart_delay_max, hystart_paced, hystart_offload
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct CubicParams {
    /// Payload of a full segment \[B\].
    pub mss: u32,
    /// Initial window \[B\].
    pub initial_window: u32,
    /// Smallest window after a cut \[B\].
    pub min_window: u32,
    /// Most bytes one ACK adds in slow start.
    pub slow_start_limit: u32,
    /// Silence after which the window is taken back \[ns\]; 0 for never.
    pub idle_restart: u32,
    /// How it is taken back, as [`Restart`].
    pub restart: u32,
    /// Slow start threshold of a fresh flow \[B\]; 0 for none.
    pub threshold: u32,
    /// What a cut leaves, Q16.
    pub beta: u32,
    /// Share of the window after a cut for marks, Q16.
    pub beta_ecn: u32,
    /// What fast convergence leaves of the maximum, Q16; 1 if it is off.
    pub convergence: u32,
    /// Additive increase of the Reno-friendly estimate \[segments per window\], Q16.
    pub alpha: u32,
    /// The cubic.
    pub curve: Curve,
}

pub(crate) const PRESETS: &[Preset<CubicSettings>] = &[
    Preset { name: "rfc9438", source: "RFC 9438", settings: CubicSettings::DEFAULT },
    Preset {
        name: "linux-constants",
        source: "RFC 9438 with the constants of Linux tcp_cubic: beta = 717/1024, C = 410/1024",
        settings: CubicSettings { beta: 45_888, c: 26_240, ..CubicSettings::DEFAULT },
    },
];

pub(crate) const ECN_PRESETS: &[Preset<CubicEcnSettings>] = &[
    Preset { name: "rfc9438", source: "RFC 9438", settings: CubicEcnSettings::DEFAULT },
    Preset {
        name: "linux-constants",
        source: "RFC 9438 with the constants of Linux tcp_cubic: beta = 717/1024, C = 410/1024",
        settings: CubicEcnSettings { beta: 45_888, beta_ecn: 45_888, c: 26_240, ..CubicEcnSettings::DEFAULT },
    },
    Preset {
        name: "rfc8511",
        source: "RFC 8511 §3.1: a mark says less than a loss, and leaves 0.85 of the window",
        settings: CubicEcnSettings { beta_ecn: 55_706, ..CubicEcnSettings::DEFAULT },
    },
];

/// What Linux's `tcp_cubic` has in place of the RFC's.
const LINUX: CubicHystartSettings = CubicHystartSettings {
    beta: 45_888,
    c: 26_240,
    slow_start_limit: 1_024,
    ..CubicHystartSettings::DEFAULT
};

pub(crate) const HYSTART_PRESETS: &[Preset<CubicHystartSettings>] = &[
    Preset {
        name: "rfc9438",
        source: "RFC 9438 with HyStart as in Linux tcp_cubic from 5.6 on",
        settings: CubicHystartSettings::DEFAULT,
    },
    Preset {
        name: "linux-us",
        source: "Linux tcp_cubic from 5.6 on: HyStart's clock is in microseconds; beta = 717/1024, C = 410/1024",
        settings: LINUX,
    },
    Preset {
        name: "linux-ms",
        source: "Linux tcp_cubic before 5.6: HyStart's clock is in milliseconds; beta = 717/1024, C = 410/1024",
        settings: CubicHystartSettings {
            hystart_clock: HystartClock::Milliseconds.setting(),
            hystart_offload: 0,
            ..LINUX
        },
    },
];

impl CubicParams {
    pub(crate) fn try_new(settings: &CubicFamilySettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        let segment = Segment::new(mss);
        let beta = settings.beta;
        let sum = ONE_Q16.saturating_add(beta);
        // RFC 9438 §4.3: alpha = 3 (1 - beta) / (1 + beta), at most 1 because beta is at least a half.
        let alpha = Reciprocal::new(sum).mul_div(ONE_Q16.saturating_sub(beta).saturating_mul(3), ONE_Q16);
        Ok(Self {
            mss: segment.bytes(),
            initial_window: segment.times(settings.initial_window),
            min_window: segment.times(settings.min_window),
            slow_start_limit: segment.times(settings.slow_start_limit),
            idle_restart: settings.idle_restart,
            restart: settings.restart.index(),
            threshold: segment.times(settings.threshold),
            beta,
            beta_ecn: settings.beta_ecn,
            convergence: if settings.fast_convergence == 0 { ONE_Q16 } else { sum >> 1 },
            alpha,
            curve: Curve::new(settings.c, segment.bytes()),
        })
    }
}
