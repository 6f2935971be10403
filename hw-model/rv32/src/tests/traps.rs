//! Every way a run can end early, and that it changes nothing else.

use super::assembler::*;
use super::{CODE, DATA, machine};
use crate::{CoreError, Trap};

fn trap_of(words: &[u32], arguments: &[u32]) -> Trap {
    let mut core = machine(words);
    match core.call_at(CODE, arguments) {
        Err(CoreError::Trap(trap)) => trap,
        other => panic!("expected a trap, got {other:?}"),
    }
}

#[test]
fn illegal_words_are_named_with_their_bits() {
    let nop = addi(ZERO, ZERO, 0);
    for bits in [
        0xffff_ffff,
        register_form(2, 0, A0, A0, A0),
        register_form(0x20, 1, A0, A0, A0),
        immediate_form(0x13, 1, A0, A0, 0x400),
        immediate_form(0x13, 5, A0, A0, 0x200),
        load(3, A0, A0, 0),
        load(6, A0, A0, 0),
        store(3, A0, A0, 0),
        branch(2, A0, A0, 8),
        immediate_form(0x67, 1, A0, A0, 0),
        // A CSR write, an unknown CSR, and mret.
        read_csr(A0, 0xb00) | A1 << 15,
        read_csr(A0, 0x300),
        0x3020_0073,
    ] {
        assert_eq!(trap_of(&[nop, bits], &[]), Trap::IllegalInstruction { pc: CODE + 4, bits });
    }
    assert_eq!(trap_of(&[pair(C_NOP, 0)], &[]), Trap::IllegalInstruction { pc: CODE + 2, bits: 0 });
}

#[test]
fn misaligned_accesses_are_named_with_address_and_width() {
    let at = DATA + 1;
    assert_eq!(trap_of(&[load(1, A0, A0, 0)], &[at]), Trap::Misaligned { pc: CODE, address: at, width: 2 });
    assert_eq!(
        trap_of(&[load(2, A0, A0, 1)], &[at]),
        Trap::Misaligned { pc: CODE, address: at + 1, width: 4 }
    );
    assert_eq!(trap_of(&[store(1, A0, A0, 0)], &[at]), Trap::Misaligned { pc: CODE, address: at, width: 2 });
    assert_eq!(trap_of(&[store(2, A0, A0, 0)], &[at]), Trap::Misaligned { pc: CODE, address: at, width: 4 });
}

#[test]
fn accesses_outside_ram_are_refused_at_both_ends() {
    for address in [0, CODE - 4, 0x7fff_fffc, 0xffff_fffc] {
        assert_eq!(trap_of(&[load(2, A0, A0, 0)], &[address]), Trap::OutOfRange { pc: CODE, address });
        assert_eq!(trap_of(&[store(2, A0, A0, 0)], &[address]), Trap::OutOfRange { pc: CODE, address });
    }
}

#[test]
fn leaving_the_code_is_a_fetch_trap() {
    assert_eq!(trap_of(&[jalr(ZERO, A0, 0)], &[DATA]), Trap::FetchOutOfRange { pc: DATA });
    assert_eq!(trap_of(&[jalr(ZERO, A0, 0)], &[3]), Trap::FetchOutOfRange { pc: 2 });
    assert_eq!(trap_of(&[addi(A0, A0, 0)], &[]), Trap::FetchOutOfRange { pc: CODE + 4 });
}

#[test]
fn breakpoints_and_environment_calls_are_told_apart() {
    assert_eq!(trap_of(&[0x0010_0073], &[]), Trap::Breakpoint { pc: CODE });
    assert_eq!(trap_of(&[pair(0x9002, C_NOP)], &[]), Trap::Breakpoint { pc: CODE });
    assert_eq!(trap_of(&[0x0000_0073], &[]), Trap::EnvironmentCall { pc: CODE });
}

#[test]
fn the_stack_pointer_may_not_leave_the_stack() {
    let trap = trap_of(&[addi(SP, SP, -2048), jal(ZERO, -4)], &[]);
    assert!(matches!(trap, Trap::StackOverflow { pc: CODE, .. }), "{trap:?}");
}

#[test]
fn a_runaway_ends_at_the_step_limit() {
    let mut core = machine(&[jal(ZERO, 0)]);
    core.set_step_limit(1000);
    assert_eq!(core.call_at(CODE, &[]), Err(CoreError::OutOfSteps { limit: 1000, pc: CODE }));
    // The limit is per call.
    assert_eq!(core.call_at(CODE, &[]), Err(CoreError::OutOfSteps { limit: 1000, pc: CODE }));
}

#[test]
fn a_trap_changes_neither_memory_nor_counters() {
    let mut core = machine(&[store(2, A0, A1, 1), ret()]);
    core.write_u32(DATA, 7).expect("in RAM");
    assert!(core.call_at(CODE, &[9, DATA]).is_err());
    assert_eq!((core.read_u32(DATA), core.hart.cycles, core.hart.instructions), (Ok(7), 0, 0));
}

#[test]
fn host_errors_are_typed() {
    let mut core = machine(&[ret()]);
    assert_eq!(core.call("nobody", &[]), Err(CoreError::UnknownSymbol("nobody".into())));
    assert_eq!(core.call_at(CODE, &[0; 9]), Err(CoreError::TooManyArguments(9)));
    assert_eq!(core.read(0, 4), Err(CoreError::HostOutOfRange { address: 0, length: 4 }));
    assert_eq!(core.write(u32::MAX, &[1]), Err(CoreError::HostOutOfRange { address: u32::MAX, length: 1 }));
    assert_eq!(core.reserve(1 << 30), Err(CoreError::OutOfScratch { bytes: 1 << 30 }));
}

#[test]
fn scratch_is_aligned_zeroed_and_apart() {
    let mut core = machine(&[ret()]);
    let (first, second) = (core.reserve(5).expect("room"), core.reserve(16).expect("room"));
    assert_eq!((first % 16, second - first), (0, 16));
    assert_eq!(core.read(first, 32).expect("in RAM"), [0; 32]);
    // 64 KiB in all: 65 504 are left after the two.
    assert!(core.reserve(65_504).is_ok());
    assert!(core.reserve(1).is_err());
}
