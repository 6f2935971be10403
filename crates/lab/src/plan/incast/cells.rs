//! Every combination of an incast plan, on all cores.

use super::cell::{Cell, Row};
use super::plan::{Background, IncastPlan};
use crate::runner::{Job as Run, Meter, Runner, fingerprint};
use anyhow::Result;
use freeboard_scenario::file::Buffer;

/// The size of incast whose losses a verdict is about, as in the paper.
pub const INCAST_DEGREE: u32 = 100;

/// One scheme in one cell, up its incast sizes.
struct Job<'a> {
    buffer: Buffer,
    initial_window: u32,
    background: &'a Background,
    scheme: usize,
}

fn jobs(plan: &IncastPlan) -> Vec<Job<'_>> {
    let mut jobs = Vec::new();
    for background in &plan.backgrounds {
        for initial_window in &plan.initial_windows {
            for buffer in &plan.buffers {
                for scheme in 0..plan.base().schemes.len() {
                    jobs.push(Job { buffer: *buffer, initial_window: *initial_window, background, scheme });
                }
            }
        }
    }
    jobs
}

/// All cells in sweep order: backgrounds, in them initial windows, in them buffers; `None` after one shard of several.
///
/// # Errors
/// The simulator refuses a scenario.
pub(in crate::plan) fn cells(plan: &IncastPlan, runner: &Runner<'_>) -> Result<Option<Vec<Cell>>> {
    let jobs = jobs(plan);
    // Simulated time if every incast size has to be run.
    let most =
        |job: &Job<'_>| (job.background.queries_at_ps + plan.after_ps) * plan.incast_degrees.len() as u64;
    let mut decides = plan.clone();
    decides.findings.clear();
    let done = runner.resume(fingerprint(&decides), &jobs, most, |job, meter| row(plan, job, meter))?;
    let schemes = plan.base().schemes.len();
    let cell = |(rows, jobs): (&[Row], &[Job<'_>])| Cell {
        background: jobs[0].background.name.clone(),
        queries_at_ps: jobs[0].background.queries_at_ps,
        initial_window: jobs[0].initial_window,
        buffer: jobs[0].buffer,
        rows: rows.to_vec(),
    };
    Ok(done.whole().map(|rows| rows.chunks(schemes).zip(jobs.chunks(schemes)).map(cell).collect()))
}

/// Goes up the incast sizes until the first loss, and always runs [`INCAST_DEGREE`].
fn row(plan: &IncastPlan, job: &Job<'_>, meter: &Meter) -> Result<Row> {
    let seed = plan.base().run.seeds[0];
    let mut row = Row::default();
    for incast_degree in &plan.incast_degrees {
        let whole = job.background.queries_at_ps + plan.after_ps;
        if row.first_loss.is_some() && *incast_degree != INCAST_DEGREE {
            meter.advance(whole);
            continue;
        }
        let mut scenario = plan.scenario(job.buffer, job.initial_window, job.background, *incast_degree);
        scenario.run.sample_ps = 0;
        let outcome = Run { scenario: &scenario, scheme: job.scheme, seed, threads: 1 }.run(meter)?;
        let (steady, incast) = (outcome.ports[0].windows[0], outcome.ports[0].windows[1]);
        if incast.dropped > 0 && row.first_loss.is_none() {
            row.first_loss = Some(*incast_degree);
        }
        if *incast_degree == INCAST_DEGREE {
            row.steady = steady.packets_mean;
            row.utilisation = steady.utilisation;
            row.drops = incast.dropped;
            row.longest = incast.packets_max;
        }
        row.digests.push(outcome.result_digest());
    }
    Ok(row)
}
