//! A run of every seed, and an estimate of every window.

use super::ClockPlan;
use super::error::Errors;
use super::probes::{Probes, arrived};
use super::stamps::{Stamps, of_client, of_edges};
use crate::runner::{Meter, Runner, fingerprint};
use anyhow::{Context, Result};
use core::ops::Range;
use freeboard_clock_sync::network::Mesh;
use freeboard_clock_sync::{Corrections, Window, ntp, synchronise};
use freeboard_device::nic::Clock;
use freeboard_fabric::ProbeSample;
use freeboard_scenario::world::probe;
use serde::{Deserialize, Serialize};

/// The estimators, and who takes their stamps.
pub(super) const ESTIMATORS: [(&str, &str); 9] = [
    ("nic", "Huygens, stamps of the NIC"),
    ("nic-online", "the same, a window later"),
    ("nic-edges", "its edges before the loops"),
    ("nic-edges-corrected", "its edges after the loops"),
    ("driver", "Huygens, stamps of the driver"),
    ("driver-online", "the same, a window later"),
    ("ntp-nic", "NTP-like, stamps of the NIC"),
    ("ntp-driver", "NTP-like, stamps of the driver"),
    ("raw", "none"),
];

/// Errors by estimator, in the order of [`ESTIMATORS`].
pub(super) type Table = [Errors; ESTIMATORS.len()];

/// What all runs came to.
pub(super) struct Found {
    pub(super) errors: Table,
    /// Of every seed: mean utilisation of the hosts' links, digest.
    pub(super) runs: Vec<(f64, u32)>,
    /// Probes used per edge and direction, mean over windows and edges; by [`Stamps`].
    pub(super) probes: [f64; 2],
    /// Edges that agree, mean over windows; by [`Stamps`].
    pub(super) agreeing: [f64; 2],
    /// Edges of a mesh, mean over seeds.
    pub(super) edges: f64,
}

/// Where in a window errors are taken, as places of [`Window`]: its ends, its middle, and between.
const PLACES: [f64; 5] = [-1.0, -0.5, 0.0, 0.5, 1.0];

/// One seed's traffic, with what its probes saw.
struct Trace {
    seed: u64,
    probes: Probes,
    pairs: Vec<Vec<(u32, [ProbeSample; 2])>>,
}

/// What one seed came to.
#[derive(Serialize, Deserialize)]
struct Seed {
    utilisation: f64,
    digest: u32,
    edges: usize,
    /// Every window, for one kind of stamps and then for the other.
    parts: Vec<Part>,
}

/// What one window of one seed came to.
#[derive(Default, Serialize, Deserialize)]
struct Part {
    errors: Table,
    used: f64,
    agreeing: f64,
}

/// Runs what the runner has to run; `None` after one shard of several.
pub(super) fn run(plan: &ClockPlan, runner: &Runner<'_>) -> Result<Option<Found>> {
    let jobs = &plan.scenario.run.seeds;
    let decides = (&plan.scenario, &plan.probes);
    let work = |_: &u64| plan.scenario.run.time_ps;
    let done = runner.resume(fingerprint(&decides), jobs, work, |seed, meter| of_seed(plan, *seed, meter))?;
    let Some(seeds) = done.whole() else { return Ok(None) };
    let windows = plan.windows().len();
    let share = 1.0 / (windows * seeds.len()) as f64;
    let mut found = Found {
        errors: Table::default(),
        runs: seeds.iter().map(|seed| (seed.utilisation, seed.digest)).collect(),
        probes: [0.0; 2],
        agreeing: [0.0; 2],
        edges: seeds.iter().map(|seed| seed.edges as f64).sum::<f64>() / seeds.len() as f64,
    };
    for (at, part) in seeds.into_iter().flat_map(|seed| seed.parts.into_iter().enumerate()) {
        found.errors.iter_mut().zip(part.errors).for_each(|(sum, more)| sum.extend(more));
        found.probes[at / windows] += part.used * share;
        found.agreeing[at / windows] += part.agreeing * share;
    }
    Ok(Some(found))
}

fn of_seed(plan: &ClockPlan, seed: u64, meter: &Meter) -> Result<Seed> {
    let probes = Probes::new(plan, seed);
    let run = probe(&plan.scenario, seed, &probes.specs, meter)?;
    let (utilisation, digest, edges) = (run.utilisation, run.digest, probes.edges.len());
    let pairs = arrived(probes.specs.len(), &run.samples);
    let trace = Trace { seed, probes, pairs };
    let windows = plan.windows();
    let tasks =
        [Stamps::Nic, Stamps::Driver].into_iter().flat_map(|stamps| windows.iter().map(move |w| (stamps, w)));
    let parts = tasks.map(|(stamps, window)| part(plan, &trace, stamps, window)).collect::<Result<_>>()?;
    Ok(Seed { utilisation, digest, edges, parts })
}

fn part(plan: &ClockPlan, trace: &Trace, stamps: Stamps, range: &Range<u64>) -> Result<Part> {
    let clocks = stamps.clocks(plan, trace.seed);
    let samples = of_edges(&trace.probes, &trace.pairs, &clocks, range);
    let window = Window { from: range.start.cast_signed(), to: range.end.cast_signed() };
    let found = synchronise(clocks.len(), &samples, window, &stamps.settings().1)
        .with_context(|| format!("seed {}, window from {} ps", trace.seed, range.start))?;
    let used = found.measured.iter().map(|edge| f64::from(edge.probes[0] + edge.probes[1])).sum::<f64>();
    let used = used / (2 * found.measured.len()) as f64;
    let mut part = Part { used, agreeing: found.edges.len() as f64, ..Part::default() };
    let [nic, online, edges, corrected, driver, driver_online, ntp_nic, ntp_driver, raw] = &mut part.errors;
    let ntp = match stamps {
        Stamps::Nic => {
            estimated([nic, online], &clocks, &found, range);
            of_mesh([edges, corrected], &clocks, &found, range)?;
            PLACES.iter().for_each(|at| raw.between(&left(&clocks, time(range, *at), |_, _| 0.0)));
            ntp_nic
        }
        Stamps::Driver => {
            estimated([driver, driver_online], &clocks, &found, range);
            ntp_driver
        }
    };
    let by_ntp = ntp_ahead(trace, &clocks, range.end)?;
    ntp.between(&left(&clocks, range.end, |clock, _| by_ntp[clock]));
    Ok(part)
}

/// What an estimate leaves of every clock's error \[ns\].
fn left(clocks: &[Clock], now: u64, ahead: impl Fn(usize, i64) -> f64) -> Vec<f64> {
    let one = |(index, clock): (usize, &Clock)| truth(clock, now) - ahead(index, clock.reading_ps(now));
    clocks.iter().enumerate().map(one).collect()
}

/// The true error of a clock \[ns\].
fn truth(clock: &Clock, now: u64) -> f64 {
    clock.error_ps(now) as f64 / 1_000.0
}

/// The time at a place of a window \[ps\].
fn time(range: &Range<u64>, place: f64) -> u64 {
    range.start + ((range.end - range.start) as f64 * (place + 1.0) / 2.0) as u64
}

/// Errors in the window, and in the next one by going on with the line.
fn estimated(errors: [&mut Errors; 2], clocks: &[Clock], found: &Corrections, range: &Range<u64>) {
    for (errors, later) in errors.into_iter().zip([0.0, 2.0]) {
        for at in PLACES {
            let ahead = |clock, reading| found.ahead_ns(clock, reading);
            errors.between(&left(clocks, time(range, at + later), ahead));
        }
    }
}

/// Errors of the edges in the middle of the window, as measured and as the loops correct them: all edges that have an estimate,
/// since of those that the loops do not contradict the loops have chosen the ones that err alike.
fn of_mesh(
    errors: [&mut Errors; 2],
    clocks: &[Clock],
    found: &Corrections,
    range: &Range<u64>,
) -> Result<()> {
    let ends = found.measured.iter().map(|edge| (edge.a, edge.b)).collect();
    let mesh = Mesh::new(clocks.len(), ends).context("the mesh is not connected")?;
    let measured: Vec<f64> = found.measured.iter().map(|edge| edge.ahead.middle).collect();
    let corrected = mesh.corrected(&measured);
    let now = time(range, 0.0);
    for (errors, values) in errors.into_iter().zip([&measured, &corrected]) {
        for (edge, value) in found.measured.iter().zip(values) {
            let true_ahead = truth(&clocks[edge.b as usize], now) - truth(&clocks[edge.a as usize], now);
            errors.push(value - true_ahead);
        }
    }
    Ok(())
}

/// How far every clock is ahead of the server's, host 0, as its exchanges have it \[ns\].
fn ntp_ahead(trace: &Trace, clocks: &[Clock], end: u64) -> Result<Vec<f64>> {
    let of = |client: u32| {
        let exchanges = of_client(&trace.probes, &trace.pairs, clocks, client, end);
        let server_ahead = ntp::ahead_ns(&exchanges);
        server_ahead.map(|ahead| -ahead).with_context(|| format!("host {client} has no exchange"))
    };
    let clients = (1..clocks.len() as u32).map(of);
    core::iter::once(Ok(0.0)).chain(clients).collect()
}
