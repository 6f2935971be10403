//! Textbook models of every algorithm, written from the papers and RFCs.
//!
//! Two kinds. A *quantised* model ([`Marker`], [`Controller`]) uses the same ticks and tables as the algorithm
//! and must agree with it decision by decision. A *real* model ([`Judge`]) computes what the source says in
//! exact or floating-point arithmetic and accepts every decision that lies within a stated bound. A congestion
//! control has one or the other: [`following`] says how a real model keeps up with many answers.
//!
//! Time and sequence numbers are 64 bits wide and never wrap here, and "not set" is an `Option`: what a wrap or
//! a sentinel does to an algorithm shows as a difference.
//!
//! Invariant: this crate depends on no algorithm crate, on none of their arithmetic (`fixmath`, `dataplane`),
//! and not even on their interfaces.
#![forbid(unsafe_code)]

pub mod bbr;
pub mod bcc;
mod catalog;
pub mod cedm;
pub mod codel;
pub mod cubic;
pub mod dcqcn;
pub mod dctcp;
pub mod dualpi2;
pub mod e_ecn;
pub mod ecn_sharp;
pub mod ecn_star;
mod event;
mod fall;
pub mod fixed;
pub mod following;
pub mod hpcc;
pub mod hull;
mod marker;
pub mod math;
pub mod mbecn;
pub mod mq_ecn;
pub mod newreno;
pub mod on_ramp;
pub mod pie;
pub mod powertcp;
pub mod red;
pub mod s_ecn;
mod silence;
pub mod step;
pub mod swift;
pub mod tail_drop;
pub mod tcn;
mod telemetry;
pub mod timely;
mod values;

pub use catalog::{controller, flow_judge, judge, marker};
pub use event::{Answer, Flight, FlowEvent, HOPS_MAX, Hook, Hop, Packet, Path};
pub use following::{FlowJudge, FlowTolerance, Judgement};
pub use marker::{Controller, Judge, Marker, Tolerance, Violation};
pub use values::Values;
