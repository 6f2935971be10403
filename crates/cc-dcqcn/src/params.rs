//! Parameters of DCQCN.

use crate::Decay;
use freeboard_cc_api::{Bytes, LineFraction, ParamError, Preset, Settings, choices, part, settings};

choices! {
    /// Whether a cut sets the target to the rate.
    pub enum ClampTarget {
        /// Only the first cut after an increase does.
        AfterIncrease = "after-increase",
        /// Every cut does.
        Always = "always",
    }
}

choices! {
    /// When a notification cuts.
    pub enum CutAt {
        /// At the next check, every T_d.
        Check = "check",
        /// At once, T_d apart.
        Cnp = "cnp",
    }
}

settings! {
    /// Settings of DCQCN with a window. Rates are fractions of line rate: 105 units are 10 Mbit/s at 100 Gbit/s.
    pub struct DcqcnWSettings {
        /// Gain of alpha (g).
        g: FractionQ16 = 256, 1..=65_535, "[Zhu15] §4.2: 1/256";
        /// Period of alpha's update.
        t_alpha: Nanos = 1_000, 100..=100_000_000, "vendor setting of HPCC's simulator: 1 us";
        /// Shortest time between two cuts (T_d).
        t_d: Nanos = 4_000, 100..=100_000_000, "vendor setting of HPCC's simulator: 4 us";
        /// Period of the increase timer (T_i).
        t_i: Nanos = 300_000, 1_000..=1_000_000_000, "vendor setting of HPCC's simulator: 300 us";
        /// Bytes per step of the byte counter; 0 for none.
        byte_counter: Bytes = 0, 0..=1_073_741_824, "HPCC's simulator has none; [Zhu15] §4.2: 10 MB";
        /// Stages of fast recovery (F).
        f: Count = 1, 1..=100, "vendor setting of HPCC's simulator: 1; [Zhu15] §4.2: 5";
        /// Additive increase (R_AI).
        ai: LineFraction = 210, 1..=1_048_576, "HPCC's simulator: 20 Mbit/s at 100 Gbit/s";
        /// Hyper increase (R_HAI).
        hai: LineFraction = 2_097, 1..=1_048_576, "HPCC's simulator: 200 Mbit/s at 100 Gbit/s";
        /// Alpha at the first notification.
        alpha_init: FractionQ16 = 65_536, 0..=65_536, "[Zhu15] §3.2: 1";
        /// Whether a cut sets the target to the rate: after an increase only, or always.
        clamp_target: Choice<ClampTarget> = ClampTarget::AfterIncrease, .., "vendor: after an increase; [Zhu15] §3.2: always";
        /// When a notification cuts: at the next check every T_d, or at once, T_d apart.
        cut_at: Choice<CutAt> = CutAt::Check, .., "HPCC's simulator: check; [Zhu15] §3.2: at once";
        /// The increase timer stands still while an underlay holds the flow.
        freeze: Switch = 0, 0..=1, "chosen by us: off, as published";
        /// Smallest rate.
        min_rate: LineFraction = 1_049, 1..=1_048_576, "HPCC's example: 100 Mbit/s at 100 Gbit/s";
        /// Rate of a fresh flow.
        initial_rate: LineFraction = 1_048_576, 1..=1_048_576, "[Zhu15] §3.2: line rate";
        /// Window at line rate.
        bdp: Bytes = 153_000, 64..=1_073_741_824, "HPCC's fat tree: 12.24 us at 100 Gbit/s", follows Bdp;
    }
}

part! {
    /// Settings of DCQCN without a window.
    pub struct DcqcnSettings of DcqcnWSettings {
        g, t_alpha, t_d, t_i, byte_counter, f, ai, hai, alpha_init, clamp_target: ClampTarget, cut_at: CutAt, freeze, min_rate, initial_rate
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct DcqcnParams {
    /// Alpha's average.
    pub decay: Decay,
    /// Period of alpha's update \[ns\].
    pub t_alpha: u32,
    /// Shortest time between two cuts \[ns\].
    pub t_d: u32,
    /// Period of the increase timer \[ns\].
    pub t_i: u32,
    /// Bytes per step of the byte counter; 0 for none.
    pub byte_counter: u32,
    /// Stages of fast recovery.
    pub f: u32,
    /// Additive increase, Q20 of line rate.
    pub ai: u32,
    /// Hyper increase, Q20 of line rate.
    pub hai: u32,
    /// Alpha at the first notification, Q20.
    pub alpha_init: u32,
    /// A cut always sets the target to the rate.
    pub clamp_always: bool,
    /// A notification cuts at once.
    pub cut_at_once: bool,
    /// The increase timer stands still during a pause.
    pub freeze: bool,
    /// Smallest rate, Q20 of line rate.
    pub min_rate: u32,
    /// Rate of a fresh flow, Q20 of line rate.
    pub initial_rate: u32,
    /// Window at line rate.
    pub bdp: Bytes,
    /// Payload of a full segment: the smallest window.
    pub mss: Bytes,
}

const PAPER: DcqcnWSettings = DcqcnWSettings {
    t_alpha: 55_000,
    t_d: 50_000,
    t_i: 55_000,
    byte_counter: 10_000_000,
    f: 5,
    ai: 1_049,
    hai: 10_486,
    clamp_target: ClampTarget::Always.setting(),
    cut_at: CutAt::Cnp.setting(),
    ..DcqcnWSettings::DEFAULT
};

/// The defaults of `connectx::PARAMETERS` at 100 Gbit/s; a test compares.
const CONNECTX: DcqcnWSettings = DcqcnWSettings {
    g: 320,
    byte_counter: 2_097_088,
    ai: 52,
    hai: 524,
    alpha_init: 65_472,
    min_rate: 10,
    ..DcqcnWSettings::DEFAULT
};

const LOW_GAIN: DcqcnWSettings =
    DcqcnWSettings { t_alpha: 50_000, t_d: 50_000, t_i: 55_000, ..DcqcnWSettings::DEFAULT };

pub(crate) const PRESETS: [Preset<DcqcnWSettings>; 6] = [
    Preset {
        name: "vendor",
        source: "HPCC's simulator, vendor setting (T_i, T_d) = (300, 4) us: On-Ramp Fig 2b",
        settings: DcqcnWSettings::DEFAULT,
    },
    Preset {
        name: "low-gain",
        source: "HPCC's simulator, (T_i, T_d) = (55, 50) us: On-Ramp Fig 2a",
        settings: LOW_GAIN,
    },
    Preset {
        name: "low-gain-clamped",
        source: "as low-gain, with the target clamp of [Zhu15]",
        settings: DcqcnWSettings { clamp_target: ClampTarget::Always.setting(), ..LOW_GAIN },
    },
    Preset {
        name: "low-gain-frozen",
        source: "as low-gain, the increase timer frozen during an underlay's pause",
        settings: DcqcnWSettings { freeze: 1, ..LOW_GAIN },
    },
    Preset {
        name: "connectx",
        source: "NVIDIA's DCQCN parameters of DOCA 3.4, defaults, at 100 Gbit/s; byte counter in 64 bytes",
        settings: CONNECTX,
    },
    Preset {
        name: "paper",
        source: "[Zhu15]: 40 Mbit/s and 400 Mbit/s of 40 Gbit/s, two counters, cuts at each notification",
        settings: PAPER,
    },
];

impl DcqcnParams {
    pub(crate) fn try_new(settings: &DcqcnWSettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        if settings.initial_rate < settings.min_rate {
            let (value, line) = (settings.initial_rate, LineFraction::LINE.to_bits());
            return Err(ParamError::new(DcqcnWSettings::initial_rate, value, settings.min_rate, line));
        }
        Ok(Self {
            decay: Decay::new(settings.g, settings.t_alpha),
            t_alpha: settings.t_alpha,
            t_d: settings.t_d,
            t_i: settings.t_i,
            byte_counter: settings.byte_counter,
            f: settings.f,
            ai: settings.ai,
            hai: settings.hai,
            alpha_init: settings.alpha_init << 4,
            clamp_always: settings.clamp_target == ClampTarget::Always,
            cut_at_once: settings.cut_at == CutAt::Cnp,
            freeze: settings.freeze == 1,
            min_rate: settings.min_rate,
            initial_rate: settings.initial_rate,
            bdp: Bytes(settings.bdp),
            mss,
        })
    }
}
