//! Types of the running kernel (BTF): ids of structures, offsets of fields.

use anyhow::{Context, Result, bail, ensure};

/// File of the kernel's types.
const PATH: &str = "/sys/kernel/btf/vmlinux";
/// `BTF_MAGIC`.
const MAGIC: u16 = 0xeb9f;
/// Kinds of types, `BTF_KIND_*`.
const POINTER: u32 = 2;
const STRUCTURE: u32 = 4;
const UNION: u32 = 5;
const FUNCTION: u32 = 13;
/// Kinds that stand for the type behind them: typedef, volatile, const, restrict, type tag.
const NAMES: [u32; 5] = [8, 9, 10, 11, 18];
/// Most of them behind each other, chosen by us: C programs have two or three.
const NAMES_MAX: usize = 16;

/// Types of the kernel.
pub(crate) struct Btf {
    bytes: Vec<u8>,
    /// First byte of each type; type 0 is void.
    types: Vec<usize>,
    strings: usize,
}

/// A member of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// Bits before it.
    bits: u32,
    /// Bits of a bit field, 0 for a whole member.
    width: u32,
    kind: u32,
}

impl Member {
    /// First byte with a bit of it.
    pub(crate) const fn offset(self) -> u32 {
        self.bits / 8
    }

    /// A bit field's bits in that byte.
    pub(crate) const fn mask(self) -> u32 {
        (((1_u64 << self.width) - 1) << (self.bits % 8)) as u32 & 0xff
    }
}

impl Btf {
    /// Reads the running kernel's.
    pub(crate) fn of_kernel() -> Result<Self> {
        let bytes =
            std::fs::read(PATH).with_context(|| format!("the kernel tells no types: cannot read {PATH}"))?;
        Self::read(bytes).with_context(|| format!("cannot read {PATH}"))
    }

    fn read(bytes: Vec<u8>) -> Result<Self> {
        let mut btf = Self { bytes, types: vec![0], strings: 0 };
        ensure!(btf.word(0)? & 0xffff == u32::from(MAGIC), "its first bytes are not those of types");
        let header = btf.word(4)? as usize;
        let (types, length) = (header + btf.word(8)? as usize, btf.word(12)? as usize);
        btf.strings = header + btf.word(16)? as usize;
        let mut at = types;
        while at < types + length {
            btf.types.push(at);
            let info = btf.word(at + 4)?;
            let count = (info & 0xffff) as usize;
            at += 12
                + match info >> 24 & 0x1f {
                    1 | 14 | 17 => 4,
                    3 => 12,
                    4 | 5 | 15 | 19 => 12 * count,
                    6 | 13 => 8 * count,
                    _ => 0,
                };
        }
        Ok(btf)
    }

    fn word(&self, at: usize) -> Result<u32> {
        let bytes = self.bytes.get(at..at + 4).context("a type ends beyond the file")?;
        Ok(u32::from_le_bytes(bytes.try_into()?))
    }

    fn is_called(&self, offset: u32, name: &str) -> bool {
        let rest = self.bytes.get(self.strings + offset as usize..).unwrap_or_default();
        rest.strip_prefix(name.as_bytes()).is_some_and(|rest| rest.first() == Some(&0))
    }

    /// Kind, number of members, size or type behind.
    fn head(&self, id: u32) -> Result<(u32, u32, u32)> {
        let at = *self.types.get(id as usize).context("a type has no such number")?;
        let info = self.word(at + 4)?;
        Ok((info >> 24 & 0x1f, info & 0xffff, self.word(at + 8)?))
    }

    /// Number and size of a structure.
    pub(crate) fn structure(&self, name: &str) -> Result<(u32, u32)> {
        for (id, at) in self.types.iter().enumerate().skip(1) {
            if self.is_called(self.word(*at)?, name) && self.word(at + 4)? >> 24 & 0x1f == STRUCTURE {
                return Ok((id as u32, self.word(at + 8)?));
            }
        }
        bail!("this kernel has no `struct {name}`")
    }

    /// A member by its path, `structure.member.member`.
    pub(crate) fn member(&self, path: &str) -> Result<Member> {
        let (name, rest) = path.split_once('.').context("a path has two parts")?;
        let mut found = Member { bits: 0, width: 0, kind: self.structure(name)?.0 };
        for part in rest.split('.') {
            let inner = self.within(self.behind(found.kind)?, part)?;
            let inner = inner.with_context(|| format!("this kernel has no `{path}`"))?;
            found = Member { bits: found.bits + inner.bits, ..inner };
        }
        Ok(found)
    }

    /// A member of a structure or of its unnamed parts.
    fn within(&self, id: u32, name: &str) -> Result<Option<Member>> {
        for (called, member) in self.members(id)? {
            if self.is_called(called, name) {
                return Ok(Some(member));
            }
            if called == 0
                && let Some(inner) = self.within(self.behind(member.kind)?, name)?
            {
                return Ok(Some(Member { bits: member.bits + inner.bits, ..inner }));
            }
        }
        Ok(None)
    }

    /// Members with the offsets of their names; none of a type that is no structure.
    fn members(&self, id: u32) -> Result<Vec<(u32, Member)>> {
        let (kind, count, _) = self.head(id)?;
        let at = self.types[id as usize];
        let has_widths = self.word(at + 4)? >> 31 == 1;
        let count = if kind == STRUCTURE || kind == UNION { count as usize } else { 0 };
        let member = |index: usize| {
            let at = at + 12 + 12 * index;
            let place = self.word(at + 8)?;
            let (bits, width) = if has_widths { (place & 0x00ff_ffff, place >> 24) } else { (place, 0) };
            Ok((self.word(at)?, Member { bits, width, kind: self.word(at + 4)? }))
        };
        (0..count).map(member).collect()
    }

    /// The type behind other names.
    fn behind(&self, mut id: u32) -> Result<u32> {
        for _ in 0..NAMES_MAX {
            match self.head(id) {
                Ok((kind, _, next)) if NAMES.contains(&kind) => id = next,
                _ => break,
            }
        }
        Ok(id)
    }

    /// Place of a member among its structure's, as attaching counts them.
    pub(crate) fn index(&self, structure: u32, name: &str) -> Result<u32> {
        let members = self.members(structure)?;
        let at = members.iter().position(|(called, _)| self.is_called(*called, name));
        Ok(at.with_context(|| format!("this kernel's controls have no `{name}`"))? as u32)
    }

    /// Number of arguments of a member that points to a function.
    pub(crate) fn arguments(&self, path: &str) -> Result<u32> {
        let (kind, _, to) = self.head(self.behind(self.member(path)?.kind)?)?;
        ensure!(kind == POINTER, "`{path}` is no pointer");
        let (kind, count, _) = self.head(self.behind(to)?)?;
        ensure!(kind == FUNCTION, "`{path}` points to no function");
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `struct s { int a; struct { u8 x: 3, y: 2; }; int b; }`, by hand.
    fn sample() -> Vec<u8> {
        let strings = b"\0s\0a\0x\0y\0b\0int\0";
        let words: [&[u32]; 3] = [
            // 1: int, 4 bytes.
            &[11, 1 << 24, 4, 32],
            // 2: unnamed, with bit fields.
            &[0, 1 << 31 | STRUCTURE << 24 | 2, 4, 5, 1, 3 << 24, 7, 1, 2 << 24 | 3],
            // 3: s.
            &[1, STRUCTURE << 24 | 3, 12, 3, 1, 0, 0, 2, 32, 9, 1, 64],
        ];
        let types: Vec<u8> = words.concat().iter().flat_map(|word| word.to_le_bytes()).collect();
        let header = [u32::from(MAGIC) | 1 << 16, 24, 0, types.len() as u32, types.len() as u32];
        let mut bytes: Vec<u8> = header.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend((strings.len() as u32).to_le_bytes());
        bytes.extend(types);
        bytes.extend(strings);
        bytes
    }

    #[test]
    fn a_member_is_found_within_an_unnamed_structure_with_its_bits() {
        let btf = Btf::read(sample()).unwrap();
        assert_eq!(btf.structure("s").unwrap(), (3, 12));
        assert_eq!(btf.member("s.b").unwrap().offset(), 8);
        let y = btf.member("s.y").unwrap();
        assert_eq!((y.offset(), y.mask()), (4, 0b11000));
        assert_eq!((btf.index(3, "a").unwrap(), btf.index(3, "b").unwrap()), (0, 2));
    }

    #[test]
    fn a_member_that_is_not_there_is_named() {
        let btf = Btf::read(sample()).unwrap();
        assert_eq!(btf.member("s.z").unwrap_err().to_string(), "this kernel has no `s.z`");
        assert!(Btf::read(vec![0; 64]).is_err());
    }
}
