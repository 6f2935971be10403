//! Entry points of the C library: beside the Rust crates, under any configuration and events.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = freeboard_c_fuzz::c_entries(data);
});
