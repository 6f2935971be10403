//! Memory of a program as words that are terms, and what of it a program may touch.

use crate::smt::{Sort, Term, Terms};
use std::collections::HashMap;
use std::ops::Range;

/// Bytes of a function's stack (`MAX_BPF_STACK` of Linux, include/linux/filter.h).
pub(super) const FRAME: u64 = 512;
/// Functions that wait for each other, the program included (`MAX_CALL_FRAMES` of Linux, include/linux/bpf_verifier.h).
pub(super) const FRAMES_MAX: usize = 8;
/// End of the first function's stack. Chosen by us, as all addresses: far from each other.
pub(super) const TOP: u64 = 0x3000_0000;

/// Addresses that a program may read and write, beside its stack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    /// Read only.
    pub(crate) readable: Vec<Range<u64>>,
    /// Read and written.
    pub(crate) writable: Vec<Range<u64>>,
}

impl Regions {
    /// The access lies in one region, or on the stack of a function and those that called it.
    pub(super) fn allow(&self, address: u64, bytes: u32, write: bool, frames: usize) -> bool {
        let stack = TOP - FRAME * frames as u64..TOP;
        let Some(end) = address.checked_add(u64::from(bytes)) else { return false };
        let inside = |range: &Range<u64>| range.start <= address && end <= range.end;
        inside(&stack) || self.writable.iter().any(inside) || !write && self.readable.iter().any(inside)
    }
}

/// Words of memory by address.
pub(crate) type Words = HashMap<u64, Term>;

/// The aligned word at an address; that which nothing was written to is nobody's promise.
fn word(terms: &mut Terms, words: &mut Words, address: u64) -> Term {
    *words.entry(address).or_insert_with(|| terms.variable(&format!("ebpf.{address:x}"), Sort::Bits(32)))
}

/// Parts of the words that an access touches: the word's address, its first bit, how many bits.
fn parts(address: u64, bytes: u32) -> impl Iterator<Item = (u64, u32, u32)> {
    let end = address + u64::from(bytes);
    let words = (address & !3..end).step_by(4);
    words.map(move |at| {
        let (first, last) = (at.max(address), (at + 4).min(end));
        (at, 8 * (first - at) as u32, 8 * (last - first) as u32)
    })
}

/// A load, little-endian.
pub(super) fn load(terms: &mut Terms, words: &mut Words, address: u64, bytes: u32) -> Term {
    let mut found: Option<Term> = None;
    for (at, low, bits) in parts(address, bytes) {
        let whole = word(terms, words, at);
        let part = terms.extract(whole, low + bits - 1, low);
        found = Some(found.map_or(part, |below| terms.concat(part, below)));
    }
    found.unwrap_or_else(|| terms.constant(0, 8 * bytes))
}

/// A store of a vector of that many bytes, little-endian.
pub(super) fn store(terms: &mut Terms, words: &mut Words, address: u64, value: Term) {
    let mut taken = 0;
    for (at, low, bits) in parts(address, terms.width(value) / 8) {
        let mut new = terms.extract(value, taken + bits - 1, taken);
        taken += bits;
        if bits < 32 {
            let old = word(terms, words, at);
            if low > 0 {
                let below = terms.extract(old, low - 1, 0);
                new = terms.concat(new, below);
            }
            if low + bits < 32 {
                let above = terms.extract(old, 31, low + bits);
                new = terms.concat(above, new);
            }
        }
        words.insert(at, new);
    }
}

/// Words of both where two paths meet: chooses those of the first where the condition holds.
pub(super) fn merge(terms: &mut Terms, words: &mut Words, mut other: Words, here: Term) {
    let mut addresses: Vec<u64> = words.keys().chain(other.keys()).copied().collect();
    addresses.sort_unstable();
    addresses.dedup();
    for address in addresses {
        let (a, b) = (word(terms, words, address), word(terms, &mut other, address));
        words.insert(address, terms.choose(here, a, b));
    }
}
