//! Plans to runs to tables, plots and verdicts: the library of `freeboard`.

#![forbid(unsafe_code)]

pub mod bench;
pub mod catalog;
pub mod cli;
pub mod document;
pub mod figure;
pub mod measure;
mod nearest;
pub mod pages;
pub mod plan;
pub mod quantity;
pub mod report;
pub mod runner;
pub mod scenario;
pub mod sweep;
pub mod trace;
mod world;
