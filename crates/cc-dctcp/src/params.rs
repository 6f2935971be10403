//! Parameters of DCTCP.

use freeboard_cc_api::reno::Restart;
use freeboard_cc_api::{Bytes, ParamError, Preset, Segment, Settings, choices, settings};
use freeboard_fixmath::{EwmaQ20, Gain};

choices! {
    /// Whether the window grows while a cut is in force.
    pub enum Growth {
        /// Not until its end.
        AfterCut = "after-cut",
        /// On every ACK but the one that cut.
        Always = "always",
    }
}

choices! {
    /// How the window grows above the threshold.
    pub enum Increase {
        /// A segment per acknowledged window.
        PerWindow = "per-window",
        /// Its share of a segment on every ACK.
        PerAck = "per-ack",
    }
}

settings! {
    /// Settings of DCTCP.
    pub struct DctcpSettings {
        /// Estimation gain g = 2^-shift.
        g_shift: Log2 = 4, 0..=15, "RFC 8257 §3.3: g = 1/16";
        /// Alpha before the first estimate.
        alpha_init: FractionQ16 = 65_536, 0..=65_536, "RFC 8257 §3.3: 1";
        /// Initial window.
        initial_window: Packets = 10, 1..=1_024, "Linux, TCP_INIT_CWND: 10 segments of any size; RFC 6928 §2 up to 1460 B";
        /// Smallest window after a mark.
        min_window: Packets = 2, 1..=64, "Linux: 2 segments";
        /// Silence after which the window is taken back; 0 for never.
        idle_restart: Nanos = 0, 0..=2_000_000_000, "chosen by us: off; RFC 5681 §4.1 has one RTO";
        /// How a silence beyond `idle_restart` takes back the window: by half per such time, or at once to the initial window.
        restart: Choice<Restart> = Restart::Halve, .., "Linux, tcp_cwnd_restart: RFC 2861 §3.1; RFC 5681 §4.1 has the initial window at once";
        /// Whether the window grows while a cut is in force: not until its end, or on every ACK but the one that cut.
        growth: Choice<Growth> = Growth::AfterCut, .., "Linux: none in the CWR state; RFC 8257 leaves it open";
        /// How the window grows above the threshold: a segment per acknowledged window, or its share on every ACK.
        increase: Choice<Increase> = Increase::PerWindow, .., "RFC 5681 §3.1: counted in bytes; per ACK is its eq. 3";
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct DctcpParams {
    /// Payload of a full segment \[B\].
    pub mss: u32,
    /// Initial window \[B\].
    pub initial_window: u32,
    /// Smallest window after a mark \[B\].
    pub min_window: u32,
    /// Alpha before the first estimate, Q20.
    pub alpha_init: EwmaQ20,
    /// Silence after which the window is taken back \[ns\]; 0 for never.
    pub idle_restart: u32,
    /// How it is taken back, as [`Restart`].
    pub restart: u32,
    /// 1 where the window grows while a cut is in force.
    pub growth: u32,
    /// 1 where every ACK widens the window by its share of a segment.
    pub increase: u32,
    /// Estimation gain.
    pub gain: Gain,
}

pub(crate) const PRESETS: &[Preset<DctcpSettings>] = &[
    Preset { name: "rfc8257", source: "RFC 8257", settings: DctcpSettings::DEFAULT },
    Preset {
        name: "packet-simulator",
        source: "simulators that count packets: RFC 5681 eq. 3 on every ACK that does not cut, window floor 1",
        settings: DctcpSettings {
            min_window: 1,
            growth: Growth::Always.setting(),
            increase: Increase::PerAck.setting(),
            ..DctcpSettings::DEFAULT
        },
    },
    Preset {
        name: "bcc-simulator",
        source: "the BCC authors' simulator: alpha starts at 0, window floor 1, a restart from the initial window",
        settings: DctcpSettings {
            alpha_init: 0,
            initial_window: 20,
            min_window: 1,
            restart: Restart::Initial.setting(),
            ..DctcpSettings::DEFAULT
        },
    },
];

impl DctcpParams {
    pub(crate) fn try_new(settings: &DctcpSettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        // Within the range of its field, which no gain exceeds.
        let gain = Gain::from_shift(settings.g_shift).unwrap_or(Gain::SMALLEST);
        let segment = Segment::new(mss);
        Ok(Self {
            mss: segment.bytes(),
            initial_window: segment.times(settings.initial_window),
            min_window: segment.times(settings.min_window),
            alpha_init: EwmaQ20::from_bits(settings.alpha_init << 4),
            idle_restart: settings.idle_restart,
            restart: settings.restart.index(),
            growth: settings.growth.index(),
            increase: settings.increase.index(),
            gain,
        })
    }
}
