//! Pacer of one flow: never early, never later than its timer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_conformance::fuzz::pacer_ops(data);
});
