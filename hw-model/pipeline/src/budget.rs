//! Resource budget of a placed program.

use super::elaborated::Elaborated;
use super::graph::{Register, RegisterKind};
use super::profile::Profile;
use super::refusal::Refusal;
use super::sizing::Sizing;
use super::usage::Usage;
use freeboard_dataplane::Program;

/// The machine-readable budget line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Name of the scheme.
    pub algorithm: &'static str,
    /// Name of its variant.
    pub variant: &'static str,
    /// Name of the profile.
    pub profile: &'static str,
    /// It was placed; a refused program has no budget.
    pub fits: bool,
    /// Logical tables.
    pub tables: u32,
    /// The same with every if/else as one table with a ternary key, as ECN# §4 counts.
    pub tables_keyed: u32,
    /// Explicit entries of exact and ternary keys; an if/else has none.
    pub entries: u32,
    /// 32-bit register arrays.
    pub arrays_32: u32,
    /// 64-bit register arrays, filters included.
    pub arrays_64: u32,
    /// Register bytes with one instance per queue of every array, as ECN# §4 counts.
    pub register_bytes: u32,
    /// Register bytes with the instances that the scopes need.
    pub register_bytes_used: u32,
    /// SRAM blocks: registers with their spares, exact keys, wide action data.
    pub sram_blocks: u32,
    /// SRAM blocks of registers alone.
    pub register_sram_blocks: u32,
    /// Bits of all temporaries: results of operations and register outputs, intrinsic inputs excluded.
    pub metadata_bits: u32,
    /// Most bits of temporaries carried between two stages.
    pub metadata_peak_bits: u32,
    /// Stages in use.
    pub stages: u32,
    /// Egress latency, padding included.
    pub latency_cycles: u32,
    /// Egress latency before padding.
    pub latency_unpadded_cycles: u32,
    /// Hash of the extracted graph.
    pub graph_hash: u32,
}

impl Elaborated {
    /// What it needs, as numbers.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let Self { graph, placement, profile, .. } = self;
        let accessed = || graph.registers.iter().filter(|register| register.accessed_by.is_some());
        let arrays = |halves| accessed().filter(|register| register.halves == halves).count() as u32;
        let bytes = |of: fn(Sizing, &Register) -> u32| {
            accessed().map(|register| of(placement.sizing, register)).sum()
        };
        let total = |of: fn(&Usage) -> u32| placement.usage.iter().map(of).sum();
        let tables = || placement.stages.iter().flat_map(|stage| &stage.tables);
        Budget {
            algorithm: graph.algorithm,
            variant: graph.variant,
            profile: profile.name,
            fits: true,
            tables: placement.tables(),
            tables_keyed: tables().count() as u32,
            entries: tables().map(|table| table.entries(graph, placement.sizing)).sum(),
            arrays_32: arrays(1),
            arrays_64: arrays(2),
            register_bytes: bytes(Sizing::bytes_per_queue),
            register_bytes_used: bytes(Sizing::bytes),
            sram_blocks: total(Usage::sram),
            register_sram_blocks: total(|usage| usage.register_sram),
            metadata_bits: placement.metadata.total(),
            metadata_peak_bits: placement.metadata.peak(),
            stages: placement.stages.len() as u32,
            latency_cycles: placement.latency.cycles,
            latency_unpadded_cycles: placement.latency.unpadded,
            graph_hash: graph.hash(),
        }
    }
}

/// Extracts and places a scheme at the paper's size and counts what it needs.
///
/// # Errors
/// The first rule it breaks.
pub fn budget<P: Program>(settings: &P::Settings, profile: &Profile) -> Result<Budget, Refusal> {
    Ok(Elaborated::configured::<P>(settings, profile, Sizing::PAPER)?.budget())
}

/// Who accesses a register, in words.
pub(super) const fn kind_name(register: &Register) -> &'static str {
    match register.kind {
        RegisterKind::Stateful => "register",
        RegisterKind::Filter => "filter",
    }
}
