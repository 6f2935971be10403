//! Parameters of TIMELY.

use freeboard_cc_api::{Bytes, LineFraction, ParamError, Preset, Settings, part, settings};
use freeboard_fixmath::Reciprocal;

settings! {
    /// Settings of all forms of TIMELY; each has those that it looks at. Rates are fractions of line rate: 1049 units are
    /// 100 Mbit/s at 100 Gbit/s.
    pub struct AllTimelySettings {
        /// Weight of a new difference in the gradient (alpha).
        alpha: FractionQ16 = 57_344, 1..=65_536, "authors' code: 0.875";
        /// Multiplicative decrease (beta).
        beta: FractionQ16 = 52_429, 1..=65_536, "[Mittal15] §4.3: 0.8";
        /// Multiplicative decrease of the patched form.
        beta_patched: FractionQ16 = 524, 1..=65_536, "[Zhu16] §4.3: 0.008";
        /// Below this round-trip time the rate always rises (T_low).
        t_low: Nanos = 50_000, 1_000..=500_000_000, "[Mittal15] §4.3: 50 us";
        /// Above this round-trip time the rate always falls (T_high).
        t_high: Nanos = 500_000, 1_000..=1_000_000_000, "[Mittal15] §4.3: 500 us";
        /// What the gradient is divided by.
        min_rtt: Nanos = 20_000, 1_000..=100_000_000, "[Mittal15] §4.2: 20 us";
        /// Round-trip time the patched form settles at.
        rtt_ref: Nanos = 50_000, 1_000..=500_000_000, "public implementations of [Zhu16]: T_low";
        /// Additive increase (delta).
        delta: LineFraction = 1_049, 1..=1_048_576, "HPCC's simulator: 100 Mbit/s at 100 Gbit/s";
        /// Hyper-active increase.
        hai: LineFraction = 5_243, 1..=1_048_576, "HPCC's simulator: 500 Mbit/s at 100 Gbit/s";
        /// Increases before it (N).
        n: Count = 5, 1..=1_000, "[Mittal15] §4.3: 5";
        /// Bytes acknowledged per sample; 0 for one sample per round trip.
        segment: Bytes = 0, 0..=1_048_576, "HPCC's simulator: once per round trip; [Mittal15] §4.1: 16 to 64 KB";
        /// Smallest rate.
        min_rate: LineFraction = 1_049, 1..=1_048_576, "HPCC's example: 100 Mbit/s at 100 Gbit/s";
        /// Rate of a fresh flow.
        initial_rate: LineFraction = 1_048_576, 1..=1_048_576, "HPCC's simulator: line rate";
        /// Window at line rate.
        bdp: Bytes = 153_000, 64..=1_073_741_824, "HPCC's fat tree: 12.24 us at 100 Gbit/s", follows Bdp;
    }
}

part! {
    /// Settings of the authors' form and of HPCC's simulator's.
    pub struct TimelySettings of AllTimelySettings {
        alpha, beta, t_low, t_high, min_rtt, delta, hai, n, segment, min_rate, initial_rate
    }
}

part! {
    /// Settings of the patched form.
    pub struct TimelyPatchedSettings of AllTimelySettings {
        alpha, beta, beta_patched, t_low, t_high, min_rtt, rtt_ref, delta, segment, min_rate, initial_rate
    }
}

part! {
    /// Settings of the form with a window.
    pub struct TimelyWSettings of AllTimelySettings {
        alpha, beta, t_low, t_high, min_rtt, delta, hai, n, segment, min_rate, initial_rate, bdp
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct TimelyParams {
    /// Weight of a new difference, Q16.
    pub alpha: u32,
    /// Multiplicative decrease, Q16.
    pub beta: u32,
    /// Multiplicative decrease of the patched form, Q16.
    pub beta_patched: u32,
    /// Below this the rate rises \[ns\].
    pub t_low: u32,
    /// Above this it falls \[ns\].
    pub t_high: u32,
    /// Divides by the smallest round-trip time.
    pub per_min_rtt: Reciprocal,
    /// Round-trip time the patched form settles at \[ns\].
    pub rtt_ref: u32,
    /// Divides by it.
    pub per_rtt_ref: Reciprocal,
    /// Additive increase, Q20 of line rate.
    pub delta: u32,
    /// Hyper-active increase, Q20 of line rate.
    pub hai: u32,
    /// Increases before it.
    pub n: u32,
    /// Bytes per sample; 0 for a round trip.
    pub segment: u32,
    /// Smallest rate, Q20 of line rate.
    pub min_rate: u32,
    /// Rate of a fresh flow, Q20 of line rate.
    pub initial_rate: u32,
    /// Window at line rate.
    pub bdp: Bytes,
    /// Payload of a full segment: the smallest window.
    pub mss: Bytes,
}

pub(crate) const PRESETS: [Preset<AllTimelySettings>; 4] = [
    Preset {
        name: "hpcc-simulator",
        source: "HPCC's simulator at 100 Gbit/s: On-Ramp Fig 1 (beta 0.8)",
        settings: AllTimelySettings::DEFAULT,
    },
    Preset {
        name: "gentle",
        source: "On-Ramp Fig 1: beta = 0.2",
        settings: AllTimelySettings { beta: 13_107, ..AllTimelySettings::DEFAULT },
    },
    Preset {
        name: "authors-10g",
        source: "the authors' simulator at 10 Gbit/s: delta 10 Mbit/s, 16 KB segments, starts at a tenth",
        settings: AllTimelySettings {
            segment: 16_384,
            min_rate: 10_486,
            initial_rate: 104_858,
            ..AllTimelySettings::DEFAULT
        },
    },
    Preset {
        name: "erpc",
        source: "eRPC: alpha 0.46, beta 0.26, T_high 1 ms, min RTT 2 us",
        settings: AllTimelySettings {
            alpha: 30_147,
            beta: 17_039,
            t_high: 1_000_000,
            min_rtt: 2_000,
            ..AllTimelySettings::DEFAULT
        },
    },
];

impl TimelyParams {
    pub(crate) fn try_new(settings: &AllTimelySettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        if settings.t_high < settings.t_low {
            let (value, low) = (settings.t_high, settings.t_low);
            return Err(ParamError::new(AllTimelySettings::t_high, value, low, 1_000_000_000));
        }
        if settings.initial_rate < settings.min_rate {
            let (value, line) = (settings.initial_rate, LineFraction::LINE.to_bits());
            return Err(ParamError::new(AllTimelySettings::initial_rate, value, settings.min_rate, line));
        }
        Ok(Self {
            alpha: settings.alpha,
            beta: settings.beta,
            beta_patched: settings.beta_patched,
            t_low: settings.t_low,
            t_high: settings.t_high,
            per_min_rtt: Reciprocal::new(settings.min_rtt),
            rtt_ref: settings.rtt_ref,
            per_rtt_ref: Reciprocal::new(settings.rtt_ref),
            delta: settings.delta,
            hai: settings.hai,
            n: settings.n,
            segment: settings.segment,
            min_rate: settings.min_rate,
            initial_rate: settings.initial_rate,
            bdp: Bytes(settings.bdp),
            mss,
        })
    }
}
