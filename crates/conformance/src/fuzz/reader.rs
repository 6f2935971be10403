//! Bytes as choices; beyond the end all are 0.

use freeboard_params::Field;

/// Most operations of one input: some thousand events.
const OPS_MAX: usize = 24;

/// Takes an input apart.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// From the first byte on.
    #[must_use]
    pub const fn new(data: &'a [u8]) -> Self {
        Self { rest: data }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.rest {
            [first, rest @ ..] => {
                self.rest = rest;
                *first
            }
            [] => 0,
        }
    }

    /// The next four bytes, the lowest first.
    pub fn word(&mut self) -> u32 {
        u32::from_le_bytes(core::array::from_fn(|_| self.byte()))
    }

    /// One of a list.
    pub fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[usize::from(self.byte()) % list.len()]
    }

    /// One value per field, legal by itself: one byte for the usual ones, four more for any other.
    pub(super) fn values(&mut self, fields: &[Field]) -> Vec<u32> {
        let value = |field: &Field| match self.byte() & 7 {
            0..=2 => field.default,
            3 => field.min,
            4 => field.max,
            5 => field.min.saturating_add(self.byte().into()).min(field.max),
            _ => {
                let span = u64::from(field.max) - u64::from(field.min) + 1;
                (u64::from(field.min) + u64::from(self.word()) % span) as u32
            }
        };
        fields.iter().map(value).collect()
    }

    /// Four words per operation until the bytes end.
    pub fn ops(&mut self) -> Vec<[u32; 4]> {
        let mut ops = Vec::new();
        while !self.rest.is_empty() && ops.len() < OPS_MAX {
            ops.push(core::array::from_fn(|_| self.word()));
        }
        ops
    }
}
