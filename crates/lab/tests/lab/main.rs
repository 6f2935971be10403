//! The command line, scenarios and results, as a user and as a program that links the library meets them.

mod bad_input;
mod bench;
mod beside;
mod book;
mod clock_plan;
mod clocks;
mod command_line;
mod every_key;
mod figures;
mod files;
mod hold_states;
mod hosts;
mod ledger;
mod measures;
mod pages;
mod plans;
mod presets;
mod progress;
mod queues;
mod reproductions;
mod requests;
mod scenarios;
mod sweeps;
mod theta_power;
mod traces;
mod underlays;
