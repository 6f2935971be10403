//! Files of other systems as scenarios, and findings on a switch's configuration.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod capture;
pub mod flows;
pub mod lint;
pub mod nic;
mod note;
pub mod sizes;
pub mod sonic;
pub mod topology;

pub use note::{Imported, Note};
