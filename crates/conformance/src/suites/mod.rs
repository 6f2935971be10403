//! Properties that any algorithm must have. Each is a function of a registry number; tests expand the registry.
//!
//! The first thirteen are the bug classes that the history of this kind of code names, from averages that stop
//! short of their target to a sentinel that is a legal value.

pub mod bounded_work;
pub mod clock_wrap;
pub mod config_domain;
pub mod counter_beyond_2_32;
pub mod divide_by_zero;
pub mod ewma_floor;
pub mod idle_and_reattach;
pub mod one_event_one_reaction;
pub mod product_width;
pub mod sentinel_collision;
pub mod shift_width;
pub mod subtract_below_zero;
pub mod word_size_32_vs_64;

pub mod canonical;
pub mod descriptors;
pub mod lock_up;
pub mod parameter_sensitivity;
pub mod reads;
pub mod reconfigure;

mod sample;
pub use sample::{CcSetup, Setup, aqm_setups, cc_setups, decisions, flow_answers};
