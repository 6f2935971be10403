//! Switch profile: limits with sources, latency model, exposed intrinsics.

use super::intrinsic::Intrinsic;
use freeboard_params::Grade;
use freeboard_units::DepthUnit;

macro_rules! limits {
    ($( $(#[$meta:meta])* $name:ident = $text:literal ),* $(,)?) => {
        /// Which limit a row of a profile is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum LimitId { $( $(#[$meta])* $name, )* }

        impl LimitId {
            /// All of them, in the order of the reports.
            pub const ALL: &'static [Self] = &[ $( Self::$name, )* ];

            /// What it counts, in words.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $( Self::$name => $text, )* }
            }
        }
    };
}

limits! {
    /// Match-action stages of a pipe.
    Stages = "match-action stages per pipe",
    /// Logical tables.
    Tables = "logical tables per stage",
    /// Gateways.
    Gateways = "gateways per stage",
    /// Input bits of one gateway.
    GatewayBits = "input bits of one gateway (4 bytes + 12 hash bits)",
    /// Ternary rows of one gateway.
    GatewayRows = "ternary rows of one gateway",
    /// Ternary tables.
    TernaryTables = "ternary tables per stage",
    /// Exact-match crossbar.
    ExactCrossbar = "bytes of the exact-match crossbar per stage",
    /// Ternary crossbar.
    TernaryCrossbar = "bytes of the ternary crossbar per stage",
    /// Hash groups.
    HashGroups = "hash groups of 52 bits per stage",
    /// Hash distribution slices.
    HashSlices = "hash distribution slices of 16 bits per stage",
    /// SRAM blocks.
    Sram = "SRAM blocks per stage",
    /// Size of an SRAM block.
    SramBytes = "bytes of an SRAM block",
    /// Map RAM blocks.
    MapRam = "map RAM blocks per stage",
    /// TCAM blocks.
    Tcam = "TCAM blocks per stage",
    /// Width of a TCAM block.
    TcamBits = "key bits of one TCAM block",
    /// Stateful ALUs.
    StatefulAlus = "stateful ALUs (registers and filters) per stage",
    /// Counter ALUs.
    CounterAlus = "counter ALUs per stage",
    /// RAM blocks behind one stateful ALU.
    AluBlocks = "RAM blocks behind one stateful ALU, the spare included",
    /// Instructions of one stateful ALU.
    AluInstructions = "instructions of one stateful ALU",
    /// Register-file rows.
    AluRows = "register-file rows of one stateful ALU",
    /// Comparators.
    AluComparators = "comparators of one stateful ALU",
    /// Update ALUs.
    AluUpdates = "update ALUs of one stateful ALU",
    /// Metadata words into a stateful ALU.
    AluInputs = "metadata words into one stateful ALU",
    /// Bits of an access's output.
    AluOutputBits = "output bits of one stateful access",
    /// Metadata containers an action can write.
    MetadataBits = "bits of metadata containers, both gresses",
    /// Carried containers.
    TagalongBits = "bits of tagalong containers, both gresses",
    /// VLIW slots.
    Operations = "operations per stage",
    /// Width of an operand.
    OperandBits = "bits of an operand",
    /// Instruction memory.
    Actions = "actions in a stage's instruction memory (32 rows x 2 colours)",
    /// Immediate action data.
    ImmediateBits = "bits of immediate action data of one entry",
    /// Action data bus.
    ActionDataBits = "bits of the action data bus per stage",
    /// Random number generators.
    RandomUnits = "random number generators per stage",
    /// Random bits of a packet.
    RandomBits = "random bits of a packet",
}

/// One limit with where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Which limit.
    pub id: LimitId,
    /// Its value.
    pub value: u32,
    /// Where the value comes from.
    pub source: &'static str,
    /// How well it is known.
    pub grade: Grade,
}

/// A value of intrinsic metadata that the profile exposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Which value.
    pub intrinsic: Intrinsic,
    /// Declared width \[bits\].
    pub width: u32,
    /// Where the width comes from.
    pub source: &'static str,
    /// How well it is known.
    pub grade: Grade,
}

/// What becomes of a sojourn time that does not fit its declared width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SojournOverflow {
    /// High bits are lost: what the hardware's field does.
    Alias,
    /// The largest value that fits.
    Saturate,
}

/// How a register's key that tests words tells its instructions apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKeys {
    /// By a gateway, with a table for each instruction: no extra cycles or memory.
    IfElse,
    /// By a ternary key, in one table: 2 cycles and an SRAM block more, and TCAM.
    Ternary,
}

/// Cycles of a stage, by what it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatencyModel {
    /// A stage that matches on an earlier result.
    pub match_cycles: u32,
    /// Added to it if a ternary or keyless table is in its run.
    pub ternary_extra: u32,
    /// Added to it if a stateful ALU or filter is in its run.
    pub stateful_extra: u32,
    /// A stage that uses an earlier result as an operand only.
    pub action_cycles: u32,
    /// A stage that waits for nothing.
    pub independent_cycles: u32,
    /// The turn from the last stage into the deparser.
    pub corner_turn: u32,
    /// A stage that always starts a run of its own, in use or not.
    pub match_stage: Option<usize>,
    /// Egress is padded to at least this.
    pub egress_minimum: u32,
    /// Clock \[MHz\].
    pub clock_mhz: u32,
    /// Where the model comes from.
    pub source: &'static str,
    /// How well it is known.
    pub grade: Grade,
}

/// A modelled pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Name on the command line and in reports.
    pub name: &'static str,
    /// Raised whenever a value changes.
    pub revision: u32,
    /// One line.
    pub summary: &'static str,
    /// The limits, each once.
    pub limits: Vec<Limit>,
    /// Stage latencies.
    pub latency: LatencyModel,
    /// The form of registers keyed by words.
    pub word_keys: WordKeys,
    /// What a program can read.
    pub inputs: Vec<Input>,
    /// What an overlong sojourn becomes.
    pub sojourn_overflow: SojournOverflow,
    /// What queue depths count in.
    pub depth_unit: DepthUnit,
    /// What a reader must not conclude from a fitting program.
    pub not_modelled: &'static [&'static str],
}

impl Profile {
    /// A limit's row. A profile without the row does not limit it.
    #[must_use]
    pub fn limit(&self, id: LimitId) -> Limit {
        let unlimited = Limit { id, value: u32::MAX, source: "not limited", grade: Grade::Low };
        self.limits.iter().copied().find(|limit| limit.id == id).unwrap_or(unlimited)
    }

    /// The row of an intrinsic value, if the profile exposes it.
    #[must_use]
    pub fn input(&self, intrinsic: Intrinsic) -> Option<Input> {
        self.inputs.iter().copied().find(|input| input.intrinsic == intrinsic)
    }

    /// The same profile with the other form of registers keyed by words.
    #[must_use]
    pub const fn with_word_keys(mut self, form: WordKeys) -> Self {
        self.word_keys = form;
        self
    }

    /// The same profile with one limit changed, for what-if questions.
    #[must_use]
    pub fn with_limit(mut self, id: LimitId, value: u32) -> Self {
        self.limits.retain(|limit| limit.id != id);
        self.limits.push(Limit { id, value, source: "changed by the caller", grade: Grade::Low });
        self
    }
}
