//! The checkout's folders, and the compilers and programs of the machine.
//!
//! What `xtask` and `freeboard cost` both ask before they build or run anything else.
#![forbid(unsafe_code)]

mod nightly;
mod programs;
mod repo;

pub use nightly::Nightly;
pub use programs::{
    EMULATORS, TARGETS, emulator_command, have, install, install_targets, located, missing_emulators, output,
    run, unpacked,
};
pub use repo::{algorithm_folder, relative, root, scratch, target};
