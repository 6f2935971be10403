//! Flat little-endian RAM from one base address.

use super::instruction::Access;

/// Why an access failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Misaligned { width: u32 },
    OutOfRange,
}

/// Flat little-endian RAM.
#[derive(Clone, Debug)]
pub struct Memory {
    base: u32,
    bytes: Vec<u8>,
}

impl Access {
    /// Bytes that it moves.
    #[must_use]
    pub fn width(self) -> u32 {
        match self {
            Self::Byte | Self::ByteUnsigned => 1,
            Self::Half | Self::HalfUnsigned => 2,
            Self::Word => 4,
        }
    }
}

impl Memory {
    /// Zeroed RAM.
    pub(super) fn new(base: u32, size: usize) -> Self {
        Self { base, bytes: vec![0; size] }
    }

    /// The bytes of an address range.
    /// Bytes; `None` outside.
    #[must_use]
    pub fn slice(&self, address: u32, length: usize) -> Option<&[u8]> {
        let start = address.checked_sub(self.base)? as usize;
        self.bytes.get(start..start.checked_add(length)?)
    }

    /// The bytes of an address range, to write.
    pub(super) fn slice_mut(&mut self, address: u32, length: usize) -> Option<&mut [u8]> {
        let start = address.checked_sub(self.base)? as usize;
        self.bytes.get_mut(start..start.checked_add(length)?)
    }

    /// The halfword at an even address, for instruction fetch.
    #[must_use]
    pub fn half_at(&self, address: u32) -> Option<u16> {
        self.slice(address, 2).map(|b| u16::from_le_bytes([b[0], b[1]]))
    }

    /// A load, extended to 32 bits.
    #[inline]
    pub(super) fn load_at(&self, address: u32, access: Access) -> Result<u32, Fault> {
        check_alignment(address, access)?;
        let bytes = self.slice(address, access.width() as usize).ok_or(Fault::OutOfRange)?;
        Ok(match (access, bytes) {
            (Access::Byte, &[b]) => i32::from(b.cast_signed()).cast_unsigned(),
            (Access::ByteUnsigned, &[b]) => u32::from(b),
            (Access::Half, &[b0, b1]) => i32::from(i16::from_le_bytes([b0, b1])).cast_unsigned(),
            (Access::HalfUnsigned, &[b0, b1]) => u32::from(u16::from_le_bytes([b0, b1])),
            (_, &[b0, b1, b2, b3]) => u32::from_le_bytes([b0, b1, b2, b3]),
            _ => return Err(Fault::OutOfRange),
        })
    }

    /// A store of the low bytes of `value`.
    #[inline]
    pub(super) fn store_at(&mut self, address: u32, access: Access, value: u32) -> Result<(), Fault> {
        check_alignment(address, access)?;
        let width = access.width() as usize;
        let bytes = self.slice_mut(address, width).ok_or(Fault::OutOfRange)?;
        bytes.copy_from_slice(&value.to_le_bytes()[..width]);
        Ok(())
    }
}

#[inline]
fn check_alignment(address: u32, access: Access) -> Result<(), Fault> {
    let width = access.width();
    if address & (width - 1) == 0 { Ok(()) } else { Err(Fault::Misaligned { width }) }
}
