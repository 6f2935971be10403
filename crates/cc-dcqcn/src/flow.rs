//! One DCQCN flow.

use crate::params::{DcqcnParams, DcqcnWSettings};
use crate::stages::{Raise, Stages};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, LineFraction, Nanos32, ParamError, Part,
    Preset, Variant, Words,
};
use freeboard_fixmath::{ONE_Q20, mul_wide};

/// The rate control.
pub type Dcqcn = DcqcnFlow<false>;
/// The rate control with a window (DCQCN+w).
pub type DcqcnW = DcqcnFlow<true>;

bitflags::bitflags! {
    /// Where a flow stands.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Status: u32 {
        /// The first event has set the initial values: zero-filled state is a fresh flow.
        const STARTED = 1;
        /// A first notification has come: alpha and the deadlines of alpha and cut are in force.
        const NOTIFIED = 2;
        /// A notification since alpha's last update.
        const FOR_ALPHA = 4;
        /// A notification since the last check for a cut.
        const FOR_CUT = 8;
        /// The increase timer stands still; its field holds what was left of it.
        const FROZEN = 16;
        /// Where notifications cut at once: `cut_due` has passed. A stamp that stood would look like the future 2.2 s later.
        const FREE = 32;
    }
}

/// State of one flow, 40 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct DcqcnFlow<const WINDOW: bool> {
    /// Current rate (R_C), Q20 of line rate.
    rate: u32,
    /// Target rate (R_T), Q20 of line rate.
    target: u32,
    /// Estimated congestion, Q20, if [`Status::NOTIFIED`].
    alpha: u32,
    /// When alpha is updated next, if [`Status::NOTIFIED`].
    alpha_due: Nanos32,
    /// When a cut is possible next, if [`Status::NOTIFIED`] and not [`Status::FREE`].
    cut_due: Nanos32,
    /// When the increase timer expires; what is left of it \[ns\] while [`Status::FROZEN`].
    raise_due: Nanos32,
    /// Bytes sent towards the next step of the byte counter.
    bytes: u32,
    stages: Stages,
    status: Status,
    /// The nearest deadline, or an earlier time: until then no deadline needs a look. 0 for always, as in a fresh flow. It follows from
    /// the deadlines and is no word of the state.
    quiet_until: Nanos32,
}

const _: () = assert!(size_of::<DcqcnFlow<false>>() == 40);

/// Where no deadline is in force \[ns\]: the longest gap between two events, at which stamps still compare.
const QUIET_MAX: u32 = 1 << 30;

impl<const WINDOW: bool> CongestionControl for DcqcnFlow<WINDOW>
where
    Self: Variant<Own: Part<Whole = DcqcnWSettings>>,
{
    const META: CcMeta = CcMeta {
        name: "dcqcn",
        variant: if WINDOW { "w" } else { "rate" },
        summary: "cuts the rate by half of alpha at notifications, raises it by timers",
        source: "[Zhu15]",
        output: if WINDOW { ControlOutput::WindowAndRate } else { ControlOutput::Rate },
        ecn: true,
        int: false,
        cnp: true,
        delivery_rate: false,
        sent: true,
        // Chosen by us: below T_i of every preset, so that no expiry is missed; deadlines are also looked at
        // with every packet and acknowledgement.
        tick_ns: 20_000,
        aux_bytes: 0,
        resolution_ns: 1,
        // Stamps compare serially, deadlines lie up to 1 s ahead.
        longest_gap_ns: 1 << 30,
    };
    const PRESETS: &'static [Preset<<Self as Variant>::Own>] = Self::NAMED;
    type Settings = <Self as Variant>::Own;
    type Params = DcqcnParams;

    fn params(settings: &Self::Settings, mss: Bytes) -> Result<DcqcnParams, ParamError> {
        DcqcnParams::try_new(&settings.whole(), mss).map_err(Self::Settings::refusal)
    }

    #[inline]
    fn on_sent(&mut self, params: &DcqcnParams, now: Nanos32, bytes: Bytes) -> Control {
        if self.is_quiet(now) && self.is_counted(params, bytes.0) {
            return self.answer(params);
        }
        self.send(params, now, bytes.0)
    }

    #[inline]
    fn on_ack(&mut self, params: &DcqcnParams, now: Nanos32, ack: &Ack) -> Control {
        if ack.marked.0 == 0 { self.observe(params, now) } else { self.on_cnp(params, now) }
    }

    #[inline]
    fn on_cnp(&mut self, params: &DcqcnParams, now: Nanos32) -> Control {
        let waits = self.status.intersection(Status::NOTIFIED | Status::FREE) == Status::NOTIFIED;
        if self.is_quiet(now) && waits {
            // No deadline has passed, the next cut's neither.
            if !params.cut_at_once {
                self.status.insert(Status::FOR_ALPHA | Status::FOR_CUT);
            }
            return self.answer(params);
        }
        self.notify(params, now)
    }

    #[inline]
    fn on_paused(&mut self, params: &DcqcnParams, now: Nanos32, held: bool) -> Control {
        self.look_at_deadlines(params, now);
        self.hold(params, now, held);
        self.answer(params)
    }

    #[inline]
    fn on_idle(&mut self, params: &DcqcnParams, now: Nanos32, _: u32) -> Control {
        self.rearm(params, now);
        self.look_at_deadlines(params, now);
        self.answer(params)
    }

    #[inline]
    fn observe(&mut self, params: &DcqcnParams, now: Nanos32) -> Control {
        if self.is_quiet(now) {
            return self.answer(params);
        }
        self.catch_up(params, now)
    }

    fn control(&self, params: &DcqcnParams) -> Control {
        let started = self.status.contains(Status::STARTED);
        answer::<WINDOW>(params, if started { self.rate } else { params.initial_rate })
    }

    fn canonical(&self, words: &mut Words) {
        let notified = self.status.contains(Status::NOTIFIED);
        let only = |word: u32| if notified { word } else { 0 };
        words.push(self.rate);
        words.push(self.target);
        words.push(only(self.alpha));
        words.push(only(self.alpha_due.0));
        words.push(if self.status.contains(Status::FREE) { 0 } else { only(self.cut_due.0) });
        words.push(self.raise_due.0);
        words.push(self.bytes);
        words.push(self.stages.word());
        words.push(self.status.bits());
    }
}

impl<const WINDOW: bool> DcqcnFlow<WINDOW> {
    /// Alpha, Q20; the initial one before the first notification.
    #[must_use]
    pub const fn alpha_q20(&self, params: &DcqcnParams) -> u32 {
        if self.status.contains(Status::NOTIFIED) { self.alpha } else { params.alpha_init }
    }

    /// Target rate, Q20 of line rate.
    #[must_use]
    pub const fn target(&self) -> u32 {
        self.target
    }

    #[inline(always)]
    fn answer(&self, params: &DcqcnParams) -> Control {
        answer::<WINDOW>(params, self.rate)
    }

    #[inline]
    fn start(&mut self, params: &DcqcnParams, now: Nanos32) {
        if !self.status.contains(Status::STARTED) {
            self.status.insert(Status::STARTED);
            self.rate = params.initial_rate;
            self.target = params.initial_rate;
            self.raise_due = now.plus(params.t_i);
        }
    }

    /// After a long silence old deadlines mean nothing: all begin anew. Rate and alpha stay.
    #[inline]
    fn rearm(&mut self, params: &DcqcnParams, now: Nanos32) {
        self.alpha_due = now.plus(params.t_alpha);
        self.cut_due = now.plus(params.t_d);
        self.status.remove(Status::FREE);
        if !self.status.contains(Status::FROZEN) {
            self.raise_due = now.plus(params.t_i);
        }
    }

    /// No deadline has passed.
    #[inline(always)]
    fn is_quiet(&self, now: Nanos32) -> bool {
        self.quiet_until.0 != 0 && !now.is_at_or_after(self.quiet_until)
    }

    /// The byte counter takes a packet without a step, if there is one.
    #[inline(always)]
    fn is_counted(&mut self, params: &DcqcnParams, bytes: u32) -> bool {
        match self.bytes.checked_add(bytes) {
            _ if params.byte_counter == 0 => true,
            Some(sum) if sum < params.byte_counter => {
                self.bytes = sum;
                true
            }
            _ => false,
        }
    }

    /// A packet at which a deadline has passed, or that fills the byte counter.
    // Never inlined, as all that is not for every event: one copy, and what calls it has no frame on its fast path.
    #[inline(never)]
    fn send(&mut self, params: &DcqcnParams, now: Nanos32, bytes: u32) -> Control {
        if !self.is_quiet(now) {
            self.look_at_deadlines(params, now);
        }
        if !self.is_counted(params, bytes) {
            // One step per packet: what a packet sends beyond a whole step is kept, up to one step.
            let beyond = self.bytes.saturating_add(bytes).saturating_sub(params.byte_counter);
            self.bytes = beyond.min(params.byte_counter);
            self.raise(params);
            self.stages.counted();
        }
        self.answer(params)
    }

    /// Any other event at which a deadline has passed.
    #[inline(never)]
    fn catch_up(&mut self, params: &DcqcnParams, now: Nanos32) -> Control {
        self.look_at_deadlines(params, now);
        self.answer(params)
    }

    /// A deadline has passed: most often one period of alpha's, and no other.
    #[inline(never)]
    fn look_at_deadlines(&mut self, params: &DcqcnParams, now: Nanos32) {
        let others = Status::FREE | Status::FROZEN | Status::FOR_ALPHA;
        let alone = self.status.intersection(Status::NOTIFIED | others) == Status::NOTIFIED
            && now.since(self.alpha_due) < params.t_alpha
            && !now.is_at_or_after(self.cut_due)
            && !now.is_at_or_after(self.raise_due);
        if !alone {
            self.look_at_all(params, now);
            return;
        }
        self.alpha = params.decay.step(self.alpha, false);
        self.alpha_due = self.alpha_due.plus(params.t_alpha);
        let others = self.cut_due.since(now).min(self.raise_due.since(now));
        self.quiet_until = now.plus(others.min(self.alpha_due.since(now)));
    }

    /// Alpha before the cut that uses it, the cut before an increase; then the nearest of what lies ahead.
    #[inline(never)]
    fn look_at_all(&mut self, params: &DcqcnParams, now: Nanos32) {
        self.start(params, now);
        let mut quiet = QUIET_MAX;
        if self.status.contains(Status::NOTIFIED) {
            if now.is_at_or_after(self.alpha_due) {
                let congested = self.status.contains(Status::FOR_ALPHA);
                (self.alpha, self.alpha_due) = params.decay.over(self.alpha, congested, self.alpha_due, now);
                self.status.remove(Status::FOR_ALPHA);
            }
            if !self.status.contains(Status::FREE) && now.is_at_or_after(self.cut_due) {
                self.cut_is_possible(params, now);
            }
            quiet = self.alpha_due.since(now);
            if !self.status.contains(Status::FREE) {
                quiet = quiet.min(self.cut_due.since(now));
            }
        }
        if !self.status.contains(Status::FROZEN) {
            if now.is_at_or_after(self.raise_due) {
                self.raise_due = after(self.raise_due, params.t_i, now);
                self.raise(params);
                self.stages.timed();
            }
            quiet = quiet.min(self.raise_due.since(now));
        }
        self.quiet_until = now.plus(quiet);
    }

    #[inline]
    fn cut_is_possible(&mut self, params: &DcqcnParams, now: Nanos32) {
        if params.cut_at_once {
            self.status.insert(Status::FREE);
            return;
        }
        let due = self.cut_due;
        self.cut_due = after(due, params.t_d, now);
        if self.status.contains(Status::FOR_CUT) {
            self.status.remove(Status::FOR_CUT);
            // At its deadline: what follows from a cut is not late because the event is that shows it.
            self.cut(params, if now.since(due) < params.t_d { due } else { now });
        }
    }

    /// A notification, or an acknowledgement with a mark, that is the first, finds a deadline passed or may cut.
    #[inline(never)]
    fn notify(&mut self, params: &DcqcnParams, now: Nanos32) -> Control {
        if !self.is_quiet(now) {
            self.look_at_deadlines(params, now);
        }
        let first = !self.status.contains(Status::NOTIFIED);
        if first {
            self.status.insert(Status::NOTIFIED);
            self.alpha = params.alpha_init;
            self.target = self.rate;
            self.alpha_due = now.plus(params.t_alpha);
            // At once: the first notification cuts.
            self.cut_due = if params.cut_at_once { now } else { now.plus(params.t_d) };
            self.quiet_until = now;
        }
        if !params.cut_at_once {
            // The first one sets alpha and is not counted for it again, as in HPCC's simulator.
            self.status.insert(if first { Status::FOR_CUT } else { Status::FOR_ALPHA | Status::FOR_CUT });
            if self.status.contains(Status::FREE) {
                // Other parameters than before: from now on notifications wait for a deadline.
                self.status.remove(Status::FREE);
                self.cut_due = now.plus(params.t_d);
                self.quiet_until = now;
            }
        } else if self.status.contains(Status::FREE) || now.is_at_or_after(self.cut_due) {
            self.status.remove(Status::FREE);
            self.cut_due = now.plus(params.t_d);
            self.quiet_until = now;
            self.cut(params, now);
            // [Zhu15] eq. 1: alpha rises with the notification and decays after a period without one.
            self.alpha = params.decay.step(self.alpha, true);
            self.alpha_due = now.plus(params.t_alpha);
        }
        self.answer(params)
    }

    /// \[Zhu15\] eq. 1.
    #[inline]
    fn cut(&mut self, params: &DcqcnParams, now: Nanos32) {
        if params.clamp_always || self.stages.any() {
            self.target = self.rate;
        }
        // Alpha is at most 1: a cut at most halves. The shift by 21 halves the product in Q20.
        let by = (mul_wide(self.rate, self.alpha) >> 21) as u32;
        self.rate = self.rate.wrapping_sub(by).max(params.min_rate);
        self.target = self.target.max(self.rate);
        self.stages = Stages::default();
        self.bytes = 0;
        self.raise_due =
            if self.status.contains(Status::FROZEN) { Nanos32(params.t_i) } else { now.plus(params.t_i) };
    }

    /// \[Zhu15\] eqs. 3, 4: the target rises first, then the rate goes half of the way.
    #[inline]
    fn raise(&mut self, params: &DcqcnParams) {
        let by = match self.stages.next(params) {
            Raise::Recover => 0,
            Raise::Additive => params.ai,
            Raise::Hyper => params.hai,
        };
        // Both and what is added are at most 1, 2^20: nothing wraps.
        self.target = self.target.wrapping_add(by).min(ONE_Q20);
        // Rounded up, so that the target is reached.
        self.rate = self.rate.wrapping_add(self.target).wrapping_add(1) >> 1;
    }

    /// While an underlay holds the flow no notification can come back: a timer that goes on winds the rate up.
    #[inline]
    fn hold(&mut self, params: &DcqcnParams, now: Nanos32, held: bool) {
        let frozen = self.status.contains(Status::FROZEN);
        if held && params.freeze && !frozen {
            self.status.insert(Status::FROZEN);
            self.raise_due = Nanos32(self.raise_due.since(now).min(params.t_i));
        } else if !held && frozen {
            self.status.remove(Status::FROZEN);
            self.raise_due = now.plus(self.raise_due.0);
            self.quiet_until = now;
        }
    }
}

#[inline(always)]
const fn answer<const WINDOW: bool>(params: &DcqcnParams, rate: u32) -> Control {
    let rate = LineFraction::from_bits(rate);
    if WINDOW { Control::rate_and_window(rate, params.bdp, params.mss) } else { Control::rate(rate) }
}

/// The next deadline: one period on, or one period from now if that has passed as well.
#[inline]
const fn after(due: Nanos32, period: u32, now: Nanos32) -> Nanos32 {
    let next = due.plus(period);
    if now.is_at_or_after(next) { now.plus(period) } else { next }
}

#[cfg(feature = "defmt")]
impl<const WINDOW: bool> defmt::Format for DcqcnFlow<WINDOW> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "rate {} target {} alpha {} (2^-20)", self.rate, self.target, self.alpha);
    }
}
