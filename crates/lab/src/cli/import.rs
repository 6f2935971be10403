//! `freeboard import`.

use super::exit::Done;
use crate::say::{say, tell};
use crate::trace::header_of;
use crate::whole::new_bytes;
use anyhow::Context;
use clap::{Args, Subcommand};
use freeboard_import::capture::{self, Observed};
use freeboard_import::sonic::{self, Choice, ConfigDb};
use freeboard_import::{Imported, flows, nic, sizes, topology};
use freeboard_scenario::catalog::argument_fault;
use freeboard_scenario::document::{Fault, bytes_limited, quantity, read_limited};
use freeboard_scenario::quantity::{PICOS, RATE};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Longest file, chosen by us: the flow list of an hour has a million lines of forty characters.
const BYTES_MAX: u64 = 40 << 20;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    kind: Kind,
    /// Output file, which must not exist yet; standard output by default.
    #[arg(long, value_name = "FILE", global = true)]
    out: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// SONiC's `config_db.json`: a scenario of one port, which compares its thresholds with the papers' schemes.
    Sonic {
        /// The configuration.
        file: PathBuf,
        /// Port; by default the first port with a marking queue.
        #[arg(long)]
        port: Option<String>,
        /// Queue; by default the first lossless queue that marks, or else the first queue that marks.
        #[arg(long)]
        queue: Option<u8>,
        /// Base round-trip time, which the file does not contain.
        #[arg(long, default_value = "10 us")]
        rtt: String,
        /// Hosts that send to the port.
        #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_000))]
        senders: u32,
    },
    /// A listing of `mlxconfig query`: DCQCN settings, a section per port.
    Mlxconfig {
        /// The listing.
        file: PathBuf,
        /// Rate of the link. Published rates are in Mbit/s; rates of settings are fractions of this rate.
        #[arg(long, default_value = "100 Gbps")]
        line: String,
    },
    /// A flow list of HPCC's simulator, in seconds: the CSV of a `list` workload.
    Flows {
        /// The list.
        file: PathBuf,
    },
    /// A topology of HPCC's simulator: the CSV of a network of kind `file`.
    Topology {
        /// The topology.
        file: PathBuf,
    },
    /// A capture of packets, `pcap` or `pcapng`: the CSV of a `list` workload; or with `--departures` a trace of the queue between two
    /// captures, for `freeboard trace`.
    Pcap {
        /// The capture; of packets before the queue with `--departures`.
        file: PathBuf,
        /// Silence after which packets are of another flow; without it a flow ends with its connection.
        #[arg(long, conflicts_with = "departures")]
        gap: Option<String>,
        /// The capture of the same packets behind the queue, with stamps of the same clock.
        #[arg(long, value_name = "FILE", requires = "aqm")]
        departures: Option<PathBuf>,
        /// Marking scheme of the queue, e.g. "step" or "ecn-sharp/compact".
        #[arg(long, value_name = "NAME", requires = "departures")]
        aqm: Option<String>,
        /// Named settings of the scheme.
        #[arg(long, requires = "departures")]
        preset: Option<String>,
        /// One setting with its unit, e.g. --set "k=250 KB"; repeatable.
        #[arg(long = "set", value_name = "NAME=VALUE", requires = "departures")]
        settings: Vec<String>,
    },
    /// A flow-size table in percent or as fractions: the CSV of a `table`.
    Sizes {
        /// The table.
        file: PathBuf,
    },
}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let imported = match &arguments.kind {
        Kind::Sonic { file, port, queue, rtt, senders } => {
            let limits = 1_000_000..=1_000_000_000_000;
            quantity(rtt, &PICOS, &limits)
                .map_err(|refusal| argument_fault("rtt", rtt, &refusal.problem, &refusal.legal))?;
            let choice = Choice { port: port.clone(), queue: *queue, rtt: rtt.clone(), senders: *senders };
            let (name, text) = read(file)?;
            sonic::scenario(&name, &ConfigDb::read(&name, &text)?, &choice)?
        }
        Kind::Mlxconfig { file, line } => {
            let (name, text) = read(file)?;
            nic::listing(&name, &text, line_mbps(line)?)?
        }
        Kind::Flows { file } => {
            let (name, text) = read(file)?;
            flows::from_hpcc(&name, &text)?
        }
        Kind::Topology { file } => {
            let (name, text) = read(file)?;
            topology::from_hpcc(&name, &text)?
        }
        Kind::Pcap { file, gap, departures: None, .. } => {
            let limits = 1_000..=3_600_000_000_000_000;
            let gap_ps = gap.as_ref().map(|gap| {
                quantity(gap, &PICOS, &limits)
                    .map_err(|refusal| argument_fault("gap", gap, &refusal.problem, &refusal.legal))
            });
            let gap_ns = gap_ps.transpose()?.and_then(|ps| u64::try_from(ps / 1000).ok());
            let (name, bytes) = read_bytes(file)?;
            capture::flows(&name, &bytes, gap_ns)?
        }
        Kind::Pcap { file, departures: Some(departures), aqm, preset, settings, .. } => {
            let aqm = aqm.as_deref().unwrap_or_default();
            let header = header_of(aqm, preset.as_deref(), settings)?;
            let ((before, first), (behind, second)) = (read_bytes(file)?, read_bytes(departures)?);
            let before = Observed { file: &before, bytes: &first };
            capture::trace(&before, &Observed { file: &behind, bytes: &second }, &header)?
        }
        Kind::Sizes { file } => {
            let (name, text) = read(file)?;
            sizes::table(&name, &text)?
        }
    };
    finish(&imported, arguments.out.as_deref(), json)
}

/// The name and the text of a file.
pub(super) fn read(file: &Path) -> anyhow::Result<(String, String)> {
    let name = file.display().to_string();
    let text = read_limited(file, BYTES_MAX).with_context(|| format!("cannot read {name}"))?;
    Ok((name, text))
}

/// The name and the bytes of a file.
fn read_bytes(file: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let name = file.display().to_string();
    let bytes = bytes_limited(file, BYTES_MAX).with_context(|| format!("cannot read {name}"))?;
    Ok((name, bytes))
}

/// A rate of the command line \[Mbit/s\].
pub(super) fn line_mbps(text: &str) -> Result<u32, Fault> {
    let limits = 1_000_000..=i128::from(u32::MAX) * 1_000_000;
    let bits = quantity(text, &RATE, &limits)
        .map_err(|refusal| argument_fault("line", text, &refusal.problem, &refusal.legal))?;
    Ok(u32::try_from(bits / 1_000_000).unwrap_or(u32::MAX))
}

/// Prints or writes the text, and then the notes.
pub(super) fn finish(imported: &Imported, out: Option<&Path>, json: bool) -> anyhow::Result<Done> {
    match out {
        Some(path) => {
            new_bytes(path, imported.text.as_bytes())?;
        }
        None if json => say!("{}", json!({ "text": imported.text })),
        None => say!("{}", imported.text.trim_end()),
    }
    for note in &imported.notes {
        if json {
            say!("{}", json!({ "place": note.place, "note": note.text }));
        } else {
            tell!("note: {note}");
        }
    }
    Ok(Done::Fine)
}
