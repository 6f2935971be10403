//! Every congestion control and underlay as kernel BPF functions, to be checked.
//!
//! Nothing here is loaded: the code that `bpfel-unknown-none` makes of the algorithms is read for what the kernel's
//! verifier does not take. Tables keep the functions; BPF has no static linking, so each is whole by itself.
//!
//! Unsafe code lives here and not in the algorithms: raw memory from a C caller.
#![no_std]

#[cfg(feature = "breach")]
mod breach;

use freeboard_registry::cc_api::{
    CongestionControl, Control, Event, Underlay, UnderlayEvent, UnderlayOutput,
};
use freeboard_registry::{CcId, Flow, UnderlayId, UnderlayInstance};

/// (instance, event, memory for the answer).
type Function = unsafe extern "C" fn(*mut u8, *const u8, *mut u8);

/// # Safety
/// `flow` is a `Flow<C>`, `event` an [`Event`], `answer` memory for a [`Control`].
unsafe extern "C" fn control<C: CongestionControl>(flow: *mut u8, event: *const u8, answer: *mut u8) {
    // SAFETY: the caller's contract.
    unsafe {
        let given = (*flow.cast::<Flow<C>>()).on_event(&*event.cast::<Event<'_>>());
        answer.cast::<Control>().write(given);
    }
}

/// # Safety
/// `layer` is a `UnderlayInstance<U>`, `event` a [`UnderlayEvent`], `answer` memory for a [`UnderlayOutput`].
unsafe extern "C" fn underlay<U: Underlay>(layer: *mut u8, event: *const u8, answer: *mut u8) {
    // SAFETY: the caller's contract.
    unsafe {
        let given = (*layer.cast::<UnderlayInstance<U>>()).take(&*event.cast::<UnderlayEvent>());
        answer.cast::<UnderlayOutput>().write(given);
    }
}

macro_rules! controls {
    ($($cfg:tt $name:ident $path:path;)*) => {
        [$(control::<$path>),*]
    };
}
macro_rules! underlays {
    ($($cfg:tt $name:ident $path:path;)*) => {
        [$(underlay::<$path>),*]
    };
}

/// Every congestion control.
// SAFETY: a symbol of this name is defined once, here.
#[unsafe(no_mangle)]
pub static FREEBOARD_CONTROLS: [Function; CcId::ALL.len()] = freeboard_registry::for_each_cc!(controls);

/// Every underlay.
// SAFETY: a symbol of this name is defined once, here.
#[unsafe(no_mangle)]
pub static FREEBOARD_UNDERLAYS: [Function; UnderlayId::ALL.len()] =
    freeboard_registry::for_each_underlay!(underlays);

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
