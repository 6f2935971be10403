//! Bytes, buffer cells, and the unit a depth is counted in.

/// A number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Bytes(pub u32);

impl Bytes {
    /// No limit: what a rate-only congestion control returns as its window.
    pub const MAX: Self = Self(u32::MAX);

    /// Sum, saturating at 2^32 - 1.
    #[inline(always)]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Difference, saturating at 0.
    #[inline(always)]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// A number of buffer cells, the allocation unit of a switch's packet memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Cells(pub u32);

/// What one unit of a queue depth is: a byte, or a cell of 2..=65535 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DepthUnit(u16);

impl DepthUnit {
    /// Depths in bytes.
    pub const BYTE: Self = Self(1);

    /// Depths in cells of `bytes`; `None` for 0.
    #[must_use]
    pub const fn cell(bytes: u16) -> Option<Self> {
        if bytes == 0 { None } else { Some(Self(bytes)) }
    }

    /// Bytes in one unit, at least 1.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.0 as u32
    }

    /// Units that hold `bytes`, rounded down: how a threshold given in bytes is quantised.
    #[must_use]
    pub const fn floor(self, bytes: Bytes) -> u32 {
        match bytes.0.checked_div(self.0 as u32) {
            Some(units) => units,
            None => bytes.0,
        }
    }

    /// Units that a packet of `bytes` occupies, rounded up.
    #[must_use]
    pub const fn ceil(self, bytes: Bytes) -> u32 {
        let whole = self.floor(bytes);
        if whole.saturating_mul(self.0 as u32) == bytes.0 { whole } else { whole.saturating_add(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_occupies_whole_cells() {
        let cell = DepthUnit::cell(80).unwrap();
        assert_eq!(cell.ceil(Bytes(1500)), 19);
        assert_eq!(cell.floor(Bytes(1500)), 18);
        assert_eq!(cell.ceil(Bytes(160)), 2);
        assert_eq!(cell.ceil(Bytes(0)), 0);
        assert_eq!(DepthUnit::BYTE.ceil(Bytes(1500)), 1500);
        assert_eq!(DepthUnit::cell(0), None);
    }

    #[test]
    fn sums_saturate() {
        assert_eq!(Bytes::MAX.plus(Bytes(1)), Bytes::MAX);
        assert_eq!(Bytes(1).minus(Bytes(2)), Bytes(0));
    }
}
