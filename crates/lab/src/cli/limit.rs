//! Memory that a process may have, and what a command would take.

use anyhow::Result;
use freeboard_scenario::document::Fault;

/// Address space over memory in use. Measured with 1 to 4 million samples: lists that have just doubled, and the allocator's reserve for
/// each thread, make 1.6 to 1.9 of it.
const SPACE: u64 = 2;

/// Refuses runs that take more memory \[B\] than the machine has, or more than the process may have: without memory it would be ended in the
/// middle.
///
/// # Errors
/// They do, by the estimate.
pub(super) fn refuse_too_large(needed: u64) -> Result<()> {
    let refused = |key: &str, most: u64, problem: &str| Fault {
        file: "command line".into(),
        line: 0,
        key: key.to_owned(),
        value: Some(format!("{} MiB", most >> 20)),
        problem: format!("is too little: the runs take about {} MiB{problem}", needed.div_ceil(1 << 20)),
        legal: "fewer samples, schemes or seeds, or a smaller network".to_owned(),
    };
    match (address_space(), memory()) {
        (Some(most), _) if needed.saturating_mul(SPACE) > most => {
            Err(refused("ulimit -v", most, ", and address space of twice that").into())
        }
        (_, Some(most)) if needed > most => Err(refused("memory", most, "").into()),
        _ => Ok(()),
    }
}

/// Address space that the process may have \[B\]; `None` where nobody limits it.
#[cfg(unix)]
#[expect(clippy::useless_conversion, reason = "a limit of 32-bit Linux has 32 bits")]
fn address_space() -> Option<u64> {
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    let (limit, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    (limit != RLIM_INFINITY).then(|| u64::from(limit))
}

#[cfg(not(unix))]
const fn address_space() -> Option<u64> {
    None
}

/// Memory of the machine \[B\], where the system tells.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
