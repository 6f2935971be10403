//! Lossless classes in a scenario.

use super::Buffer;
use crate::document::{Fault, Section, within};
use crate::quantity::COUNT;
use freeboard_device::mmu::MemoryLimit;

/// Classes that are paused rather than dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LosslessClasses {
    /// Which; empty for none.
    pub classes: Vec<u8>,
    /// Private memory of a class at an ingress port \[B\].
    pub guaranteed: u32,
    /// log2 of its share of the free memory.
    pub alpha_log2: i8,
    /// The rate of the links that have this share, faster ones in proportion \[bit/s\]; `None` for all the same.
    pub alpha_bps: Option<u64>,
    /// How far it falls below its threshold before it resumes \[B\].
    pub xon: u32,
    /// Quanta of a pause frame.
    pub quanta: u16,
    /// Smallest frame that the headroom is for \[B\].
    pub frame_min: u32,
}

impl Default for LosslessClasses {
    /// A deployed lossless group (SONiC: `dynamic_th` -3, 1248 B, 2288 B) and the smallest Ethernet frame.
    fn default() -> Self {
        Self {
            classes: Vec::new(),
            guaranteed: 1248,
            alpha_log2: -3,
            alpha_bps: None,
            xon: 2288,
            quanta: u16::MAX,
            frame_min: 64,
        }
    }
}

impl LosslessClasses {
    /// Returns no class, with the settings of the buffer's chip if it is like one.
    pub(super) fn of(buffer: &Buffer) -> Self {
        let Buffer::Pool(pool) = buffer else { return Self::default() };
        let Some(chip) = pool.chip() else { return Self::default() };
        let count = |id| u32::try_from(chip.value(id)).unwrap_or(0);
        Self {
            alpha_log2: chip.value(MemoryLimit::LosslessAlpha) as i8,
            guaranteed: count(MemoryLimit::Guaranteed),
            xon: count(MemoryLimit::XonOffset),
            frame_min: count(MemoryLimit::FrameMin).max(1),
            ..Self::default()
        }
    }

    /// Refuses what a buffer or a number of queues leaves without effect.
    pub(super) fn check(&self, section: &Section<'_>, buffer: &Buffer, queues: usize) -> Result<(), Fault> {
        let Some(entry) = section.get("lossless") else { return Ok(()) };
        let Buffer::Pool(pool) = buffer else {
            return Err(entry.fault("has no effect without a shared pool", "a section [topology.buffer]"));
        };
        if let (Some(entry), 1) = (section.get("lossless_frame_min"), pool.cell) {
            // Headroom is in bytes then, whatever frames they come in.
            let legal = "a `profile` in [topology.buffer]";
            return Err(entry.fault("has no effect in a memory without cells", legal));
        }
        within(section, "lossless", &COUNT, 0..=queues as u64 - 1)?;
        if self.classes.len() == queues {
            return Err(entry.fault("leaves no lossy class, which ACKs and the like need", "some of them"));
        }
        Ok(())
    }
}
