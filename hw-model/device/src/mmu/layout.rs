//! The layout of the ingress accounts.

use super::{Alpha, ThresholdTest};
use freeboard_units::{Bytes, DepthUnit, PortId};

/// An ingress group: the packets of one class that come in through one port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u16);

impl GroupId {
    /// As an array index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a lossless group has more than a lossy one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lossless {
    /// Memory for what arrives after the pause was decided \[B\], rounded up to whole cells;
    /// [`crate::pfc::Link::headroom`] computes it.
    pub headroom: Bytes,
    /// How far below its threshold a group has to fall before it resumes \[B\], rounded up to whole cells.
    pub xon_offset: Bytes,
}

/// One ingress group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLayout {
    /// The port its packets come in through.
    pub port: PortId,
    /// Their class, 0 to 7.
    pub class: u8,
    /// Its private memory \[B\], rounded down to whole cells.
    pub guaranteed: Bytes,
    /// Its share of the free pool.
    pub alpha: Alpha,
    /// `None`: over the threshold its packets are dropped.
    pub lossless: Option<Lossless>,
}

/// The ingress accounts over one memory: guarantees and headroom are set aside, the rest is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IngressConfig {
    /// Bytes or cells.
    pub unit: DepthUnit,
    /// All of the memory \[B\], rounded down to whole cells.
    pub total: Bytes,
    /// The threshold comparison.
    pub test: ThresholdTest,
    /// The groups, by index.
    pub groups: Vec<GroupLayout>,
}
