//! One Swift flow.

use crate::params::{PRESETS, SwiftParams, SwiftSettings};
use crate::target::root;
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, LineFraction, Loss, Nanos32, ParamError,
    Preset, Words,
};
use freeboard_fixmath::{Gain, ONE_Q16, ONE_Q20, Reciprocal, mul_q16, mul_wide, ratio_q16, toward};

/// State of one flow, 28 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Swift {
    /// Window (fcwnd) \[segments\], Q16.
    window: u32,
    /// What the window has gained below its unit, in 2^-32 of it.
    fraction: u32,
    /// The last cut (t_last_decrease), if [`DECREASED`]; else 0.
    last_decrease: Nanos32,
    /// Smoothed round-trip time \[ns\]; 0 before the first sample.
    srtt: u32,
    /// Timeouts since the last acknowledgement (retransmit_cnt).
    timeouts: u32,
    /// Rate, Q20 of line rate: line rate unless the window is below a segment.
    rate: u32,
    status: u32,
}

const _: () = assert!(size_of::<Swift>() == 28);

impl CongestionControl for Swift {
    #[inline]
    fn on_ack(&mut self, params: &SwiftParams, now: Nanos32, ack: &Ack) -> Control {
        self.begin(params, now);
        self.acknowledge(params, now, ack);
        self.answer(params, self.window, self.rate)
    }

    #[inline]
    fn on_rtt(&mut self, params: &SwiftParams, now: Nanos32, rtt: u32) -> Control {
        self.begin(params, now);
        self.smooth(rtt);
        self.pace(params);
        self.answer(params, self.window, self.rate)
    }

    /// "On Fast Recovery".
    #[inline]
    fn on_loss(&mut self, params: &SwiftParams, now: Nanos32, _: &Loss) -> Control {
        self.begin(params, now);
        self.timeouts = 0;
        if self.status & DECREASED == 0 {
            self.cut(params, now, params.max_mdf);
            self.pace(params);
        }
        self.answer(params, self.window, self.rate)
    }

    /// "On Retransmit Timeout".
    #[inline]
    fn on_timeout(&mut self, params: &SwiftParams, now: Nanos32, _: &Loss) -> Control {
        self.begin(params, now);
        self.timeouts = self.timeouts.saturating_add(1).min(params.retx_limit);
        if self.timeouts >= params.retx_limit {
            self.fall_to(now, params.min_window);
        } else if self.status & DECREASED == 0 {
            self.cut(params, now, params.max_mdf);
        }
        self.pace(params);
        self.answer(params, self.window, self.rate)
    }

    #[inline]
    fn on_idle(&mut self, params: &SwiftParams, now: Nanos32, silence: u32) -> Control {
        self.begin(params, now);
        if silence >= self.srtt {
            self.allow_cut();
        }
        self.answer(params, self.window, self.rate)
    }

    #[inline]
    fn observe(&mut self, params: &SwiftParams, now: Nanos32) -> Control {
        self.begin(params, now);
        self.answer(params, self.window, self.rate)
    }

    const META: CcMeta = CcMeta {
        name: "swift",
        variant: "fabric",
        summary: "holds the round-trip time at a target that grows with hops and small windows",
        source: "[Kumar20]",
        output: ControlOutput::WindowAndRate,
        ecn: false,
        int: false,
        cnp: false,
        delay: true,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        // A cut's age is looked at with every event and is below 2^30 after it: twice that compares serially.
        longest_gap_ns: 1 << 30,
    };
    const PRESETS: &'static [Preset<SwiftSettings>] = PRESETS;
    type Settings = SwiftSettings;
    type Params = SwiftParams;

    fn params(settings: &SwiftSettings, mss: Bytes) -> Result<SwiftParams, ParamError> {
        SwiftParams::try_new(settings, mss)
    }

    fn control(&self, params: &SwiftParams) -> Control {
        if self.status & STARTED == 0 {
            self.answer(params, params.initial_window, ONE_Q20)
        } else {
            self.answer(params, self.window, self.rate)
        }
    }

    fn canonical(&self, words: &mut Words) {
        let cut = self.last_decrease.0;
        for word in [self.window, self.fraction, cut, self.srtt, self.timeouts, self.rate, self.status] {
            words.push(word);
        }
    }
}

impl Swift {
    /// \[Kumar20\] algorithm 1, "On Receiving ACK". Without a sample there is nothing to compare.
    #[inline]
    fn acknowledge(&mut self, params: &SwiftParams, now: Nanos32, ack: &Ack) {
        self.timeouts = 0;
        let delay = ack.rtt;
        if delay == 0 {
            return;
        }
        self.smooth(delay);
        let root = root(self.window);
        let target = params.target.at(root);
        if delay < target {
            // Below a segment the rate limits, and no window is ever full.
            if ack.window_limited || self.window < ONE_Q16 {
                self.increase(params, ack.acked.0, root);
            }
        } else if self.status & DECREASED == 0 {
            let over = ratio_q16(delay.saturating_sub(target), delay);
            self.cut(params, now, mul_q16(over, params.beta).min(params.max_mdf));
        }
        self.pace(params);
    }

    /// By ai/window per segment acknowledged; by ai where the window is below one. 1/window is the root's square.
    #[inline]
    fn increase(&mut self, params: &SwiftParams, acked: u32, root: u32) {
        let gain = params.per_mss.mul_div(acked, params.ai);
        let units = if self.window < ONE_Q16 {
            gain
        } else {
            // From a segment up root² is below 2^48, and 2^32/window fits.
            let per_window = (mul_wide(root, root) >> 16) as u32;
            // (2^32 - 1)² and another 2^32 - 1 fit.
            let sum = mul_wide(gain, per_window).wrapping_add(u64::from(self.fraction));
            self.fraction = sum as u32;
            (sum >> 32) as u32
        };
        self.window = self.window.saturating_add(units).min(params.max_window);
    }

    /// By a fraction (Q16) of the window.
    #[inline]
    fn cut(&mut self, params: &SwiftParams, now: Nanos32, fraction: u32) {
        let less = self.window.saturating_sub(mul_q16(self.window, fraction));
        self.fall_to(now, less.max(params.min_window));
    }

    #[inline]
    fn fall_to(&mut self, now: Nanos32, window: u32) {
        if window < self.window {
            self.window = window;
            self.fraction = 0;
            self.last_decrease = now;
            self.status |= DECREASED;
        }
    }

    /// A window below a segment leaves as a segment per srtt/window: window/srtt as a fraction of line rate.
    #[inline]
    fn pace(&mut self, params: &SwiftParams) {
        self.rate = if self.window >= ONE_Q16 || self.srtt == 0 {
            ONE_Q20
        } else {
            // Below 2^16 · 2^16.
            let bytes_q16 = self.window.wrapping_mul(params.mss);
            // At most 2^28 B/ns in Q20 times 2^30 ns; from 2^32 bytes on the rate is 16 units at most, and stays.
            let line = u32::try_from(mul_wide(params.line, self.srtt) >> 20).unwrap_or(u32::MAX);
            Reciprocal::new(line).divide_wide(u64::from(bytes_q16) << 4).clamp(1, ONE_Q20)
        };
    }

    #[inline]
    fn smooth(&mut self, rtt: u32) {
        let sample = rtt.min(RTT_MAX);
        match RTT_GAIN {
            Some(gain) if sample != 0 && self.srtt != 0 => self.srtt = toward(self.srtt, sample, gain),
            _ => self.srtt = if sample == 0 { self.srtt } else { sample },
        }
    }

    #[inline]
    const fn allow_cut(&mut self) {
        self.last_decrease = Nanos32(0);
        self.status &= !DECREASED;
    }

    /// Sets the initial values at the first event; a round trip after a cut the next one is allowed.
    #[inline]
    fn begin(&mut self, params: &SwiftParams, now: Nanos32) {
        if self.status & STARTED == 0 {
            self.status = STARTED;
            self.window = params.initial_window;
            self.rate = ONE_Q20;
        }
        if self.status & DECREASED != 0 && now.signed_since(self.last_decrease) >= self.srtt.cast_signed() {
            self.allow_cut();
        }
    }

    #[inline]
    fn answer(&self, params: &SwiftParams, window: u32, rate: u32) -> Control {
        // 2^30 · 65 535 >> 16 stays below 2^30.
        let bytes = (mul_wide(window, params.mss) >> 16) as u32;
        Control { window: Bytes(bytes.max(params.mss)), rate: LineFraction::from_bits(rate) }
    }

    /// Window \[segments\], Q16; below a segment the rate carries it.
    #[must_use]
    pub const fn window_q16(&self) -> u32 {
        self.window
    }

    /// Smoothed round-trip time \[ns\].
    #[must_use]
    pub const fn srtt(&self) -> u32 {
        self.srtt
    }
}

/// The first event has set the initial values: zero-filled state is a fresh flow.
const STARTED: u32 = 1;
/// A cut is younger than a round trip.
const DECREASED: u32 = 2;

/// Gain of the smoothed round-trip time: 1/8 (RFC 6298 §2).
const RTT_GAIN: Option<Gain> = Gain::from_shift(3);

/// Longest round-trip time that counts \[ns\]: 1.07 s, so that a cut's age stays in half the range of a stamp.
const RTT_MAX: u32 = 1 << 30;

#[cfg(feature = "defmt")]
impl defmt::Format for Swift {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "window {}/2^16 srtt {} rate {}/2^20", self.window, self.srtt, self.rate);
    }
}
