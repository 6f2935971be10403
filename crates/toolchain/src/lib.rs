//! The checkout's folders, and the compilers and programs of the machine.
//!
//! Checks common to `xtask` and `freeboard cost` before they build or run anything.
#![forbid(unsafe_code)]

mod nightly;
mod programs;
mod repo;
pub mod symbols;

pub use nightly::Nightly;
pub use programs::{
    COMPILERS, EMULATORS, SOLVERS, TARGETS, emulator_command, have, install, install_target, install_targets,
    located, missing_compilers, missing_emulators, output, run, solver_command, unpacked,
};
pub use repo::{algorithm_folder, relative, root, scratch, target};
