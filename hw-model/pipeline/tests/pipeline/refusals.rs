//! Refusals: the access, the limit, its source and the nearest rewrite.

use crate::fixtures::configured::{Configured, Thresholds};
use crate::fixtures::misfits;
use freeboard_dataplane::Program;
use freeboard_pipeline::{
    Elaborated, LimitId, Profile, Reason, Refusal, Sizing, budget, check_shape, profiles,
};
use freeboard_units::DepthUnit;

fn place<P: Program>(profile: &Profile, sizing: Sizing) -> Result<Elaborated, Refusal> {
    let params =
        P::params(&P::Settings::default(), DepthUnit::BYTE).expect("fixtures have one configuration");
    Elaborated::of::<P>(&params, profile, sizing)
}

fn refusal<P: Program>(profile: &Profile) -> Refusal {
    place::<P>(profile, Sizing::PAPER).expect_err("must not fit")
}

/// The message contains all of these, and says where in the fixtures.
fn says(refusal: &Refusal, parts: &[&str]) {
    let text = refusal.to_string();
    for part in parts {
        assert!(text.contains(part), "no \"{part}\" in:\n{text}");
    }
}

#[test]
fn a_gateway_over_44_bits_is_refused_and_the_rewrite_fits() {
    let refused = refusal::<misfits::SharedBuffer>(&profiles::commodity_mmu());
    says(
        &refused,
        &[
            "bcc/one-gateway does not fit commodity-mmu",
            "the condition of mark (",
            "misfits.rs:",
            "needs 54",
            "19 bits of",
            "16 bits of",
            "limit: 44 input bits of one gateway",
            "nearest rewrite: reduce one test to a flag first",
        ],
    );
    let Reason::Gateway { inputs, used: 54, .. } = &*refused.reason else { panic!("{refused:?}") };
    assert_eq!(inputs.iter().map(|(_, bits)| *bits).collect::<Vec<_>>(), [19, 16, 19]);
    let rewritten =
        place::<misfits::SharedBufferByFlag>(&profiles::commodity_mmu(), Sizing::PAPER).expect("fits");
    assert_eq!(rewritten.placement.stages.len(), 3);
}

#[test]
fn pool_occupancy_is_refused_by_name_where_the_pipeline_cannot_see_it() {
    for profile in [profiles::tofino_1_like(), profiles::tofino_2_like()] {
        let refused = refusal::<misfits::SharedBufferByFlag>(&profile);
        let text = format!("bcc/flag does not fit {}:\n  reads pool_depth (", profile.name);
        says(
            &refused,
            &[&text, "misfits.rs:", "which this profile does not expose", "nearest rewrite: run it on"],
        );
    }
}

#[test]
fn a_chain_of_registers_longer_than_the_pipe_is_refused_with_both_tables() {
    let refused = refusal::<misfits::Long>(&profiles::tofino_1_like());
    says(
        &refused,
        &[
            "no stage is left for register step12 (",
            "which waits for register step11 (",
            "limit: 12 match-action stages per pipe, source dev [H]",
            "nearest rewrite: move the compare a stage earlier",
            "low-pass filter",
        ],
    );
    let longer =
        place::<misfits::Long>(&profiles::tofino_2_like(), Sizing::PAPER).expect("20 stages are enough");
    assert_eq!(longer.placement.stages.len(), 14);
}

#[test]
fn a_fifth_stateful_alu_moves_to_the_next_stage_or_is_refused() {
    let profile = profiles::tofino_1_like();
    let program = place::<misfits::Broad>(&profile, Sizing::PAPER).expect("fits");
    let alus: Vec<_> = program.placement.usage.iter().map(|usage| usage.stateful_alus).collect();
    assert_eq!(alus, [4, 1, 0]);
    let refused = refusal::<misfits::Broad>(&profile.with_limit(LimitId::Stages, 1));
    says(
        &refused,
        &[
            "no stage is left for register step4 (",
            "the last stage is full with register step0 (",
            "limit: 4 stateful ALUs (registers and filters) per stage, source mau [H]",
            "nearest rewrite: spread the accesses",
        ],
    );
}

#[test]
fn metadata_beyond_the_containers_is_refused() {
    let roomy =
        profiles::tofino_2_like().with_limit(LimitId::Stages, 200).with_limit(LimitId::ActionDataBits, 9000);
    says(
        &refusal::<misfits::Hoard>(&roomy),
        &[
            "140 words are live after stage 0, in 4480 bits of containers",
            "limit: 4096 bits of metadata containers",
        ],
    );
}

#[test]
fn a_constant_that_cannot_act_is_traced_to_its_setting() {
    let settings = Thresholds { ins_target: 300_000, ..Thresholds::DEFAULT };
    let refused = budget::<Configured>(&settings, &profiles::tofino_1_like()).expect_err("beyond 2^18 ns");
    says(
        &refused,
        &[
            "parameter ins_target = 300000 is refused: legal are 1 to 262142; ",
            "no 18-bit sojourn reaches the constant 300001 (",
            "configured.rs:",
        ],
    );
    // Where the sojourn has 32 bits the constant fits; there the two tests no longer share a gateway.
    let refused = budget::<Configured>(&settings, &profiles::tofino_2_like()).expect_err("32 + 19 bits");
    assert!(matches!(&*refused.reason, Reason::Gateway { used: 51, .. }), "{refused}");
    // 2^18 - 1 itself is still refused: the test is "greater", its constant one more.
    let edge = Thresholds { ins_target: 262_143, ..Thresholds::DEFAULT };
    assert!(budget::<Configured>(&edge, &profiles::tofino_1_like()).is_err());
    let inside = Thresholds { ins_target: 262_142, ..Thresholds::DEFAULT };
    assert!(budget::<Configured>(&inside, &profiles::tofino_1_like()).is_ok());
}

#[test]
fn a_bad_parameter_is_refused_by_name_and_range() {
    let settings = Thresholds { k: 0, ..Thresholds::DEFAULT };
    let refused = budget::<Configured>(&settings, &profiles::tofino_1_like()).expect_err("below its range");
    says(&refused, &["parameter k = 0 is refused: legal are 1 to 1000000"]);
}

#[test]
fn a_register_larger_than_one_alu_reaches_is_refused() {
    // The compiler took 71680 pairs, 35 blocks and the spare, and refused 73728.
    let large = Sizing { pipes: 1, ports: 128, queues_per_port: 576 };
    let profile = profiles::tofino_1_like();
    let refused = place::<misfits::Broad>(&profile, large).expect_err("73728 pairs are 36 blocks");
    says(
        &refused,
        &[
            "register step0 (",
            "needs 37 RAM blocks for 73728 instances",
            "limit: 36 RAM blocks behind one stateful ALU",
        ],
    );
    assert!(place::<misfits::Broad>(&profile, Sizing { queues_per_port: 560, ..large }).is_ok());
    // Larger than all memory of a stage: still the register's own affair, and not that of stages.
    let refused = place::<misfits::Broad>(&profile, Sizing { queues_per_port: 4_096, ..large });
    says(&refused.expect_err("524288 pairs are 256 blocks"), &["needs 257 RAM blocks for 524288 instances"]);
}

#[test]
fn a_scheme_reads_what_it_declares_and_nothing_else() {
    let profile = profiles::tofino_1_like();
    says(&refusal::<misfits::Undeclared>(&profile), &["reads depth (", "without declaring it"]);
    says(&refusal::<misfits::Unread>(&profile), &["declares that it reads", "NOW", "never does"]);
}

#[test]
fn a_packet_has_32_random_bits() {
    let refused = refusal::<misfits::Gambler>(&profiles::tofino_1_like());
    says(&refused, &["brings the packet to 40 random bits", "limit: 32 random bits of a packet"]);
}

#[test]
fn a_register_in_the_state_of_another_scope_is_refused() {
    let refused = refusal::<misfits::WrongScope>(&profiles::tofino_1_like());
    says(&refused, &["register per_port is per port but sits in the per-queue state"]);
}

#[test]
fn a_shape_that_depends_on_the_configuration_is_refused() {
    let profile = profiles::tofino_1_like();
    assert!(check_shape::<misfits::Chameleon>(&[true, true], &profile).is_ok());
    let refused = check_shape::<misfits::Chameleon>(&[true, false], &profile).expect_err("two shapes");
    says(&refused, &["its shape depends on the configuration", "misfits.rs:", "entries of a table"]);
}

#[test]
fn state_outside_the_registers_is_refused() {
    let refused = refusal::<misfits::Stateful>(&profiles::tofino_1_like());
    assert_eq!(*refused.reason, Reason::NotRepeatable);
    says(&refused, &["two elaborations differ", "keep all state in registers"]);
}
