//! Instruction semantics against 128-bit arithmetic.

use super::assembler::*;
use super::{CODE, DATA, machine, run};

const EDGES: [u32; 13] = [
    0,
    1,
    2,
    3,
    31,
    32,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
    0x1234_5678,
];

fn signed(x: u32) -> i128 {
    i128::from(x as i32)
}

fn unsigned(x: u32) -> i128 {
    i128::from(x)
}

fn word(x: i128) -> u32 {
    x.rem_euclid(1 << 32) as u32
}

/// Name, funct7, funct3, meaning.
type RegisterOp = (&'static str, u32, u32, fn(u32, u32) -> u32);

const REGISTER_OPS: [RegisterOp; 18] = [
    ("add", 0, 0, |a, b| word(unsigned(a) + unsigned(b))),
    ("sub", 0x20, 0, |a, b| word(unsigned(a) - unsigned(b))),
    ("sll", 0, 1, |a, b| word(unsigned(a) << (b % 32))),
    ("slt", 0, 2, |a, b| u32::from(signed(a) < signed(b))),
    ("sltu", 0, 3, |a, b| u32::from(unsigned(a) < unsigned(b))),
    ("xor", 0, 4, |a, b| word(unsigned(a) ^ unsigned(b))),
    ("srl", 0, 5, |a, b| word(unsigned(a) >> (b % 32))),
    ("sra", 0x20, 5, |a, b| word(signed(a) >> (b % 32))),
    ("or", 0, 6, |a, b| word(unsigned(a) | unsigned(b))),
    ("and", 0, 7, |a, b| word(unsigned(a) & unsigned(b))),
    ("mul", 1, 0, |a, b| word(unsigned(a) * unsigned(b))),
    ("mulh", 1, 1, |a, b| word((signed(a) * signed(b)) >> 32)),
    ("mulhsu", 1, 2, |a, b| word((signed(a) * unsigned(b)) >> 32)),
    ("mulhu", 1, 3, |a, b| word((unsigned(a) * unsigned(b)) >> 32)),
    ("div", 1, 4, |a, b| if b == 0 { u32::MAX } else { word(signed(a) / signed(b)) }),
    ("divu", 1, 5, |a, b| if b == 0 { u32::MAX } else { word(unsigned(a) / unsigned(b)) }),
    ("rem", 1, 6, |a, b| if b == 0 { a } else { word(signed(a) % signed(b)) }),
    ("remu", 1, 7, |a, b| if b == 0 { a } else { word(unsigned(a) % unsigned(b)) }),
];

#[test]
fn register_operations_match_exact_arithmetic_on_every_pair_of_edges() {
    for (name, funct7, funct3, meaning) in REGISTER_OPS {
        let mut core = machine(&[register_form(funct7, funct3, A0, A0, A1), ret()]);
        for a in EDGES {
            for b in EDGES {
                let got = core.call_at(CODE, &[a, b]).expect("runs").a0;
                assert_eq!(got, meaning(a, b), "{name} {a:#x}, {b:#x}");
            }
        }
    }
}

#[test]
fn division_follows_the_specification_where_hardware_could_differ() {
    let divide = |funct3, a, b| run(&[register_form(1, funct3, A0, A0, A1), ret()], &[a, b]);
    assert_eq!([4, 5, 6, 7].map(|op| divide(op, 77, 0)), [u32::MAX, u32::MAX, 77, 77]);
    assert_eq!(divide(4, 0x8000_0000, u32::MAX), 0x8000_0000);
    assert_eq!(divide(6, 0x8000_0000, u32::MAX), 0);
}

#[test]
fn immediates_are_sign_extended_and_shift_amounts_are_not() {
    let immediate = |funct3, a, imm| run(&[immediate_form(0x13, funct3, A0, A0, imm), ret()], &[a]);
    assert_eq!(immediate(0, 5, -2048), 5_u32.wrapping_sub(2048));
    assert_eq!(immediate(0, 5, 2047), 2052);
    assert_eq!(immediate(2, (-3_i32) as u32, -2), 1);
    assert_eq!(immediate(3, 5, -1), 1, "sltiu compares with the extended 0xffffffff");
    assert_eq!(immediate(4, 0x0f0f, -1), !0x0f0f);
    assert_eq!(immediate(6, 1, -16), 0xffff_fff1);
    assert_eq!(immediate(7, 0xffff_ffff, -256), 0xffff_ff00);
    assert_eq!(immediate(1, 1, 31), 0x8000_0000);
    assert_eq!(immediate(5, 0x8000_0000, 31), 1);
    assert_eq!(immediate(5, 0x8000_0000, 31 | 0x400), 0xffff_ffff);
}

#[test]
fn upper_immediates_and_addresses() {
    assert_eq!(run(&[lui(A0, 0xfffff), ret()], &[]), 0xffff_f000);
    assert_eq!(run(&[addi(A1, ZERO, 1), auipc(A0, 0x12345), ret()], &[]), CODE + 4 + 0x1234_5000);
    assert_eq!(run(&[auipc(A0, 0xfffff), ret()], &[]), CODE - 0x1000);
}

#[test]
fn register_zero_stays_zero() {
    assert_eq!(run(&[addi(ZERO, ZERO, 7), addi(A0, ZERO, 0), ret()], &[9]), 0);
    assert_eq!(run(&[lui(ZERO, 7), load(2, ZERO, A1, 0), addi(A0, ZERO, 0), ret()], &[9, DATA]), 0);
}

#[test]
fn loads_extend_by_their_kind() {
    let load_of = |funct3, offset| {
        let mut core = machine(&[load(funct3, A0, A0, offset), ret()]);
        core.write(DATA, &[0x80, 0xff, 0x7f, 0x81]).expect("in RAM");
        core.call_at(CODE, &[DATA + 8]).expect("runs").a0
    };
    assert_eq!(load_of(0, -8), 0xffff_ff80);
    assert_eq!(load_of(4, -8), 0x80);
    assert_eq!(load_of(1, -8), 0xffff_ff80);
    assert_eq!(load_of(5, -8), 0xff80);
    assert_eq!(load_of(1, -6), 0xffff_817f);
    assert_eq!(load_of(2, -8), 0x817f_ff80);
}

#[test]
fn stores_write_their_low_bytes_only() {
    for (funct3, want) in [(0, 0x1111_11dd), (1, 0x1111_ccdd), (2, 0xaabb_ccdd_u32)] {
        let mut core = machine(&[store(funct3, A1, A0, -4), ret()]);
        core.write_u32(DATA, 0x1111_1111).expect("in RAM");
        core.call_at(CODE, &[DATA + 4, 0xaabb_ccdd]).expect("runs");
        assert_eq!(core.read_u32(DATA), Ok(want));
    }
}

type Predicate = fn(u32, u32) -> bool;

#[test]
fn branches_compare_by_their_kind_in_both_directions() {
    let kinds: [(u32, Predicate); 6] = [
        (0, |a, b| a == b),
        (1, |a, b| a != b),
        (4, |a, b| signed(a) < signed(b)),
        (5, |a, b| signed(a) >= signed(b)),
        (6, |a, b| a < b),
        (7, |a, b| a >= b),
    ];
    for (funct3, holds) in kinds {
        // Forward over the first return; the taken path jumps back to set the answer.
        let words = [branch(funct3, A0, A1, 20), addi(A0, ZERO, 0), ret(), addi(A0, ZERO, 1), ret()];
        let words = [&words[..], &[branch(0, ZERO, ZERO, -8)]].concat();
        let mut core = machine(&words);
        for a in EDGES {
            for b in EDGES {
                let got = core.call_at(CODE, &[a, b]).expect("runs").a0;
                assert_eq!(got, u32::from(holds(a, b)), "branch {funct3} {a:#x}, {b:#x}");
            }
        }
    }
}

#[test]
fn jumps_link_and_clear_the_lowest_target_bit() {
    // Save ra; call +16 with an odd register target; restore; return a0 = the link value.
    let words = [
        addi(A2, RA, 0),
        auipc(A1, 0),
        jalr(RA, A1, 17),
        jalr(ZERO, A2, 0),
        addi(A1, A1, 0),
        addi(A0, RA, 0),
        ret(),
    ];
    assert_eq!(run(&words, &[]), CODE + 12);
    let words = [addi(A2, RA, 0), jal(RA, 8), jalr(ZERO, A2, 0), addi(A0, RA, 0), ret()];
    assert_eq!(run(&words, &[]), CODE + 8);
    // The link is written after the target is read.
    let words = [addi(A2, RA, 0), auipc(RA, 0), jalr(RA, RA, 12), jalr(ZERO, A2, 0), addi(A0, RA, 0), ret()];
    assert_eq!(run(&words, &[]), CODE + 12);
}

#[test]
fn counters_read_what_has_retired_before_them() {
    assert_eq!(run(&[addi(A1, ZERO, 0), addi(A1, ZERO, 0), read_csr(A0, 0xc02), ret()], &[]), 2);
    assert_eq!(run(&[register_form(1, 1, A1, A1, A1), read_csr(A0, 0xb00), ret()], &[]), 5);
    assert_eq!(run(&[read_csr(A0, 0xc80), ret()], &[9]), 0);
}

#[test]
fn code_written_by_a_store_is_decoded_anew() {
    // Runs the slot, then stores a1 over it and runs it again.
    let slot = addi(A0, A0, 1);
    let words =
        [slot, branch(1, A2, ZERO, 12), store(2, A1, A2, 0), ret(), store(2, A1, A2, 0), addi(A2, ZERO, 0)];
    let words = [&words[..], &[jal(ZERO, -24)]].concat();
    let mut core = machine(&words);
    core.set_step_limit(8);
    let stops = core.call_at(CODE, &[0, addi(A0, A0, 100), CODE]);
    assert!(stops.is_err(), "the second store goes to address 0 and traps");
    assert_eq!(core.hart.registers[A0 as usize], 101);
}

#[test]
fn a_changed_second_half_of_an_instruction_is_decoded_anew() {
    let mut core = machine(&[addi(A0, A0, 1), ret()]);
    assert_eq!(core.call_at(CODE, &[0]).expect("runs").a0, 1);
    core.write(CODE + 2, &(addi(A0, A0, 5) >> 16).to_le_bytes()[..2]).expect("in RAM");
    assert_eq!(core.call_at(CODE, &[0]).expect("runs").a0, 5);
}
