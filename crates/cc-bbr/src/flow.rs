//! The events of one BBR flow.
//!
//! ```text
//! STARTUP ---- FULL: FLAT_ROUNDS rounds, each with growth below 1/4 ---> DRAIN
//! HIGH_GAIN                                                            DRAIN_GAIN
//!   ^                                                                      |
//!   |          +-- in flight <= in_flight_for(UNIT); any phase but 1 ------+
//!   |          v
//!   |       PROBE_BW:  phase 0 --a--> phase 1 --b--> phases 2 .. 7, each --c--> next
//!   |          ^       UNIT * 5/4     UNIT * 3/4     UNIT
//!   |          |       a: > min_rtt, and (LOST or in flight >= in_flight_for(UNIT * 5/4))
//!   | not      | FULL  b: > min_rtt, or in flight <= in_flight_for(UNIT)
//!   | FULL     |       c: > min_rtt; phase 0 follows phase 7
//!   +----- PROBE_RTT <--- any mode: min_rtt older than min_rtt_steps, not RESTARTED
//!          UNIT, window <= SEGMENTS_MIN; the end is PROBED and OVER: a round
//!          and probe_rtt after in flight <= SEGMENTS_MIN
//! ```

use crate::params::{BbrParams, BbrSettings, PRESETS};
use crate::state::{Bbr, Mode, SEGMENTS_MIN, Status, UNIT, first_rate};
use freeboard_cc_api::reno::WINDOW_MAX;
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, LineFraction, Loss, Nanos32, ParamError,
    Preset, Words,
};

impl CongestionControl for Bbr {
    #[inline]
    fn on_ack(&mut self, params: &BbrParams, now: Nanos32, ack: &Ack) -> Control {
        self.start(params, now);
        self.watch_clock(now);
        self.acknowledge(params, now, ack);
        self.answer(params)
    }

    #[inline]
    fn on_loss(&mut self, params: &BbrParams, now: Nanos32, loss: &Loss) -> Control {
        self.observe(params, now);
        self.lose(params, loss);
        self.answer(params)
    }

    #[inline]
    fn on_timeout(&mut self, params: &BbrParams, now: Nanos32, loss: &Loss) -> Control {
        self.observe(params, now);
        self.time_out(params, loss);
        self.answer(params)
    }

    #[inline]
    fn on_app_limited(&mut self, params: &BbrParams, now: Nanos32) -> Control {
        self.status.insert(Status::LIMITING);
        self.observe(params, now)
    }

    #[inline]
    fn on_paused(&mut self, params: &BbrParams, now: Nanos32, _: bool) -> Control {
        self.status.set(Status::LIMITING, params.pause_limits || self.in_force(Status::LIMITING));
        self.observe(params, now)
    }

    #[inline]
    fn on_idle(&mut self, params: &BbrParams, now: Nanos32, silence: u32) -> Control {
        self.start(params, now);
        self.resume(now, silence);
        self.answer(params)
    }

    // Never: one copy of the clock for all events but the hot one.
    #[inline(never)]
    fn observe(&mut self, params: &BbrParams, now: Nanos32) -> Control {
        self.start(params, now);
        self.watch_clock(now);
        self.answer(params)
    }

    const META: CcMeta = CcMeta {
        name: "bbr",
        variant: "v1",
        summary: "paces at the largest delivery rate, bounds what is in flight by the path's product",
        source: "[Cardwell16], Linux tcp_bbr",
        output: ControlOutput::WindowAndRate,
        ecn: false,
        int: false,
        cnp: false,
        delay: true,
        delivery_rate: true,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        // Stamps compare serially, deadlines lie up to 1 s ahead.
        longest_gap_ns: 1 << 30,
    };
    const PRESETS: &'static [Preset<BbrSettings>] = PRESETS;
    type Settings = BbrSettings;
    type Params = BbrParams;

    fn params(settings: &BbrSettings, mss: Bytes) -> Result<BbrParams, ParamError> {
        BbrParams::try_new(settings, mss)
    }

    fn control(&self, params: &BbrParams) -> Control {
        if self.in_force(Status::STARTED) {
            return self.answer(params);
        }
        let rate = LineFraction::from_bits(first_rate(params, params.initial_window, 0));
        Control { window: Bytes(params.initial_window), rate }
    }

    fn canonical(&self, words: &mut Words) {
        self.words(words);
    }
}

impl Bbr {
    /// Model first, then the machine, then what follows from both.
    #[inline]
    fn acknowledge(&mut self, params: &BbrParams, now: Nanos32, ack: &Ack) {
        let round = self.count_round(ack);
        let limited = self.is_limited(ack);
        if ack.delivery_rate != 0 && (!limited || ack.delivery_rate >= self.bandwidth()) {
            self.bandwidth.update(self.rounds, ack.delivery_rate.min(1 << 20), params.bw_rounds);
        }
        self.delivered = self.delivered.saturating_add(ack.acked.0);
        self.look_for_recovery(ack);
        self.cycle(params, now, ack);
        self.look_for_full_pipe(round, limited);
        self.leave_startup(params, now, ack);
        let unknown = self.min_rtt == 0;
        self.watch_min_rtt(params, now, ack, round);
        if unknown && self.min_rtt != 0 && !self.in_force(Status::FULL) {
            self.rate = first_rate(params, self.window, self.min_rtt);
        }
        self.status.remove(Status::LOST);
        self.pace();
        self.set_window(params, ack);
    }

    /// Pacing is not lowered before the bandwidth is known.
    #[inline]
    fn pace(&mut self) {
        let rate = self.paced(self.pacing_gain());
        if self.bandwidth() != 0 && (self.in_force(Status::FULL) || rate > self.rate) {
            self.rate = rate;
        }
    }

    #[inline]
    fn set_window(&mut self, params: &BbrParams, ack: &Ack) {
        let floor = params.mss.saturating_mul(SEGMENTS_MIN);
        if self.in_force(Status::CONSERVING) {
            self.window = self.window.max(ack.in_flight.plus(ack.acked).0).min(WINDOW_MAX);
        } else {
            let (target, wider) = (self.target(params), self.window.saturating_add(ack.acked.0));
            if self.in_force(Status::FULL) {
                self.window = wider.min(target);
            } else if self.window < target || self.delivered < params.initial_window {
                self.window = wider.min(WINDOW_MAX);
            }
            self.window = self.window.max(floor);
        }
        if self.mode() == Mode::ProbeRtt {
            self.window = self.window.min(floor);
        }
    }

    /// A silence ages the smallest round-trip time, and its end is no reason for PROBE_RTT; a flow in PROBE_BW starts
    /// again at its bandwidth.
    #[inline]
    fn resume(&mut self, now: Nanos32, silence: u32) {
        if silence < SHOWN_MAX {
            self.watch_clock(now);
        } else {
            // Stamps do not show it. No PROBE_RTT lasts as long, and one too long to be told makes any time old.
            self.age.add(silence);
            self.age.skip(now);
            if silence == u32::MAX {
                self.age.elapsed = u32::MAX;
            }
            self.status.set(Status::OVER, self.in_force(Status::PROBING));
        }
        self.status.remove(Status::LIMITING | Status::ARMED | Status::LASTING);
        self.status.insert(Status::RESTARTED);
        if self.mode() == Mode::ProbeBw {
            self.timer = now;
            self.rate = self.paced(UNIT);
        }
    }

    #[inline]
    fn start(&mut self, params: &BbrParams, now: Nanos32) {
        if !self.in_force(Status::STARTED) {
            self.status.insert(Status::STARTED);
            self.window = params.initial_window;
            self.rate = first_rate(params, self.window, self.min_rtt);
            self.age.restart(now);
        }
    }
}

/// Silences up to here \[ns\] show in the stamps: twice that compares serially.
const SHOWN_MAX: u32 = 1 << 30;
