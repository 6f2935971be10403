//! The list of all marking schemes, congestion controls and underlays.
//!
//! Everything that must know every algorithm expands [`for_each_aqm!`], [`for_each_cc!`] or
//! [`for_each_underlay!`], or holds one in [`AnyAqm`], [`AnyCc`], [`AnyUnderlay`]; adding an algorithm adds a
//! package in this crate's manifest and a line in `list.rs`, and nothing else here.
//!
//! Invariant: no allocation and no text of its own; an algorithm whose feature is off, or that nobody names,
//! costs 0 bytes.
#![no_std]
#![forbid(unsafe_code)]

mod any_aqm;
mod any_cc;
mod any_underlay;
#[cfg(feature = "defmt")]
mod format;
mod list;
mod placed;

pub use any_aqm::{AnyAqm, AqmId};
pub use any_cc::{AnyCc, CcId};
pub use any_underlay::{AnyUnderlay, UnderlayId};
pub use placed::{Flow, Layer, Placed};

#[cfg(feature = "aqm-bcc")]
pub use aqm_bcc;
#[cfg(feature = "aqm-cedm")]
pub use aqm_cedm;
#[cfg(feature = "aqm-codel")]
pub use aqm_codel;
#[cfg(feature = "aqm-dualpi2")]
pub use aqm_dualpi2;
#[cfg(feature = "aqm-e-ecn")]
pub use aqm_e_ecn;
#[cfg(feature = "aqm-ecn-sharp")]
pub use aqm_ecn_sharp;
#[cfg(feature = "aqm-hull")]
pub use aqm_hull;
#[cfg(feature = "aqm-mbecn")]
pub use aqm_mbecn;
#[cfg(feature = "aqm-mq-ecn")]
pub use aqm_mq_ecn;
#[cfg(feature = "aqm-pie")]
pub use aqm_pie;
#[cfg(feature = "aqm-red")]
pub use aqm_red;
#[cfg(feature = "aqm-s-ecn")]
pub use aqm_s_ecn;
#[cfg(feature = "aqm-step")]
pub use aqm_step;
pub use aqm_taildrop;
#[cfg(feature = "aqm-tcn")]
pub use aqm_tcn;
#[cfg(feature = "cc-bbr")]
pub use cc_bbr;
#[cfg(feature = "cc-cubic")]
pub use cc_cubic;
#[cfg(feature = "cc-dcqcn")]
pub use cc_dcqcn;
#[cfg(feature = "cc-dctcp")]
pub use cc_dctcp;
#[cfg(feature = "cc-ecn-star")]
pub use cc_ecn_star;
pub use cc_fixed;
#[cfg(feature = "cc-hpcc")]
pub use cc_hpcc;
#[cfg(feature = "cc-newreno")]
pub use cc_newreno;
#[cfg(feature = "cc-on-ramp")]
pub use cc_on_ramp;
#[cfg(feature = "cc-powertcp")]
pub use cc_powertcp;
#[cfg(feature = "cc-swift")]
pub use cc_swift;
#[cfg(feature = "cc-timely")]
pub use cc_timely;
pub use {aqm_api, cc_api, dataplane};
