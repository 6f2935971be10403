//! The report as a switch engineer reads it.

use crate::fixtures::ecn_sharp;
use freeboard_pipeline::{Elaborated, Sizing, paper, profiles, report};

fn compact() -> Elaborated {
    let params = ecn_sharp::EcnSharp::default();
    Elaborated::of::<ecn_sharp::Compact>(&params, &profiles::tofino_1_like(), Sizing::PAPER).expect("fits")
}

#[test]
fn the_verdict_comes_first_and_every_stage_says_what_forces_it() {
    let text = report(&compact(), None);
    assert!(text.starts_with("FITS: ecn-sharp/compact on tofino-1-like (revision 2)\n"), "{text}");
    for line in [
        "8 tables, 4 entries, 3 + 1 register arrays (32 + 64 bit), 7 of 12 stages, 171 cycles",
        "   3 action, waits for clock_high of stage 2, padded to match: 1 tables, 0 gateways, 0 stateful ALUs",
        "   5 match, waits for first_above of stage 4: 1 tables, 0 gateways, 1 stateful ALUs, 3 SRAM + 2 map RAM",
        "metadata: 125 bits of temporaries in total, 90 at the peak",
        "the 18-bit sojourn aliases at 262144 ns",
        "171 cycles, 135 ns at 1270 MHz",
        "153 cycles before egress is padded to 160",
        "   12 match-action stages per pipe [H: dev]",
        "not modelled: parser, deparser and traffic manager",
    ] {
        assert!(text.contains(line), "no \"{line}\" in:\n{text}");
    }
}

#[test]
fn registers_are_counted_as_used_and_as_the_paper_counts() {
    let text = report(&compact(), None);
    assert!(
        text.contains(
            "register clock_low: 32 bits x 1 (per pipe), 4 B used, 4096 B at one per queue, 2 blocks"
        )
    );
    assert!(text.contains(
        "register marking: 64 bits x 1024 (per queue), 8192 B used, 8192 B at one per queue, 2 blocks"
    ));
    assert!(text.contains("2 instructions, 2 comparators, 1 rows, 1 output bits, math unit; at "));
}

#[test]
fn the_papers_prototype_stands_beside_ours() {
    let text = report(&compact(), Some(&paper::ECN_SHARP));
    for line in [
        "tables               8  paper 7 (ours keyed: 7)",
        "entries              4  paper fewer than 10",
        "32-bit arrays        3  paper 5",
        "64-bit arrays        1  paper 2",
        "register bytes   20480  paper 36864",
        "metadata bits      125  paper 124 (ours at the peak: 90)",
    ] {
        assert!(text.contains(line), "no \"{line}\" in:\n{text}");
    }
}
