//! One DCTCP flow.
//!
//! ```text
//! alpha   fresh -- first ACK: until = nxt --> OBSERVING <-+ una >= until: until = nxt,
//!                                                 +-------+ alpha.update(marked/acked, gain)
//!
//! cwnd         marked ACK: cwnd -= cwnd * alpha/2, reduced_until = nxt
//!    OPEN ----------------------------------------------------------> REDUCED
//!     | ^  ^                                                           |  |
//!     | |  +--------------- una > reduced_until -----------------------+  | loss,
//!     | |                                                                 | timeout
//!     | +-- una >= reduced_until --+   +--+                               |
//!     |                            |   |  v timeout                       |
//!     +---- loss, timeout ----> RECOVERING <------------------------------+
//!
//! loss: cwnd = half_flight; timeout: cwnd = mss, ssthresh = half_flight; both:
//! reduced_until = nxt. A mark cuts in OPEN only, a loss in OPEN and REDUCED only.
//! ```

use crate::estimator::Estimator;
use crate::params::{DctcpParams, DctcpSettings, PRESETS};
use freeboard_cc_api::reno::{Reno, Status, half_flight};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, Loss, Nanos32, ParamError, Preset, Prior,
    Seq32, Words,
};
use freeboard_fixmath::{mul_q20, mul_wide, ratio_q20};

/// State of one flow, 36 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Dctcp {
    /// Window, threshold, growth.
    reno: Reno,
    /// Alpha; its window is under way if [`Status::OBSERVING`].
    estimator: Estimator,
}

const _: () = assert!(size_of::<Dctcp>() == 36);

impl CongestionControl for Dctcp {
    #[inline(always)]
    fn on_ack(&mut self, params: &DctcpParams, _: Nanos32, ack: &Ack) -> Control {
        self.start(params);
        self.acknowledge(params, ack)
    }

    /// RFC 8257 §3.5: loss halves as in Reno, whatever alpha says. Losses of one window of data are one episode, also behind a
    /// timeout (RFC 6582 §3.2 step 2): the reduction for it is in force until what was sent before it is acknowledged.
    #[inline(always)]
    fn on_loss(&mut self, params: &DctcpParams, _: Nanos32, loss: &Loss) -> Control {
        self.start(params);
        if self.reno.status.contains(Status::RECOVERING) && self.is_one_more(loss) {
            return self.reno.answer(params.mss);
        }
        let control = self.reno.halve(loss, params.mss);
        self.reno.recover(loss.nxt);
        control
    }

    #[inline]
    fn on_timeout(&mut self, params: &DctcpParams, _: Nanos32, loss: &Loss) -> Control {
        self.start(params);
        self.reno.collapse(half_flight(loss, params.mss), params.mss);
        self.reno.recover(loss.nxt);
        self.reno.answer(params.mss)
    }

    #[inline]
    fn on_idle(&mut self, params: &DctcpParams, _: Nanos32, silence: u32) -> Control {
        self.start(params);
        self.reno.resume(silence, params.idle_restart, params.restart, params.initial_window);
        self.reno.answer(params.mss)
    }

    /// Alpha stays: a loss did not move it.
    #[inline]
    fn on_undo(&mut self, params: &DctcpParams, _: Nanos32, prior: &Prior) -> Control {
        self.start(params);
        self.reno.undo(prior);
        self.reno.answer(params.mss)
    }

    #[inline]
    fn observe(&mut self, params: &DctcpParams, _: Nanos32) -> Control {
        self.start(params);
        self.reno.answer(params.mss)
    }

    const META: CcMeta = CcMeta {
        name: "dctcp",
        variant: "tcp",
        summary: "cuts the window by half the fraction of marked bytes",
        source: "RFC 8257",
        output: ControlOutput::Window,
        ecn: true,
        int: false,
        cnp: false,
        delay: false,
        delivery_rate: false,
        sent: false,
        tick_ns: 0,
        aux_bytes: 0,
        resolution_ns: 1,
        longest_gap_ns: u64::MAX,
    };
    const PRESETS: &'static [Preset<DctcpSettings>] = PRESETS;
    type Settings = DctcpSettings;
    type Params = DctcpParams;

    fn params(settings: &DctcpSettings, mss: Bytes) -> Result<DctcpParams, ParamError> {
        DctcpParams::try_new(settings, mss)
    }

    fn control(&self, params: &DctcpParams) -> Control {
        Control::window(self.reno.window(params.initial_window, params.mss))
    }

    fn slow_start_threshold(&self) -> Bytes {
        self.reno.slow_start_threshold()
    }

    fn canonical(&self, words: &mut Words) {
        let observing = self.reno.status.contains(Status::OBSERVING);
        self.reno.canonical_window(words);
        self.estimator.canonical(observing, words);
        self.reno.canonical_status(words);
    }
}

impl Dctcp {
    /// A loss of the window of data that is being recovered.
    #[cold]
    #[inline(always)]
    const fn is_one_more(&self, loss: &Loss) -> bool {
        self.reno.is_recovering(loss.una)
    }

    /// RFC 8257 §3.3: the estimate comes before the cut, and a cut and growth never share an ACK.
    // Nothing here is called but at the end, so that no register is saved.
    #[inline(always)]
    fn acknowledge(&mut self, params: &DctcpParams, ack: &Ack) -> Control {
        let observing = self.reno.status.contains(Status::OBSERVING);
        self.estimator.observe::<false>(ack, params.gain, observing);
        if !observing {
            self.reno.status.insert(Status::OBSERVING);
        }
        // Linux answers no mark while it recovers, in slow start after a timeout neither; here such an ACK grows nothing.
        let is_held = self.reno.settle(ack.una).intersects(Status::HELD);
        if ack.marked.0 != 0 && !is_held {
            return self.reduce(params, ack.nxt);
        }
        if ack.window_limited && (!is_held || self.grows_while_held(params, ack)) {
            if self.reno.in_slow_start() {
                self.reno.grow_slow_start(ack.acked.0, u32::MAX);
            } else if params.increase != 0 {
                return Control::window(Bytes(self.grow_by_share(params, ack.acked.0)));
            } else {
                self.reno.grow_avoidance(ack.acked.0, params.mss);
            }
        }
        self.reno.answer(params.mss)
    }

    /// Between a cut and its end.
    #[cold]
    #[inline(always)]
    const fn grows_while_held(&self, params: &DctcpParams, ack: &Ack) -> bool {
        let status = self.reno.status;
        let is_reduced = status.contains(Status::REDUCED) && params.growth == 0;
        let is_marked = status.contains(Status::RECOVERING) && ack.marked.0 != 0;
        !(is_reduced || is_marked)
    }

    /// RFC 8257 §3.3 step 9: cwnd = cwnd * (1 - alpha/2), at most once per window.
    #[cold]
    #[inline(always)]
    fn reduce(&mut self, params: &DctcpParams, nxt: Seq32) -> Control {
        // At most half the window: alpha is at most 1. The shift by 21 halves the product in Q20.
        let cut = (mul_wide(self.reno.cwnd, self.estimator.alpha.to_bits()) >> 21) as u32;
        let target = self.reno.cwnd.wrapping_sub(cut).max(params.min_window);
        // A cut is never a raise: the window may lie below its floor.
        let window = self.reno.cwnd.min(target);
        self.reno.reduce(target, nxt);
        self.reno.cwnd = window;
        self.reno.answer(params.mss)
    }

    /// RFC 5681 §3.1 eq. 3: one segment per window spread over its ACKs, at least one byte for an ACK of new data. The window behind
    /// it, a word, since a call in the kernel can return no more.
    #[cold]
    #[inline(never)]
    fn grow_by_share(&mut self, params: &DctcpParams, acked: u32) -> u32 {
        let share = mul_q20(params.mss, ratio_q20(acked, self.reno.cwnd));
        self.reno.grow_by(if acked == 0 { 0 } else { share.max(1) });
        self.reno.answer(params.mss).window.0
    }

    #[inline]
    fn start(&mut self, params: &DctcpParams) {
        if self.reno.start(params.initial_window) {
            self.estimator.alpha = params.alpha_init;
        }
    }

    /// Alpha, Q20: 2^20 is 1.
    #[must_use]
    pub const fn alpha_q20(&self) -> u32 {
        self.estimator.alpha.to_bits()
    }
}
