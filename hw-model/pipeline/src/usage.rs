//! Resources of a table or a stage, against the limits of a stage.

use super::profile::{Limit, LimitId, Profile};

/// What the tables of a stage use, or one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Logical tables.
    pub tables: u32,
    /// Gateways.
    pub gateways: u32,
    /// Stateful ALUs, filters included.
    pub stateful_alus: u32,
    /// SRAM blocks of registers, spares included.
    pub register_sram: u32,
    /// SRAM blocks of exact keys, behind ternary keys, and of wide action data.
    pub table_sram: u32,
    /// Map RAM blocks.
    pub map_ram: u32,
    /// Ternary tables: an access or lookup keyed by words.
    pub ternary_tables: u32,
    /// TCAM blocks.
    pub tcam: u32,
    /// Bytes on the ternary crossbar.
    pub ternary_bytes: u32,
    /// Plain operations.
    pub operations: u32,
    /// Bits on the action data bus.
    pub action_data_bits: u32,
    /// Bytes on the exact-match crossbar.
    pub crossbar_bytes: u32,
    /// Hash distribution slices.
    pub hash_slices: u32,
    /// Random number generators.
    pub random_units: u32,
    /// Actions in the instruction memory.
    pub actions: u32,
}

impl Usage {
    /// All SRAM blocks.
    #[must_use]
    pub const fn sram(&self) -> u32 {
        self.register_sram + self.table_sram
    }

    pub(super) fn add(&mut self, other: Self) {
        self.tables += other.tables;
        self.gateways += other.gateways;
        self.stateful_alus += other.stateful_alus;
        self.register_sram += other.register_sram;
        self.table_sram += other.table_sram;
        self.map_ram += other.map_ram;
        self.ternary_tables += other.ternary_tables;
        self.tcam += other.tcam;
        self.ternary_bytes += other.ternary_bytes;
        self.operations += other.operations;
        self.action_data_bits += other.action_data_bits;
        self.crossbar_bytes += other.crossbar_bytes;
        self.hash_slices += other.hash_slices;
        self.random_units += other.random_units;
        self.actions += other.actions;
    }

    /// The first per-stage limit exceeded.
    #[must_use]
    pub fn exceeded(&self, profile: &Profile) -> Option<Limit> {
        let pairs = [
            (LimitId::StatefulAlus, self.stateful_alus),
            (LimitId::Tables, self.tables),
            (LimitId::Gateways, self.gateways),
            (LimitId::Sram, self.sram()),
            (LimitId::MapRam, self.map_ram),
            (LimitId::TernaryTables, self.ternary_tables),
            (LimitId::Tcam, self.tcam),
            (LimitId::TernaryCrossbar, self.ternary_bytes),
            (LimitId::Operations, self.operations),
            (LimitId::ActionDataBits, self.action_data_bits),
            (LimitId::ExactCrossbar, self.crossbar_bytes),
            (LimitId::HashSlices, self.hash_slices),
            (LimitId::RandomUnits, self.random_units),
            (LimitId::Actions, self.actions),
        ];
        pairs
            .into_iter()
            .map(|(id, used)| (profile.limit(id), used))
            .find(|(l, used)| *used > l.value)
            .map(|(l, _)| l)
    }
}
