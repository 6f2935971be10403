//! Small random networks: balanced, in windows as one by one, no flow waits for nothing.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_scenario_fuzz::fabric_ledger(data);
});
