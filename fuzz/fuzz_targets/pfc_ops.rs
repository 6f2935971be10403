//! Pauses: none ends by itself while its frames arrive.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_conformance::fuzz::pfc_ops(data);
});
