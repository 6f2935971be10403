//! Congestion controls in Linux: functions of `tcp_congestion_ops`.
//!
//! Each function is a section of its own, `struct_ops/<name in the registry>/<member>`. The kernel's sockets become the events
//! of `cc-api`, its answers become the socket's window and pace. One segment of the socket, of whatever size, is one segment of
//! the control's parameters, for Linux counts in segments.
//!
//! The section `constants` holds what the loader knows: a symbol named after a field of the kernel's structures is the
//! field's offset, and `freeboard.*` are parameters. The kernel freezes them before the verifier looks.
//!
//! Unsafe code lives here and not in the algorithms: the kernel's pointers.
#![no_std]

mod constants;
mod flow;
mod record;
mod socket;

use flow::Flow;
use freeboard_registry::cc_api::CongestionControl;

macro_rules! function {
    ($name:ident $path:path, $params:ident, $member:literal, $method:ident) => {
        const _: () = {
            /// # Safety
            /// `arguments` are the kernel's for this member.
            // SAFETY: a symbol of this name is defined once, here.
            #[unsafe(export_name = concat!(stringify!($name), ".", $member))]
            #[unsafe(link_section = concat!("struct_ops/", stringify!($name), "/", $member))]
            unsafe extern "C" fn function(arguments: *const u64) -> u32 {
                // SAFETY: the caller's contract; the loader has written the parameters.
                unsafe { Flow::<$path>::$method(arguments, &*(&raw const $params).cast()) }
            }
        };
    };
}

macro_rules! controls {
    ($($cfg:tt $name:ident $path:path;)*) => {$(
        const _: () = {
            type Params = <$path as CongestionControl>::Params;
            // SAFETY: a symbol of this name is defined once, here.
            #[unsafe(export_name = concat!("freeboard.params.", stringify!($name)))]
            #[unsafe(link_section = "constants")]
            static mut PARAMS: core::mem::MaybeUninit<Params> = core::mem::MaybeUninit::zeroed();

            function!($name $path, PARAMS, "init", init);
            function!($name $path, PARAMS, "cong_control", cong_control);
            function!($name $path, PARAMS, "ssthresh", ssthresh);
            function!($name $path, PARAMS, "undo_cwnd", undo_cwnd);
            function!($name $path, PARAMS, "set_state", set_state);
            function!($name $path, PARAMS, "cwnd_event", cwnd_event);
        };
    )*};
}
freeboard_registry::for_each_cc!(controls);
