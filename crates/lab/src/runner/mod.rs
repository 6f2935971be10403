//! The job driver: the runs of any command on all cores, with journal, resume, shards, progress and safe files.
//!
//! The outcome of a job is a function of the plan and of the job alone. So it does not matter on how many threads, in how many
//! shards or in how many attempts jobs were run: outcomes come in the order of jobs, and files are the same byte for byte.

mod driver;
mod folder;
mod job;
mod journal;
mod merge;
mod names;
mod own;
mod progress;
mod shard;
mod slurm;
mod watch;

pub use driver::{Done, Runner};
pub use folder::{Folder, Manifest};
pub use job::{Job, compare};
pub use journal::Lines;
pub(crate) use journal::forget;
pub use merge::merge;
pub use progress::Meter;
pub use shard::Shard;
pub use slurm::{Array, TASKS_MAX};
pub use watch::watch;

use freeboard_replay::Digest;
pub use freeboard_scenario::measure::digest;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;

/// A checksum of bytes: their number and four of them a word.
fn checksum(bytes: &[u8]) -> u32 {
    let mut digest = Digest::default();
    digest.wide(bytes.len() as u64);
    digest.bytes(bytes);
    digest.value()
}

/// The length of a file and the [`checksum`] of its bytes, of which few are in memory at a time.
fn checksum_of(file: &File) -> std::io::Result<(u64, u32)> {
    let bytes = file.metadata()?.len();
    let mut digest = Digest::default();
    digest.wide(bytes);
    let mut some = Vec::new();
    loop {
        some.clear();
        if file.take(PART).read_to_end(&mut some)? == 0 {
            return Ok((bytes, digest.value()));
        }
        digest.bytes(&some);
    }
}

/// Bytes of a file that are read at a time: whole words.
const PART: u64 = 1 << 16;

/// Says whether two results are of the same plan: a checksum of all that decides them, and of the program's version.
pub(crate) fn fingerprint(plan: &impl core::fmt::Debug) -> u32 {
    checksum(format!("{} {plan:?}", env!("CARGO_PKG_VERSION")).as_bytes())
}

/// Key of a run: of all that decides it, and of the program's version. 64 bits: among a million runs, two have one key with a
/// probability of 3e-8.
pub(crate) fn key(decided_by: &impl core::fmt::Debug) -> String {
    let mut hasher = DefaultHasher::new();
    format!("{} {decided_by:?}", env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_checksum_of_its_bytes() {
        let path = std::env::temp_dir().join(format!("freeboard-checksum-{}", std::process::id()));
        for length in [0, 3, 65_535, 65_536, 65_537, 200_001] {
            let bytes: Vec<u8> =
                (0..length).map(|at: u32| at.to_le_bytes()[0] ^ at.to_le_bytes()[1]).collect();
            std::fs::write(&path, &bytes).unwrap();
            assert_eq!(
                checksum_of(&File::open(&path).unwrap()).unwrap(),
                (u64::from(length), checksum(&bytes))
            );
        }
        std::fs::remove_file(&path).unwrap();
    }
}
