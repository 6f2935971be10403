//! Plans to runs to tables, plots and verdicts: the library of `freeboard`.

#![forbid(unsafe_code)]

pub mod bench;
pub mod cli;
pub mod figure;
pub mod interactive;
pub mod observed;
pub mod origin;
pub mod pages;
pub mod plan;
pub mod report;
pub mod runner;
mod say;
pub mod sweep;
pub mod trace;
pub mod tune;
mod whole;
