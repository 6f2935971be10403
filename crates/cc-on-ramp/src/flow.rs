//! One flow under On-Ramp.

use crate::Pause;
use crate::params::{OnRampParams, OnRampSettings};
use freeboard_cc_api::{
    Bytes, Nanos32, OrAck, ParamError, Part, Preset, Remembered, Sent, Underlay, Variant, Words,
};
use freeboard_fixmath::{mul_q16, ratio_q16, toward};

/// State of one flow, 28 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct OnRampFlow<const STRAWMAN: bool> {
    pause: Pause,
    /// One-way delay of the packet reported last (O_B) \[ns\]; clock errors can make it negative.
    delay: i32,
    /// Cumulative pause when that packet left (C at tx_B) \[ns\].
    pause_at_sent: u32,
    /// That packet's number.
    packet: u32,
    /// [`BETA`], the reduction of delay per unit of pause, with [`REPORTED`] and [`MEASURED`].
    learned: u32,
}

const _: () = assert!(size_of::<OnRampFlow<false>>() == 28);

impl<const STRAWMAN: bool> Underlay for OnRampFlow<STRAWMAN>
where
    Self: Variant<Own: Part<Whole = OnRampSettings>>,
{
    #[inline]
    fn on_sent(&mut self, _: &OnRampParams, sent: &Sent) -> u32 {
        self.pause.elapsed(sent.now)
    }

    // Always: shared by two underlays of an image, it would be called, with its arguments on the stack.
    #[inline(always)]
    fn on_or_ack(&mut self, params: &OnRampParams, report: &OrAck) {
        if !self.is_news(report) || !Self::is_sane(params, report) {
            return;
        }
        let delay = report.delay();
        self.measure(params, report, delay);
        let asserted = forward(self.pause.elapsed(report.now), report.pause_at_sent);
        // Below 2^31, as what is ahead is, and beta is at most 1.
        let expected = mul_q16(asserted, self.beta(params)).cast_signed();
        // The excess may be negative: a delay below T, or pause that has yet to show.
        let excess = delay.saturating_sub(expected).saturating_sub(params.t.cast_signed());
        if excess > 0 {
            self.pause.set(report.now, excess.cast_unsigned().min(params.pause_max));
        }
    }

    #[inline]
    fn on_ack(&mut self, _: &OnRampParams, _: Nanos32, _: Bytes) {}

    const NAME: &'static str = if STRAWMAN { "on-ramp-strawman" } else { "on-ramp" };
    const SUMMARY: &'static str = if STRAWMAN {
        "holds packets at the edge by what the last one-way delay had above T"
    } else {
        "holds packets at the edge by what the one-way delay has above T, less what earlier pauses will take from it"
    };
    const SOURCE: &'static str = "[Liu21]";
    const PRESETS: &'static [Preset<<Self as Variant>::Own>] = Self::NAMED;
    type Settings = <Self as Variant>::Own;
    type Params = OnRampParams;

    fn params(settings: &Self::Settings) -> Result<OnRampParams, ParamError> {
        OnRampParams::try_new(&settings.whole()).map_err(Self::Settings::refusal)
    }

    #[inline(always)]
    fn is_sane(params: &OnRampParams, report: &OrAck) -> bool {
        report.delay().unsigned_abs() <= params.sane
    }

    #[inline]
    fn release(&self, _: &OnRampParams, now: Nanos32) -> Nanos32 {
        self.pause.release(now)
    }

    #[inline]
    fn in_flight_cap(&self, params: &OnRampParams) -> Bytes {
        params.in_flight_cap
    }

    /// `None` before the first report.
    #[inline]
    fn remember(&self, now: Nanos32) -> Option<Remembered> {
        if self.learned & REPORTED == 0 {
            return None;
        }
        Some(Remembered { delay: self.delay, until: self.pause.release(now) })
    }

    /// It is held as long as that one, and its first report is compared with that one's delay. Beyond \[Liu21\], which
    /// notes that later requests profit from the delay of earlier ones (§5.2.1).
    #[inline]
    fn starting_from(params: &OnRampParams, now: Nanos32, seen: &Remembered) -> Self {
        let left = seen.until.signed_since(now).max(0).cast_unsigned().min(params.pause_max);
        let learned = MEASURED | if STRAWMAN { 0 } else { params.beta_init & BETA };
        let mut flow = Self { delay: seen.delay, learned, ..Self::default() };
        if left > 0 {
            flow.pause.set(now, left);
        }
        flow
    }

    fn canonical(&self, words: &mut Words) {
        for word in self.pause.words() {
            words.push(word);
        }
        for word in [self.delay.cast_unsigned(), self.pause_at_sent, self.packet, self.learned] {
            words.push(word);
        }
    }
}

impl<const STRAWMAN: bool> OnRampFlow<STRAWMAN> {
    /// \[Liu21\] §3.2: the change of delay per pause asserted between two packets, if there was any.
    #[inline(always)]
    fn measure(&mut self, params: &OnRampParams, report: &OrAck, delay: i32) {
        let between = forward(report.pause_at_sent, self.pause_at_sent);
        let mut beta = self.beta(params);
        if !STRAWMAN && self.learned & MEASURED != 0 && between != 0 {
            // Both delays are sane, below 2^30: the difference fits. A delay that grew measures 0.
            let fell = self.delay.saturating_sub(delay).max(0).cast_unsigned();
            beta = toward(beta, ratio_q16(fell, between), params.gain);
        }
        self.delay = delay;
        self.pause_at_sent = report.pause_at_sent;
        self.packet = report.packet;
        self.learned = REPORTED | MEASURED | (beta & BETA);
    }

    /// Reports can be reordered and doubled: only one of a later packet counts.
    #[inline]
    const fn is_news(&self, report: &OrAck) -> bool {
        self.learned & REPORTED == 0 || report.packet.wrapping_sub(self.packet).cast_signed() > 0
    }

    /// Beta, Q16: 2^16 is 1.
    #[inline]
    #[must_use]
    pub const fn beta(&self, params: &OnRampParams) -> u32 {
        match (STRAWMAN, self.learned & MEASURED) {
            (true, _) => 0,
            (false, 0) => params.beta_init,
            (false, _) => self.learned & BETA,
        }
    }
}

/// How far a wrapping counter is ahead; 0 if it is behind.
#[inline(always)]
const fn forward(later: u32, earlier: u32) -> u32 {
    let ahead = later.wrapping_sub(earlier);
    if ahead.cast_signed() > 0 { ahead } else { 0 }
}

/// The final version: beta is measured.
pub type OnRamp = OnRampFlow<false>;
/// The paper's first version: beta is 0, so that a flow over-pauses by about a round trip.
pub type Strawman = OnRampFlow<true>;

/// In `learned`: a report has come, `packet` counts.
const REPORTED: u32 = 1 << 31;
/// In `learned`: beta, `delay` and `pause_at_sent` count, from a report or from memory.
const MEASURED: u32 = 1 << 30;
/// In `learned`: beta, Q16, 1.0 included.
const BETA: u32 = (1 << 17) - 1;
