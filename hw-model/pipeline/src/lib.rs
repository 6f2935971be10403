//! Match-action pipeline: extraction, placement into stages, budget, execution.
//!
//! A program ([`freeboard_dataplane::Program`]) is run once symbolically, which leaves its data-flow [`Graph`]; the graph
//! is placed into the stages of a [`Profile`], or refused with the source line, the limit and the nearest
//! rewrite; the placed graph yields the [`Budget`] and the [`report()`], and the [`Machine`] executes it.
//!
//! | file | idea |
//! |---|---|
//! | `graph`, `intrinsic`, `width`, `names` | a program as words, conditions, registers |
//! | `elaborate`, `recorder`, `extract`, `live`, `acting` | the symbolic run and what the graph alone can show to be wrong |
//! | `profile`, `profiles`, `sizing` | limits with sources, the three profiles, a switch's dimensions |
//! | `dependency`, `gateway`, `table`, `usage`, `stage`, `placement` | what waits for what, what fits where |
//! | `latency`, `metadata` | cycles and live bits of a placed program |
//! | `refusal`, `refusal_text` | why it does not fit, in words |
//! | `machine`, `alu`, `agree`, `coverage`, `fault` | execution of the placed graph, apart from the firmware's code |
//! | `elaborated`, `budget`, `report`, `paper` | what a user asks for |
//!
//! A range test is not in the vocabulary, because no gateway takes one of 18 bits: it does not compile.
//! Write a difference with the constant on the left, and test it for zero one stage later.
//! ```compile_fail,E0369
//! use freeboard_dataplane::{Cond, Data, Hw, Word};
//! fn above<H: Hw>(sojourn: Word<H>, target: Data) -> bool {
//!     sojourn > target
//! }
//! ```
//!
//! Invariant: the machine shares no arithmetic with the firmware backend, and neither the placement nor the
//! machine sees a program's Rust code, only its graph.

#![forbid(unsafe_code)]

mod acting;
mod agree;
mod alu;
mod budget;
mod coverage;
mod dependency;
mod elaborate;
mod elaborated;
mod extract;
mod fault;
mod gateway;
mod graph;
mod intrinsic;
mod latency;
mod live;
mod machine;
mod metadata;
mod names;
pub mod paper;
mod placement;
mod profile;
pub mod profiles;
mod recorder;
mod refusal;
mod refusal_text;
mod report;
mod report_registers;
mod sizing;
mod stage;
mod table;
mod usage;
mod width;

pub use budget::{Budget, budget};
pub use coverage::{Coverage, InstructionCoverage};
pub use elaborate::Elaborate;
pub use elaborated::{Elaborated, Placeable, Quantised};
pub use extract::{check_shape, extract, record};
pub use fault::{Fault, Mismatch};
pub use gateway::Gateway;
pub use graph::{
    Access, DataOp, Filter, Graph, LookupTable, Node, NodeId, Op, Register, RegisterKind, SourceLine, Test,
    TestId,
};
pub use intrinsic::{Intrinsic, Packet};
pub use latency::{Dependency, Latency, StageTiming};
pub use live::Live;
pub use machine::{Machine, Place};
pub use metadata::{MetadataUse, Temporary};
pub use names::Named;
pub use placement::Placement;
pub use profile::{Input, LatencyModel, Limit, LimitId, Profile, SojournOverflow, WordKeys};
pub use recorder::{Flag, Recorded, RegisterPort, Value};
pub use refusal::{Beyond, Reason, Refusal};
pub use report::report;
pub use sizing::Sizing;
pub use stage::Stage;
pub use table::{Slots, Table, TableKind};
pub use usage::Usage;
pub use width::container;
