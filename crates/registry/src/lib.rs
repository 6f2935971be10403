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
mod instance;
mod list;

pub use any_aqm::{AnyAqm, AqmId};
pub use any_cc::{AnyCc, CcId};
pub use any_underlay::{AnyUnderlay, UnderlayId};
pub use instance::{AqmInstance, Flow, UnderlayInstance};

#[cfg(feature = "aqm-bcc")]
pub use freeboard_aqm_bcc as aqm_bcc;
#[cfg(feature = "aqm-cedm")]
pub use freeboard_aqm_cedm as aqm_cedm;
#[cfg(feature = "aqm-codel")]
pub use freeboard_aqm_codel as aqm_codel;
#[cfg(feature = "aqm-dualpi2")]
pub use freeboard_aqm_dualpi2 as aqm_dualpi2;
#[cfg(feature = "aqm-e-ecn")]
pub use freeboard_aqm_e_ecn as aqm_e_ecn;
#[cfg(feature = "aqm-ecn-sharp")]
pub use freeboard_aqm_ecn_sharp as aqm_ecn_sharp;
#[cfg(feature = "aqm-hull")]
pub use freeboard_aqm_hull as aqm_hull;
#[cfg(feature = "aqm-mbecn")]
pub use freeboard_aqm_mbecn as aqm_mbecn;
#[cfg(feature = "aqm-mq-ecn")]
pub use freeboard_aqm_mq_ecn as aqm_mq_ecn;
#[cfg(feature = "aqm-pie")]
pub use freeboard_aqm_pie as aqm_pie;
#[cfg(feature = "aqm-red")]
pub use freeboard_aqm_red as aqm_red;
#[cfg(feature = "aqm-s-ecn")]
pub use freeboard_aqm_s_ecn as aqm_s_ecn;
#[cfg(feature = "aqm-step")]
pub use freeboard_aqm_step as aqm_step;
pub use freeboard_aqm_taildrop as aqm_taildrop;
#[cfg(feature = "aqm-tcn")]
pub use freeboard_aqm_tcn as aqm_tcn;
#[cfg(feature = "cc-bbr")]
pub use freeboard_cc_bbr as cc_bbr;
#[cfg(feature = "cc-cubic")]
pub use freeboard_cc_cubic as cc_cubic;
#[cfg(feature = "cc-dcqcn")]
pub use freeboard_cc_dcqcn as cc_dcqcn;
#[cfg(feature = "cc-dctcp")]
pub use freeboard_cc_dctcp as cc_dctcp;
#[cfg(feature = "cc-ecn-star")]
pub use freeboard_cc_ecn_star as cc_ecn_star;
pub use freeboard_cc_fixed as cc_fixed;
#[cfg(feature = "cc-hpcc")]
pub use freeboard_cc_hpcc as cc_hpcc;
#[cfg(feature = "cc-newreno")]
pub use freeboard_cc_newreno as cc_newreno;
#[cfg(feature = "cc-on-ramp")]
pub use freeboard_cc_on_ramp as cc_on_ramp;
#[cfg(feature = "cc-powertcp")]
pub use freeboard_cc_powertcp as cc_powertcp;
#[cfg(feature = "cc-swift")]
pub use freeboard_cc_swift as cc_swift;
#[cfg(feature = "cc-timely")]
pub use freeboard_cc_timely as cc_timely;
pub use {freeboard_aqm_api as aqm_api, freeboard_cc_api as cc_api, freeboard_dataplane as dataplane};
