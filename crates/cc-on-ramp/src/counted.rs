//! On-Ramp with its own count of what is in flight, for NICs whose transport keeps none.

use crate::OnRamp;
use crate::params::{OnRampParams, OnRampSettings, PRESETS};
use crate::pause::LATE_MAX;
use freeboard_cc_api::{Bytes, Nanos32, OrAck, ParamError, Preset, Remembered, Sent, Underlay, Words};

/// [`OnRamp`] and its [`Flight`], 36 bytes. A full cap holds the flow as a pause does, for `pause_max` at most, but is
/// no pause: it does not count in C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct OnRampCounted {
    flow: OnRamp,
    flight: Flight,
}

const _: () = assert!(size_of::<OnRampCounted>() == 36);

impl Underlay for OnRampCounted {
    #[inline]
    fn on_sent(&mut self, params: &OnRampParams, sent: &Sent) -> u32 {
        self.flight.on_sent(sent.now, sent.fresh, params.pause_max);
        self.flow.on_sent(params, sent)
    }

    #[inline]
    fn on_or_ack(&mut self, params: &OnRampParams, report: &OrAck) {
        self.flow.on_or_ack(params, report);
    }

    #[inline]
    fn on_ack(&mut self, _: &OnRampParams, now: Nanos32, acked: Bytes) {
        self.flight.on_ack(now, acked);
    }

    const NAME: &'static str = "on-ramp-counted";
    const SUMMARY: &'static str = "on-ramp, with a count of its own of what is in flight";
    const SOURCE: &'static str = "[Liu21]";
    const PRESETS: &'static [Preset<OnRampSettings>] = &PRESETS;
    type Settings = OnRampSettings;
    type Params = OnRampParams;

    fn params(settings: &OnRampSettings) -> Result<OnRampParams, ParamError> {
        OnRampParams::try_new(settings)
    }

    #[inline]
    fn is_sane(params: &OnRampParams, report: &OrAck) -> bool {
        OnRamp::is_sane(params, report)
    }

    #[inline]
    fn release(&self, params: &OnRampParams, now: Nanos32) -> Nanos32 {
        let paused = self.flow.release(params, now);
        let full = self.flight.release(now, params.in_flight_cap, params.pause_max);
        if full.since(now) > paused.since(now) { full } else { paused }
    }

    /// None that a transport would have to keep.
    #[inline]
    fn in_flight_cap(&self, _: &OnRampParams) -> Bytes {
        Bytes::MAX
    }

    #[inline]
    fn remember(&self, now: Nanos32) -> Option<Remembered> {
        self.flow.remember(now)
    }

    #[inline]
    fn starting_from(params: &OnRampParams, now: Nanos32, seen: &Remembered) -> Self {
        Self { flow: OnRamp::starting_from(params, now, seen), flight: Flight::default() }
    }

    fn canonical(&self, words: &mut Words) {
        self.flow.canonical(words);
        // With nothing in flight it does not matter since when.
        let some = self.flight.bytes != 0;
        words.push(self.flight.bytes);
        words.push(if some { self.flight.since.0 } else { 0 });
    }
}

/// Bytes sent and not acknowledged, and since when. 8 bytes; zero-filled is "nothing in flight".
///
/// The count goes down with the cumulative ACK of the congestion control, never with a report: reports are sparse and
/// may all be lost. Where no ACK comes at all, time lets go: see [`Flight::release`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Flight {
    /// Sent and not acknowledged \[B\].
    bytes: u32,
    /// When the last ACK came, or the first packet left.
    since: Nanos32,
}

const _: () = assert!(size_of::<Flight>() == 8);

impl Flight {
    /// A packet left, with so much payload that was never sent before. After `patience` without an ACK what was sent
    /// before it counts no more.
    #[inline]
    pub const fn on_sent(&mut self, now: Nanos32, fresh: Bytes, patience: u32) {
        if self.bytes == 0 || self.is_given_up(now, patience) {
            *self = Self { bytes: 0, since: now };
        }
        self.bytes = self.bytes.saturating_add(fresh.0);
    }

    /// The cumulative ACK advanced. What was given up before may still be acknowledged: the count stops at 0.
    #[inline]
    pub const fn on_ack(&mut self, now: Nanos32, acked: Bytes) {
        self.bytes = self.bytes.saturating_sub(acked.0);
        self.since = now;
    }

    /// Earliest time of the next packet: `now` with room below the cap, else `patience` after the last ACK, or after
    /// `now` where that lies before the ACK: nothing waits longer than `patience`.
    #[inline]
    #[must_use]
    pub const fn release(&self, now: Nanos32, cap: Bytes, patience: u32) -> Nanos32 {
        if self.bytes < cap.0 || self.is_given_up(now, patience) {
            return now;
        }
        let from = if now.since(self.since) < patience { self.since } else { now };
        from.plus(patience)
    }

    /// A stamp slightly before `since` is late, not 4.29 s later.
    #[inline]
    const fn is_given_up(&self, now: Nanos32, patience: u32) -> bool {
        let passed = now.since(self.since);
        passed >= patience && passed.wrapping_neg() > LATE_MAX
    }
}
