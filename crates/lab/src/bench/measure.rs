//! One workload, run in rounds of as often as the clock needs, and what it cost.

use super::machine::{heap_ns, peak_rss_bytes, user_seconds};
use super::workload::End;
use crate::report::{BALANCED, Line};
use anyhow::{Context, Result, ensure};
use freeboard_fabric::transport::FlowControl;
use freeboard_fabric::{Parallel, QueueScheme};
use serde::Serialize;
use std::time::Instant;

/// User time that the repetitions of a round must add up to \[s\]: a hundred of the clock's steps.
const USER_SECONDS_MIN: f64 = 1.0;
/// The fastest round counts: whatever else uses the machine and its caches makes a run slower, never faster. It is found when as
/// many rounds after it are no faster. Chosen by us.
const ROUNDS_AFTER: u32 = 3;
/// A round is faster than another one if it takes less than this part of its time: by more than a step of the clock, a hundredth of a
/// round.
const FASTER: f64 = 0.99;
/// Most rounds, on a machine that others use. Chosen by us: 1024 hosts take two minutes.
const ROUNDS_MAX: u32 = 12;
/// Numbers of shards whose balance is told: machines larger than this one can be judged from here.
const SHARDS: [u32; 4] = [2, 4, 8, 16];

/// What one workload did and cost; times are means of one repetition in the fastest round.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Which one.
    pub workload: String,
    /// Threads that it ran on.
    pub threads: u32,
    /// Simulated time \[us\].
    pub simulated_us: f64,
    /// Data packets that reached their host.
    pub delivered_packets: u64,
    /// Transmissions of any packet over any link.
    pub packet_hops: u64,
    /// Events of the engine.
    pub events: u64,
    /// User CPU time \[s\]; wall time where the system does not tell.
    pub user_s: f64,
    /// Wall time \[s\].
    pub wall_s: f64,
    /// Packet-hops per second of user CPU time.
    pub packet_hops_per_user_s: f64,
    /// Most memory the process has had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_rss_bytes: Option<u64>,
    /// The run digest.
    pub digest: String,
    /// Time of a `std` heap's pop and push at 1000 pending in the same process \[ns\].
    pub heap_ns: f64,
    /// That time over the time of a packet-hop: what a gate can be set on whatever the machine.
    pub heap_ratio: f64,
    /// A number of shards, and all packets sent over those of the busiest one's nodes: no more threads than this second number
    /// can be kept busy. None with fewer switches than shards.
    pub shards: Vec<(u32, f64)>,
    /// Runs that were averaged: those of the fastest round.
    pub repetitions: u32,
    /// Rounds that it is the fastest of.
    pub rounds: u32,
    /// All of them balance: one that does not is an error.
    pub ledger: &'static str,
}

impl Line for Figures {}

/// Builds and runs a workload until the clock can tell how long it takes.
///
/// # Errors
/// The workload is refused, two runs of it differ, or the ledger of one does not balance.
#[expect(clippy::disallowed_methods, reason = "measuring wall time is what this is for")]
pub fn measure<Q, F>(
    workload: &str,
    threads: u32,
    build: impl Fn() -> Result<Parallel<Q, F>>,
    end: End,
) -> Result<Figures>
where
    Q: QueueScheme + Send,
    F: FlowControl<Flow: Send, Reporter: Send> + Clone + Send,
{
    let heap_before = heap_ns();
    let (mut counters, mut last) = (None, None);
    let mut rounds = Rounds::default();
    while !rounds.are_enough() {
        let (mut user_s, mut wall_s, mut repetitions) = (0.0, 0.0, 0);
        while user_s < USER_SECONDS_MIN {
            // Two networks at one time would count as twice the memory.
            drop(last.take());
            let mut net = build()?;
            let (start, user) = (Instant::now(), user_seconds());
            end.run(&mut net);
            let wall = start.elapsed().as_secs_f64();
            wall_s += wall;
            user_s += user_seconds().zip(user).map_or(wall, |(after, before)| after - before);
            repetitions += 1;
            net.ledger().context(workload.to_owned())?;
            ensure!(
                *counters.get_or_insert(net.counters()) == net.counters(),
                "two runs of {workload} differ"
            );
            last = Some(net);
        }
        let (user_s, wall_s) = (user_s / f64::from(repetitions), wall_s / f64::from(repetitions));
        rounds.add(Round { user_s, wall_s, repetitions });
    }
    let ran = counters.zip(last).zip(rounds.fastest);
    let ((counters, net), Round { user_s, wall_s, repetitions }) = ran.context("the workload did not run")?;
    let heap_ns = 0.5 * (heap_before + heap_ns());
    let per_second = counters.packet_hops as f64 / user_s;
    Ok(Figures {
        workload: workload.to_owned(),
        threads,
        simulated_us: net.now().micros(),
        delivered_packets: counters.delivered_packets,
        packet_hops: counters.packet_hops,
        events: counters.events,
        user_s,
        wall_s,
        packet_hops_per_user_s: per_second,
        peak_rss_bytes: peak_rss_bytes(),
        digest: format!("{:08x}", counters.digest),
        heap_ns,
        heap_ratio: heap_ns * per_second * 1e-9,
        shards: SHARDS.iter().filter_map(|&shards| Some((shards, net.balance(shards)?))).collect(),
        repetitions,
        rounds: rounds.count,
        ledger: BALANCED,
    })
}

/// What a repetition took in one round.
#[derive(Clone, Copy, Debug)]
struct Round {
    user_s: f64,
    wall_s: f64,
    repetitions: u32,
}

/// Rounds so far.
#[derive(Clone, Copy, Debug, Default)]
struct Rounds {
    fastest: Option<Round>,
    count: u32,
    /// Rounds since one was faster than all before it.
    after: u32,
}

impl Rounds {
    fn add(&mut self, round: Round) {
        let limit = self.fastest.map_or(f64::INFINITY, |fastest| fastest.wall_s);
        self.after = if round.wall_s < FASTER * limit { 0 } else { self.after + 1 };
        if round.wall_s < limit {
            self.fastest = Some(round);
        }
        self.count += 1;
    }

    /// The fastest has been found, or others leave the machine no rest.
    const fn are_enough(&self) -> bool {
        self.after >= ROUNDS_AFTER || self.count >= ROUNDS_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds until there are enough, and the time that counts, if each takes what is next.
    fn of(times: impl IntoIterator<Item = f64>) -> (u32, f64) {
        let (mut rounds, mut times) = (Rounds::default(), times.into_iter());
        while !rounds.are_enough() {
            let wall_s = times.next().unwrap();
            rounds.add(Round { user_s: wall_s, wall_s, repetitions: 1 });
        }
        (rounds.count, rounds.fastest.unwrap().wall_s)
    }

    #[test]
    fn the_fastest_round_has_three_after_it_that_are_no_faster() {
        assert_eq!(of([1.0, 1.1, 1.2, 1.0]), (4, 1.0));
        assert_eq!(of([1.5, 1.6, 1.0, 1.2, 1.2, 1.2]), (6, 1.0));
        // A little faster counts, and is not waited for.
        assert_eq!(of([1.0, 0.995, 1.0, 1.0]), (4, 0.995));
    }

    #[test]
    fn a_machine_without_rest_is_given_up() {
        assert_eq!(of((1..).map(|round| 1.0 / f64::from(round))), (ROUNDS_MAX, 1.0 / f64::from(ROUNDS_MAX)));
    }
}
