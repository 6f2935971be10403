//! One marking scheme and one congestion control as a static library for C.
//!
//! The book prints this file. C owns the memory: `queue_bytes()` and `flow_bytes()` say how much, aligned to four bytes. An
//! instance is one context's at a time.
#![no_std]

use core::mem::MaybeUninit;
use freeboard_registry::aqm_api::{Aqm, Departure, DepthUnit, Nanos32, Verdict};
use freeboard_registry::aqm_ecn_sharp::{Compact, EcnSharpSettings};
use freeboard_registry::cc_api::{Bytes, CongestionControl};
use freeboard_registry::cc_dcqcn::{Dcqcn, DcqcnSettings};
use freeboard_registry::{AqmInstance, Flow};

/// ECN# for one queue: parameters and state.
pub type Queue = AqmInstance<Compact>;
/// DCQCN for one flow: parameters and state.
pub type Sender = Flow<Dcqcn>;

const _: () = assert!(align_of::<Queue>() <= 4 && align_of::<Sender>() <= 4, "C is told so");

/// Bytes of a queue's memory.
#[unsafe(no_mangle)]
pub extern "C" fn queue_bytes() -> usize {
    size_of::<Queue>()
}

/// Bytes of a flow's memory.
#[unsafe(no_mangle)]
pub extern "C" fn flow_bytes() -> usize {
    size_of::<Sender>()
}

/// Checks the settings and starts a queue. 0, or 1 + the number of the setting that is refused.
#[unsafe(no_mangle)]
pub extern "C" fn queue_start(queue: &mut MaybeUninit<Queue>, pst_target_ns: u32) -> u32 {
    let settings = EcnSharpSettings { pst_target: pst_target_ns, ..EcnSharpSettings::DEFAULT };
    match Compact::params(&settings, DepthUnit::BYTE) {
        Ok(params) => {
            queue.write(AqmInstance::new(params));
            0
        }
        Err(error) => 1 + u32::from(error.field.0),
    }
}

/// A packet leaves: 1 where CE is to be set. ECN# reads its time and its sojourn time; another scheme may read more.
#[unsafe(no_mangle)]
pub extern "C" fn queue_leave(queue: &mut Queue, now_ns: u32, sojourn_ns: u32) -> u32 {
    let departure = Departure { now: Nanos32(now_ns), sojourn: sojourn_ns, ..Departure::default() };
    u32::from(queue.on_dequeue(&departure) == Verdict::Signal)
}

/// Checks the settings and starts a flow of segments of `mss` bytes. 0, or 1 + the number of the setting that is refused.
#[unsafe(no_mangle)]
pub extern "C" fn flow_start(flow: &mut MaybeUninit<Sender>, mss: u32) -> u32 {
    match Dcqcn::params(&DcqcnSettings::DEFAULT, Bytes(mss)) {
        Ok(params) => {
            flow.write(Flow::new(params));
            0
        }
        Err(error) => 1 + u32::from(error.field.0),
    }
}

/// A congestion notification came. The rate from now on, in 2^-20 of the line.
#[unsafe(no_mangle)]
pub extern "C" fn flow_notified(flow: &mut Sender, now_ns: u32) -> u32 {
    flow.on_cnp(Nanos32(now_ns)).rate.to_bits()
}

/// Counts `bytes` that left; returns the rate from now on.
#[unsafe(no_mangle)]
pub extern "C" fn flow_sent(flow: &mut Sender, now_ns: u32, bytes: u32) -> u32 {
    flow.on_sent(Nanos32(now_ns), Bytes(bytes)).rate.to_bits()
}

/// To be called every [`flow_tick_ns`]. The rate from now on.
#[unsafe(no_mangle)]
pub extern "C" fn flow_tick(flow: &mut Sender, now_ns: u32) -> u32 {
    flow.on_tick(Nanos32(now_ns)).rate.to_bits()
}

/// Period of [`flow_tick`] \[ns\]; a control that needs none has 0.
#[unsafe(no_mangle)]
pub extern "C" fn flow_tick_ns() -> u32 {
    Dcqcn::META.tick_ns
}

/// A static library brings its own. Nothing in it panics, so no linker keeps it.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
