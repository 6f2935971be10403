//! A value as bytes, of which those between fields hold nothing.
#![expect(unsafe_code, reason = "the kernel takes a structure as bytes")]

use std::mem::MaybeUninit;

/// Bytes of a value.
pub(crate) fn bytes<T: Copy>(value: &T) -> Vec<MaybeUninit<u8>> {
    let start = (&raw const *value).cast::<MaybeUninit<u8>>();
    // SAFETY: the value is there, and bytes of any content, of none too, are such.
    unsafe { std::slice::from_raw_parts(start, size_of::<T>()) }.to_vec()
}
