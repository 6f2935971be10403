//! CoDel. Source: RFC 8289 §5; the Linux kernel's fixed point; its one-pass form for switches.

mod linux;
mod pipeline;
mod rfc8289;

pub use linux::Linux;
pub use pipeline::Pipeline;
pub use rfc8289::Rfc8289;

/// The largest backlog that is left alone, in depth units of `unit` bytes: one packet, in whole units.
fn guard(mtu: u64, unit: u64) -> u64 {
    mtu.div_ceil(unit)
}
