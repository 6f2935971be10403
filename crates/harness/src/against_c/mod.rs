//! Ours beside public C: the same events, compilers of the same age, the same core.
//!
//! | file | idea |
//! |---|---|
//! | `sources` | where the packages of the system keep the C, and the parts of its files that are compiled |
//! | `link` | both sides as programs: to run, and with the events alone, to weigh |
//! | `streams` | the events |
//! | `sides` | which function an event calls, on which side, with which words |
//! | `weigh` | calls of one side over a stream |
//! | `rows` | the pairs, their rows, and the record that a change of 2 % is held against |
//!
//! No line of that C is in this repository: Linux's schemes and controls come with `linux-source-6.1`, DPDK's RED with
//! `libdpdk-dev`. `crates/harness/against-c` has the few types that they expect of a kernel, and the calls.

mod link;
mod rows;
mod sides;
mod sources;
mod streams;
mod weigh;

use crate::Agreement;
use rows::Row;

/// Options of the comparison.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// One JSON object per pair instead of a table.
    #[arg(long)]
    json: bool,
    /// Write the record that the book shows.
    #[arg(long)]
    record: bool,
}

/// Compares every pair and holds it against the record.
///
/// # Errors
/// A program is missing or does not build, or the record cannot be read.
pub fn run(arguments: &Arguments) -> anyhow::Result<Agreement> {
    let sources = match sources::find() {
        Ok(sources) => sources,
        Err(missing) => return Ok(Agreement { skipped: Some(missing), ..Agreement::default() }),
    };
    let rows = rows::all(&sources)?;
    if arguments.json {
        rows.iter().for_each(|row| println!("{}", row.line()));
    } else {
        rows.iter().for_each(Row::print);
    }
    if arguments.record {
        rows::write(&rows)?;
    }
    let findings = rows::changed(&rows)?;
    let equal = rows.len().saturating_sub(findings.len()) as u64;
    Ok(Agreement { equal, findings, ..Agreement::default() })
}
