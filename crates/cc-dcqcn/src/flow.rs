//! One DCQCN flow.

use crate::params::{DcqcnParams, DcqcnWSettings};
use crate::stages::{Raise, Stages};
use freeboard_cc_api::{
    Ack, Bytes, CcMeta, CongestionControl, Control, ControlOutput, LineFraction, Nanos32, ParamError, Part,
    Preset, Variant, Words,
};
use freeboard_fixmath::{ONE_Q20, mul_q20};

/// The rate control.
pub type Dcqcn = DcqcnFlow<false>;
/// The rate control with a window (DCQCN+w).
pub type DcqcnW = DcqcnFlow<true>;

bitflags::bitflags! {
    /// State of a flow.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Status: u16 {
        /// A first notification has come: alpha and the deadlines of alpha and cut are in force.
        const NOTIFIED = 2;
        /// A notification since alpha's last update.
        const FOR_ALPHA = 4;
        /// A notification since the last check for a cut.
        const FOR_CUT = 8;
        /// The increase timer is stopped; its field holds the remaining time.
        const FROZEN = 16;
        /// The next notification cuts at once: no deadline of a cut is in force.
        const READY = 32;
    }
}

/// State of one flow, 36 bytes. Zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct DcqcnFlow<const WINDOW: bool> {
    /// Current rate (R_C), Q20 of line rate; 0 before the first event.
    rate: u32,
    /// Target rate (R_T), Q20 of line rate.
    target: u32,
    /// Estimated congestion, Q20, if [`Status::NOTIFIED`].
    alpha: u32,
    /// When alpha is updated next, if [`Status::NOTIFIED`].
    alpha_due: Nanos32,
    /// When a cut is possible next, if [`Status::NOTIFIED`] and not [`Status::READY`].
    cut_due: Nanos32,
    /// When the increase timer expires; what is left of it \[ns\] while [`Status::FROZEN`].
    raise_due: Nanos32,
    /// Bytes sent towards the next step of the byte counter.
    bytes: u32,
    /// No deadline in force lies before this: a packet before it looks at none.
    due: Nanos32,
    status: Status,
    stages: Stages,
}

const _: () = assert!(size_of::<DcqcnFlow<false>>() == 36);

/// How far ahead a flow looks that has no deadline \[ns\]: it looks again before stamps of its last deadline wrap.
const HORIZON: u32 = 1 << 30;

/// Bit of the canonical status word from the first event on.
const STARTED: u32 = 1;

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
        delay: false,
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
        let counts = params.byte_counter != 0;
        let counted = if counts { self.bytes.saturating_add(bytes.0) } else { self.bytes };
        if self.is_due(now) || counts && counted >= params.byte_counter {
            let rate = self.on_sent_late(params, now, bytes);
            return self.answer(params, rate);
        }
        self.bytes = counted;
        self.answer(params, self.rate)
    }

    #[inline]
    fn on_ack(&mut self, params: &DcqcnParams, now: Nanos32, ack: &Ack) -> Control {
        if ack.marked.0 == 0 { self.observe(params, now) } else { self.on_cnp(params, now) }
    }

    #[inline]
    fn on_cnp(&mut self, params: &DcqcnParams, now: Nanos32) -> Control {
        if self.is_due(now) {
            self.look_at_deadlines(params, now);
        }
        self.notify(params, now);
        self.answer(params, self.rate)
    }

    #[inline]
    fn on_paused(&mut self, params: &DcqcnParams, now: Nanos32, held: bool) -> Control {
        self.look_at_deadlines(params, now);
        self.hold(params, now, held);
        self.answer(params, self.rate)
    }

    #[inline]
    fn on_idle(&mut self, params: &DcqcnParams, now: Nanos32, _: u32) -> Control {
        self.rearm(params, now);
        self.look_at_deadlines(params, now);
        self.answer(params, self.rate)
    }

    #[inline]
    fn observe(&mut self, params: &DcqcnParams, now: Nanos32) -> Control {
        self.look_at_deadlines(params, now);
        self.answer(params, self.rate)
    }

    fn control(&self, params: &DcqcnParams) -> Control {
        self.answer(params, if self.is_fresh() { params.initial_rate } else { self.rate })
    }

    fn canonical(&self, words: &mut Words) {
        let notified = self.status.contains(Status::NOTIFIED);
        let only = |word: u32| if notified { word } else { 0 };
        let waits = !self.status.contains(Status::READY);
        words.push(self.rate);
        words.push(self.target);
        words.push(only(self.alpha));
        words.push(only(self.alpha_due.0));
        words.push(if waits { only(self.cut_due.0) } else { 0 });
        words.push(self.raise_due.0);
        words.push(self.bytes);
        words.push(self.stages.word());
        words.push(u32::from(self.status.bits()) | if self.is_fresh() { 0 } else { STARTED });
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

    #[inline]
    fn answer(&self, params: &DcqcnParams, rate: u32) -> Control {
        let rate = LineFraction::from_bits(rate);
        if WINDOW { Control::rate_and_window(rate, params.bdp, params.mss) } else { Control::rate(rate) }
    }

    /// Whether no event has set the initial values: zero-filled state is a fresh flow, and no rate falls to 0.
    #[inline]
    const fn is_fresh(&self) -> bool {
        self.rate == 0
    }

    #[inline]
    fn start(&mut self, params: &DcqcnParams, now: Nanos32) {
        if self.is_fresh() {
            self.rate = params.initial_rate;
            self.target = params.initial_rate;
            self.raise_due = now.plus(params.t_i);
            self.due = now;
        }
    }

    /// After a long silence old deadlines mean nothing: all begin anew. Rate and alpha stay.
    #[inline]
    fn rearm(&mut self, params: &DcqcnParams, now: Nanos32) {
        self.alpha_due = now.plus(params.t_alpha);
        self.cut_due = now.plus(params.t_d);
        self.status.remove(Status::READY);
        self.due = now;
        if !self.status.contains(Status::FROZEN) {
            self.raise_due = now.plus(params.t_i);
        }
    }

    /// A deadline may have passed, or the flow is fresh. Most packets have none.
    #[inline]
    const fn is_due(&self, now: Nanos32) -> bool {
        self.is_fresh() || now.is_at_or_after(self.due)
    }

    /// A packet at a deadline, or at the end of a step of the byte counter; the rate behind it, a word, since a call in the kernel can
    /// return no more.
    // Never inlined: the packets between need none of its registers.
    #[inline(never)]
    fn on_sent_late(&mut self, params: &DcqcnParams, now: Nanos32, bytes: Bytes) -> u32 {
        self.look_at_deadlines(params, now);
        self.find_due(now);
        self.count(params, bytes.0);
        self.rate
    }

    /// Finds the earliest deadline. Deadlines in force only move to later times, so only the packet that reaches `due` finds it anew.
    /// An event that brings a deadline into force sets `due` to its own time.
    #[inline]
    fn find_due(&mut self, now: Nanos32) {
        let frozen = self.status.contains(Status::FROZEN);
        self.due = if frozen { now.plus(HORIZON) } else { self.raise_due };
        if self.status.contains(Status::NOTIFIED) {
            self.due = earlier(self.due, self.alpha_due);
            if !self.status.contains(Status::READY) {
                self.due = earlier(self.due, self.cut_due);
            }
        }
    }

    /// Alpha before the cut that uses it, the cut before an increase.
    // Never inlined: one copy for all events.
    #[inline(never)]
    fn look_at_deadlines(&mut self, params: &DcqcnParams, now: Nanos32) {
        self.start(params, now);
        if self.status.contains(Status::NOTIFIED) {
            if now.is_at_or_after(self.alpha_due) {
                let congested = self.status.contains(Status::FOR_ALPHA);
                (self.alpha, self.alpha_due) = params.decay.over(self.alpha, congested, self.alpha_due, now);
                self.status.remove(Status::FOR_ALPHA);
            }
            if self.status.contains(Status::READY) || now.is_at_or_after(self.cut_due) {
                self.cut_is_possible(params, now);
            }
        }
        if !self.status.contains(Status::FROZEN) && now.is_at_or_after(self.raise_due) {
            self.raise_due = after(self.raise_due, params.t_i, now);
            self.raise(params);
            self.stages.timed();
        }
    }

    #[inline]
    fn cut_is_possible(&mut self, params: &DcqcnParams, now: Nanos32) {
        if params.cut_at_once {
            self.status.insert(Status::READY);
            return;
        }
        let mut due = self.cut_due;
        if self.status.contains(Status::READY) {
            // From before the parameters were others: this deadline may be long ago.
            self.status.remove(Status::READY);
            (due, self.due) = (now, now);
        }
        self.cut_due = after(due, params.t_d, now);
        if self.status.contains(Status::FOR_CUT) {
            self.status.remove(Status::FOR_CUT);
            // At its deadline: what follows from a cut is not late because the event is that shows it.
            self.cut(params, if now.since(due) < params.t_d { due } else { now });
        }
    }

    /// A notification, or an acknowledgement with a mark.
    #[inline]
    fn notify(&mut self, params: &DcqcnParams, now: Nanos32) {
        let first = !self.status.contains(Status::NOTIFIED);
        if first {
            self.status.insert(Status::NOTIFIED);
            self.alpha = params.alpha_init;
            self.target = self.rate;
            self.alpha_due = now.plus(params.t_alpha);
            // At once: the first notification cuts.
            self.status.set(Status::READY, params.cut_at_once);
            self.cut_due = now.plus(params.t_d);
            self.due = now;
        }
        if !params.cut_at_once {
            // The first one sets alpha and is not counted for it again, as in HPCC's simulator.
            self.status.insert(if first { Status::FOR_CUT } else { Status::FOR_ALPHA | Status::FOR_CUT });
        } else if self.status.contains(Status::READY) {
            self.status.remove(Status::READY);
            self.cut_due = now.plus(params.t_d);
            self.cut(params, now);
            // [Zhu15] eq. 1: alpha rises with the notification and decays after a period without one.
            self.alpha = params.decay.step(self.alpha, true);
            self.alpha_due = now.plus(params.t_alpha);
            self.due = now;
        }
    }

    /// \[Zhu15\] eq. 1.
    #[inline]
    fn cut(&mut self, params: &DcqcnParams, now: Nanos32) {
        if params.clamp_always || self.stages.any() {
            self.target = self.rate;
        }
        // Alpha is at most 1: a cut at most halves.
        let by = mul_q20(self.rate, self.alpha) >> 1;
        self.rate = self.rate.saturating_sub(by).max(params.min_rate);
        self.target = self.target.max(self.rate);
        self.stages = Stages::default();
        self.bytes = 0;
        self.raise_due =
            if self.status.contains(Status::FROZEN) { Nanos32(params.t_i) } else { now.plus(params.t_i) };
    }

    #[inline]
    fn count(&mut self, params: &DcqcnParams, bytes: u32) {
        if params.byte_counter == 0 {
            return;
        }
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes >= params.byte_counter {
            // One step per packet: what a packet sends beyond a whole step is kept, up to one step.
            self.bytes = self.bytes.wrapping_sub(params.byte_counter).min(params.byte_counter);
            self.raise(params);
            self.stages.counted();
        }
    }

    /// \[Zhu15\] eqs. 3, 4: the target rises first, then the rate goes half of the way.
    #[inline]
    fn raise(&mut self, params: &DcqcnParams) {
        let by = match self.stages.next(params) {
            Raise::Recover => 0,
            Raise::Additive => params.ai,
            Raise::Hyper => params.hai,
        };
        self.target = self.target.saturating_add(by).min(ONE_Q20);
        // Rounded up, so that the target is reached. Both are at most 1.
        self.rate = self.rate.min(ONE_Q20).wrapping_add(self.target).wrapping_add(1) >> 1;
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
            self.due = now;
        }
    }
}

/// The earlier of two moments.
#[inline]
const fn earlier(one: Nanos32, other: Nanos32) -> Nanos32 {
    if one.is_at_or_after(other) { other } else { one }
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
