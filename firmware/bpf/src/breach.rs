//! Negative samples of the symbol check: a panic path and a 64-bit division.

/// # Safety
/// `values` is two numbers, `table` is memory for 16.
// SAFETY: a symbol of this name is defined once, here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn freeboard_breach(values: *const u64, table: *const [u64; 16]) -> u64 {
    // SAFETY: the caller's contract.
    let (dividend, divisor, table) = unsafe { (values.read(), values.add(1).read(), &*table) };
    table[dividend as usize] + dividend / divisor.max(1)
}
