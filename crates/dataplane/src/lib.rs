//! The match-action pipeline vocabulary and its firmware backend.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::float_arithmetic, clippy::unwrap_used, clippy::expect_used))]

#[cfg(test)]
extern crate std;

pub mod blocks;
mod chain;
mod check;
pub mod clock;
mod data;
mod ends;
mod hw;
mod lookup;
mod low_pass;
mod mark;
mod math;
mod metadata;
mod narrow;
mod native;
mod pool;
mod program;
mod registers;
pub mod rules;
mod salu;
mod table;

pub use chain::Chain;
pub use check::Checked;
pub use clock::Clock;
pub use data::Data;
pub use ends::{AtDequeue, AtEnqueue, End};
pub use hw::{By, Cond, Hw, Multiplier, Word};
pub use lookup::Lookup;
pub use low_pass::{LowPass, LowPassCell, LowPassGain};
pub use mark::{Mark, Reason};
pub use math::{MathFill, MathUnit};
pub use metadata::Metadata;
pub use narrow::Narrow;
pub use native::Native;
pub use pool::PoolLimits;
pub use program::{Layout, Pass, PassPipe, Ports, Program, Stateless};
pub use registers::{NoRegisters, NoRegistersPorts, Registers, Visitor};
pub use salu::{Cmp, Half, K, Op, Out, OutSrc, Phv, Pred, Rel, Salu, SrcA, SrcB, Term, Upd};
pub use table::{Cell, Config, Entry, Key, Pair, RegisterScope, Rows, RowsMath, StatefulTable};
