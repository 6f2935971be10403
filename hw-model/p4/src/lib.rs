//! P4_16 programs: a placed switch program as text for a compiler.
//!
//! The text is one control that is included in an egress pipeline: for the Tofino Native Architecture with registers, their
//! actions, the math unit and tables whose data the control plane may change; for v1model with reads and writes in place of
//! register actions. An operation that a target cannot say is refused by name. The reader in `crates/p4-reader` is written from
//! the language, not from this writer, so that each checks the other: the graph that it reads must be the graph that was written.
//!
//! | file | idea |
//! |---|---|
//! | `source` | the placed program, its settings, which setting every constant follows |
//! | `identifiers`, `words`, `boolean`, `alu` | names, operands, conditions, ALU instructions as text |
//! | `write`, `registers`, `tables`, `header` | the control |
//! | `shell` | the program around the control |
//! | `control_plane` | the data that may change while the program runs |
//! | `events` | packets around every constant of a program |
//! | `packet_test` | the same packets as a packet test of the software switch |
//! | `vectors` | packets with the mark and the registers that they must leave |
//!
//! Invariant: the text depends on the graph, the profile and the settings only.

#![forbid(unsafe_code)]

mod alu;
mod boolean;
mod control_plane;
mod events;
mod header;
mod identifiers;
mod packet_test;
mod registers;
mod shell;
mod source;
mod tables;
mod vectors;
mod words;
mod write;

pub use control_plane::{ControlPlane, Datum, Location, Together};
pub use events::events;
pub use packet_test::{PacketTest, packet_test};
pub use shell::shell;
pub use source::Source;
pub use vectors::{Vectors, vectors};
pub use write::{control_plane, write};

use core::fmt;
use freeboard_pipeline::{Intrinsic, Profile};

/// The architecture that a program is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// Tofino Native Architecture.
    Tna,
    /// The architecture of the reference software switch.
    V1model,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Tna, Self::V1model];

    /// Name on the command line and in file names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tna => "tna",
            Self::V1model => "v1model",
        }
    }

    /// The profile as the target has it: the software switch tells delays in microseconds, and milliseconds of them are usual, so
    /// its caller converts into a sojourn of 32 bits whatever the chip's has.
    #[must_use]
    pub fn profile(self, mut profile: Profile) -> Profile {
        if self == Self::V1model {
            let sojourn = profile.inputs.iter_mut().filter(|input| input.intrinsic == Intrinsic::Sojourn);
            sojourn.for_each(|input| input.width = 32);
        }
        profile
    }
}

/// Why a program cannot be written for a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable {
    reason: String,
}

impl Unwritable {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Unwritable {}
