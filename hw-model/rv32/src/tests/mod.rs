//! The core against hand-assembled words, the specification's tables and compiled programs.

pub(crate) mod assembler;
mod compiled;
mod compressed;
mod cycles;
mod elf;
mod guest {
    pub(super) mod kernel;
}
mod semantics;
mod traps;

use super::{CV32E40P_LIKE, Core, CycleProfile, Image, Layout, Segment};

/// Where hand-assembled code starts.
pub(crate) const CODE: u32 = 0x1_0000;
/// Where the test's data segment starts: 256 bytes.
const DATA: u32 = 0x1_1000;

/// A core that holds these words as code.
pub(crate) fn machine(words: &[u32]) -> Core {
    machine_with(words, &CV32E40P_LIKE)
}

fn machine_with(words: &[u32], profile: &'static CycleProfile) -> Core {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let code = Segment { address: CODE, size: bytes.len() as u32, bytes, executable: true };
    let data = Segment { address: DATA, bytes: Vec::new(), size: 256, executable: false };
    let image = Image { segments: vec![code, data], symbols: Vec::new() };
    Core::new(&image, profile, Layout::default()).expect("small image")
}

/// Runs the words as a function and returns a0.
fn run(words: &[u32], arguments: &[u32]) -> u32 {
    machine(words).call_at(CODE, arguments).expect("runs to its return").a0
}
