//! MMU profile and the memories built from it.

use super::config::{MmuConfig, QueueLayout, ThresholdTest};
use super::layout::{GroupLayout, IngressConfig, Lossless};
use super::{Alpha, PacketMemory};
use crate::error::ConfigError;
use crate::pfc::{Link, PauseTiming};
use freeboard_params::Grade;
use freeboard_units::{Bytes, DepthUnit, PortId};

macro_rules! limits {
    ($( $(#[$meta:meta])* $name:ident = $text:literal ),* $(,)?) => {
        /// Which limit a row of a profile is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum MemoryLimit { $( $(#[$meta])* $name, )* }

        impl MemoryLimit {
            /// All of them, in the order of the tables.
            pub const ALL: &'static [Self] = &[ $( Self::$name, )* ];

            /// What it counts, in words.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $( Self::$name => $text, )* }
            }
        }
    };
}

limits! {
    /// Size of a cell.
    CellBytes = "bytes of a cell",
    /// Memories of the chip.
    Memories = "memories (MMUs)",
    /// Cells of one memory.
    Cells = "cells of one memory",
    /// What the queues of one memory reserve together.
    Reserved = "bytes of one memory that its queues reserve",
    /// Ports at full speed.
    Ports = "ports at full speed",
    /// Speed of such a port.
    PortMbps = "Mb/s of such a port",
    /// Smallest exponent of alpha.
    AlphaMin = "smallest log2 of alpha",
    /// Largest exponent of alpha.
    AlphaMax = "largest log2 of alpha",
    /// Guarantee of a lossless group.
    Guaranteed = "bytes guaranteed to a lossless group",
    /// Exponent of alpha of a lossless group.
    LosslessAlpha = "log2 of a lossless group's alpha",
    /// Distance between pause and resume.
    XonOffset = "bytes a group falls below its threshold before it resumes",
    /// Cable of the lossless class's headroom.
    CableMetres = "metres of cable the headroom is for",
    /// Largest frame of the lossless class.
    FrameMax = "bytes of a lossless class's largest frame",
    /// Smallest frame of the lossless class.
    FrameMin = "bytes of a lossless class's smallest frame",
}

/// A limit's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimitRow {
    /// Which limit.
    pub id: MemoryLimit,
    /// Its value.
    pub value: i32,
    /// Where the value comes from.
    pub source: &'static str,
    /// How well it is known.
    pub grade: Grade,
}

/// The packet memory of a chip.
#[derive(Clone, Debug)]
pub struct MemoryProfile {
    /// Its name, which ends in `-like`.
    pub name: &'static str,
    /// One row per limit.
    pub rows: Vec<MemoryLimitRow>,
}

/// Parts that a full-speed port splits into: lanes of one physical port.
const SPLIT: u16 = 4;

impl MemoryProfile {
    /// A limit's value; 0 for one the profile does not have.
    #[must_use]
    pub fn value(&self, id: MemoryLimit) -> i32 {
        self.rows.iter().find(|row| row.id == id).map_or(0, |row| row.value)
    }

    /// The same with another value: for what-if questions.
    #[must_use]
    pub fn with(mut self, id: MemoryLimit, value: i32) -> Self {
        for row in self.rows.iter_mut().filter(|row| row.id == id) {
            (row.value, row.source) = (value, "set by the caller");
        }
        self
    }

    /// What depths count in.
    #[must_use]
    pub fn unit(&self) -> DepthUnit {
        DepthUnit::cell(self.small(MemoryLimit::CellBytes)).unwrap_or(DepthUnit::BYTE)
    }

    /// Bytes of one memory.
    #[must_use]
    pub fn total(&self) -> Bytes {
        Bytes(self.count(MemoryLimit::Cells).saturating_mul(self.unit().bytes()))
    }

    /// Ports of one memory, all at full speed.
    #[must_use]
    pub fn ports_per_memory(&self) -> u16 {
        self.small(MemoryLimit::Ports) / self.small(MemoryLimit::Memories).max(1)
    }

    /// One memory without lossless classes: a queue per port, the reserve shared out among them.
    ///
    /// # Errors
    /// The chip does not offer this alpha.
    pub fn lossy(&self, alpha: Alpha) -> Result<MmuConfig, ConfigError> {
        let [least, most] =
            [MemoryLimit::AlphaMin, MemoryLimit::AlphaMax].map(|id| i64::from(self.value(id)));
        ConfigError::unless_within(
            crate::error::ConfigField::AlphaLog2,
            i64::from(alpha.log2()),
            least,
            most,
        )?;
        let ports = self.ports_per_memory().max(1);
        let reserve = Bytes(self.count(MemoryLimit::Reserved) / u32::from(ports));
        let queues = (0..ports).map(|port| QueueLayout { port: PortId(port), reserve, alpha }).collect();
        Ok(MmuConfig { unit: self.unit(), total: self.total(), test: ThresholdTest::Before, queues })
    }

    /// The link of a lossless class on a port that is split into four.
    #[must_use]
    pub fn split_link(&self) -> Link {
        Link {
            mbps: self.count(MemoryLimit::PortMbps) / u32::from(SPLIT),
            cable_m: self.count(MemoryLimit::CableMetres),
            frame_max: Bytes(self.count(MemoryLimit::FrameMax)),
            frame_min: Bytes(self.count(MemoryLimit::FrameMin)),
        }
    }

    /// One memory with a lossless class: a group for each of `senders` ports of the chip, which may all
    /// send into this memory, and a queue for each of its own full-speed ports.
    ///
    /// # Errors
    /// The headroom of all ports exceeds the memory; a link or pause that cannot be.
    pub fn lossless(&self, senders: u16, link: Link, quanta: u16) -> Result<PacketMemory, ConfigError> {
        let unit = self.unit();
        let headroom = Bytes(link.headroom(unit)?.units.saturating_mul(unit.bytes()));
        let xon_offset = Bytes(self.count(MemoryLimit::XonOffset));
        let alpha = Alpha::from_log2(self.value(MemoryLimit::LosslessAlpha) as i8)?;
        let group = |port: u16| GroupLayout {
            port: PortId(port),
            class: LOSSLESS_CLASS,
            guaranteed: Bytes(self.count(MemoryLimit::Guaranteed)),
            alpha,
            lossless: Some(Lossless { headroom, xon_offset }),
        };
        let egress = self.lossy(alpha)?;
        let reserved = egress.queues.iter().map(|queue| unit.floor(queue.reserve) * unit.bytes()).sum();
        let ingress = IngressConfig {
            unit,
            total: self.total().minus(Bytes(reserved)),
            test: ThresholdTest::Before,
            groups: (0..senders).map(group).collect(),
        };
        PacketMemory::new(&ingress, &egress, PauseTiming::new(&link, quanta)?)
    }

    fn count(&self, id: MemoryLimit) -> u32 {
        u32::try_from(self.value(id)).unwrap_or(0)
    }

    fn small(&self, id: MemoryLimit) -> u16 {
        u16::try_from(self.value(id)).unwrap_or(0)
    }
}

/// The class that is lossless in deployed configurations (SONiC: 3).
const LOSSLESS_CLASS: u8 = 3;
