//! The state of one flow and its model of the path.

use crate::MaxFilter;
use crate::params::BbrParams;
use freeboard_cc_api::reno::WINDOW_MAX;
use freeboard_cc_api::stopwatch::Stopwatch;
use freeboard_cc_api::{Bytes, Control, LineFraction, Nanos32, Seq32, Words};
use freeboard_fixmath::{ONE_Q20, Reciprocal, mul_q16, mul_q20, mul_wide};

/// 2/ln 2 in Q8: 2885/1000, rounded up as in Linux.
pub(crate) const HIGH_GAIN: u32 = 739;
/// Its inverse in Q8.
pub(crate) const DRAIN_GAIN: u32 = 88;
/// Gain 1 in Q8.
pub(crate) const UNIT: u32 = 256;
/// Window gain of PROBE_BW in Q8.
const WINDOW_GAIN: u32 = 512;
/// Pacing stays 1 % below the model: 0.99 in Q16.
const MARGIN: u32 = 64_881;
/// Round-trip time before the first sample \[ns\]: 1 ms, as in Linux.
const RTT_UNKNOWN: u32 = 1_000_000;
/// Smallest window, in segments.
pub(crate) const SEGMENTS_MIN: u32 = 4;

/// Phase of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Mode {
    /// Looks for the bandwidth, doubling per round.
    Startup,
    /// Empties the queue that made.
    Drain,
    /// Cycles around the bandwidth.
    ProbeBw,
    /// Looks for the smallest round-trip time with four segments in flight.
    ProbeRtt,
}

bitflags::bitflags! {
    /// What of the state is in force.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Status: u16 {
        /// The first event has set the initial values: zero-filled state is a fresh flow.
        const STARTED = 1;
        /// `next_round` is set.
        const ROUNDS = 2;
        /// The bandwidth was found.
        const FULL = 4;
        /// What is acknowledged up to `limited_until` was sent while the application limited the flow.
        const LIMITED = 8;
        /// The application limits what is sent after the next acknowledgement.
        const LIMITING = 16;
        /// The first round of a recovery: what is sent is what was acknowledged.
        const CONSERVING = 32;
        /// Recovery until `recovered` is acknowledged.
        const RECOVERING = 64;
        /// A loss since the last acknowledgement.
        const LOST = 128;
        /// `timer` is when PROBE_RTT may end.
        const PROBING = 256;
        /// A round has passed since PROBE_RTT had four segments in flight.
        const PROBED = 512;
        /// Sending began again after a silence.
        const RESTARTED = 1_024;
        /// PROBE_RTT has lasted long enough.
        const OVER = 2_048;
        /// The application limits what is sent from `limited_from` on; it ran out last at `armed_until`.
        const ARMED = 4_096;
        /// Samples are limited, and what is sent is: `limited_until` is where the application ran out last.
        const LASTING = 8_192;
    }
}

/// State of one flow, 88 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Bbr {
    /// Largest delivery rate, Q20 of line rate.
    pub(crate) bandwidth: MaxFilter,
    /// Smallest round-trip time \[ns\]; 0 before the first sample.
    pub(crate) min_rtt: u32,
    /// Age of it.
    pub(crate) age: Stopwatch,
    /// Start of the phase of the gain cycle in PROBE_BW; when PROBE_RTT may end, if [`Status::PROBING`].
    pub(crate) timer: Nanos32,
    /// Rounds so far.
    pub(crate) rounds: u32,
    /// The round ends when this is acknowledged, if [`Status::ROUNDS`].
    pub(crate) next_round: Seq32,
    /// Start of what the application limits, if [`Status::ARMED`].
    pub(crate) limited_from: Seq32,
    /// Where the application ran out last, if [`Status::ARMED`].
    pub(crate) armed_until: Seq32,
    /// End of the application-limited samples, if [`Status::LIMITED`].
    pub(crate) limited_until: Seq32,
    /// End of the recovery, if [`Status::RECOVERING`].
    pub(crate) recovered: Seq32,
    /// Bandwidth when it last grew by a quarter.
    pub(crate) full_bandwidth: u32,
    /// Window before PROBE_RTT or a recovery \[B\].
    pub(crate) prior_window: u32,
    /// Window \[B\].
    pub(crate) window: u32,
    /// Pacing rate, Q20 of line rate.
    pub(crate) rate: u32,
    /// Bytes acknowledged until the initial window is, saturating.
    pub(crate) delivered: u32,
    pub(crate) status: Status,
    /// Phase of the machine, a [`Mode`] in two bits. A number and no enum: in memory of a caller it may hold anything.
    mode: u8,
    /// Phase of the gain cycle (0 ..= 7) in the low half, rounds without growth in the high half.
    pub(crate) counts: u8,
}

const _: () = assert!(size_of::<Bbr>() == 88);

impl Bbr {
    /// Phase of the machine.
    #[inline]
    #[must_use]
    pub const fn mode(&self) -> Mode {
        match self.mode & 3 {
            0 => Mode::Startup,
            1 => Mode::Drain,
            2 => Mode::ProbeBw,
            _ => Mode::ProbeRtt,
        }
    }

    pub(crate) const fn enter(&mut self, mode: Mode) {
        self.mode = mode as u8;
    }

    /// Largest delivery rate of the last rounds, Q20 of line rate.
    #[must_use]
    pub const fn bandwidth(&self) -> u32 {
        self.bandwidth.get()
    }

    /// Smallest round-trip time \[ns\]; 0 before the first sample.
    #[must_use]
    pub const fn min_rtt(&self) -> u32 {
        self.min_rtt
    }

    /// Phase of the gain cycle, 0 ..= 7.
    #[must_use]
    pub const fn phase(&self) -> u8 {
        self.counts & 7
    }

    pub(crate) const fn set_phase(&mut self, phase: u8) {
        self.counts = (self.counts & 0xf0) | (phase & 7);
    }

    /// Rounds in which the bandwidth did not grow, 0 ..= 15.
    pub(crate) const fn flat_rounds(&self) -> u8 {
        self.counts >> 4
    }

    pub(crate) const fn set_flat_rounds(&mut self, rounds: u8) {
        self.counts = (self.counts & 0x0f) | (rounds << 4);
    }

    pub(crate) const fn in_force(&self, status: Status) -> bool {
        self.status.contains(status)
    }

    /// Pacing gain, Q8.
    #[inline]
    #[must_use]
    pub const fn pacing_gain(&self) -> u32 {
        match (self.mode(), self.phase()) {
            (Mode::Startup, _) => HIGH_GAIN,
            (Mode::Drain, _) => DRAIN_GAIN,
            (Mode::ProbeBw, 0) => UNIT * 5 / 4,
            (Mode::ProbeBw, 1) => UNIT * 3 / 4,
            _ => UNIT,
        }
    }

    #[inline]
    const fn window_gain(&self) -> u32 {
        match self.mode() {
            Mode::Startup | Mode::Drain => HIGH_GAIN,
            Mode::ProbeBw => WINDOW_GAIN,
            Mode::ProbeRtt => UNIT,
        }
    }

    /// Bytes that bandwidth and smallest round-trip time make, times a gain (Q8).
    #[inline]
    pub(crate) fn product(&self, params: &BbrParams, gain: u32) -> u32 {
        if self.min_rtt == 0 {
            return params.initial_window;
        }
        let bytes = mul_q20(params.line_bytes(self.min_rtt), self.bandwidth.get());
        // At most 2^30 · 739 / 256: fits.
        (mul_wide(bytes, gain) >> 8).min(u64::from(WINDOW_MAX)) as u32
    }

    /// What may be in flight at a gain (Q8) \[B\]: the product, and room for what the NIC holds back.
    #[inline]
    pub(crate) fn in_flight_for(&self, params: &BbrParams, gain: u32) -> u32 {
        self.product(params, gain).saturating_add(params.headroom).min(WINDOW_MAX)
    }

    /// The window the model asks for \[B\].
    #[inline]
    pub(crate) fn target(&self, params: &BbrParams) -> u32 {
        self.in_flight_for(params, self.window_gain())
    }

    /// The pacing rate the model asks for, Q20.
    #[inline]
    pub(crate) fn paced(&self, gain: u32) -> u32 {
        with_margin(self.bandwidth.get(), gain)
    }

    /// Conditions that hold once the flow has started.
    #[inline]
    pub(crate) fn answer(&self, params: &BbrParams) -> Control {
        Control { window: Bytes(self.window.max(params.mss)), rate: LineFraction::from_bits(self.rate) }
    }

    fn timer_in_force(&self) -> u32 {
        match self.mode() {
            Mode::ProbeBw => self.timer.0,
            Mode::ProbeRtt if self.in_force(Status::PROBING) && !self.in_force(Status::OVER) => self.timer.0,
            _ => 0,
        }
    }

    pub(crate) fn words(&self, words: &mut Words) {
        let only = |on: Status, word: u32| if self.in_force(on) { word } else { 0 };
        for word in self.bandwidth.words() {
            words.push(word);
        }
        for word in [
            self.min_rtt,
            self.age.counted.0,
            self.age.elapsed,
            self.timer_in_force(),
            self.rounds,
            only(Status::ROUNDS, self.next_round.0),
            only(Status::ARMED, self.limited_from.0),
            only(Status::ARMED, self.armed_until.0),
            only(Status::LIMITED, self.limited_until.0),
            only(Status::RECOVERING, self.recovered.0),
            self.full_bandwidth,
            self.prior_window,
            self.window,
            self.rate,
            self.delivered,
            u32::from(self.status.bits()),
            self.mode() as u32 | u32::from(self.counts) << 8,
        ] {
            words.push(word);
        }
    }
}

/// High gain times the window \[B\] over the round-trip time \[ns\], 0 while there is none: before there is a bandwidth.
// Never inlined: at most twice in the life of a flow.
#[inline(never)]
pub(crate) fn first_rate(params: &BbrParams, window: u32, rtt: u32) -> u32 {
    let rtt = if rtt == 0 { RTT_UNKNOWN } else { rtt };
    with_margin(Reciprocal::new(params.line_bytes(rtt)).ratio_q20(window), HIGH_GAIN)
}

/// A rate (Q20) at a gain (Q8), 1 % below it, within 1 and line rate.
#[inline]
fn with_margin(rate: u32, gain: u32) -> u32 {
    // 2^20 · 739 fits 32 bits.
    mul_q16(rate.saturating_mul(gain) >> 8, MARGIN).clamp(1, ONE_Q20)
}

#[cfg(feature = "defmt")]
impl defmt::Format for Bbr {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "{} bw {} min_rtt {} window {}",
            self.mode(),
            self.bandwidth,
            self.min_rtt,
            self.window
        );
    }
}
