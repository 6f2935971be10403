//! NIC core: any code ends in a result, a trap or the limit of steps.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    freeboard_conformance::fuzz::nic_core(data);
});
