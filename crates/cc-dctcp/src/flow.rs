//! One DCTCP flow.

use crate::params::{DctcpParams, DctcpSettings, PRESETS};
use cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, Drive, Event, Loss, ParamError, Preset, Seq32, Words,
};
use fixmath::{EwmaQ20, mul_q20, ratio_q20};

/// Largest window \[B\]: half the range in which sequence numbers compare serially, halved once more so
/// that a window and its doubling both fit. Chosen by us.
const WINDOW_MAX: u32 = 1 << 30;

/// Segments below which a loss never takes the slow-start threshold (RFC 5681 §3.1).
const THRESHOLD_MIN_SEGMENTS: u32 = 2;

bitflags::bitflags! {
    /// Where a flow stands.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Status: u32 {
        /// The first event has set the initial values: zero-filled state is a fresh flow.
        const STARTED = 1;
        /// A reduction is in force until `reduced_until` is acknowledged.
        const REDUCED = 2;
        /// `observed_until` is set: an estimation window is under way.
        const OBSERVING = 4;
        /// A loss has set the slow-start threshold; before, there is none.
        const BOUNDED = 8;
    }
}

/// State of one flow, 36 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Dctcp {
    /// Congestion window \[B\].
    cwnd: u32,
    /// Slow-start threshold \[B\], if [`Status::BOUNDED`].
    ssthresh: u32,
    /// Bytes acknowledged since the window last grew, in congestion avoidance.
    growth: u32,
    /// Estimated fraction of marked bytes, Q20.
    alpha: EwmaQ20,
    /// Bytes acknowledged in this estimation window.
    acked: u32,
    /// Of these, bytes marked.
    marked: u32,
    /// The estimation window ends when this is acknowledged (`DCTCP.WindowEnd`).
    observed_until: Seq32,
    /// The reduction ends when this is acknowledged.
    reduced_until: Seq32,
    /// What of the above is in force.
    status: Status,
}

impl CongestionControl for Dctcp {
    const META: CcMeta = CcMeta {
        name: "dctcp",
        variant: "tcp",
        summary: "cuts the window by half the fraction of marked bytes",
        source: "RFC 8257",
        drive: Drive::Window,
        ecn: true,
        int: false,
        tick_ns: 0,
        aux_bytes: 0,
        longest_gap_ns: u64::MAX,
    };
    const PRESETS: &'static [Preset<DctcpSettings>] = PRESETS;
    type Settings = DctcpSettings;
    type Params = DctcpParams;

    fn params(settings: &DctcpSettings, mss: Bytes) -> Result<DctcpParams, ParamError> {
        DctcpParams::try_new(settings, mss)
    }

    #[inline]
    fn on_event(&mut self, params: &DctcpParams, event: &Event<'_>) -> Control {
        self.start(params);
        match event {
            Event::Ack { ack, .. } | Event::Int { ack, .. } => self.on_ack(params, ack),
            Event::LossEpisode { loss, .. } => self.on_loss(params, loss),
            Event::Timeout { loss, .. } => self.on_timeout(params, loss),
            Event::Idle { silence, .. } => self.on_idle(params, *silence),
            Event::Sent { .. }
            | Event::DupAck { .. }
            | Event::Cnp { .. }
            | Event::Rtt { .. }
            | Event::Tick { .. }
            | Event::Paused { .. }
            | Event::AppLimited { .. } => {}
        }
        Control::window(Bytes(self.cwnd))
    }

    fn control(&self, params: &DctcpParams) -> Control {
        let started = self.status.contains(Status::STARTED);
        Control::window(Bytes(if started { self.cwnd } else { params.initial_window }))
    }

    fn canonical(&self, words: &mut Words) {
        let only = |on: Status, word: u32| if self.status.contains(on) { word } else { 0 };
        for word in [
            self.cwnd,
            only(Status::BOUNDED, self.ssthresh),
            self.growth,
            self.alpha.to_bits(),
            self.acked,
            self.marked,
            only(Status::OBSERVING, self.observed_until.0),
            only(Status::REDUCED, self.reduced_until.0),
            self.status.bits(),
        ] {
            words.push(word);
        }
    }
}

impl Dctcp {
    /// Alpha, Q20: 2^20 is 1.
    #[must_use]
    pub const fn alpha_q20(&self) -> u32 {
        self.alpha.to_bits()
    }

    #[inline]
    fn start(&mut self, params: &DctcpParams) {
        if !self.status.contains(Status::STARTED) {
            self.status.insert(Status::STARTED);
            self.cwnd = params.initial_window;
            self.alpha = EwmaQ20::from_bits(params.alpha_init);
        }
    }

    /// RFC 8257 §3.3: the estimate comes before the cut, and a cut and growth never share an ACK.
    #[inline]
    fn on_ack(&mut self, params: &DctcpParams, ack: &Ack) {
        self.observe(params, ack);
        if self.status.contains(Status::REDUCED) && ack.una.is_at_or_after(self.reduced_until) {
            self.status.remove(Status::REDUCED);
        }
        if self.status.contains(Status::REDUCED) {
            return;
        }
        if ack.marked.0 != 0 {
            self.reduce(params, ack.nxt);
        } else if ack.window_limited {
            self.grow(params, ack.acked.0);
        }
    }

    /// RFC 8257 §3.3 steps 1-8: once per window, alpha moves towards the fraction of marked bytes.
    #[inline]
    fn observe(&mut self, params: &DctcpParams, ack: &Ack) {
        self.acked = self.acked.saturating_add(ack.acked.0);
        self.marked = self.marked.saturating_add(ack.marked.0);
        if !self.status.contains(Status::OBSERVING) {
            self.status.insert(Status::OBSERVING);
            self.observed_until = ack.nxt;
            return;
        }
        if ack.una.is_at_or_after(self.observed_until) {
            self.alpha.update(ratio_q20(self.marked, self.acked), params.gain);
            self.observed_until = ack.nxt;
            self.acked = 0;
            self.marked = 0;
        }
    }

    /// RFC 8257 §3.3 step 9: cwnd = cwnd * (1 - alpha/2), at most once per window.
    #[inline]
    fn reduce(&mut self, params: &DctcpParams, nxt: Seq32) {
        let cut = mul_q20(self.cwnd, self.alpha.to_bits()) >> 1;
        let target = self.cwnd.saturating_sub(cut).max(params.min_window);
        // A cut is never a raise: after a timeout the window lies below its floor.
        self.cwnd = self.cwnd.min(target);
        self.bound(target, nxt);
    }

    /// RFC 5681 §3.1: by what was acknowledged in slow start, by one segment per window afterwards.
    #[inline]
    fn grow(&mut self, params: &DctcpParams, acked: u32) {
        if !self.status.contains(Status::BOUNDED) || self.cwnd < self.ssthresh {
            self.cwnd = self.cwnd.saturating_add(acked).min(WINDOW_MAX);
            return;
        }
        self.growth = self.growth.saturating_add(acked);
        if self.growth >= self.cwnd {
            // What one ACK acknowledges beyond a window is forgotten: growth is one segment per ACK at most.
            self.growth = self.growth.saturating_sub(self.cwnd).min(self.cwnd);
            self.cwnd = self.cwnd.saturating_add(params.mss).min(WINDOW_MAX);
        }
    }

    /// RFC 8257 §3.5: loss halves as in Reno, whatever alpha says.
    #[inline]
    fn on_loss(&mut self, params: &DctcpParams, loss: &Loss) {
        self.cwnd = half_flight(params, loss);
        self.bound(self.cwnd, loss.nxt);
    }

    /// RFC 5681 §3.1: one segment, slow start to half of what was in flight.
    #[inline]
    fn on_timeout(&mut self, params: &DctcpParams, loss: &Loss) {
        self.bound(half_flight(params, loss), loss.nxt);
        self.status.remove(Status::REDUCED);
        self.cwnd = params.mss;
    }

    /// RFC 5681 §4.1.
    #[inline]
    fn on_idle(&mut self, params: &DctcpParams, silence: u32) {
        if params.idle_restart != 0 && silence > params.idle_restart {
            self.cwnd = self.cwnd.min(params.initial_window);
        }
    }

    #[inline]
    fn bound(&mut self, ssthresh: u32, reduced_until: Seq32) {
        self.ssthresh = ssthresh;
        self.growth = 0;
        self.reduced_until = reduced_until;
        self.status.insert(Status::BOUNDED | Status::REDUCED);
    }
}

/// Half of what was in flight, at least two segments.
#[inline]
fn half_flight(params: &DctcpParams, loss: &Loss) -> u32 {
    (loss.in_flight.0 >> 1).max(params.mss.saturating_mul(THRESHOLD_MIN_SEGMENTS)).min(WINDOW_MAX)
}

#[cfg(feature = "defmt")]
impl defmt::Format for Dctcp {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "cwnd {} alpha {}/2^20 status {}",
            self.cwnd,
            self.alpha.to_bits(),
            self.status.bits()
        );
    }
}
