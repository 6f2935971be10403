//! The memory of a switch in a scenario.

use super::pool::{MAX_BYTES, Pool};
use crate::document::{Entry, Fault, Section, rows};
use crate::quantity::{BYTES, PACKETS, print};

/// The memory of every switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// Packets per port.
    Packets(u32),
    /// Bytes per port.
    Bytes(u32),
    /// Shared pools with dynamic thresholds.
    Pool(Pool),
}

/// What a buffer may look like.
const LEGAL: &str = "\"250 packets\", \"375 KB\", or a section with pool or profile, alpha, reserve";

impl Buffer {
    /// Bytes of what its depths count in.
    #[must_use]
    pub fn cell(&self) -> u16 {
        match self {
            Self::Packets(_) | Self::Bytes(_) => 1,
            Self::Pool(pool) => pool.cell,
        }
    }

    /// Reads `buffer`; `ports` is the largest number of ports one switch has.
    pub(super) fn read(section: &Section<'_>, ports: u16) -> Result<Self, Fault> {
        let entry = section.need("buffer", LEGAL)?;
        if let Ok(Some(pool)) = section.section("buffer") {
            return Ok(Self::Pool(Pool::read(&pool, ports)?));
        }
        Self::per_port(&entry)
    }

    /// A buffer per port, in packets or bytes.
    pub fn per_port(entry: &Entry<'_>) -> Result<Self, Fault> {
        let in_packets = entry.string().is_ok_and(|text| text.ends_with("packets"));
        if in_packets {
            Ok(Self::Packets(entry.word(&PACKETS, 1..=MAX_BYTES / 64)?))
        } else {
            Ok(Self::Bytes(entry.word(&BYTES, 64..=MAX_BYTES)?))
        }
    }

    /// Returns its keys with their values.
    pub(super) fn rows(&self, prefix: &str) -> Vec<(String, String)> {
        match self {
            Self::Packets(_) | Self::Bytes(_) => vec![(prefix.to_owned(), self.describe())],
            Self::Pool(pool) => rows(pool, prefix),
        }
    }

    /// As it would be written.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Packets(packets) => format!("{packets} packets per port"),
            Self::Bytes(bytes) => format!("{} per port", print(i128::from(*bytes), &BYTES)),
            Self::Pool(pool) => format!("pool of {}", print(i128::from(pool.bytes), &BYTES)),
        }
    }
}
