//! The list of all marking schemes, congestion controls and underlays.
//!
//! Everything that must know every algorithm expands [`for_each_aqm!`], [`for_each_cc!`] or
//! [`for_each_underlay!`], or holds one in [`AnyAqm`], [`AnyCc`], [`AnyUnderlay`], or reads the `catalog`, one
//! descriptor per variant; adding an algorithm adds a package in this crate's manifest and a line in `list.rs`, and
//! nothing else here.
//!
//! Invariant: no allocation and no text of its own, but in the `catalog`, which is a feature that hosts turn on; an
//! algorithm whose feature is off, or that nobody names, costs 0 bytes.
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
