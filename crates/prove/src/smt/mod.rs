//! Proof obligations: terms over bit vectors, switch programs as terms, SMT-LIB 2 text.
//!
//! A solver is no part of it: obligations leave as text for any program that reads SMT-LIB 2.
//!
//! | file | idea |
//! |---|---|
//! | `term`, `build`, `fold` | terms, each stored once; their constructors and what those simplify |
//! | `replace` | terms with some of their parts replaced |
//! | `wide` | halves of 64-bit vectors |
//! | `range` | bounds of a term without a solver |
//! | `eval` | the value of a term under an assignment |
//! | `text` | a claim as an SMT-LIB 2 script |
//! | `dialogue` | questions to a solver that keeps what it was told |
//! | `data` | the action data of a graph |
//! | `inputs` | metadata, random word, registers and action data of a pass |
//! | `program` | a graph, or its placement stage by stage, as terms |
//! | `alu` | one register access, the math unit and the low-pass filter as terms |
//!
//! The terms of a program are written from the pipeline's definitions, in the way of
//! [`Machine`](freeboard_pipeline::Machine), and are evaluated against it on random packets.

mod alu;
mod build;
mod data;
mod dialogue;
mod eval;
mod fold;
mod inputs;
mod program;
mod range;
mod replace;
mod term;
mod text;
mod wide;

#[cfg(test)]
mod tests;

pub use data::{DataPlace, Datum, action_data, narrow_data};
pub use dialogue::Dialogue;
pub use eval::Assignment;
pub use inputs::Inputs;
pub use program::{Outcome, Staged, placed, program};
pub use term::{Arithmetic, Sort, Term, Terms};
pub use text::{Products, script, script_asking, script_naming};
