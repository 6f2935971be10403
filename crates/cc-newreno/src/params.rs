//! Parameters of Reno's window.

use freeboard_cc_api::reno::Restart;
use freeboard_cc_api::{Bytes, ParamError, Preset, Segment, Settings, part, settings};

settings! {
    /// Settings of ECN*.
    pub struct EcnStarSettings {
        /// Initial window.
        initial_window: Packets = 10, 1..=1_024, "Linux, TCP_INIT_CWND: 10 segments of any size; RFC 6928 §2 up to 1460 B";
        /// Share of the window after a mark.
        beta_ecn: FractionQ16 = 32_768, 32_768..=62_259, "RFC 3168 §6.1.2: a half; RFC 8511 §3.1: 0.8";
        /// Smallest window after a mark.
        min_window: Packets = 2, 1..=64, "RFC 5681 §3.1: 2 segments; RFC 3168 §6.1.2 goes down to 1";
        /// Most segments one ACK adds in slow start (L of RFC 3465).
        slow_start_limit: Packets = 1, 1..=1_024, "RFC 5681 §3.1: 1; RFC 3465 §2.2 allows 2";
        /// Silence after which the window is taken back; 0 for never.
        idle_restart: Nanos = 0, 0..=2_000_000_000, "chosen by us: off; RFC 5681 §4.1 has one RTO";
        /// How a silence beyond `idle_restart` takes back the window: by half per such time, or at once to the initial window.
        restart: Choice<Restart> = Restart::Halve, .., "Linux, tcp_cwnd_restart: RFC 2861 §3.1; RFC 5681 §4.1 has the initial window at once";
    }
}

part! {
    /// Settings of NewReno.
    pub struct NewRenoSettings of EcnStarSettings { initial_window, slow_start_limit, idle_restart, restart: Restart }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct RenoParams {
    /// Payload of a full segment \[B\].
    pub mss: u32,
    /// Initial window \[B\].
    pub initial_window: u32,
    /// Share of the window after a mark, Q16.
    pub beta_ecn: u32,
    /// Smallest window after a mark \[B\].
    pub min_window: u32,
    /// Most bytes one ACK adds in slow start.
    pub slow_start_limit: u32,
    /// Silence after which the window is taken back \[ns\]; 0 for never.
    pub idle_restart: u32,
    /// How it is taken back, as [`Restart`].
    pub restart: u32,
}

pub(crate) const BY_LOSSES: &[Preset<NewRenoSettings>] = &[
    Preset { name: "rfc5681", source: "RFC 5681", settings: NewRenoSettings::DEFAULT },
    Preset {
        name: "byte-counting",
        source: "RFC 3465: two segments per ACK in slow start, for receivers that delay ACKs",
        settings: NewRenoSettings { slow_start_limit: 2, ..NewRenoSettings::DEFAULT },
    },
];

pub(crate) const BY_MARKS: &[Preset<EcnStarSettings>] = &[
    Preset { name: "rfc3168", source: "RFC 3168, RFC 5681", settings: EcnStarSettings::DEFAULT },
    Preset {
        name: "one-segment",
        source: "RFC 3168 §6.1.2: marks may take the window down to one segment",
        settings: EcnStarSettings { min_window: 1, ..EcnStarSettings::DEFAULT },
    },
    Preset {
        name: "rfc8511",
        source: "RFC 8511 §3.1: a mark says less than a loss, and leaves 0.8 of the window",
        settings: EcnStarSettings { beta_ecn: 52_429, ..EcnStarSettings::DEFAULT },
    },
];

impl RenoParams {
    pub(crate) fn try_new(settings: &EcnStarSettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        let segment = Segment::new(mss);
        Ok(Self {
            mss: segment.bytes(),
            initial_window: segment.times(settings.initial_window),
            beta_ecn: settings.beta_ecn,
            min_window: segment.times(settings.min_window),
            slow_start_limit: segment.times(settings.slow_start_limit),
            idle_restart: settings.idle_restart,
            restart: settings.restart.index(),
        })
    }
}
