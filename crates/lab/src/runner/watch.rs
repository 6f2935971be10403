//! Runs that are watched: a line per run with its queue, marks and finished flows.

use super::job::Job;
use crate::report::label_of;
use crate::say::tell;
use anyhow::Result;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;
use freeboard_scenario::world::{Request, Session};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::io::IsTerminal;

/// Steps of a run: a terminal shows a few a second. Chosen by us.
const STEPS: u64 = 400;
/// Steps whose queue is shown. Chosen by us: with the numbers they fill 80 columns.
const COLUMNS: usize = 24;
/// Plain lines of a run.
const LINES: f64 = 10.0;
/// Heights of a column.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Runs a scenario with every scheme and seed, in the order of [`Job::all`], each run on one thread, and shows how it goes on.
///
/// # Errors
/// The simulator refuses the scenario.
pub fn watch(scenario: &Scenario) -> Result<Vec<Outcome>> {
    let jobs: Vec<Job<'_>> = Job::all(scenario).collect();
    let board = std::io::stderr().is_terminal().then(MultiProgress::new);
    let names: Vec<String> = jobs.iter().map(|job| label_of(scenario, job.scheme, job.seed)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(20);
    let runs: Vec<(Job<'_>, Told)> = jobs
        .into_iter()
        .zip(&names)
        .map(|(job, name)| {
            let told =
                Told { name: format!("{name:width$}"), bar: board.as_ref().map(|board| board.add(bar())) };
            (job, told)
        })
        .collect();
    runs.into_par_iter().map(|(job, told)| run(&job, &told)).collect()
}

/// Place where a run is told of: its line on a terminal, or plain lines.
struct Told {
    name: String,
    bar: Option<ProgressBar>,
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(100);
    let style = ProgressStyle::with_template("{msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn run(job: &Job<'_>, told: &Told) -> Result<Outcome> {
    let request = Request { scenario: job.scenario, scheme: job.scheme, seed: job.seed, threads: 1 };
    let mut session = Session::new(&request, STEPS)?;
    let (mut queue, mut next) = (Vec::new(), 1.0 / LINES);
    while session.step() {
        let longest = session.new_samples().iter().map(|sample| sample.packets).max();
        queue.push(longest.unwrap_or_else(|| session.queue_packets()));
        let shown = &queue[queue.len().saturating_sub(COLUMNS)..];
        let line = line(&told.name, session.progress(), shown, &session);
        match &told.bar {
            Some(bar) => bar.set_message(line),
            None if session.progress() >= next => {
                next += 1.0 / LINES;
                tell!("{line}");
            }
            None => {}
        }
    }
    if let Some(bar) = &told.bar {
        bar.finish_and_clear();
    }
    session.finish()
}

fn line(name: &str, progress: f64, queue: &[u32], session: &Session<'_>) -> String {
    let port = session.bottleneck();
    format!(
        "{name} {:>3.0} % {:COLUMNS$} {} packets, {} marked, {} dropped, {} flows finished",
        100.0 * progress,
        columns(queue),
        queue.last().copied().unwrap_or_default(),
        port.marked,
        port.dropped(),
        session.completed(),
    )
}

/// A column per value, the highest one full.
fn columns(values: &[u32]) -> String {
    let most = values.iter().copied().max().unwrap_or(0).max(1);
    let height = |value: &u32| HEIGHTS[(u64::from(*value) * 7 / u64::from(most)) as usize];
    values.iter().map(height).collect()
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn columns_are_as_high_as_their_values() {
        assert_eq!(columns(&[0, 7, 14, 3]), "▁▄█▂");
        assert_eq!(columns(&[0, 0]), "▁▁");
        assert_eq!(columns(&[]), "");
    }
}
