//! The profiles as data: every limit with its source and grade.
//!
//! Source keys: "dev", "mau", "phv", "asm", "pwr" are the device, match-action unit, container, assembler
//! and power specifications of the Tofino back end of the public p4c compiler (9.13.4); "tna" is its
//! architecture's P4 include files; "compiled" is what that compiler took and refused.

use super::intrinsic::Intrinsic;
use super::profile::{Input, LatencyModel, Limit, LimitId, Profile, SojournOverflow, WordKeys};
use Grade::{High, Low, Medium};
use freeboard_params::Grade;
use freeboard_units::DepthUnit;

/// Nothing of the chip's packet memory: the unit of depths is a cell.
const TOFINO_CELL: u16 = 80;
/// Cell of the second generation.
const TOFINO_2_CELL: u16 = 176;
/// Cell of a commodity shared-buffer switch (Tomahawk class).
const COMMODITY_CELL: u16 = 208;

const NOT_MODELLED: &[&str] = &[
    "parser, deparser and traffic manager: neither their resources nor their latency",
    "container allocation: both operands of an operation must share a group of 16 containers",
    "tables other than the program's own: forwarding shares the same stages",
    "ingress and egress sharing a physical stage",
];

const TOFINO_1: &[(LimitId, u32, &str, Grade)] = &[
    (LimitId::Stages, 12, "dev", High),
    (LimitId::Tables, 16, "dev, mau", High),
    (LimitId::Gateways, 16, "mau: 8 rows x 2", High),
    (LimitId::GatewayBits, 44, "dev: 4 bytes of the search bus + 12 hash bits", High),
    (LimitId::GatewayRows, 4, "dev", High),
    (LimitId::TernaryTables, 8, "mau", High),
    (LimitId::ExactCrossbar, 128, "mau", High),
    (LimitId::TernaryCrossbar, 66, "mau", High),
    (LimitId::HashGroups, 8, "mau", High),
    (LimitId::HashSlices, 6, "mau: 2 units x 3 slices", High),
    (LimitId::Sram, 80, "mau: 8 rows x 10 columns", High),
    (LimitId::SramBytes, 16_384, "mau: 1024 x 128 bits", High),
    (LimitId::MapRam, 48, "mau", High),
    (LimitId::Tcam, 24, "mau: 12 rows x 2 columns", High),
    (LimitId::TcamBits, 44, "mau: 512 x 44 bits", High),
    (LimitId::StatefulAlus, 4, "mau", High),
    (LimitId::CounterAlus, 4, "mau", High),
    (LimitId::AluBlocks, 36, "compiled: an array of 35 blocks and its spare fits, one of 36 does not", High),
    (LimitId::AluInstructions, 4, "asm", High),
    (LimitId::AluRows, 4, "asm", High),
    (LimitId::AluComparators, 2, "asm", High),
    (LimitId::AluUpdates, 4, "asm: two per half", High),
    (LimitId::AluInputs, 2, "asm", High),
    (LimitId::AluOutputBits, 32, "asm", High),
    (LimitId::MetadataBits, 4096, "phv: 64 x 8 + 96 x 16 + 64 x 32 bits", High),
    (LimitId::TagalongBits, 2048, "phv: 32 x 8 + 48 x 16 + 32 x 32 bits", High),
    (LimitId::Operations, 224, "asm: one per container", High),
    (LimitId::OperandBits, 32, "asm, dev", High),
    (LimitId::Actions, 64, "mau: 32 rows x 2 colours", High),
    (LimitId::ImmediateBits, 32, "mau", High),
    (LimitId::ActionDataBits, 1024, "mau: 128 bytes", High),
    (LimitId::RandomUnits, 2, "mau", High),
    (LimitId::RandomBits, 32, "aqm-api: one word per hook", High),
];

/// What Tofino 2 is known to do differently; the rest is Tofino 1's value, graded low.
const TOFINO_2: &[(LimitId, u32, &str, Grade)] = &[
    (LimitId::Stages, 20, "dev (12 on the M variant, 6 on the H variant)", High),
    (LimitId::AluComparators, 4, "asm", High),
    (LimitId::AluInputs, 2, "asm: of 64 bits", High),
    (LimitId::AluOutputBits, 128, "asm: 4 x 32 bits", High),
    (LimitId::AluUpdates, 4, "asm", High),
];

const LATENCY: LatencyModel = LatencyModel {
    match_cycles: 20,
    ternary_extra: 2,
    stateful_extra: 4,
    action_cycles: 2,
    independent_cycles: 1,
    corner_turn: 4,
    match_stage: Some(6),
    egress_minimum: 160,
    clock_mhz: 1270,
    source: "pwr",
    grade: High,
};

const STAND_IN: &str = "Tofino 1's value stands in";

fn rows(table: &[(LimitId, u32, &'static str, Grade)]) -> Vec<Limit> {
    table.iter().map(|&(id, value, source, grade)| Limit { id, value, source, grade }).collect()
}

/// Tofino 1's rows without confidence, overridden where `known` says better.
fn rows_over(known: &[(LimitId, u32, &'static str, Grade)]) -> Vec<Limit> {
    let mut limits = rows(known);
    for row in rows(TOFINO_1) {
        if !limits.iter().any(|limit| limit.id == row.id) {
            limits.push(Limit { source: STAND_IN, grade: Low, ..row });
        }
    }
    limits
}

const fn input(intrinsic: Intrinsic, width: u32, source: &'static str, grade: Grade) -> Input {
    Input { intrinsic, width, source, grade }
}

fn tofino_inputs(sojourn: Input) -> Vec<Input> {
    vec![
        input(Intrinsic::Now, 32, "tna: low bits of the 48-bit global_tstamp", High),
        input(Intrinsic::NowHigh, 16, "tna: high bits of the 48-bit global_tstamp", High),
        sojourn,
        input(Intrinsic::Depth, 19, "tna: enq_qdepth, deq_qdepth, in cells", High),
        input(Intrinsic::PoolStatus, 2, "tna: app_pool_congest_stat", Medium),
        input(Intrinsic::Size, 16, "tna: pkt_length", Medium),
    ]
}

fn cells(bytes: u16) -> DepthUnit {
    DepthUnit::cell(bytes).unwrap_or(DepthUnit::BYTE)
}

/// The first-generation Tofino: 12 stages, 18-bit sojourn, no view of the pool's occupancy.
#[must_use]
pub fn tofino_1_like() -> Profile {
    Profile {
        name: "tofino-1-like",
        revision: 2,
        summary: "12 stages, 18-bit sojourn that aliases at 262 us, depths in 80-byte cells",
        limits: rows(TOFINO_1),
        latency: LATENCY,
        inputs: tofino_inputs(input(Intrinsic::Sojourn, 18, "tna: deq_timedelta", High)),
        word_keys: WordKeys::IfElse,
        sojourn_overflow: SojournOverflow::Alias,
        depth_unit: cells(TOFINO_CELL),
        not_modelled: NOT_MODELLED,
    }
}

/// The second generation: 20 stages, 32-bit sojourn.
#[must_use]
pub fn tofino_2_like() -> Profile {
    Profile {
        name: "tofino-2-like",
        revision: 2,
        summary: "20 stages, 32-bit sojourn; limits that were not read are Tofino 1's",
        limits: rows_over(TOFINO_2),
        latency: LatencyModel { match_stage: None, clock_mhz: 1500, source: STAND_IN, grade: Low, ..LATENCY },
        inputs: tofino_inputs(input(
            Intrinsic::Sojourn,
            32,
            "tna: deq_timedelta of the second generation",
            Medium,
        )),
        word_keys: WordKeys::IfElse,
        sojourn_overflow: SojournOverflow::Alias,
        depth_unit: cells(TOFINO_2_CELL),
        not_modelled: NOT_MODELLED,
    }
}

/// A fixed-function shared-buffer switch whose packet memory marks: it sees the pool's occupancy.
#[must_use]
pub fn commodity_mmu() -> Profile {
    let mmu = "the marking logic sits in the packet memory, which counts it";
    let mut inputs = tofino_inputs(input(Intrinsic::Sojourn, 32, STAND_IN, Low));
    inputs.push(input(Intrinsic::PortDepth, 19, mmu, Low));
    inputs.push(input(Intrinsic::PoolDepth, 19, mmu, Low));
    Profile {
        name: "commodity-mmu",
        revision: 2,
        summary: "marking beside the packet memory: port depth and pool occupancy visible",
        limits: rows_over(&[]),
        latency: LatencyModel { source: STAND_IN, grade: Low, ..LATENCY },
        inputs,
        word_keys: WordKeys::IfElse,
        sojourn_overflow: SojournOverflow::Saturate,
        depth_unit: cells(COMMODITY_CELL),
        not_modelled: NOT_MODELLED,
    }
}

/// All profiles.
#[must_use]
pub fn all() -> Vec<Profile> {
    vec![tofino_1_like(), tofino_2_like(), commodity_mmu()]
}

/// A profile by name.
#[must_use]
pub fn by_name(name: &str) -> Option<Profile> {
    all().into_iter().find(|profile| profile.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_has_every_limit_once_and_says_where_it_is_from() {
        for profile in all() {
            for &id in LimitId::ALL {
                let count = profile.limits.iter().filter(|limit| limit.id == id).count();
                assert_eq!(count, 1, "{} {id:?}", profile.name);
            }
            assert!(profile.limits.iter().all(|limit| !limit.source.is_empty()));
        }
    }

    #[test]
    fn only_the_packet_memory_shows_the_pool() {
        assert!(tofino_1_like().input(Intrinsic::PoolDepth).is_none());
        assert!(tofino_2_like().input(Intrinsic::PoolDepth).is_none());
        assert!(commodity_mmu().input(Intrinsic::PoolDepth).is_some());
        assert_eq!(
            by_name("tofino-1-like").and_then(|p| p.input(Intrinsic::Sojourn)).map(|i| i.width),
            Some(18)
        );
        assert!(by_name("tofino-9").is_none());
    }
}
