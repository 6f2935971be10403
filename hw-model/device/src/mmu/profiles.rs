//! Packet memories as data: every limit with its source and grade.
//!
//! Source keys: "drivers" are the switch drivers published with open-p4studio; "BCC" is the paper and its
//! public script; "SONiC" are its deployed buffer templates and headroom scripts.

use super::profile::{MemoryLimit, MemoryLimitRow, MemoryProfile};
use Grade::{High, Low, Medium};
use MemoryLimit as L;
use freeboard_params::Grade;

type Row = (MemoryLimit, i32, &'static str, Grade);

/// Of every chip: the medium's own limits.
const ETHERNET: &[Row] = &[(L::FrameMax, 1518, "IEEE 802.3; chosen by us, jumbo frames are a what-if", Low)];

/// Smallest frame where the headroom of all ports fits.
const SMALL_FRAMES: &[Row] = &[(L::FrameMin, 64, "IEEE 802.3", Medium)];

/// Of switches of which the paper's table and deployed buffer templates speak.
const BROADCOM: &[Row] = &[
    (L::Ports, 32, "BCC Table I", Medium),
    (L::AlphaMin, -7, "BCC §2.2, SONiC dynamic_th", Medium),
    (L::AlphaMax, 3, "BCC §2.2, SONiC dynamic_th", Medium),
    (L::Guaranteed, 1248, "SONiC: lossless group", Medium),
    (L::LosslessAlpha, -3, "SONiC: lossless group", Medium),
    (L::XonOffset, 2288, "SONiC: lossless group", Medium),
    (L::CableMetres, 40, "SONiC: lossless group", Medium),
];

/// Of both generations whose drivers are published.
const TOFINO: &[Row] = &[
    (L::Memories, 1, "drivers", High),
    (L::Reserved, 0, "drivers: guaranteed minima are configured per queue", High),
    (L::AlphaMin, -6, "drivers", High),
    (L::AlphaMax, 2, "drivers", High),
    (L::Guaranteed, 1248, "SONiC's for Broadcom stands in", Low),
    (L::LosslessAlpha, -3, "SONiC's for Broadcom stands in", Low),
    (L::CableMetres, 40, "SONiC's for Broadcom stands in", Low),
];

const TRIDENT_2: &[Row] = &[
    (L::CellBytes, 208, "Tomahawk's stands in", Low),
    (L::Memories, 1, "BCC Table I", Medium),
    (L::Cells, 60_495, "BCC Table I: 12 MB, read as MiB", Medium),
    (L::Reserved, 0, "not published; configured per queue", Low),
    (L::PortMbps, 40_000, "BCC Table I", Medium),
];

const TOMAHAWK: &[Row] = &[
    (L::CellBytes, 208, "SONiC: headroom in bytes and cells", Medium),
    (L::Memories, 4, "BCC §2: 16 MB in 4 MMUs", Medium),
    (L::Cells, 20_164, "BCC §2: 4 MB, read as MiB as its script does", Medium),
    (L::Reserved, 1_048_576, "BCC §2: about 1 MB; 128 KiB for each of 8 ports", Medium),
    (L::PortMbps, 100_000, "BCC Table I", Medium),
    (L::FrameMin, 256, "chosen by us: at 64 the headroom of 128 ports exceeds one memory", Low),
];

const TOFINO_1: &[Row] = &[
    (L::CellBytes, 80, "drivers", High),
    (L::Cells, 286_720, "drivers; some parts 266 240", High),
    (L::Ports, 64, "BCC Table I", Medium),
    (L::PortMbps, 100_000, "BCC Table I", Medium),
    (L::XonOffset, 2560, "drivers: hysteresis of 32 cells", High),
];

const TOFINO_2: &[Row] = &[
    (L::CellBytes, 176, "drivers", High),
    (L::Cells, 393_216, "drivers", High),
    (L::Ports, 32, "12.8 Tb/s as 32 ports, recalled", Low),
    (L::PortMbps, 400_000, "12.8 Tb/s as 32 ports, recalled", Low),
    (L::XonOffset, 5632, "drivers: hysteresis of 32 cells", High),
];

fn profile(name: &'static str, parts: &[&[Row]]) -> MemoryProfile {
    let row = |&(id, value, source, grade): &Row| MemoryLimitRow { id, value, source, grade };
    MemoryProfile { name, rows: parts.iter().copied().flatten().map(row).collect() }
}

/// A 32-port 40G switch with one shared memory.
#[must_use]
pub fn trident2_like() -> MemoryProfile {
    profile("trident2-like", &[TRIDENT_2, BROADCOM, SMALL_FRAMES, ETHERNET])
}

/// A 32-port 100G switch with four memories.
#[must_use]
pub fn tomahawk_like() -> MemoryProfile {
    profile("tomahawk-like", &[TOMAHAWK, BROADCOM, ETHERNET])
}

/// The programmable switch, first generation.
#[must_use]
pub fn tofino_1_like() -> MemoryProfile {
    profile("tofino-1-like", &[TOFINO_1, TOFINO, SMALL_FRAMES, ETHERNET])
}

/// The programmable switch, second generation.
#[must_use]
pub fn tofino_2_like() -> MemoryProfile {
    profile("tofino-2-like", &[TOFINO_2, TOFINO, SMALL_FRAMES, ETHERNET])
}

/// Every profile, in the order of the tables.
#[must_use]
pub fn all() -> Vec<MemoryProfile> {
    vec![trident2_like(), tomahawk_like(), tofino_1_like(), tofino_2_like()]
}
