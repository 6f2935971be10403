//! Parameters of DCTCP's rate form.

use freeboard_cc_api::{Bytes, LineFraction, ParamError, Preset, Settings, settings};
use freeboard_fixmath::{EwmaQ20, Gain};

settings! {
    /// Settings of DCTCP's rate form. Rates are fractions of line rate.
    pub struct DctcpRateSettings {
        /// Estimation gain g = 2^-shift.
        g_shift: Log2 = 4, 0..=15, "RFC 8257 §3.3: g = 1/16";
        /// Alpha before the first estimate.
        alpha_init: FractionQ16 = 65_536, 0..=65_536, "RFC 8257 §3.3: 1";
        /// Additive increase per round trip.
        ai: LineFraction = 6_449, 1..=1_048_576, "HPCC's simulator: 615 Mbit/s at 100 Gbit/s, 1 KB per 13 us";
        /// Smallest rate.
        min_rate: LineFraction = 1_049, 1..=1_048_576, "HPCC's example: 100 Mbit/s at 100 Gbit/s";
        /// Rate of a fresh flow.
        initial_rate: LineFraction = 1_048_576, 1..=1_048_576, "HPCC's simulator: line rate, no slow start";
        /// Window at line rate.
        bdp: Bytes = 153_000, 64..=1_073_741_824, "HPCC's fat tree: 12.24 us at 100 Gbit/s", follows Bdp;
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct DctcpRateParams {
    /// Estimation gain.
    pub gain: Gain,
    /// Alpha before the first estimate, Q20.
    pub alpha_init: EwmaQ20,
    /// Additive increase per round trip, Q20 of line rate.
    pub ai: u32,
    /// Smallest rate, Q20 of line rate.
    pub min_rate: u32,
    /// Rate of a fresh flow, Q20 of line rate.
    pub initial_rate: u32,
    /// Window at line rate.
    pub bdp: Bytes,
    /// Payload of a full segment: the smallest window.
    pub mss: Bytes,
}

pub(crate) const PRESETS: &[Preset<DctcpRateSettings>] = &[Preset {
    name: "hpcc-simulator",
    source: "HPCC's simulator at 100 Gbit/s: On-Ramp Fig 15",
    settings: DctcpRateSettings::DEFAULT,
}];

impl DctcpRateParams {
    pub(crate) fn try_new(settings: &DctcpRateSettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        // Within the range of its field, which no gain exceeds.
        let gain = Gain::from_shift(settings.g_shift).unwrap_or(Gain::SMALLEST);
        if settings.initial_rate < settings.min_rate {
            let (value, line) = (settings.initial_rate, LineFraction::LINE.to_bits());
            return Err(ParamError::new(DctcpRateSettings::initial_rate, value, settings.min_rate, line));
        }
        Ok(Self {
            gain,
            alpha_init: EwmaQ20::from_bits(settings.alpha_init << 4),
            ai: settings.ai,
            min_rate: settings.min_rate,
            initial_rate: settings.initial_rate,
            bdp: Bytes(settings.bdp),
            mss,
        })
    }
}
