//! The guest image: the kernel's functions under C names.
#![no_std]
#![no_main]

mod kernel;

#[unsafe(no_mangle)]
extern "C" fn mix(a: u32, b: u32, c: u32) -> u32 {
    kernel::mix(a, b, c)
}

#[unsafe(no_mangle)]
extern "C" fn wide(a: u32, b: u32, c: u32) -> u64 {
    kernel::wide(a, b, c)
}

#[unsafe(no_mangle)]
extern "C" fn sort(seed: u32) -> u32 {
    kernel::sort(seed)
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn depth(n: u32, salt: u32) -> u32 {
    kernel::depth(n, salt)
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
