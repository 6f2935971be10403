//! Probes between clocks: the truth where it is known, finite estimates of anything.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_scenario_fuzz::clock_sync(data);
});
