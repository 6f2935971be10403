//! A scenario over real packets: TCP of the kernel through the crates.
#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![cfg(target_os = "linux")]

mod captured;
mod clock;
mod commands;
mod control;
mod due;
mod execute;
mod forwarding;
mod header;
mod hosts;
mod interrupt;
mod kernel;
mod live;
mod memory;
mod place;
mod port;
mod receiving;
mod refusal;
mod refused;
mod report;
mod run;
mod sending;
mod switch;
mod sys;
mod traffic;
mod wait;

pub use captured::Captured;
pub use commands::{Command, End, Ended, check_command};
pub use control::{Control, controls, object};
pub use interrupt::stop_on_interrupt;
pub use kernel::{asks_for_linux, release, with_models};
pub use live::{Builder, Host, Live};
pub use place::{FIRST_PORT, address};
pub use refusal::{check, check_machine};
pub use refused::Refused;
pub use report::{Lateness, Report};
pub use run::{Options, run};
