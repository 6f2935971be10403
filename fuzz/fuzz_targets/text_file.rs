//! Size tables, flow lists and traces with edits: refused in words, or used.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_scenario_fuzz::text_file(data);
});
