//! The match-action pipeline vocabulary and its firmware backend.
//!
//! A *switch program* is a function generic over [`Hw`]. It cannot look inside a [`Word`] or a [`Cond`],
//! so no Rust `if` can depend on a packet, no register can be touched twice, and one symbolic run yields
//! the whole program. Three backends give it meaning: [`Native`] here (firmware, zero cost), and in the
//! hardware model an elaborator that extracts and places it and a machine that runs the placed graph.
//!
//! | file | idea |
//! |---|---|
//! | `hw` | the backend trait |
//! | `word` | metadata words and conditions, with operators |
//! | `data` | action data: constants the control plane writes |
//! | `salu` | what one stateful ALU can do, as `const` data |
//! | `check` | which of these descriptors no stateful ALU could run: compile errors |
//! | `table` | a register, its one table, its entries |
//! | `registers` | state structs and the one-use access rights to them |
//! | `math` | the math unit: c/sqrt(x) to 3-4 significant bits |
//! | `lookup`, `low_pass` | stateless tables, the meter's low-pass filter |
//! | `pool` | what a pipeline is told of a shared pool |
//! | `native` | the firmware backend |
//! | `clock` | the 22+10-bit emulated clock, and the sliced one |
//! | `program` | a scheme as a program, the pass that runs it as an [`freeboard_aqm_api::Aqm`] |
//! | `chain`, `narrow` | two schemes in one pass, and what makes them fit one gateway |
//! | `blocks` | register blocks that more than one scheme is made of |
//!
//! Rules that are compile errors, each with its test: a second access to one register in a pass, a Rust
//! branch on metadata, a shift by a variable, an ALU program that no stateful ALU can run (see [`rules`]).
//!
//! Invariant: between [`Hw`] and a register cell there are only `#[inline(always)]` functions on `Copy`
//! data, no loops and no closures; a closure there costs a factor of 40 in firmware.
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
mod word;

pub use chain::Chain;
pub use clock::Clock;
pub use data::Data;
pub use ends::{AtDequeue, AtEnqueue, End};
pub use hw::Hw;
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
pub use word::{By, Cond, Word};
