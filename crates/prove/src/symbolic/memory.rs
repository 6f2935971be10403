//! Memory as words that are terms, and what of it a function may touch.

use crate::smt::{Sort, Term, Terms};
use core::ops::Range;
use freeboard_rv32::Access;
use freeboard_rv32::Memory;
use std::collections::HashMap;

/// Addresses that a function may read and write, beside its stack.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// Read only.
    pub readable: Vec<Range<u32>>,
    /// Read and written.
    pub writable: Vec<Range<u32>>,
}

/// Bytes of a region in which an address may be anywhere: more than any instance has, chosen by us.
const SMALL: usize = 512;

/// Words of memory by address: those written or symbolic from the start, the image's bytes below them.
#[derive(Debug)]
pub(super) struct SymbolicMemory {
    image: Memory,
    regions: Regions,
    stack: Range<u32>,
    initial: HashMap<u32, Term>,
    pub(super) words: HashMap<u32, Term>,
}

impl SymbolicMemory {
    pub(super) fn new(
        image: Memory,
        mut regions: Regions,
        stack: Range<u32>,
        initial: HashMap<u32, Term>,
    ) -> Self {
        regions.writable.push(stack.clone());
        Self { image, regions, stack, words: initial.clone(), initial }
    }

    /// Forgets what was written.
    pub(super) fn reset(&mut self) {
        self.words.clone_from(&self.initial);
    }

    pub(super) fn half(&self, address: u32) -> Option<u16> {
        self.image.half_at(address)
    }

    /// The function may make this access.
    pub(super) fn allows(&self, address: u32, access: Access, write: bool) -> bool {
        let width = access.width();
        let inside =
            |range: &Range<u32>| range.contains(&address) && range.contains(&(address + (width - 1)));
        address.is_multiple_of(width)
            && address.checked_add(width).is_some()
            && (self.regions.writable.iter().any(inside)
                || !write && self.regions.readable.iter().any(inside))
    }

    /// Everything that the function may access so.
    pub(super) fn allowed(&self, write: bool) -> Vec<Range<u32>> {
        let readable = if write { &[][..] } else { &self.regions.readable };
        readable.iter().chain(&self.regions.writable).cloned().collect()
    }

    /// Small regions, in which an address may be anywhere.
    pub(super) fn small(&self) -> Vec<Range<u32>> {
        let all = self.regions.readable.iter().chain(&self.regions.writable);
        all.filter(|range| range.len() <= SMALL).cloned().collect()
    }

    /// The aligned word at an address that nothing was written to.
    pub(super) fn untouched(&self, terms: &mut Terms, address: u32) -> Term {
        if let Some(&word) = self.initial.get(&address) {
            return word;
        }
        if self.stack.contains(&address) {
            // What a function finds on its stack is nobody's promise.
            terms.variable(&format!("stack.{address:x}"), Sort::Bits(32))
        } else {
            let byte = |at: u32| self.image.slice(address.wrapping_add(at), 1).map_or(0, |bytes| bytes[0]);
            terms.word(u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]))
        }
    }

    fn word(&mut self, terms: &mut Terms, address: u32) -> Term {
        if let Some(&word) = self.words.get(&address) {
            return word;
        }
        let word = self.untouched(terms, address);
        self.words.insert(address, word);
        word
    }

    /// An aligned load at a known address.
    pub(super) fn load(&mut self, terms: &mut Terms, address: u32, access: Access) -> Term {
        let word = self.word(terms, address & !3);
        let low = (address & 3) * 8;
        let (bits, signed) = match access {
            Access::Word => return word,
            Access::Byte => (8, true),
            Access::ByteUnsigned => (8, false),
            Access::Half => (16, true),
            Access::HalfUnsigned => (16, false),
        };
        let part = terms.extract(word, low + bits - 1, low);
        if signed { terms.sign_extend(part, 32) } else { terms.zero_extend(part, 32) }
    }

    /// An aligned store at a known address, where the condition holds.
    pub(super) fn store(&mut self, terms: &mut Terms, address: u32, access: Access, value: Term, when: Term) {
        let aligned = address & !3;
        let old = self.word(terms, aligned);
        let (low, bits) = ((address & 3) * 8, access.width() * 8);
        let mut new = terms.extract(value, bits - 1, 0);
        if low > 0 {
            let below = terms.extract(old, low - 1, 0);
            new = terms.concat(new, below);
        }
        if low + bits < 32 {
            let above = terms.extract(old, 31, low + bits);
            new = terms.concat(above, new);
        }
        let word = terms.choose(when, new, old);
        self.words.insert(aligned, word);
    }
}
