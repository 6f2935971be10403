//! Functions of a marking scheme.

use crate::config::{self, Refusal, as_mut, as_ref, copy};
use freeboard_aqm_api::{
    Activity, Aqm, Arrival, Bytes, Decision, Departure, DepthUnit, Ecn, Nanos32, PortId, PortView, QueueView,
    Scope, State, Words,
};

/// A packet at a hook. The columns of a golden trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Packet {
    /// Bits 31..0 of the stamp \[ns\].
    pub now_ns: u32,
    /// Bits 47..32 of the stamp.
    pub now_high: u32,
    /// Bytes on the wire.
    pub size: u32,
    /// Length of the queue without the packet, in depth units.
    pub depth: u32,
    /// Length of all queues of the port.
    pub port_depth: u32,
    /// Occupancy of the shared pool.
    pub pool_depth: u32,
    /// Time in the queue \[ns\]; not looked at on arrival. 2^31 or more is negative and counts as 0.
    pub sojourn_ns: u32,
    /// ECN field: 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE.
    pub ecn: u32,
    /// A fresh uniform word.
    pub random: u32,
}

impl Packet {
    #[inline(always)]
    const fn arrival(&self) -> Arrival {
        let Departure { now, now_high, sojourn: _, size, depth, port_depth, pool_depth, ecn, random } =
            self.departure();
        Arrival { now, now_high, size, depth, port_depth, pool_depth, ecn, random }
    }

    #[inline(always)]
    const fn departure(&self) -> Departure {
        Departure {
            now: Nanos32(self.now_ns),
            now_high: self.now_high as u16,
            // A negative time is none.
            sojourn: Nanos32(self.sojourn_ns).elapsed(Nanos32(0)),
            size: Bytes(self.size),
            depth: self.depth,
            port_depth: self.port_depth,
            pool_depth: self.pool_depth,
            ecn: Ecn::from_bits_truncate(self.ecn as u8),
            random: self.random,
        }
    }
}

/// The queues of a port as the control plane sees them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct QueueList {
    /// Which port.
    pub port: u32,
    /// Occupancy of the shared pool, in depth units.
    pub pool_depth: u32,
    /// How many queues.
    pub count: u32,
    /// The queues in index order.
    pub queues: *const QueueView,
}

/// # Safety
/// As for the functions of the header: pointers lead to what their types say, or are null where that is allowed.
pub(crate) unsafe fn init<A: Aqm>(
    params: *mut A::Params,
    config: *const u32,
    unit: u32,
    refusal: *mut Refusal,
) -> u32 {
    let convert =
        |settings: &A::Settings| A::params(settings, DepthUnit::cell(unit as u16).unwrap_or(DepthUnit::BYTE));
    // SAFETY: the caller's contract.
    unsafe { config::init(params, config, unit, refusal, convert) }
}

/// # Safety
/// As [`init`].
pub(crate) unsafe fn effective<A: Aqm>(params: *const A::Params, config: *const u32, field: u32) -> u32 {
    // SAFETY: the caller's contract.
    unsafe {
        config::effective(config, field, |settings, field| A::effective(as_ref(params), settings, field))
    }
}

/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn enqueue<A: Aqm>(
    params: *const A::Params,
    (pipe, port, queue): (*mut A::Pipe, *mut A::Port, *mut A::Queue),
    packet: *const Packet,
) -> Decision {
    // SAFETY: the caller's contract.
    let (params, packet) = unsafe { (as_ref(params), as_ref(packet)) };
    // SAFETY: the caller's contract.
    let scope = unsafe { Scope { pipe: as_mut(pipe), port: as_mut(port), queue: as_mut(queue) } };
    A::on_enqueue(params, scope, &packet.arrival())
}

/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn dequeue<A: Aqm>(
    params: *const A::Params,
    (pipe, port, queue): (*mut A::Pipe, *mut A::Port, *mut A::Queue),
    packet: *const Packet,
) -> Decision {
    // SAFETY: the caller's contract.
    let (params, packet) = unsafe { (as_ref(params), as_ref(packet)) };
    // SAFETY: the caller's contract.
    let scope = unsafe { Scope { pipe: as_mut(pipe), port: as_mut(port), queue: as_mut(queue) } };
    A::on_dequeue(params, scope, &packet.departure())
}

/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn idle<A: Aqm>(
    params: *const A::Params,
    (pipe, port, queue): (*mut A::Pipe, *mut A::Port, *mut A::Queue),
    now: u32,
) {
    // SAFETY: the caller's contract.
    let params = unsafe { as_ref(params) };
    // SAFETY: the caller's contract.
    let scope = unsafe { Scope { pipe: as_mut(pipe), port: as_mut(port), queue: as_mut(queue) } };
    A::on_idle(params, scope, Nanos32(now));
}

/// # Safety
/// As [`init`].
#[inline(always)]
pub(crate) unsafe fn clock_step<A: Aqm>(
    params: *const A::Params,
    (pipe, port, queue): (*mut A::Pipe, *mut A::Port, *mut A::Queue),
    now: u32,
) {
    // SAFETY: the caller's contract.
    let params = unsafe { as_ref(params) };
    // SAFETY: the caller's contract.
    let scope = unsafe { Scope::<A> { pipe: as_mut(pipe), port: as_mut(port), queue: as_mut(queue) } };
    scope.on_clock_step(params, Nanos32(now));
}

/// Books a decision and returns its verdict.
///
/// # Safety
/// `activity` is an [`Activity`].
#[inline(always)]
pub(crate) unsafe fn counted(decision: &Decision, activity: *mut Activity) -> u32 {
    // SAFETY: the caller's contract.
    unsafe { as_mut(activity) }.count(decision);
    decision.verdict as u32
}

/// # Safety
/// As [`init`]; `list` names `count` queues.
pub(crate) unsafe fn control<A: Aqm>(params: *mut A::Params, now: u32, list: *const QueueList) {
    // SAFETY: the caller's contract.
    let (params, list) = unsafe { (as_mut(params), as_ref(list)) };
    let queues: &[QueueView] = if list.count == 0 || list.queues.is_null() {
        &[]
    } else {
        // SAFETY: the caller's contract.
        unsafe { core::slice::from_raw_parts(list.queues, list.count as usize) }
    };
    let view = PortView { port: PortId(list.port as u16), queues, pool_depth: list.pool_depth };
    A::on_control(params, Nanos32(now), &view);
}

/// # Safety
/// As [`init`]; `words` is memory for [`freeboard_params::MAX_WORDS`] words.
pub(crate) unsafe fn words<A: Aqm>(
    (pipe, port, queue): (*const A::Pipe, *const A::Port, *const A::Queue),
    words: *mut u32,
) -> u32 {
    let mut list = Words::new();
    // SAFETY: the caller's contract.
    unsafe {
        as_ref(pipe).canonical(&mut list);
        as_ref(port).canonical(&mut list);
        as_ref(queue).canonical(&mut list);
        copy(&list, words)
    }
}

/// The functions of one variant: its name in C, its type, the bytes of parameters, pipe, port and queue that the header
/// reserves, its hooks.
macro_rules! marking {
    ($name:literal $type:ty, $sizes:expr, $($hook:ident)*) => {
        const _: () = {
            use crate::config::{self, Refusal};
            use crate::marking;
            use freeboard_aqm_api::Aqm;
            use freeboard_params::Settings;
            type Own = $type;
            type Params = <Own as Aqm>::Params;
            type Pipe = <Own as Aqm>::Pipe;
            type Port = <Own as Aqm>::Port;
            type Queue = <Own as Aqm>::Queue;
            const _: () = config::reserved::<Params, Pipe, Port, Queue>($sizes);

            #[unsafe(export_name = concat!("freeboard_", $name, "_defaults"))]
            unsafe extern "C" fn defaults(config: *mut u32) {
                // SAFETY: the contract of the header.
                unsafe { config::defaults(<<Own as Aqm>::Settings as Settings>::FIELDS, config) }
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
                depth_unit: u32,
                refusal: *mut Refusal,
            ) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { marking::init::<Own>(params, config, depth_unit, refusal) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_effective"))]
            unsafe extern "C" fn effective(params: *const Params, config: *const u32, field: u32) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { marking::effective::<Own>(params, config, field) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_idle"))]
            unsafe extern "C" fn on_idle(
                params: *const Params,
                pipe: *mut Pipe,
                port: *mut Port,
                queue: *mut Queue,
                now_ns: u32,
            ) {
                // SAFETY: the contract of the header.
                unsafe { marking::idle::<Own>(params, (pipe, port, queue), now_ns) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_clock_step"))]
            unsafe extern "C" fn on_clock_step(
                params: *const Params,
                pipe: *mut Pipe,
                port: *mut Port,
                queue: *mut Queue,
                now_ns: u32,
            ) {
                // SAFETY: the contract of the header.
                unsafe { marking::clock_step::<Own>(params, (pipe, port, queue), now_ns) }
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_words"))]
            unsafe extern "C" fn words(
                pipe: *const Pipe,
                port: *const Port,
                queue: *const Queue,
                words: *mut u32,
            ) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { marking::words::<Own>((pipe, port, queue), words) }
            }

            $($crate::marking::marking!(hook $hook $name);)*
        };
    };
    (hook control $name:literal) => {
        #[unsafe(export_name = concat!("freeboard_", $name, "_on_control"))]
        unsafe extern "C" fn on_control(params: *mut Params, now_ns: u32, list: *const marking::QueueList) {
            // SAFETY: the contract of the header.
            unsafe { marking::control::<Own>(params, now_ns, list) }
        }
    };
    (hook $hook:ident $name:literal) => {
        const _: () = {
            #[unsafe(export_name = concat!("freeboard_", $name, "_on_", stringify!($hook)))]
            #[cfg_attr(target_os = "none", unsafe(link_section = concat!(".text.freeboard_hot.", $name, "_", stringify!($hook))))]
            unsafe extern "C" fn call(
                params: *const Params,
                pipe: *mut Pipe,
                port: *mut Port,
                queue: *mut Queue,
                packet: *const marking::Packet,
            ) -> u32 {
                // SAFETY: the contract of the header.
                unsafe { marking::$hook::<Own>(params, (pipe, port, queue), packet) }.verdict as u32
            }

            #[unsafe(export_name = concat!("freeboard_", $name, "_on_", stringify!($hook), "_counted"))]
            unsafe extern "C" fn call_counted(
                params: *const Params,
                pipe: *mut Pipe,
                port: *mut Port,
                queue: *mut Queue,
                packet: *const marking::Packet,
                activity: *mut freeboard_aqm_api::Activity,
            ) -> u32 {
                // SAFETY: the contract of the header.
                unsafe {
                    let decision = marking::$hook::<Own>(params, (pipe, port, queue), packet);
                    marking::counted(&decision, activity)
                }
            }
        };
    };
}
pub(crate) use marking;
