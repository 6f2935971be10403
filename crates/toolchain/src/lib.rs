//! The checkout's folders, and the compilers and programs of the machine.
//!
//! Checks common to the programs that build or run firmware, before they do.
#![forbid(unsafe_code)]

mod nightly;
mod packages;
mod programs;
mod repo;
pub mod symbols;

pub use nightly::Nightly;
pub use packages::{Manager, advice};
pub use programs::{
    BROWSER, COMPILERS, EMULATORS, MACHINES, SOLVERS, TARGETS, have, have_target, install_machines,
    install_target, install_targets, located, missing_compilers, missing_emulators, missing_machines,
    missing_targets, output, run, unpacked,
};
pub use repo::{algorithm_folder, relative, root, scratch, target};
