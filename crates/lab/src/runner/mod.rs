//! The job driver: the runs of any command on all cores, with journal, resume, shards, progress and safe files.
//!
//! The outcome of a job is a function of the plan and of the job alone. So it does not matter on how many threads, in how many
//! shards or in how many attempts jobs were run: outcomes come in the order of jobs, and files are the same byte for byte.

mod driver;
mod folder;
mod job;
mod journal;
mod merge;
mod progress;
mod shard;
mod slurm;

pub use driver::{Done, Runner};
pub use folder::{Folder, Manifest};
pub use job::{Job, compare, digest};
pub use journal::Lines;
pub(crate) use journal::forget;
pub use merge::merge;
pub use progress::Meter;
pub use shard::Shard;
pub use slurm::Array;

use freeboard_replay::Digest;

/// A checksum of bytes: their number and four of them a word.
fn checksum(bytes: &[u8]) -> u32 {
    let mut digest = Digest::default();
    digest.wide(bytes.len() as u64);
    for four in bytes.chunks(4) {
        let mut word = [0; 4];
        word[..four.len()].copy_from_slice(four);
        digest.word(u32::from_le_bytes(word));
    }
    digest.value()
}

/// Says whether two results are of the same plan: a checksum of all that decides them, and of the program's version.
pub(crate) fn fingerprint(plan: &impl core::fmt::Debug) -> u32 {
    checksum(format!("{} {plan:?}", env!("CARGO_PKG_VERSION")).as_bytes())
}
