//! The pipeline model: calibration, equivalence with the firmware backend, refusals, reports.
#![expect(unexpected_cfgs, reason = "`registers!` derives `Format` where its caller has the feature `defmt`")]

mod alu;
mod calibration;
mod elaboration;
mod equivalence;
mod faults;
mod fixtures;
mod refusals;
mod report;
