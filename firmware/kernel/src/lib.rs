//! Every congestion control as a program that the Linux kernel runs on a packet.
//!
//! A packet is a [`Vector`]: a flow, an event, room for the answer. Each program is a section of its own, `xdp/<name in the
//! registry>`, of the type that may write packets and that the kernel runs on demand. `cargo xtask firmware` loads
//! them past the verifier and compares digests with the host's.
//!
//! Unsafe code lives here and not in the algorithms: the kernel's pointers.
#![no_std]

use freeboard_registry::cc_api::CongestionControl;
use freeboard_replay::Vector;

/// The first fields of the kernel's `struct xdp_md`: where the packet begins and ends.
#[derive(Debug)]
#[repr(C)]
pub struct Context {
    data: u32,
    data_end: u32,
}

/// `XDP_PASS`; the answer of a packet that is too short is 0, `XDP_ABORTED`.
const PASS: u32 = 2;

/// # Safety
/// `context` is the kernel's, and its packet nobody else's.
#[inline(always)]
unsafe fn run<C: CongestionControl>(context: *const Context) -> u32 {
    // SAFETY: the caller's contract. The verifier follows the two pointers from these loads and this comparison.
    unsafe {
        let (data, end) = ((*context).data as usize, (*context).data_end as usize);
        if data.wrapping_add(size_of::<Vector<C>>()) > end {
            return 0;
        }
        (*(data as *mut Vector<C>)).run();
    }
    PASS
}

macro_rules! programs {
    ($($cfg:tt $name:ident $path:path;)*) => {$(
        const _: () = {
            /// # Safety
            /// As for [`run`].
            // SAFETY: a symbol of this name is defined once, here.
            #[unsafe(export_name = concat!("freeboard_", stringify!($name)))]
            #[unsafe(link_section = concat!("xdp/", stringify!($name)))]
            unsafe extern "C" fn program(context: *const Context) -> u32 {
                // SAFETY: the caller's contract.
                unsafe { run::<$path>(context) }
            }
        };
    )*};
}
freeboard_registry::for_each_cc!(programs);
