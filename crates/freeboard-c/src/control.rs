//! Functions of a congestion control.

use crate::config::{self, Refusal, as_mut, as_ref, copy};
use freeboard_cc_api::{Bytes, CongestionControl, Control, IntHop, IntStack, MAX_INT_HOPS, Nanos32, Words};
use freeboard_replay::EventWords;

/// Kinds of events that have a function of their own and many columns: their numbers in a golden trace.
pub(crate) const ACK: u32 = 1;
pub(crate) const LOSS: u32 = 3;
pub(crate) const TIMEOUT: u32 = 4;

/// An event of a flow: the columns of a golden trace, and those of its path where it is an acknowledgement with telemetry.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FlowEvent {
    /// The columns, in the order of the trace.
    pub columns: [u32; EventWords::COLUMNS],
    /// The path's columns, or null.
    pub path: *const [u32; EventWords::PATH_COLUMNS],
}

/// What holds from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct FlowControl {
    /// Most unacknowledged bytes; 2^32 - 1 for no window.
    pub window: u32,
    /// Rate as a fraction of line rate, Q20.
    pub rate: u32,
}

impl From<Control> for FlowControl {
    #[inline(always)]
    fn from(Control { window, rate }: Control) -> Self {
        Self { window: window.0, rate: rate.to_bits() }
    }
}

/// The path of a control that reads none: constant, so that it costs its events nothing.
const NO_PATH: IntStack = IntStack {
    hops: [IntHop { stamp: Nanos32(0), depth: Bytes(0), sent: 0, rate_mbps: 0 }; MAX_INT_HOPS],
    count: 0,
};

/// # Safety
/// As for the functions of the header: pointers lead to what their types say, or are null where that is allowed.
pub(crate) unsafe fn init<C: CongestionControl>(
    params: *mut C::Params,
    config: *const u32,
    mss: u32,
    refusal: *mut Refusal,
) -> u32 {
    let convert = |settings: &C::Settings| C::params(settings, Bytes(mss));
    // SAFETY: the caller's contract.
    unsafe { config::init(params, config, mss, refusal, convert) }
}

/// # Safety
/// As [`init`].
pub(crate) unsafe fn effective<C: CongestionControl>(
    params: *const C::Params,
    config: *const u32,
    field: u32,
) -> u32 {
    // SAFETY: the caller's contract.
    unsafe {
        config::effective(config, field, |settings, field| C::effective(as_ref(params), settings, field))
    }
}

/// An event of a kind that does not exist changes nothing.
///
/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn event<C: CongestionControl>(
    params: *const C::Params,
    flow: *mut C,
    event: *const FlowEvent,
) -> FlowControl {
    // SAFETY: the caller's contract.
    let (params, flow, event) = unsafe { (as_ref(params), as_mut(flow), as_ref(event)) };
    let [kind, ..] = event.columns;
    if kind >= EventWords::KINDS {
        return flow.control(params).into();
    }
    let mut words = EventWords::new(event.columns).without_negative_rtt();
    if !C::META.int {
        words = words.without_telemetry();
        let [kind, ..] = words.columns();
        if kind == ACK {
            // An event of a known kind is not put together in memory.
            // SAFETY: the caller's contract.
            return unsafe { of_kind::<C, ACK>(params, flow, event) };
        }
        return flow.on_event(params, &words.event(const { &NO_PATH })).into();
    }
    if words.brings_telemetry() && !event.path.is_null() {
        // SAFETY: the caller's contract.
        words = words.with_path(unsafe { *event.path });
    }
    let stack = words.stack();
    flow.on_event(params, &words.event(&stack)).into()
}

/// An event of a kind that the caller knows; the column of the kind is not read, and nothing is dispatched.
///
/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn of_kind<C: CongestionControl, const KIND: u32>(
    params: *const C::Params,
    flow: *mut C,
    event: *const FlowEvent,
) -> FlowControl {
    // SAFETY: the caller's contract.
    let (params, flow, event) = unsafe { (as_ref(params), as_mut(flow), as_ref(event)) };
    let mut columns = event.columns;
    let [kind, ..] = &mut columns;
    *kind = KIND;
    let words = EventWords::new(columns).without_negative_rtt();
    flow.on_event(params, &words.event(const { &NO_PATH })).into()
}

/// Applies a function of the control to a flow, for events without columns.
///
/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn apply<C: CongestionControl>(
    params: *const C::Params,
    flow: *mut C,
    take: impl FnOnce(&mut C, &C::Params) -> Control,
) -> FlowControl {
    // SAFETY: the caller's contract.
    take(unsafe { as_mut(flow) }, unsafe { as_ref(params) }).into()
}

/// # Safety
/// As [`init`].
pub(crate) unsafe fn current<C: CongestionControl>(params: *const C::Params, flow: *const C) -> FlowControl {
    // SAFETY: the caller's contract.
    unsafe { as_ref(flow).control(as_ref(params)) }.into()
}

/// # Safety
/// As [`init`]; `words` is memory for [`freeboard_params::MAX_WORDS`] words.
pub(crate) unsafe fn words<C: CongestionControl>(flow: *const C, words: *mut u32) -> u32 {
    let mut list = Words::new();
    // SAFETY: the caller's contract.
    unsafe {
        as_ref(flow).canonical(&mut list);
        copy(&list, words)
    }
}

/// The functions of one variant: its name in C, its type, the bytes of parameters and flow that the header reserves.
macro_rules! control {
    ($name:literal $type:ty, $params:literal $flow:literal) => {
        const _: () = {
            use crate::config::{self, Refusal};
            use crate::control::{self, FlowControl, FlowEvent};
            use freeboard_cc_api::{Bytes, CongestionControl, Nanos32};
            use freeboard_params::Settings;
            type Own = $type;
            type Params = <Own as CongestionControl>::Params;
            const _: () = config::reserved::<Params, Own, (), ()>([$params, $flow, 0, 0]);

            #[unsafe(export_name = concat!("freeboard_", $name, "_defaults"))]
            unsafe extern "C" fn defaults(config: *mut u32) {
                // SAFETY: the contract of the header.
                unsafe { config::defaults(<<Own as CongestionControl>::Settings as Settings>::FIELDS, config) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_preset"))]
            unsafe extern "C" fn preset(config: *mut u32, name: *const core::ffi::c_char) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { config::preset(config, name, Own::PRESETS) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_init"))]
            unsafe extern "C" fn init(
                params: *mut Params,
                config: *const u32,
                mss: u32,
                refusal: *mut Refusal,
            ) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { control::init::<Own>(params, config, mss, refusal) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_effective"))]
            unsafe extern "C" fn effective(params: *const Params, config: *const u32, field: u32) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { control::effective::<Own>(params, config, field) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_event"))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_event")))]
            unsafe extern "C" fn on_event(
                params: *const Params,
                flow: *mut Own,
                event: *const FlowEvent,
            ) -> FlowControl {
                // SAFETY: the contract of the header.
                unsafe { control::event(params, flow, event) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_ack"))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_ack")))]
            unsafe extern "C" fn on_ack(
                params: *const Params,
                flow: *mut Own,
                event: *const FlowEvent,
            ) -> FlowControl {
                // SAFETY: the contract of the header.
                unsafe { control::of_kind::<Own, { control::ACK }>(params, flow, event) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_loss"))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_loss")))]
            unsafe extern "C" fn on_loss(
                params: *const Params,
                flow: *mut Own,
                event: *const FlowEvent,
            ) -> FlowControl {
                // SAFETY: the contract of the header.
                unsafe { control::of_kind::<Own, { control::LOSS }>(params, flow, event) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_timeout"))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_timeout")))]
            unsafe extern "C" fn on_timeout(
                params: *const Params,
                flow: *mut Own,
                event: *const FlowEvent,
            ) -> FlowControl {
                // SAFETY: the contract of the header.
                unsafe { control::of_kind::<Own, { control::TIMEOUT }>(params, flow, event) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_sent"))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_sent")))]
            unsafe extern "C" fn on_sent(
                params: *const Params,
                flow: *mut Own,
                now_ns: u32,
                bytes: u32,
            ) -> FlowControl {
                let (now, bytes) = (Nanos32(now_ns), Bytes(bytes));
                // SAFETY: the contract of the header.
                unsafe { control::apply(params, flow, |flow, params| flow.on_sent(params, now, bytes)) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_cnp"))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_cnp")))]
            unsafe extern "C" fn on_cnp(params: *const Params, flow: *mut Own, now_ns: u32) -> FlowControl {
                // SAFETY: the contract of the header.
                unsafe { control::apply(params, flow, |flow, params| flow.on_cnp(params, Nanos32(now_ns))) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_tick"))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_tick")))]
            unsafe extern "C" fn on_tick(params: *const Params, flow: *mut Own, now_ns: u32) -> FlowControl {
                // SAFETY: the contract of the header.
                unsafe { control::apply(params, flow, |flow, params| flow.on_tick(params, Nanos32(now_ns))) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_control"))]
            unsafe extern "C" fn current(params: *const Params, flow: *const Own) -> FlowControl {
                // SAFETY: the contract of the header.
                unsafe { control::current(params, flow) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_words"))]
            unsafe extern "C" fn words(flow: *const Own, words: *mut u32) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { control::words(flow, words) }
            }
        };
    };
}
pub(crate) use control;
