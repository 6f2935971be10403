//! Cycle counts against hand counts of the published tables.

use super::assembler::*;
use super::{CODE, DATA, machine_with};
use crate::{CV32E40P_LIKE, CycleProfile, PROFILES, SMALL_RV32};

/// Cycles of the words without the final return, for both profiles.
fn both(words: &[u32], arguments: &[u32]) -> [u64; 2] {
    PROFILES.map(|profile| cycles(profile, words, arguments))
}

fn cycles(profile: &'static CycleProfile, words: &[u32], arguments: &[u32]) -> u64 {
    let words = [words, &[ret()]].concat();
    let call = machine_with(&words, profile).call_at(CODE, arguments).expect("runs");
    call.cycles - u64::from(profile.jump)
}

#[test]
fn profiles_come_in_a_known_order() {
    assert_eq!(PROFILES.map(|p| p.name), ["cv32e40p-like", "small-rv32"]);
}

#[test]
fn one_instruction_each() {
    assert_eq!(both(&[], &[]), [0, 0]);
    assert_eq!(both(&[addi(A0, ZERO, 1)], &[]), [1, 1]);
    assert_eq!(both(&[lui(A0, 1)], &[]), [1, 1]);
    assert_eq!(both(&[register_form(0, 1, A0, A0, A1)], &[]), [1, 1]);
    assert_eq!(both(&[register_form(1, 0, A0, A0, A1)], &[]), [1, 3]);
    assert_eq!(both(&[register_form(1, 1, A0, A0, A1)], &[]), [5, 4]);
    assert_eq!(both(&[register_form(1, 2, A0, A0, A1)], &[]), [5, 4]);
    assert_eq!(both(&[register_form(1, 3, A0, A0, A1)], &[]), [5, 4]);
    assert_eq!(both(&[load(2, A0, A1, 0)], &[0, DATA]), [1, 2]);
    assert_eq!(both(&[store(2, A0, A1, 0)], &[0, DATA]), [1, 2]);
    assert_eq!(both(&[jal(ZERO, 4)], &[]), [2, 2]);
    assert_eq!(both(&[read_csr(A0, 0xc00)], &[]), [1, 1]);
    assert_eq!(both(&[read_csr(A0, 0xb00)], &[]), [4, 1]);
    assert_eq!(both(&[0x0000_000f], &[]), [1, 1]);
    assert_eq!(both(&[0x0000_100f], &[]), [2, 2]);
}

#[test]
fn branches_cost_by_outcome() {
    assert_eq!(both(&[branch(0, A0, A1, 4)], &[5, 5]), [3, 3]);
    assert_eq!(both(&[branch(0, A0, A1, 4)], &[5, 6]), [1, 1]);
}

#[test]
fn a_loop_adds_up() {
    // n times: addi, taken bne; the last bne falls through.
    let words = [addi(A0, A0, -1), branch(1, A0, ZERO, -4)];
    assert_eq!(both(&words, &[10]), [9 * 4 + 2, 9 * 4 + 2]);
}

#[test]
fn division_time_follows_the_divisor() {
    let unsigned = |b| both(&[register_form(1, 5, A0, A0, A1)], &[1000, b]);
    assert_eq!(unsigned(0), [35, 2]);
    assert_eq!(unsigned(1), [34, 38]);
    assert_eq!(unsigned(0x8000_0000), [3, 38]);
    assert_eq!(unsigned(0xffff_ffff), [3, 38]);
    assert_eq!(unsigned(0xffff), [19, 38]);
    let signed = |b: i32| cycles(&CV32E40P_LIKE, &[register_form(1, 6, A0, A0, A1)], &[1000, b as u32]);
    assert_eq!([signed(0), signed(1), signed(i32::MAX)], [35, 34, 4]);
    assert_eq!([signed(-1), signed(-2), signed(i32::MIN)], [34, 33, 3]);
}

#[test]
fn a_load_delays_only_the_next_instruction_that_reads_it() {
    let at = &[0, DATA];
    let load_a0 = load(2, A0, A1, 0);
    assert_eq!(both(&[load_a0, addi(A2, A0, 1)], at), [3, 3]);
    assert_eq!(both(&[load_a0, register_form(0, 0, A2, A1, A0)], at), [3, 3], "as second source");
    assert_eq!(both(&[load_a0, store(2, A0, A1, 4)], at), [3, 4], "as store data");
    assert_eq!(both(&[load_a0, addi(A2, A1, 1)], at), [2, 3], "not read");
    assert_eq!(both(&[load_a0, addi(A1, A1, 1), addi(A2, A0, 1)], at), [3, 4], "one between");
    assert_eq!(both(&[load_a0, lui(A0, 1)], at), [2, 3], "overwritten, not read");
    assert_eq!(both(&[load(2, ZERO, A1, 0), addi(A2, ZERO, 1)], at), [2, 3], "x0 is never waited for");
    // The immediate's bits where rs2 would be are no register.
    assert_eq!(both(&[load_a0, addi(A2, A1, 10)], at), [2, 3]);
}

#[test]
fn a_register_jump_waits_for_the_result_right_before_it() {
    let target = |word| [auipc(A0, 0), word, jalr(ZERO, A0, 12)];
    assert_eq!(both(&target(addi(A0, A0, 0)), &[]), [5, 4]);
    assert_eq!(both(&target(addi(A1, A0, 0)), &[]), [4, 4]);
    // A load before it waits once, not twice.
    let words = [auipc(A0, 0), addi(A0, A0, 20), store(2, A0, A1, 0), load(2, A0, A1, 0), jalr(ZERO, A0, 0)];
    assert_eq!(both(&words, &[0, DATA]), [7, 8]);
}

#[test]
fn a_jump_to_a_word_that_straddles_costs_one_more() {
    // c.nop; addi at +2 (straddling); c.nop; jump targets +2 from the end.
    let body = |target: u32| {
        let nop = pair(C_NOP, C_NOP);
        let wide = addi(A1, ZERO, 0);
        let words = [jal(ZERO, target as i32), pair(C_NOP, wide & 0xffff), pair(wide >> 16, C_NOP), nop];
        both(&words, &[])
    };
    // To +6: wide, three c.nops. To +4: one more c.nop, but aligned. To +10: three c.nops, compressed.
    assert_eq!(body(6), [2 + 1 + 4, 2 + 4]);
    assert_eq!(body(4), [2 + 5, 2 + 5]);
    assert_eq!(body(10), [2 + 3, 2 + 3]);
}

#[test]
fn counters_and_stack_are_per_call() {
    let words = [addi(SP, SP, -48), addi(SP, SP, -16), addi(SP, SP, 64), ret()];
    let mut core = machine_with(&words, &SMALL_RV32);
    for _ in 0..2 {
        let call = core.call_at(CODE, &[]).expect("runs");
        assert_eq!((call.stack_bytes, call.instructions, call.cycles), (64, 4, 5));
    }
}

#[test]
fn nothing_of_an_earlier_call_is_charged_to_the_next() {
    // At 0 a load that runs into a breakpoint; at 8 a use of that register; at 16 a deep frame.
    let words = [load(2, A0, A1, 0), 0x0010_0073, addi(A2, A0, 1), ret(), addi(SP, SP, -128), ret()];
    let mut core = machine_with(&words, &CV32E40P_LIKE);
    assert!(core.call_at(CODE, &[0, DATA]).is_err());
    assert_eq!(core.call_at(CODE + 8, &[]).expect("runs").cycles, 3);
    assert_eq!(core.call_at(CODE + 16, &[]).expect("runs").stack_bytes, 128);
    assert_eq!(core.call_at(CODE + 8, &[]).expect("runs").stack_bytes, 0);
}
