//! Lossless classes in a scenario.

use super::{Buffer, Pool};
use crate::document::{Entry, Fault, Section};
use crate::quantity::{BYTES, COUNT, RATE, print};
use freeboard_hw_model::mmu::MemoryLimit;

/// Classes that are paused rather than dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LosslessClasses {
    /// Which.
    pub classes: Vec<u8>,
    /// Private memory of a class at an ingress port \[B\].
    pub guaranteed: u32,
    /// log2 of its share of the free memory.
    pub alpha_log2: i8,
    /// The rate of the links that have this share, faster ones in proportion \[Mbit/s\]; `None` for all the same.
    pub alpha_mbps: Option<u32>,
    /// How far it falls below its threshold before it resumes \[B\].
    pub xon: u32,
    /// Quanta of a pause frame.
    pub quanta: u16,
    /// Smallest frame that the headroom is for \[B\].
    pub frame_min: u32,
}

/// Keys that mean something beside `lossless` only.
pub(super) const KEYS: [&str; 6] = [
    "lossless_guaranteed",
    "lossless_alpha",
    "lossless_alpha_for",
    "lossless_xon",
    "lossless_quanta",
    "lossless_frame_min",
];

impl LosslessClasses {
    /// Reads `lossless` and what belongs to it; `queues` is how many a port has.
    pub(super) fn read(section: &Section<'_>, buffer: &Buffer, queues: u32) -> Result<Option<Self>, Fault> {
        let Some(entry) = section.get("lossless") else {
            let stray = KEYS.iter().find_map(|key| section.get(key));
            let fault = |entry: Entry<'_>| entry.fault("has no effect without `lossless`", "lossless = [3]");
            return stray.map_or(Ok(None), |entry| Err(fault(entry)));
        };
        let Buffer::Pool(pool) = buffer else {
            return Err(entry.fault("has no effect without a shared pool", "a section [topology.buffer]"));
        };
        if let Some(entry) = section.get("lossless_frame_min").filter(|_| pool.cell == 1) {
            // Headroom is in bytes then, whatever frames they come in.
            return Err(
                entry.fault("has no effect in a memory without cells", "a `profile` in [topology.buffer]")
            );
        }
        let base = Base::of(pool);
        let class = |item: &Entry<'_>| item.word(&COUNT, 0..=queues - 1).map(|class| class as u8);
        let classes: Vec<u8> = entry.items().iter().map(class).collect::<Result<_, _>>()?;
        if classes.len() == queues as usize {
            return Err(entry.fault("leaves no lossy class, which ACKs and the like need", "some of them"));
        }
        let size =
            |key: &str, base: u32| section.get(key).map_or(Ok(base), |entry| entry.word(&BYTES, 0..=1 << 30));
        let quanta = match section.get("lossless_quanta") {
            Some(entry) => entry.word(&COUNT, 2..=u32::from(u16::MAX))? as u16,
            None => u16::MAX,
        };
        let alpha_log2 = match section.get("lossless_alpha") {
            Some(entry) => super::pool::alpha(&entry)?,
            None => base.alpha_log2,
        };
        let rate = |entry: Entry<'_>| entry.unsigned(&RATE, 1_000_000..=1_000_000_000_000);
        let alpha_mbps =
            section.get("lossless_alpha_for").map(rate).transpose()?.map(|bps| (bps / 1_000_000) as u32);
        Ok(Some(Self {
            classes,
            guaranteed: size("lossless_guaranteed", base.guaranteed)?,
            alpha_log2,
            alpha_mbps,
            xon: size("lossless_xon", base.xon)?,
            quanta,
            frame_min: size("lossless_frame_min", base.frame_min)?.max(1),
        }))
    }

    /// As it would be written.
    #[must_use]
    pub fn describe(&self) -> String {
        let classes: Vec<String> = self.classes.iter().map(u8::to_string).collect();
        let size = |bytes: u32| print(i128::from(bytes), &BYTES);
        let at = |mbps: u32| {
            format!(" at {}, twice of it at twice the rate", print(i128::from(mbps) * 1_000_000, &RATE))
        };
        format!(
            "classes {}: {} guaranteed, alpha {}{}, resumed {} below the threshold, pauses of {} quanta, headroom for \
             frames of {} or more",
            classes.join(", "),
            size(self.guaranteed),
            super::pool::alpha_name(self.alpha_log2),
            self.alpha_mbps.map(at).unwrap_or_default(),
            size(self.xon),
            self.quanta,
            size(self.frame_min),
        )
    }
}

/// What holds where the scenario says nothing.
struct Base {
    alpha_log2: i8,
    guaranteed: u32,
    xon: u32,
    frame_min: u32,
}

impl Base {
    /// The chip's settings; without a chip those of a deployed lossless group (SONiC: `dynamic_th` -3, 1248 B,
    /// 2288 B) and the smallest Ethernet frame.
    fn of(pool: &Pool) -> Self {
        let Some(chip) = pool.chip() else {
            return Self { alpha_log2: -3, guaranteed: 1248, xon: 2288, frame_min: 64 };
        };
        let count = |id| u32::try_from(chip.value(id)).unwrap_or(0);
        Self {
            alpha_log2: chip.value(MemoryLimit::LosslessAlpha) as i8,
            guaranteed: count(MemoryLimit::Guaranteed),
            xon: count(MemoryLimit::XonOffset),
            frame_min: count(MemoryLimit::FrameMin),
        }
    }
}
