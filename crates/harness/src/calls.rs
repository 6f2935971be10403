//! Calls in machine code: the functions that a function leads to, so that its size is that of all it runs.
//!
//! Encodings: RISC-V unprivileged ISA, chapters 2.5 and 27; Armv7-M Architecture Reference Manual, A7.7.12 and A7.7.18.

use object::Architecture;
use std::collections::{BTreeMap, BTreeSet};

/// Functions by address, and those that each calls or jumps to.
#[derive(Clone, Debug)]
pub(crate) struct Calls {
    sizes: BTreeMap<u32, u32>,
    called: BTreeMap<u32, Vec<u32>>,
}

impl Calls {
    /// Of functions by address, with their code.
    pub(crate) fn new<'a>(
        architecture: Architecture,
        functions: impl Iterator<Item = (u32, &'a [u8])>,
    ) -> Self {
        let (mut sizes, mut jumps) = (BTreeMap::new(), BTreeMap::new());
        for (address, code) in functions {
            // Several names may stand for one function.
            let size: &mut u32 = sizes.entry(address).or_default();
            *size = (*size).max(code.len() as u32);
            let found = match architecture {
                Architecture::Arm => thumb(address, code),
                _ => riscv(address, code),
            };
            jumps.insert(address, found);
        }
        let whose = |address: u32| {
            let (start, size) = sizes.range(..=address).next_back()?;
            (address - start < *size).then_some(*start)
        };
        let called = jumps
            .into_iter()
            .map(|(start, found)| (start, found.into_iter().filter_map(whose).collect()))
            .collect();
        Self { sizes, called }
    }

    /// Bytes of the function at an address.
    pub(crate) fn size(&self, address: u32) -> u32 {
        self.sizes.get(&address).copied().unwrap_or(0)
    }

    /// Bytes of the functions at these addresses with all that they call, each once.
    pub(crate) fn reached(&self, roots: impl IntoIterator<Item = u32>) -> u32 {
        let (mut found, mut open) = (BTreeSet::new(), roots.into_iter().collect::<Vec<u32>>());
        while let Some(address) = open.pop() {
            if found.insert(address) {
                open.extend(self.called.get(&address).into_iter().flatten());
            }
        }
        found.into_iter().map(|address| self.size(address)).sum()
    }
}

/// Bits `low` and up to `count` of a word, sign-extended where they are its highest.
const fn signed(word: u32, bits: u32) -> u32 {
    ((word << (32 - bits)).cast_signed() >> (32 - bits)).cast_unsigned()
}

/// Targets of direct jumps, and of those through a register that was set relative to the place.
fn riscv(start: u32, code: &[u8]) -> Vec<u32> {
    let (mut found, mut upper, mut at) = (Vec::new(), [None; 32], 0);
    while let Some(half) = code.get(at..at + 2) {
        let (half, pc) = (u32::from(half[0]) | u32::from(half[1]) << 8, start.wrapping_add(at as u32));
        if half & 3 != 3 {
            // c.jal and c.j.
            if half & 3 == 1 && matches!(half >> 13, 1 | 5) {
                let bit = |from: u32, to: u32| (half >> from & 1) << to;
                let offset = bit(12, 11) | bit(11, 4) | (half >> 9 & 3) << 8 | bit(8, 10) | bit(7, 6);
                let offset = offset | bit(6, 7) | (half >> 3 & 7) << 1 | bit(2, 5);
                found.push(pc.wrapping_add(signed(offset, 12)));
            }
            at += 2;
            continue;
        }
        let Some(rest) = code.get(at + 2..at + 4) else { break };
        let word = half | u32::from(rest[0]) << 16 | u32::from(rest[1]) << 24;
        match word & 0x7f {
            0x17 => upper[(word >> 7 & 31) as usize] = Some(pc.wrapping_add(word & 0xffff_f000)),
            0x67 => {
                let base = upper[(word >> 15 & 31) as usize].take();
                found.extend(base.map(|base: u32| base.wrapping_add(signed(word >> 20, 12)) & !1));
            }
            0x6f => {
                let offset = (word >> 31) << 20 | (word >> 12 & 0xff) << 12 | (word >> 20 & 1) << 11;
                let offset = offset | (word >> 21 & 0x3ff) << 1;
                found.push(pc.wrapping_add(signed(offset, 21)));
            }
            _ => (),
        }
        at += 4;
    }
    found
}

/// Targets of `bl`, `b.w` and `b`.
fn thumb(start: u32, code: &[u8]) -> Vec<u32> {
    let half = |at: usize| Some(u32::from(*code.get(at)?) | u32::from(*code.get(at + 1)?) << 8);
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(first) = half(at) {
        let from = start.wrapping_add(at as u32).wrapping_add(4);
        at += 2;
        if first >> 11 == 0b1_1100 {
            found.push(from.wrapping_add(signed((first & 0x7ff) << 1, 12)));
        }
        if first >> 11 < 0b1_1101 {
            continue;
        }
        let Some(second) = half(at) else { break };
        at += 2;
        if first >> 11 == 0b1_1110 && matches!(second & 0xd000, 0xd000 | 0x9000) {
            let sign = first >> 10 & 1;
            let flipped = |bit: u32| (second >> bit ^ sign ^ 1) & 1;
            let offset = sign << 24 | flipped(13) << 23 | flipped(11) << 22 | (first & 0x3ff) << 12;
            found.push(from.wrapping_add(signed(offset | (second & 0x7ff) << 1, 25)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_weighs_what_it_calls_once() {
        // Assembled by GNU as: at 0x100 `jal 0x120; c.j 0x130`, at 0x120 `auipc t1, 0; jr 16(t1)`, at 0x130 `ret`.
        let [first, second, third] = [
            &[0xef, 0x00, 0x00, 0x02, 0x35, 0xa0][..],
            &[0x17, 0x03, 0, 0, 0x67, 0x00, 0x03, 0x01],
            &[0x82, 0x80],
        ];
        let functions = [(0x100, first), (0x120, second), (0x130, third)];
        let calls = Calls::new(Architecture::Riscv32, functions.into_iter());
        assert_eq!(calls.called[&0x100], [0x120, 0x130]);
        assert_eq!(calls.called[&0x120], [0x130]);
        assert_eq!(calls.reached([0x100]), 16);
        assert_eq!(
            [calls.reached([0x120]), calls.reached([0x120, 0x130]), calls.reached([0x130])],
            [10, 10, 2]
        );
    }

    #[test]
    fn calls_of_thumb_are_found() {
        // At 0x200 `bl 0x220; b 0x210`, at 0x220 `b.w 0x200`.
        let [first, second] = [&[0x00, 0xf0, 0x0e, 0xf8, 0x04, 0xe0][..], &[0xff, 0xf7, 0xee, 0xbf]];
        let functions = [(0x200, first), (0x210, &[0x70, 0x47, 0x70, 0x47]), (0x220, second)];
        let calls = Calls::new(Architecture::Arm, functions.into_iter());
        assert_eq!(calls.called[&0x200], [0x220, 0x210]);
        assert_eq!(calls.called[&0x220], [0x200]);
        assert_eq!(calls.reached([0x220]), 14);
    }
}
