//! Functions of an underlay.

use crate::config::{self, Refusal, as_mut, as_ref, copy};
use freeboard_cc_api::{Bytes, Nanos32, OrAck, Remembered, Sent, Underlay, Words};

/// A packet that left the NIC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct SentPacket {
    /// Transmit stamp \[ns\].
    pub now_ns: u32,
    /// Packet number within the flow.
    pub packet: u32,
    /// Bytes it carries for the first time.
    pub fresh: u32,
}

/// A receiver's report of one packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Report {
    /// When it came back \[ns\].
    pub now_ns: u32,
    /// Which packet.
    pub packet: u32,
    /// Its transmit stamp, sender's clock.
    pub sent_ns: u32,
    /// Its arrival stamp, receiver's clock.
    pub received_ns: u32,
    /// The pause that it carried, echoed.
    pub pause_at_sent_ns: u32,
}

/// What one flow has seen last on the way to its destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Seen {
    /// One-way delay of the packet reported last \[ns\].
    pub delay_ns: i32,
    /// Until when the flow was held \[ns\].
    pub until_ns: u32,
}

/// # Safety
/// As for the functions of the header: pointers lead to what their types say, or are null where that is allowed.
pub(crate) unsafe fn init<U: Underlay>(
    params: *mut U::Params,
    config: *const u32,
    refusal: *mut Refusal,
) -> u32 {
    // SAFETY: the caller's contract. It counts in bytes: there is no measure.
    unsafe { config::init(params, config, 1, refusal, U::params) }
}

/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn sent<U: Underlay>(
    params: *const U::Params,
    flow: *mut U,
    sent: *const SentPacket,
) -> u32 {
    // SAFETY: the caller's contract.
    let (params, flow, sent) = unsafe { (as_ref(params), as_mut(flow), as_ref(sent)) };
    flow.on_sent(params, &Sent { now: Nanos32(sent.now_ns), packet: sent.packet, fresh: Bytes(sent.fresh) })
}

impl Report {
    /// As the underlay takes it.
    #[inline(always)]
    const fn taken(&self) -> OrAck {
        let Self { now_ns, packet, sent_ns, received_ns, pause_at_sent_ns } = *self;
        let (sent, received) = (Nanos32(sent_ns), Nanos32(received_ns));
        OrAck { now: Nanos32(now_ns), packet, sent, received, pause_at_sent: pause_at_sent_ns }
    }
}

/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn report<U: Underlay>(params: *const U::Params, flow: *mut U, report: *const Report) {
    // SAFETY: the caller's contract.
    let (params, flow, report) = unsafe { (as_ref(params), as_mut(flow), as_ref(report)) };
    flow.on_or_ack(params, &report.taken());
}

/// 1 where the stamps of a report are believed.
///
/// # Safety
/// As [`init`].
pub(crate) unsafe fn is_sane<U: Underlay>(params: *const U::Params, report: *const Report) -> u32 {
    // SAFETY: the caller's contract.
    let (params, report) = unsafe { (as_ref(params), as_ref(report)) };
    u32::from(U::is_sane(params, &report.taken()))
}

/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn ack<U: Underlay>(params: *const U::Params, flow: *mut U, now: u32, acked: u32) {
    // SAFETY: the caller's contract.
    unsafe { as_mut(flow).on_ack(as_ref(params), Nanos32(now), Bytes(acked)) }
}

/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn release<U: Underlay>(params: *const U::Params, flow: *const U, now: u32) -> u32 {
    // SAFETY: the caller's contract.
    unsafe { as_ref(flow).release(as_ref(params), Nanos32(now)) }.0
}

/// # Safety
/// As [`init`].
pub(crate) unsafe fn cap<U: Underlay>(params: *const U::Params, flow: *const U) -> u32 {
    // SAFETY: the caller's contract.
    unsafe { as_ref(flow).in_flight_cap(as_ref(params)) }.0
}

/// 1 where there is something to remember, which is then written.
///
/// # Safety
/// As [`init`].
pub(crate) unsafe fn remember<U: Underlay>(flow: *const U, now: u32, seen: *mut Seen) -> u32 {
    // SAFETY: the caller's contract.
    let Some(Remembered { delay, until }) = (unsafe { as_ref(flow).remember(Nanos32(now)) }) else {
        return 0;
    };
    // SAFETY: the caller's contract.
    unsafe { seen.write(Seen { delay_ns: delay, until_ns: until.0 }) };
    1
}

/// # Safety
/// As [`init`].
pub(crate) unsafe fn start_from<U: Underlay>(
    params: *const U::Params,
    flow: *mut U,
    now: u32,
    seen: *const Seen,
) {
    // SAFETY: the caller's contract.
    let (params, Seen { delay_ns, until_ns }) = unsafe { (as_ref(params), *seen) };
    let seen = Remembered { delay: delay_ns, until: Nanos32(until_ns) };
    // SAFETY: the caller's contract.
    unsafe { flow.write(U::starting_from(params, Nanos32(now), &seen)) };
}

/// # Safety
/// As [`init`]; `words` is memory for [`freeboard_params::MAX_WORDS`] words.
pub(crate) unsafe fn words<U: Underlay>(flow: *const U, words: *mut u32) -> u32 {
    let mut list = Words::new();
    // SAFETY: the caller's contract.
    unsafe {
        as_ref(flow).canonical(&mut list);
        copy(&list, words)
    }
}

/// The functions of one underlay: its name in C, its type, the bytes of parameters and flow that the header reserves.
macro_rules! underlay {
    ($name:literal $type:ty, $params:literal $flow:literal) => {
        const _: () = {
            use crate::config::{self, Refusal};
            use crate::underlay::{self, Report, Seen, SentPacket};
            use freeboard_cc_api::Underlay;
            use freeboard_params::Settings;
            type Own = $type;
            type Params = <Own as Underlay>::Params;
            const _: () = config::reserved::<Params, Own, (), ()>([$params, $flow, 0, 0]);

            #[unsafe(export_name = concat!("freeboard_", $name, "_defaults"))]
            unsafe extern "C" fn defaults(config: *mut u32) {
                // SAFETY: the contract of the header.
                unsafe { config::defaults(<<Own as Underlay>::Settings as Settings>::FIELDS, config) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_preset"))]
            unsafe extern "C" fn preset(config: *mut u32, name: *const core::ffi::c_char) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { config::preset(config, name, Own::PRESETS) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_init"))]
            unsafe extern "C" fn init(params: *mut Params, config: *const u32, refusal: *mut Refusal) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { underlay::init::<Own>(params, config, refusal) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_sent"))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_sent")))]
            unsafe extern "C" fn on_sent(params: *const Params, flow: *mut Own, sent: *const SentPacket) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { underlay::sent(params, flow, sent) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_report"))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_report")))]
            unsafe extern "C" fn on_report(params: *const Params, flow: *mut Own, report: *const Report) {
                // SAFETY: the contract of the header.
                unsafe { underlay::report(params, flow, report) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_is_sane"))]
            unsafe extern "C" fn is_sane(params: *const Params, report: *const Report) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { underlay::is_sane::<Own>(params, report) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_ack"))]
            unsafe extern "C" fn on_ack(params: *const Params, flow: *mut Own, now_ns: u32, acked: u32) {
                // SAFETY: the contract of the header.
                unsafe { underlay::ack(params, flow, now_ns, acked) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_release"))]
            unsafe extern "C" fn release(params: *const Params, flow: *const Own, now_ns: u32) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { underlay::release(params, flow, now_ns) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_in_flight_cap"))]
            unsafe extern "C" fn in_flight_cap(params: *const Params, flow: *const Own) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { underlay::cap(params, flow) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_remember"))]
            unsafe extern "C" fn remember(flow: *const Own, now_ns: u32, seen: *mut Seen) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { underlay::remember(flow, now_ns, seen) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_start_from"))]
            unsafe extern "C" fn start_from(
                params: *const Params,
                flow: *mut Own,
                now_ns: u32,
                seen: *const Seen,
            ) {
                // SAFETY: the contract of the header.
                unsafe { underlay::start_from(params, flow, now_ns, seen) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_words"))]
            unsafe extern "C" fn words(flow: *const Own, words: *mut u32) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { underlay::words(flow, words) }
            }
        };
    };
}
pub(crate) use underlay;
