//! Any underlay: total, released in time, whatever its clocks.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_conformance::fuzz::underlay_any(data);
});
