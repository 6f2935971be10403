//! A scenario over real packets: TCP of the kernel through the crates.
#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![cfg(target_os = "linux")]

mod clock;
mod header;
mod hosts;
mod interrupt;
mod kernel;
mod refusal;
mod run;
mod switch;
mod sys;

pub use interrupt::stop_on_interrupt;
pub use kernel::{control, release, with_models};
pub use refusal::{Refused, check, check_machine};
pub use run::{Lateness, Report, run};
