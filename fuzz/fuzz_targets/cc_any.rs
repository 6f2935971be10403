//! Any congestion control: total, and as its oracle answers.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_conformance::fuzz::cc_any(data);
});
