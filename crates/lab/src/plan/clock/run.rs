//! A run of every seed, and an estimate of every window.

use super::ClockPlan;
use super::error::Errors;
use super::probes::{Probes, arrived};
use super::stamps::{Stamps, of_client, of_edges};
use crate::compare::Meter;
use crate::world::{Probed, probe};
use anyhow::{Context, Result};
use core::ops::Range;
use freeboard_clock_sync::network::Mesh;
use freeboard_clock_sync::{Corrections, Window, ntp, synchronise};
use freeboard_fabric::ProbeSample;
use freeboard_hw_model::nic::Clock;
use rayon::prelude::*;

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

/// What one window of one seed came to.
#[derive(Default)]
struct Part {
    errors: Table,
    used: f64,
    agreeing: f64,
}

pub(super) fn run(plan: &ClockPlan, meter: &Meter) -> Result<Found> {
    let seeds = &plan.scenario.run.seeds;
    let traces: Vec<(Trace, Probed)> =
        seeds.par_iter().map(|seed| trace(plan, *seed, meter)).collect::<Result<_>>()?;
    let windows = plan.windows();
    let tasks: Vec<(&Trace, Stamps, usize)> = traces
        .iter()
        .flat_map(|(trace, _)| [Stamps::Nic, Stamps::Driver].map(|stamps| (trace, stamps)))
        .flat_map(|(trace, stamps)| (0..windows.len()).map(move |window| (trace, stamps, window)))
        .collect();
    let parts: Vec<Part> = tasks
        .par_iter()
        .map(|(trace, stamps, window)| part(plan, trace, *stamps, &windows[*window]))
        .collect::<Result<_>>()?;
    let mut errors = Table::default();
    let (mut probes, mut agreeing) = ([0.0; 2], [0.0; 2]);
    let share = 1.0 / (windows.len() * seeds.len()) as f64;
    for ((_, stamps, _), part) in tasks.iter().zip(parts) {
        errors.iter_mut().zip(part.errors).for_each(|(sum, more)| sum.extend(more));
        probes[*stamps as usize] += part.used * share;
        agreeing[*stamps as usize] += part.agreeing * share;
    }
    let edges = traces.iter().map(|(trace, _)| trace.probes.edges.len() as f64).sum::<f64>();
    let runs = traces.iter().map(|(_, run)| (run.utilisation, run.digest)).collect();
    Ok(Found { errors, runs, probes, agreeing, edges: edges / seeds.len() as f64 })
}

fn trace(plan: &ClockPlan, seed: u64, meter: &Meter) -> Result<(Trace, Probed)> {
    let probes = Probes::new(plan, seed);
    let mut run = probe(&plan.scenario, seed, &probes.specs, meter)?;
    let pairs = arrived(probes.specs.len(), &std::mem::take(&mut run.samples));
    Ok((Trace { seed, probes, pairs }, run))
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
