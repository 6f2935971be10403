//! The packet memory: conserved on both sides, pauses alternate, a drained memory is empty.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_conformance::fuzz::memory_ops(data);
});
