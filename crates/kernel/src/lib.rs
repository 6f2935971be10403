//! Congestion controls in the Linux kernel.
#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

#[cfg(target_os = "linux")]
mod about;
#[cfg(target_os = "linux")]
mod btf;
#[cfg(target_os = "linux")]
mod fit;
#[cfg(target_os = "linux")]
mod held;
#[cfg(target_os = "linux")]
mod memory;
mod object;
mod program;
#[cfg(target_os = "linux")]
mod sys;

#[cfg(target_os = "linux")]
pub use about::{About, registered};
#[cfg(target_os = "linux")]
pub use fit::{LINE, NAME_MAX, Unfit, check_name, fit, flow_bytes, name, written};
#[cfg(target_os = "linux")]
pub use held::{Entry, Held, Wanted, available};
pub use object::{ON_PACKETS, STRUCT_OPS, Source, build};
pub use program::{Image, Program, Reference, Symbol};
#[cfg(target_os = "linux")]
pub use sys::PacketProgram;
