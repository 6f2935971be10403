//! The values a pipeline hands to a program, typed and named.

use freeboard_aqm_api::{Arrival, Departure, Intrinsics};

/// One value of the packet's intrinsic metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intrinsic {
    /// Time of the pass, low 32 bits \[ns\].
    Now,
    /// Bits 47..32 of the stamp.
    NowHigh,
    /// Time spent in the queue \[ns\].
    Sojourn,
    /// Length of the queue \[depth unit\].
    Depth,
    /// Length of all queues of the port \[depth unit\].
    PortDepth,
    /// Occupancy of the shared pool \[depth unit\].
    PoolDepth,
    /// Congestion status of the shared pool; the machine derives it from the occupancy.
    PoolStatus,
    /// Packet size \[B\].
    Size,
}

/// How many there are.
pub(super) const COUNT: usize = 8;

impl Intrinsic {
    /// All of them, in the order of the elaborated graph's first nodes.
    pub const ALL: [Self; COUNT] = [
        Self::Now,
        Self::NowHigh,
        Self::Sojourn,
        Self::Depth,
        Self::PortDepth,
        Self::PoolDepth,
        Self::PoolStatus,
        Self::Size,
    ];

    /// Name in reports and refusals.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Now => "now",
            Self::NowHigh => "now_high",
            Self::Sojourn => "sojourn",
            Self::Depth => "depth",
            Self::PortDepth => "port_depth",
            Self::PoolDepth => "pool_depth",
            Self::PoolStatus => "pool_status",
            Self::Size => "size",
        }
    }

    /// The flag by which a program declares that it reads this value.
    #[must_use]
    pub const fn flag(self) -> Intrinsics {
        match self {
            Self::Now => Intrinsics::NOW,
            Self::NowHigh => Intrinsics::NOW_HIGH,
            Self::Sojourn => Intrinsics::SOJOURN,
            Self::Depth => Intrinsics::DEPTH,
            Self::PortDepth => Intrinsics::PORT_DEPTH,
            Self::PoolDepth => Intrinsics::POOL_DEPTH,
            Self::PoolStatus => Intrinsics::POOL_STATUS,
            Self::Size => Intrinsics::SIZE,
        }
    }

    /// Place in [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The metadata of one packet, as the machine reads it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packet {
    /// Values in the order of [`Intrinsic::ALL`].
    values: [u32; COUNT],
    /// The packet's random word.
    pub random: u32,
}

impl Packet {
    /// All values 0, with a random word.
    #[must_use]
    pub const fn new(random: u32) -> Self {
        Self { values: [0; COUNT], random }
    }

    /// The same packet with one value set.
    #[must_use]
    pub const fn with(mut self, intrinsic: Intrinsic, value: u32) -> Self {
        self.values[intrinsic.index()] = value;
        self
    }

    /// One value.
    #[must_use]
    pub const fn get(&self, intrinsic: Intrinsic) -> u32 {
        self.values[intrinsic.index()]
    }
}

impl From<&Departure> for Packet {
    fn from(d: &Departure) -> Self {
        let high = u32::from(d.now_high);
        let values = [d.now.0, high, d.sojourn, d.depth, d.port_depth, d.pool_depth, 0, d.size.0];
        Self { values, random: d.random }
    }
}

impl From<&Arrival> for Packet {
    fn from(a: &Arrival) -> Self {
        let high = u32::from(a.now_high);
        let values = [a.now.0, high, 0, a.depth, a.port_depth, a.pool_depth, 0, a.size.0];
        Self { values, random: a.random }
    }
}
