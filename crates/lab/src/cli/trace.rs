//! `freeboard trace`.

use super::exit::Done;
use super::inputs::keep_inputs;
use crate::report::Line;
use crate::say::{say, tell};
use crate::trace::{Comparison, Replayed, Request, replay};
use crate::whole::whole_bytes;
use anyhow::Context;
use clap::Args;
use freeboard_scenario::document::read_limited;
use serde::Serialize;
use std::path::PathBuf;

/// Longest trace, chosen by us: about half a million events.
const BYTES_MAX: u64 = 32 << 20;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Algorithm, e.g. "ecn-sharp/compact" or "dctcp".
    name: String,
    /// Events: CSV with the columns of the golden-trace format, header line optional.
    file: PathBuf,
    /// Output file for events, decisions and states; standard output by default.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Preset to start from. The default is the settings of the file's header, if the header names this algorithm.
    #[arg(long)]
    preset: Option<String>,
    /// One setting with its unit, e.g. --set "pst_target=10 us"; repeatable.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
}

#[derive(Serialize)]
struct TraceLine<'a> {
    algorithm: &'a str,
    variant: &'a str,
    events: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    signalled: Option<usize>,
    digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    differing: Option<usize>,
    /// Packets whose decision can be seen, of a file without states.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_compared: Option<&'a str>,
    /// Events whose time is negative and counts as none.
    #[serde(skip_serializing_if = "is_zero")]
    negative_times: usize,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    without_effect: &'a [String],
}

/// A key that does not apply is absent.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a field by reference")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Line for TraceLine<'_> {}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    if let Some(out) = &arguments.out {
        keep_inputs("--out", out, std::slice::from_ref(&arguments.file))?;
    }
    let file = arguments.file.display().to_string();
    let text = read_limited(&arguments.file, BYTES_MAX).with_context(|| format!("cannot read {file}"))?;
    let replayed = replay(&Request {
        name: &arguments.name,
        file: &file,
        text: &text,
        preset: arguments.preset.as_deref(),
        settings: &arguments.settings,
    })?;
    let summary = if json { json_line(&replayed) } else { sentences(&replayed) };
    for setting in &replayed.without_effect {
        tell!("warning: --set {setting:?} changes no decision and no state in this trace");
    }
    if !replayed.without_control.is_empty() {
        let (names, id) = (replayed.without_control.join(", "), &replayed.id);
        tell!(
            "warning: the preset's {names} are read by the control plane of {id}, and a trace has no control plane"
        );
    }
    match &arguments.out {
        Some(path) => {
            whole_bytes(path, replayed.csv.as_bytes())?;
            say!("{summary}");
        }
        None => {
            crate::say::text(format_args!("{}", replayed.csv));
            tell!("{summary}");
        }
    }
    Ok(if replayed.comparison.differs() { Done::Differs } else { Done::Fine })
}

fn last_digest(replayed: &Replayed) -> String {
    format!("{:08x}", replayed.digests.last().copied().unwrap_or_default())
}

fn json_line(replayed: &Replayed) -> String {
    let (algorithm, variant) = replayed.id.split_once('/').unwrap_or((&replayed.id, ""));
    let (differing, seen, not_compared) = match &replayed.comparison {
        Comparison::Made(count, _) => (Some(*count), None, None),
        Comparison::Seen(count, _, seen) => (Some(*count), Some(*seen), None),
        Comparison::NotMade(reason) => (None, None, Some(reason.as_str())),
    };
    TraceLine {
        algorithm,
        variant,
        events: replayed.events,
        signalled: replayed.signalled,
        digest: last_digest(replayed),
        differing,
        seen,
        not_compared,
        negative_times: replayed.negative,
        without_effect: &replayed.without_effect,
    }
    .line()
}

fn sentences(replayed: &Replayed) -> String {
    let signalled = replayed.signalled.map_or_else(String::new, |count| format!(", {count} signalled"));
    let negative = match replayed.negative {
        0 => String::new(),
        count => format!(", {count} with a negative time, which counts as none"),
    };
    let mut text = format!("{} events{signalled}{negative}", replayed.events);
    match &replayed.comparison {
        Comparison::Made(_, None) => text.push_str(", every decision and state as in the file"),
        Comparison::Made(count, Some(line)) => {
            text.push_str(&format!(
                ", {count} decisions or states differ from the file, the first in line {line}"
            ));
        }
        Comparison::Seen(count, line, seen) => {
            let first = line.map_or_else(String::new, |line| format!(", the first in line {line}"));
            text.push_str(&format!(
                "; of {seen} packets whose decision can be seen {count} differ from the file{first}"
            ));
        }
        Comparison::NotMade(reason) => text.push_str(&format!("; NOT COMPARED: {reason}")),
    }
    for (epoch, digest) in replayed.digests.iter().enumerate().rev().skip(1).rev() {
        text.push_str(&format!(
            "\nafter {} events: {digest:08x}",
            (epoch + 1) * freeboard_replay::EPOCH_EVENTS as usize
        ));
    }
    format!("{text}\ndecision digest: {}", last_digest(replayed))
}
