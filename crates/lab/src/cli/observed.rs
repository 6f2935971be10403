//! Options of `run` for a trace: a stretch of one run, event by event, as files.

use super::inputs::keep_inputs;
use crate::observed::{Counts, write_capture, write_chrome, write_samples};
use crate::report::{Line, label};
use crate::say::{say, tell};
use crate::whole::whole;
use anyhow::{Context, Result, bail, ensure};
use clap::{ArgGroup, Args};
use core::ops::ControlFlow;
use freeboard_fabric::transport::Transport;
use freeboard_scenario::catalog::argument_fault;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;
use freeboard_scenario::nearest::nearest;
use freeboard_scenario::quantity::{BYTES, PICOS, parse, print};
use freeboard_scenario::world::{Condition, Observation, Progress, Request, Watch, WatchedPorts, observe};
use serde::Serialize;
use std::path::PathBuf;

/// Most items of a trace, chosen by us: some 300 MB of JSON, which Perfetto still opens.
const MOST: usize = 2_000_000;

/// Ports that a trace looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Ports {
    /// Ports to the receivers.
    Receivers,
    /// Ports of all switches.
    All,
}

/// A trace of one run.
#[derive(Debug, Args)]
#[group(skip)]
#[command(group(ArgGroup::new("traced").multiple(true)))]
pub(super) struct Trace {
    /// Write queues, windows, flows, marks, drops, timeouts and pauses as a Chrome trace (.json or .json.gz), which Perfetto opens.
    #[arg(long, value_name = "FILE", conflicts_with = "check", group = "traced")]
    trace_out: Option<PathBuf>,
    /// Write the packets on the ports' links as a capture (.pcapng): headers with ECN bits, in the comment the queue and the reason of
    /// a mark.
    #[arg(long, value_name = "FILE", conflicts_with = "check", group = "traced")]
    pcap: Option<PathBuf>,
    /// Write the items of the trace as a table (.csv or .csv.gz).
    #[arg(long, value_name = "FILE", conflicts_with = "check", group = "traced")]
    samples: Option<PathBuf>,
    /// Scheme of the traced run; needed where the scenario has several. The seed is the first one.
    #[arg(long, value_name = "NAME", requires = "traced")]
    trace_scheme: Option<String>,
    /// Ports of the trace.
    #[arg(long, value_name = "PORTS", default_value = "receivers", requires = "traced")]
    trace_ports: Ports,
    /// Beginning of the trace.
    #[arg(long, value_name = "TIME", default_value = "0 s", requires = "traced")]
    trace_from: String,
    /// Length of the trace.
    #[arg(long, value_name = "TIME", default_value = "10 ms", requires = "traced")]
    trace_for: String,
    /// The trace begins when this holds of a port: "queue > 200 packets", "queue > 300 KB", "marks > 0", "drops > 0".
    #[arg(long, value_name = "CONDITION", requires = "traced")]
    trace_when: Option<String>,
}

/// The trace that was written.
#[derive(Debug, Serialize)]
struct TraceLine<'a> {
    trace: Summary<'a>,
}

#[derive(Debug, Serialize)]
struct Summary<'a> {
    scheme: &'a str,
    seed: u64,
    from_us: f64,
    to_us: f64,
    ports: usize,
    is_full: bool,
    #[serde(flatten)]
    counts: Counts,
    files: Vec<String>,
    digest: String,
}

impl Line for TraceLine<'_> {}

impl Trace {
    /// Checks the options: before anything is run.
    pub(super) fn check(&self, scenario: &Scenario, reads: &[PathBuf]) -> Result<Option<Traced>> {
        if self.trace_out.is_none() && self.pcap.is_none() && self.samples.is_none() {
            return Ok(None);
        }
        self.check_ends()?;
        self.check_inputs(reads)?;
        let scheme = self.scheme(scenario)?;
        let end = i128::from(scenario.run.time_ps);
        let time = |key: &str, text: &str, least: i128, legal: String| {
            match parse(text, &PICOS) {
                // A run that is shorter ends the trace.
                Ok(value) if value >= least => Ok(u64::try_from(value).unwrap_or(u64::MAX)),
                Ok(_) => Err(argument_fault(key, text, "is out of range", &legal)),
                Err(error) => Err(argument_fault(key, text, &error.to_string(), &legal)),
            }
        };
        let before = format!("0 s, or later and before {}, the end of run.time", print(end, &PICOS));
        let from_ps = time("--trace-from", &self.trace_from, 0, before.clone())?;
        if from_ps >= scenario.run.time_ps {
            return Err(argument_fault("--trace-from", &self.trace_from, "is after the run", &before).into());
        }
        let length = format!("{} to {}", print(1, &PICOS), print(end, &PICOS));
        let length_ps = time("--trace-for", &self.trace_for, 1, length)?.min(scenario.run.time_ps);
        let ports = match self.trace_ports {
            Ports::Receivers => WatchedPorts::Receivers,
            Ports::All => WatchedPorts::Switches,
        };
        let when = self.trace_when.as_deref().map(condition).transpose()?;
        let packets = self.pcap.is_some() || self.samples.is_some();
        Ok(Some(Traced { scheme, watch: Watch { ports, from_ps, length_ps, when, packets, most: MOST } }))
    }

    /// No file that the scenario reads is written.
    fn check_inputs(&self, reads: &[PathBuf]) -> Result<()> {
        let files = [("--trace-out", &self.trace_out), ("--pcap", &self.pcap), ("--samples", &self.samples)];
        for (key, file) in files.into_iter().filter_map(|(key, file)| Some((key, file.as_ref()?))) {
            keep_inputs(key, file, reads)?;
        }
        Ok(())
    }

    /// Names end as what they hold.
    fn check_ends(&self) -> Result<()> {
        let files = [
            ("--trace-out", &self.trace_out, &[".json", ".json.gz"][..]),
            ("--pcap", &self.pcap, &[".pcapng"]),
            ("--samples", &self.samples, &[".csv", ".csv.gz"]),
        ];
        for (key, file, ends) in files {
            let Some(name) = file.as_ref().map(|file| file.to_string_lossy()) else { continue };
            if !ends.iter().any(|end| name.ends_with(end)) {
                let legal = format!("a file that ends in {}", ends.join(" or "));
                return Err(argument_fault(key, &name, "has another ending", &legal).into());
            }
        }
        Ok(())
    }

    fn scheme(&self, scenario: &Scenario) -> Result<usize> {
        let names = || scenario.schemes.iter().map(|scheme| scheme.name.as_str());
        let Some(name) = &self.trace_scheme else {
            ensure!(
                scenario.schemes.len() == 1,
                argument_fault(
                    "--trace-scheme",
                    "",
                    "is missing: the scenario has several schemes",
                    &one_of(names())
                )
            );
            return Ok(0);
        };
        names().position(|known| known == name).with_context(|| {
            let meant =
                nearest(name, names()).map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
            argument_fault(
                "--trace-scheme",
                name,
                &format!("is no scheme of the scenario{meant}"),
                &one_of(names()),
            )
        })
    }

    /// Runs the scheme once more, and writes the files.
    pub(super) fn write(
        &self,
        traced: &Traced,
        scenario: &Scenario,
        outcomes: &[Outcome],
        json: bool,
    ) -> Result<()> {
        let seed = scenario.run.seeds.first().copied().unwrap_or_default();
        let request = Request { scenario, scheme: traced.scheme, seed, threads: 1 };
        let (outcome, found) = observe(&request, &traced.watch, &Untold)?;
        let same = outcomes.iter().find(|known| known.scheme == traced.scheme && known.seed == seed);
        ensure!(
            same.is_none_or(|known| known.digest == outcome.digest),
            "the traced run has another digest than the same run without a trace"
        );
        let Some((from, to)) = found.span_ps else {
            bail!(
                "no trace was written: {} never held",
                self.trace_when.as_deref().unwrap_or("the condition")
            )
        };
        let scheme = &scenario.schemes[traced.scheme];
        let triggers: Vec<&str> =
            scheme.aqm.variant.descriptor().triggers.iter().map(|(name, _)| *name).collect();
        let title = format!("{}, {}", scenario.name, label(scenario, &outcome));
        let is_rdma = matches!(scenario.host.config().transport, Transport::Rdma(_));
        let mut files = Vec::new();
        if let Some(path) = &self.trace_out {
            whole(path, |out| Ok(write_chrome(&mut { out }, &found, &outcome, &triggers, &title)?))?;
            files.push(path.display().to_string());
        }
        if let Some(path) = &self.pcap {
            whole(path, |out| Ok(write_capture(&mut { out }, &found, &triggers, is_rdma)?))?;
            files.push(path.display().to_string());
        }
        if let Some(path) = &self.samples {
            whole(path, |out| Ok(write_samples(out, &found, &triggers)?))?;
            files.push(path.display().to_string());
        }
        tell_full(&found, to);
        let counts = Counts::of(&found, &outcome);
        let summary = Summary {
            scheme: &scheme.name,
            seed,
            from_us: from as f64 / 1e6,
            to_us: to as f64 / 1e6,
            ports: found.ports.len(),
            is_full: found.is_full,
            counts,
            files,
            digest: format!("{:08x}", outcome.digest),
        };
        if json {
            say!("{}", TraceLine { trace: summary }.line());
        } else {
            let [from, to] = [from, to].map(|ps| print(i128::from(ps), &PICOS));
            let Counts { marks, drops, resent, timeouts, pauses, flows, .. } = counts;
            say!(
                "trace of {} from {from} to {to}, {} ports: {flows} flows, {marks} marks, {drops} drops, {resent} segments sent \
                 again, {timeouts} timeouts, {pauses} pauses\nwritten: {}",
                title,
                summary.ports,
                summary.files.join(", ")
            );
        }
        Ok(())
    }
}

/// A trace that can be taken.
#[derive(Debug)]
pub(super) struct Traced {
    scheme: usize,
    watch: Watch,
}

/// How far a traced run is, nobody is told: it has been run before.
struct Untold;

impl Progress for Untold {
    fn advance(&self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn tell_full(found: &Observation, to: u64) {
    if found.is_full {
        tell!(
            "warning: the trace ends at {}: it has {MOST} items, which is the limit; --trace-for bounds it",
            print(i128::from(to), &PICOS)
        );
    }
}

fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("one of {}", names.collect::<Vec<_>>().join(", "))
}

/// A comparison of a port's queue or counters with a value.
fn condition(text: &str) -> Result<Condition> {
    const KEY: &str = "--trace-when";
    const LEGAL: &str = "\"queue > 200 packets\", \"queue > 300 KB\", \"marks > 0\" or \"drops > 0\"";
    let refused = |problem: &str| argument_fault(KEY, text, problem, LEGAL);
    let Some((what, value)) = text.split_once('>') else { return Err(refused("is no comparison").into()) };
    let (what, value) = (what.trim(), value.trim());
    let count = |text: &str| text.trim().parse::<u64>().map_err(|_| refused("has no whole number"));
    Ok(match (what, value.strip_suffix("packets")) {
        ("queue", Some(packets)) => {
            let packets = u32::try_from(count(packets)?).map_err(|_| refused("has too large a number"))?;
            Condition::Packets(packets)
        }
        ("queue", None) => {
            let bytes = parse(value, &BYTES).map_err(|error| refused(&error.to_string()))?;
            Condition::Bytes(u32::try_from(bytes).map_err(|_| refused("has too large a number"))?)
        }
        ("marks", None) => Condition::Marks(count(value)?),
        ("drops", None) => Condition::Drops(count(value)?),
        _ => return Err(refused("compares nothing that is known").into()),
    })
}
