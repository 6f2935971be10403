//! Placement refusals: the limit, the source line, the nearest rewrite.

use super::acting::{self, Idle};
use super::graph::{Graph, SourceLine};
use super::intrinsic::Intrinsic;
use super::names::{self, Named};
use super::profile::{Limit, Profile};
use core::fmt;
use freeboard_aqm_api::{Intrinsics, Meta, ParamError};
use freeboard_dataplane::RegisterScope;

/// The rule that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A parameter was refused before anything was elaborated.
    Parameter {
        /// Name of the field.
        field: &'static str,
        /// The refusal.
        error: ParamError,
    },
    /// The profile does not expose an intrinsic value that the program reads.
    NotExposed {
        /// The value.
        intrinsic: Intrinsic,
        /// First use.
        at: Option<SourceLine>,
    },
    /// The program reads a value that its `READS` does not name.
    Undeclared {
        /// The value.
        intrinsic: &'static str,
        /// First use.
        at: Option<SourceLine>,
    },
    /// The program declares values that it never reads.
    Unread {
        /// Those values.
        declared: Intrinsics,
    },
    /// Two elaborations differ.
    NotRepeatable,
    /// The graph's shape depends on the configuration.
    ShapeDepends {
        /// Where two shapes part.
        at: Option<SourceLine>,
    },
    /// A register sits in a state struct of another scope than its own.
    Scope {
        /// The register.
        register: &'static str,
        /// What its table says.
        declared: RegisterScope,
        /// Where it sits.
        opened: RegisterScope,
    },
    /// A constant is beyond the values of the word it is compared with: it would change nothing.
    Idle {
        /// The constant.
        value: u32,
        /// The setting that it comes from.
        setting: Option<Beyond>,
        /// The word.
        word: String,
        /// Bits of its values.
        bits: u32,
        /// Where they meet.
        at: SourceLine,
    },
    /// A packet's random word is used up.
    Random {
        /// Bits asked for.
        bits: u32,
        /// The use that goes over.
        at: SourceLine,
        /// The limit.
        limit: Limit,
    },
    /// A gateway reads too many bits or needs too many rows.
    Gateway {
        /// The table it guards.
        table: Named,
        /// What it reads: word and bits.
        inputs: Vec<(Named, u32)>,
        /// Bits or rows used.
        used: u32,
        /// The limit.
        limit: Limit,
    },
    /// One register array is larger than what one stateful ALU reaches.
    Register {
        /// Its access.
        table: Named,
        /// Cells of the array.
        instances: u32,
        /// Blocks it needs.
        blocks: u32,
        /// The limit.
        limit: Limit,
    },
    /// The program needs more stages than there are.
    Stages {
        /// The table that found no stage.
        table: Named,
        /// The table it waits for, if it waits.
        waits_for: Option<Named>,
        /// The per-stage limit that pushed it on, if one did.
        pushed: Option<(Limit, Vec<Named>)>,
        /// The number of stages.
        limit: Limit,
    },
    /// The metadata containers are full.
    Metadata {
        /// Bits of containers needed at once.
        bits: u32,
        /// After which stage.
        stage: usize,
        /// How many words are live there.
        words: usize,
        /// The one written last.
        last: Named,
        /// The limit.
        limit: Limit,
    },
}

/// A setting outside the range in which its constants act on a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// Name of the field.
    pub field: &'static str,
    /// Its value.
    pub given: u32,
    /// Smallest value that acts beside the other settings.
    pub min: u32,
    /// Largest one.
    pub max: u32,
}

impl Reason {
    pub(crate) fn idle(graph: &Graph, Idle { value, word, at }: Idle) -> Self {
        let bits = acting::bits(graph, word);
        Self::Idle { value, setting: None, word: names::word(graph, word), bits, at }
    }
}

/// A program that a profile refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Name of the scheme.
    pub algorithm: &'static str,
    /// Name of its variant.
    pub variant: &'static str,
    /// Name of the profile.
    pub profile: &'static str,
    /// The broken rule. Boxed: a refusal is returned through every step.
    pub reason: Box<Reason>,
}

impl Refusal {
    /// A refusal of a program on a profile.
    pub fn new(meta: &Meta, profile: &Profile, reason: impl Into<Box<Reason>>) -> Self {
        let (algorithm, variant) = (meta.name, meta.variant);
        Self { algorithm, variant, profile: profile.name, reason: reason.into() }
    }

    pub(crate) fn of(graph: &Graph, profile: &Profile, reason: impl Into<Box<Reason>>) -> Self {
        let (algorithm, variant) = (graph.algorithm, graph.variant);
        Self { algorithm, variant, profile: profile.name, reason: reason.into() }
    }

    /// The nearest way to write the program so that it fits.
    #[must_use]
    pub fn rewrite(&self) -> &'static str {
        match &*self.reason {
            Reason::Parameter { .. } => "choose a value in the legal range",
            Reason::NotExposed { .. } => {
                "run it on a profile that exposes the value, or decide on one that this one has"
            }
            Reason::Undeclared { .. } => "name it in the scheme's `Meta::reads`",
            Reason::Unread { .. } => "remove it from the scheme's `Meta::reads`",
            Reason::NotRepeatable => "keep all state in registers",
            Reason::ShapeDepends { .. } => "make the alternatives entries of a table, or two variants",
            Reason::Scope { .. } => "move the register into the state struct of its scope",
            Reason::Idle { .. } => "choose a value in the legal range, or decide on a wider word",
            Reason::Random { .. } => "take fewer bits per draw, or share one draw",
            Reason::Gateway { .. } => {
                "reduce one test to a flag first (one stage earlier), then test the flag"
            }
            Reason::Register { .. } => "split the pair into two registers, or reduce the number of instances",
            Reason::Stages { pushed: Some(_), .. } => {
                "spread the accesses over stages by dependency, or join two registers into one pair"
            }
            Reason::Stages { .. } => {
                "move the compare a stage earlier, join two dependent registers into one pair, or average with the \
                 low-pass filter"
            }
            Reason::Metadata { .. } => "use words as soon as they are computed, or reduce them to flags",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}/{} does not fit {}:", self.algorithm, self.variant, self.profile)?;
        write!(f, "  {}", self.reason)?;
        write!(f, "\n  nearest rewrite: {}", self.rewrite())
    }
}

impl std::error::Error for Refusal {}
