//! `freeboard kernel`.

use super::exit::Done;
use crate::report::{Line, prose};
use crate::say::{say, tell};
use crate::trace::values;
use anyhow::Result;
use clap::{Args, Subcommand};
use freeboard_kernel::{About, Held, Wanted, check_name, fit, flow_bytes, name, registered, written};
use freeboard_registry::CcId;
use freeboard_scenario::catalog::{CCS, Descriptor, VariantId, argument, argument_fault, text};
use serde::Serialize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Register a control in the kernel until Ctrl-C: programs choose it by TCP_CONGESTION or the sysctl
    /// `net.ipv4.tcp_congestion_control`. Needs root, the checkout and a nightly compiler.
    Load(Load),
    /// List the controls that processes hold in the kernel, and those that can be loaded.
    List,
}

#[derive(Debug, Args)]
struct Load {
    /// Control, e.g. "dctcp" or "cubic/hystart".
    control: String,
    /// Preset to start from.
    #[arg(long)]
    preset: Option<String>,
    /// One setting with its unit, e.g. --set "g_shift=5"; repeatable.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Name in the kernel, up to 15 letters, digits and `_`. The default is a free one like "fb_dctcp".
    #[arg(long)]
    name: Option<String>,
    /// Payload of a full segment \[B\], in which settings count; a segment of a connection counts as one, whatever its size.
    #[arg(long, value_name = "BYTES", default_value_t = MSS, value_parser = clap::value_parser!(u32).range(1..=65_535))]
    mss: u32,
}

/// Payload of a full segment: 1500 B less IPv4, TCP and its time stamps (RFC 7323 §3.2).
const MSS: u32 = 1448;
/// How often a flag is looked at, chosen by us.
const LOOK: Duration = Duration::from_millis(100);

/// A control that is loaded, that can be, or that cannot.
#[derive(Serialize)]
struct KernelLine {
    algorithm: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_bytes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    process: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<String>,
    loaded: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Line for KernelLine {}

impl From<About> for KernelLine {
    fn from(about: About) -> Self {
        let About { name, algorithm, state_bytes, process, settings } = about;
        Self {
            algorithm,
            name: Some(name),
            state_bytes: Some(state_bytes),
            process: Some(process),
            settings: Some(settings),
            loaded: true,
            reason: None,
        }
    }
}

impl From<CcId> for KernelLine {
    fn from(id: CcId) -> Self {
        let reason = fit(id).err().map(|reason| reason.to_string());
        let fits = reason.is_none();
        Self {
            algorithm: written(id),
            name: fits.then(|| name(id)),
            state_bytes: fits.then(|| flow_bytes(id)),
            process: None,
            settings: None,
            loaded: false,
            reason,
        }
    }
}

impl KernelLine {
    fn row(&self) -> Vec<String> {
        let number = |value: Option<usize>| value.map_or_else(String::new, |value| value.to_string());
        let note = match (&self.settings, &self.reason) {
            (Some(settings), _) => settings.clone(),
            (None, Some(reason)) => reason.clone(),
            (None, None) => "can be loaded".to_owned(),
        };
        vec![
            self.name.clone().unwrap_or_default(),
            self.algorithm.clone(),
            number(self.state_bytes),
            number(self.process.map(|process| process as usize)),
            note,
        ]
    }
}

pub(super) fn run(arguments: &Arguments, json: bool) -> Result<Done> {
    match &arguments.command {
        Command::Load(load) => hold(load, json),
        Command::List => {
            list(json);
            Ok(Done::Fine)
        }
    }
}

fn list(json: bool) {
    let loaded = registered().into_iter().map(KernelLine::from);
    let lines: Vec<KernelLine> = loaded.chain(CcId::ALL.iter().map(|id| KernelLine::from(*id))).collect();
    if json {
        lines.iter().for_each(|line| say!("{}", line.line()));
    } else {
        let head = ["name", "algorithm", "bytes per flow", "process", "settings"];
        say!("{}", prose(head, lines.iter().map(KernelLine::row)));
    }
}

fn hold(load: &Load, json: bool) -> Result<Done> {
    let algorithm = argument(CCS, &load.control)?;
    let VariantId::Cc(id) = algorithm.id else {
        let problem = "is no congestion control";
        return Err(
            argument_fault("NAME", &load.control, problem, "a control that `freeboard list` prints").into()
        );
    };
    fit(id)?;
    load.name.as_deref().map_or(Ok(()), check_name)?;
    let values = values(algorithm, load.preset.as_deref(), None, &load.settings)?;
    let settings = words(algorithm, &values);
    let stop = freeboard_live::stop_on_interrupt()?;
    let wanted = Wanted {
        id,
        values: &values,
        settings: &settings,
        mss: load.mss,
        name: load.name.as_deref(),
        record_port: 0,
    };
    let held = Held::register(&freeboard_live::object()?, &wanted)?;
    let about = registered().into_iter().find(|about| about.name == held.name());
    match about.filter(|_| json) {
        Some(about) => say!("{}", KernelLine::from(about).line()),
        None => say!("`{}` is in the kernel as `{}`: {settings}", written(id), held.name()),
    }
    tell!("Ctrl-C takes it out again; connections that use it keep it until they close");
    while !stop.load(Relaxed) {
        std::thread::sleep(LOOK);
    }
    Ok(Done::Fine)
}

fn words(algorithm: &Descriptor, values: &[u32]) -> String {
    let one =
        |(at, value): (usize, &u32)| format!("{}={}", algorithm.docs[at].name, text(algorithm, at, *value));
    values.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
}
