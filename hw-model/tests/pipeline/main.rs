//! The pipeline model: calibration, equivalence with the firmware backend, refusals, reports.

mod calibration;
mod elaboration;
mod equivalence;
mod faults;
mod fixtures;
mod refusals;
mod report;
