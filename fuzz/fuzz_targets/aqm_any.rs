//! Any marking scheme: total, and as its oracles decide.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_conformance::fuzz::aqm_any(data);
});
