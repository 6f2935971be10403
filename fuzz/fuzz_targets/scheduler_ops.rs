//! Schedulers: work conserving, in order of priority, within their deficits.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_conformance::fuzz::scheduler_ops(data);
});
