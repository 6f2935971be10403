//! Scenario files with edits: refused in words, or run with a ledger that balances.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_scenario_fuzz::scenario_file(data);
});
