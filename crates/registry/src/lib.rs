//! The list of all marking schemes, congestion controls and underlays.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "catalog")]
extern crate alloc;

mod any_aqm;
mod any_cc;
mod any_underlay;
#[cfg(feature = "catalog")]
pub mod catalog;
mod family;
#[cfg(feature = "defmt")]
mod format;
mod instance;
mod list;

pub use any_aqm::{AnyAqm, AqmId, aqm_params};
pub use any_cc::{AnyCc, CcId, cc_params};
pub use any_underlay::{AnyUnderlay, UnderlayId, underlay_params};
pub use instance::{AqmInstance, Flow, UnderlayInstance};
pub use list::*;

pub use {freeboard_aqm_api as aqm_api, freeboard_cc_api as cc_api, freeboard_dataplane as dataplane};
