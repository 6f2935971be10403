//! Pipeline programs: firmware, placed pipeline and all layouts decide alike.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_conformance::fuzz::pipeline_equivalence(data);
});
