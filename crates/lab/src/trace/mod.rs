//! `freeboard trace`: any algorithm over a golden trace's events, decision and state per event.
//!
//! The format and the runs are those of [`freeboard_golden`]; here are names, presets and settings with
//! units, and the comparison with the decisions a file already has.

mod compare;
mod control;
mod run;
mod settings;

pub use compare::Comparison;
pub(crate) use control::of_control_plane;
pub(crate) use run::header_of;
pub use run::{Replayed, Request, replay};
pub(crate) use settings::{refuse_control, values};
