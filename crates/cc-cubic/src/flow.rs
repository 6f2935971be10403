//! One CUBIC flow.
//!
//! ```text
//! SLOW START -- cwnd >= ssthresh; HyStart's train or delay: ssthresh = cwnd -----+
//!   |   ^                                                                        v
//!   |   |                EPOCH, from the first ACK on: k = climb(w_max - cwnd)
//!   |   | timeout, from  +---------------------------------------------------------+
//!   |   | any state:     | CONCAVE, below w_max --- t >= k ---> CONVEX, above it   |
//!   |   | cwnd = mss,    | both: where curve.at(t) < w_est, cwnd = max(cwnd, w_est)|
//!   |   | w_max = 0,     +---------------------------------------------------------+
//!   |   | ssthresh =      |                                                      ^
//!   |   | beta * flight   | loss: cwnd = beta * min(flight, cwnd)                |
//!   |   |                 | mark (ECN): cwnd = beta_ecn * cwnd                   |
//!   v   |                 v                                                      |
//! REDUCED, no growth: w_max = cwnd, or convergence * cwnd where cwnd < w_max     |
//!   +------------ una >= reduced_until (ECN: una > reduced_until) ---------------+
//! A loss or a mark in SLOW START cuts as in EPOCH.
//! ```

use crate::curve::TICK_SHIFT;
use crate::params::{
    CubicEcnSettings, CubicFamilySettings, CubicParams, CubicSettings, ECN_PRESETS, PRESETS,
};
use freeboard_cc_api::reno::{Reno, Status, WINDOW_MAX};
use freeboard_cc_api::stopwatch::Stopwatch;
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, Loss, Nanos32, ParamError, Part, Preset,
    Prior, Seq32, Variant, Words,
};
use freeboard_fixmath::{Gain, ONE_Q16, mul_q16, mul_wide, ratio_q16, toward};

/// State of one flow, 56 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct CubicFlow<const ECN: bool> {
    /// Window, threshold, the reduction in force.
    reno: Reno,
    /// The maximum the cubic returns to \[B\]; 0 after a timeout, which sets it anew.
    w_max: u32,
    /// Window before the last cut \[B\]: from there the estimate grows like Reno.
    cwnd_prior: u32,
    /// Ticks the cubic needs to reach `w_max`.
    k: u32,
    /// Time in congestion avoidance, if [`Status::EPOCH`].
    epoch: Stopwatch,
    /// The Reno-friendly estimate \[B\].
    w_est: u32,
    /// Bytes credited to the estimate since it last grew.
    credit: u32,
    /// Fractions of a byte, Q16: of the credit in the low half, of the window in the high half.
    fractions: u32,
    /// Smoothed round-trip time \[ns\]; 0 before the first sample.
    srtt: u32,
}

const _: () = assert!(size_of::<CubicFlow<false>>() == 56);

impl<const ECN: bool> CongestionControl for CubicFlow<ECN>
where
    Self: Variant<Own: Part<Whole = CubicFamilySettings>>,
{
    #[inline(always)]
    fn on_ack(&mut self, params: &CubicParams, now: Nanos32, ack: &Ack) -> Control {
        self.begin(params);
        self.acknowledge(params, now, ack);
        self.reno.answer(params.mss)
    }

    /// RFC 9438 §4.6, losses of one window being one event.
    #[inline(always)]
    fn on_loss(&mut self, params: &CubicParams, _: Nanos32, loss: &Loss) -> Control {
        self.begin(params);
        if !self.reno.is_reduced(loss.una) {
            self.cut(params, params.beta, loss.in_flight.0.min(self.reno.cwnd), loss.nxt);
        }
        self.reno.answer(params.mss)
    }

    /// RFC 9438 §4.8: one segment; the next epoch begins with K = 0 at the window it finds.
    #[inline(always)]
    fn on_timeout(&mut self, params: &CubicParams, _: Nanos32, loss: &Loss) -> Control {
        self.begin(params);
        let cut = mul_q16(loss.in_flight.0, params.beta).max(params.min_window).min(WINDOW_MAX);
        self.remember(params);
        self.w_max = 0;
        self.reno.time_out(cut, params.mss);
        self.reno.answer(params.mss)
    }

    #[inline(always)]
    fn on_idle(&mut self, params: &CubicParams, now: Nanos32, silence: u32) -> Control {
        self.begin(params);
        self.epoch.skip(now);
        self.reno.resume(silence, params.idle_restart, params.restart, params.initial_window);
        self.reno.answer(params.mss)
    }

    /// As Linux: window and threshold come back, and an epoch that has begun goes on. RFC 9438 §4.9 restores the epoch of before.
    #[inline(always)]
    fn on_undo(&mut self, params: &CubicParams, _: Nanos32, prior: &Prior) -> Control {
        self.begin(params);
        self.reno.undo(prior);
        self.reno.answer(params.mss)
    }

    #[inline(always)]
    fn observe(&mut self, params: &CubicParams, _: Nanos32) -> Control {
        self.begin(params);
        self.reno.answer(params.mss)
    }

    const META: CcMeta = CcMeta {
        name: "cubic",
        variant: if ECN { "ecn" } else { "rfc9438" },
        summary: "follows a cubic of the time since the last cut, or Reno where that is faster",
        source: "RFC 9438",
        output: ControlOutput::Window,
        ecn: ECN,
        int: false,
        cnp: false,
        delay: false,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        // Stamps compare serially: half of their range.
        longest_gap_ns: (1 << 31) - 1,
    };
    const PRESETS: &'static [Preset<<Self as Variant>::Own>] = Self::NAMED;
    type Settings = <Self as Variant>::Own;
    type Params = CubicParams;

    fn params(settings: &Self::Settings, mss: Bytes) -> Result<CubicParams, ParamError> {
        CubicParams::try_new(&settings.whole(), mss).map_err(Self::Settings::refusal)
    }

    fn control(&self, params: &CubicParams) -> Control {
        Control::window(self.reno.window(params.initial_window, params.mss))
    }

    fn slow_start_threshold(&self) -> Bytes {
        self.reno.slow_start_threshold()
    }

    fn canonical(&self, words: &mut Words) {
        let in_epoch = self.reno.status.contains(Status::EPOCH);
        let only = |word: u32| if in_epoch { word } else { 0 };
        self.reno.canonical_window(words);
        words.push(self.w_max);
        words.push(self.cwnd_prior);
        let epoch =
            [self.k, self.epoch.counted.0, self.epoch.elapsed, self.w_est, self.credit, self.fractions];
        for word in epoch {
            words.push(only(word));
        }
        words.push(self.srtt);
        self.reno.canonical_status(words);
    }
}

// What runs once per event is inlined into every variant that has it: shared code costs each of them a call.
impl<const ECN: bool> CubicFlow<ECN> {
    #[inline(always)]
    fn acknowledge(&mut self, params: &CubicParams, now: Nanos32, ack: &Ack) {
        self.reno.status.remove(Status::TIMED_OUT);
        self.smooth(ack.rtt);
        let una = ack.una;
        let reduced = if ECN { self.reno.is_reduced_for_marks(una) } else { self.reno.is_reduced(una) };
        if reduced {
            return;
        }
        if ECN && ack.marked.0 != 0 {
            self.on_mark(params, ack.nxt);
        } else if !ack.window_limited {
            self.epoch.skip(now);
        } else if self.reno.in_slow_start() {
            self.reno.grow_slow_start(ack.acked.0, params.slow_start_limit);
        } else {
            self.avoid(params, now, ack.acked.0);
        }
    }

    #[inline(always)]
    fn smooth(&mut self, rtt: u32) {
        match RTT_GAIN {
            Some(gain) if rtt != 0 && self.srtt != 0 => self.srtt = toward(self.srtt, rtt, gain),
            _ => self.srtt = if rtt != 0 { rtt } else { self.srtt },
        }
    }

    /// RFC 9438 §4.2 to §4.5: the larger of estimate and cubic.
    #[inline(always)]
    fn avoid(&mut self, params: &CubicParams, now: Nanos32, acked: u32) {
        if !self.reno.status.contains(Status::EPOCH) {
            self.begin_epoch(params, now);
        }
        self.epoch.advance(now);
        self.estimate(params, acked);
        let now_at = params.curve.at(self.epoch.ticks(0, TICK_SHIFT), self.k, self.w_max);
        if now_at < self.w_est {
            self.reno.cwnd = self.reno.cwnd.max(self.w_est);
        } else {
            self.climb(params, acked);
        }
    }

    /// RFC 9438 §4.2: K from the distance to the maximum; without one to return to, the cubic starts here.
    #[inline(always)]
    fn begin_epoch(&mut self, params: &CubicParams, now: Nanos32) {
        let cwnd = self.reno.cwnd;
        self.reno.status.insert(Status::EPOCH);
        self.epoch = Stopwatch::begin(now);
        self.w_max = self.w_max.max(cwnd);
        self.k = params.curve.climb(self.w_max.saturating_sub(cwnd));
        self.w_est = cwnd;
        self.credit = 0;
        self.fractions = 0;
    }

    /// RFC 9438 §4.3: alpha segments per window, counted without rounding; one segment once the window before
    /// the cut is regained.
    #[inline(always)]
    fn estimate(&mut self, params: &CubicParams, acked: u32) {
        let alpha = if self.w_est >= self.cwnd_prior { ONE_Q16 } else { params.alpha };
        let credit = mul_wide(acked, alpha).wrapping_add(u64::from(self.fractions & 0xffff));
        self.fractions = (self.fractions & 0xffff_0000) | (credit & 0xffff) as u32;
        // alpha is at most 1, so the whole part is at most `acked`.
        self.credit = self.credit.saturating_add((credit >> 16) as u32);
        if self.credit >= self.reno.cwnd {
            self.credit = self.credit.saturating_sub(self.reno.cwnd).min(self.reno.cwnd);
            self.w_est = self.w_est.saturating_add(params.mss).min(WINDOW_MAX);
        }
    }

    /// RFC 9438 §4.4, §4.5: towards where the cubic will be in a round trip, at most half a window further.
    #[inline(always)]
    fn climb(&mut self, params: &CubicParams, acked: u32) {
        let cwnd = self.reno.cwnd;
        let ahead = params.curve.at(self.epoch.ticks(self.srtt, TICK_SHIFT), self.k, self.w_max);
        let room = ahead.saturating_sub(cwnd).min(cwnd >> 1);
        let growth = mul_wide(acked, ratio_q16(room, cwnd)).wrapping_add(u64::from(self.fractions >> 16));
        self.fractions = (self.fractions & 0xffff) | ((growth & 0xffff) as u32) << 16;
        self.reno.grow_by(((growth >> 16) as u32).min(room));
    }

    /// RFC 9438 §4.6; a mark is never a raise: after a timeout the window lies below its floor.
    #[inline(always)]
    fn on_mark(&mut self, params: &CubicParams, until: Seq32) {
        let before = self.reno.cwnd;
        self.cut(params, params.beta_ecn, before, until);
        self.reno.cwnd = self.reno.cwnd.min(before);
    }

    /// To a fraction of `base`, Q16; the maximum is remembered before the cut (RFC 9438 §4.6, §4.7).
    #[inline]
    fn cut(&mut self, params: &CubicParams, kept: u32, base: u32, until: Seq32) {
        self.remember(params);
        self.reno.reduce(mul_q16(base, kept).max(params.min_window).min(WINDOW_MAX), until);
    }

    #[inline]
    fn remember(&mut self, params: &CubicParams) {
        let cwnd = self.reno.cwnd;
        self.w_max = if cwnd < self.w_max { mul_q16(cwnd, params.convergence) } else { cwnd };
        self.cwnd_prior = cwnd;
        self.reno.status.remove(Status::EPOCH);
    }

    /// Sets the initial values at the first event.
    #[inline(always)]
    pub(crate) fn begin(&mut self, params: &CubicParams) {
        if self.reno.start(params.initial_window) && params.threshold > 0 {
            self.reno.bound(params.threshold);
        }
    }

    #[inline]
    pub(crate) const fn in_slow_start(&self) -> bool {
        self.reno.in_slow_start()
    }

    /// The window becomes the threshold.
    #[inline]
    pub(crate) fn end_slow_start(&mut self) {
        self.reno.bound(self.reno.cwnd);
    }

    /// An epoch of congestion avoidance is under way.
    #[inline]
    pub(crate) const fn in_epoch(&self) -> bool {
        self.reno.status.contains(Status::EPOCH)
    }

    /// Window \[B\] and smoothed round-trip time \[ns\].
    #[inline]
    pub(crate) const fn pace(&self) -> (u32, u32) {
        (self.reno.cwnd, self.srtt)
    }

    /// The maximum the cubic returns to \[B\].
    #[must_use]
    pub const fn w_max(&self) -> u32 {
        self.w_max
    }

    /// K \[ticks of 2^20 ns\].
    #[must_use]
    pub const fn k(&self) -> u32 {
        self.k
    }
}

/// Gain of the smoothed round-trip time: 1/8 (RFC 6298 §2).
const RTT_GAIN: Option<Gain> = Gain::from_shift(3);

/// CUBIC that answers losses only.
pub type Cubic = CubicFlow<false>;
/// CUBIC that answers marks as well.
pub type CubicEcn = CubicFlow<true>;

impl Variant for Cubic {
    type Own = CubicSettings;
    const NAMED: &'static [Preset<CubicSettings>] = PRESETS;
}

impl Variant for CubicEcn {
    type Own = CubicEcnSettings;
    const NAMED: &'static [Preset<CubicEcnSettings>] = ECN_PRESETS;
}

#[cfg(feature = "defmt")]
impl<const ECN: bool> defmt::Format for CubicFlow<ECN> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{} w_max {} k {} w_est {}", self.reno, self.w_max, self.k, self.w_est);
    }
}
