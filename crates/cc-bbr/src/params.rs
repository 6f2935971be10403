//! Parameters of BBR.

use freeboard_cc_api::reno::WINDOW_MAX;
use freeboard_cc_api::{Bytes, ParamError, Preset, Segment, Settings, settings};
use freeboard_fixmath::{Reciprocal, mul_wide};

settings! {
    /// Settings of BBR.
    pub struct BbrSettings {
        /// Line rate of the NIC \[Mbit/s\]: what delivery rates are fractions of.
        line_mbps: Count = 10_000, 100..=1_600_000, "On-Ramp paper §5: 10 Gbit/s in the cloud", follows LineMbps;
        /// Rounds the largest delivery rate is remembered.
        bw_rounds: Count = 10, 2..=1_000, "Linux tcp_bbr: 10";
        /// How long the smallest round-trip time is remembered \[ms\]; 10 s do not fit nanoseconds of 32 bits.
        min_rtt_window_ms: Count = 10_000, 1..=100_000, "Linux tcp_bbr: 10 s";
        /// How long PROBE_RTT lasts at least.
        probe_rtt: Nanos = 200_000_000, 10_000..=1_000_000_000, "Linux tcp_bbr: 200 ms";
        /// Initial window.
        initial_window: Packets = 10, 4..=1_024, "Linux, TCP_INIT_CWND: 10 segments of any size; RFC 6928 §2 up to 1460 B";
        /// Segments the NIC sends as one; three of them are added to the window.
        quantum: Packets = 1, 1..=64, "chosen by us: segment by segment; Linux has 1 to 43";
        /// Delivery rates measured across an underlay's pause are application-limited.
        pause_limits: Switch = 1, 0..=1, "chosen by us: a pause says nothing about the path's bandwidth";
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct BbrParams {
    /// Line rate \[B/ns\], Q20.
    pub line: u32,
    /// Rounds of the rate filter.
    pub bw_rounds: u32,
    /// How long the smallest round-trip time is remembered \[1.024 us\].
    pub min_rtt_steps: u32,
    /// How long PROBE_RTT lasts \[ns\].
    pub probe_rtt: u32,
    /// Payload of a full segment \[B\].
    pub mss: u32,
    /// Initial window \[B\].
    pub initial_window: u32,
    /// Three quanta \[B\].
    pub headroom: u32,
    /// A pause makes samples application-limited.
    pub pause_limits: bool,
}

pub(crate) const PRESETS: &[Preset<BbrSettings>] = &[
    Preset { name: "linux", source: "Linux tcp_bbr, 10 Gbit/s", settings: BbrSettings::DEFAULT },
    Preset {
        name: "at-100g",
        source: "Linux tcp_bbr, 100 Gbit/s",
        settings: BbrSettings { line_mbps: 100_000, ..BbrSettings::DEFAULT },
    },
    Preset {
        name: "short-probe",
        source: "chosen by us for runs below a second: PROBE_RTT of 1 ms every 50 ms",
        settings: BbrSettings { min_rtt_window_ms: 50, probe_rtt: 1_000_000, ..BbrSettings::DEFAULT },
    },
];

impl BbrParams {
    pub(crate) fn try_new(settings: &BbrSettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        let segment = Segment::new(mss);
        Ok(Self {
            // 1 Mbit/s is 2^20/8000 in Q20: 1.6 Tbit/s is below 2^28.
            line: Reciprocal::new(8_000).mul_div(settings.line_mbps, 1 << 20),
            bw_rounds: settings.bw_rounds,
            // 10^6/2^10 steps per millisecond.
            min_rtt_steps: settings.min_rtt_window_ms.saturating_mul(15_625) >> 4,
            probe_rtt: settings.probe_rtt,
            mss: segment.bytes(),
            initial_window: segment.times(settings.initial_window),
            headroom: segment.times(settings.quantum).saturating_mul(3),
            pause_limits: settings.pause_limits == 1,
        })
    }

    /// Bytes of `time` nanoseconds at line rate, at most the largest window.
    #[inline]
    #[must_use]
    pub const fn line_bytes(&self, time: u32) -> u32 {
        let bytes = mul_wide(time, self.line) >> 20;
        if bytes > WINDOW_MAX as u64 { WINDOW_MAX } else { (bytes & 0xffff_ffff) as u32 }
    }
}
