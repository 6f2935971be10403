//! One workload, run until its cost without the disturbance of others is known.

use super::machine::{forget_peak_rss, heap_ns, peak_rss_bytes, user_seconds};
use super::workload::{End, SEED};
use crate::report::{BALANCED, Line};
use anyhow::{Context, Result, ensure};
use freeboard_scenario::world::{Assembly, Engine};
use serde::Serialize;
use std::time::{Duration, Instant};

// Every run of a workload does the same work, and whatever else uses the machine and its caches makes a span of one slower, never
// faster: what counts is the fastest that each span has been in any run, and their sum.

/// A sum is faster than another one if it is less than this part of it.
const FASTER: f64 = 0.99;
/// The fastest spans are found when as many runs more, and as long as this \[s\], have made their sum no faster. Both chosen by us: runs of a
/// tenth of a second are disturbed one after the other.
const RUNS_AFTER: u32 = 5;
const SECONDS_AFTER: f64 = 3.0;
/// Longest search \[s\], on a machine that others leave no rest. Chosen by us.
const SECONDS_MAX: f64 = 120.0;
/// How long after a span all of its threads are in the account of user time. Chosen by us: to end takes one some microseconds.
const LAST_THREAD: Duration = Duration::from_micros(100);
/// Numbers of shards whose balance is told: machines larger than this one can be judged from here.
const SHARDS: [u32; 4] = [2, 4, 8, 16];

/// What one workload did and cost; times are sums of the fastest spans.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Which one.
    pub workload: String,
    /// Threads that it ran on.
    pub threads: u32,
    /// Hosts of the network.
    pub hosts: u32,
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
    /// Mean of whole runs: what one run takes on this machine as it is used now \[s\].
    pub whole_run_s: f64,
    /// Wall time to build the network from its topology and to add its flows, without drawing them; the fastest \[s\].
    pub setup_s: f64,
    /// User CPU time of a packet-hop \[ns\].
    pub packet_hop_ns: f64,
    /// Packet-hops per second of user CPU time.
    pub packet_hops_per_user_s: f64,
    /// Most memory the process has had during these runs.
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
    /// Runs, whose fastest spans count.
    pub repetitions: u32,
    /// All of them balance: one that does not is an error.
    pub ledger: &'static str,
}

impl Line for Figures {}

/// Builds and runs a workload until its spans are as fast as they get.
///
/// # Errors
/// The workload is refused, two runs of it differ, or the ledger of one does not balance.
pub fn measure(workload: &str, assembly: &Assembly, threads: u32, end: End) -> Result<Figures> {
    let heap_before = heap_ns();
    forget_peak_rss();
    let (mut counters, mut last) = (None, None);
    let (mut fastest, mut setup_s) = (Fastest::default(), f64::INFINITY);
    while !fastest.is_found() {
        // Two networks at one time would count as twice the memory.
        drop(last.take());
        let started = Clocks::now();
        let mut net = Engine::new(assembly, SEED, threads)?;
        let (mut run, mut before) = (Vec::new(), Clocks::now());
        setup_s = setup_s.min(before.wall.duration_since(started.wall).as_secs_f64());
        end.run_in_spans(&mut net, || {
            let wall_s = before.wall.elapsed().as_secs_f64();
            if threads > 1 {
                std::thread::sleep(LAST_THREAD);
            }
            let after = Clocks::now();
            run.push(Time { wall_s, user_s: after.user_since(before).unwrap_or(wall_s) });
            before = after;
        });
        fastest.add(run);
        net.ledger().context(workload.to_owned())?;
        ensure!(*counters.get_or_insert(net.counters()) == net.counters(), "two runs of {workload} differ");
        last = Some(net);
    }
    let (counters, net) = counters.zip(last).context("the workload did not run")?;
    let Time { user_s, wall_s } = fastest.sum();
    let heap_ns = 0.5 * (heap_before + heap_ns());
    let per_second = counters.packet_hops as f64 / user_s;
    Ok(Figures {
        workload: workload.to_owned(),
        threads,
        hosts: assembly.topology.hosts,
        simulated_us: net.now().micros(),
        delivered_packets: counters.delivered_packets,
        packet_hops: counters.packet_hops,
        events: counters.events,
        user_s,
        wall_s,
        whole_run_s: fastest.all_s / f64::from(fastest.runs),
        setup_s,
        packet_hop_ns: 1e9 / per_second,
        packet_hops_per_user_s: per_second,
        peak_rss_bytes: peak_rss_bytes(),
        digest: format!("{:08x}", counters.digest),
        heap_ns,
        heap_ratio: heap_ns * per_second * 1e-9,
        shards: SHARDS.iter().filter_map(|&shards| Some((shards, net.balance(shards)?))).collect(),
        repetitions: fastest.runs,
        ledger: BALANCED,
    })
}

/// What both clocks say.
#[derive(Clone, Copy, Debug)]
struct Clocks {
    wall: Instant,
    user_s: Option<f64>,
}

impl Clocks {
    #[expect(clippy::disallowed_methods, reason = "measuring wall time is what this is for")]
    fn now() -> Self {
        Self { wall: Instant::now(), user_s: user_seconds() }
    }

    fn user_since(self, before: Self) -> Option<f64> {
        self.user_s.zip(before.user_s).map(|(after, before)| after - before)
    }
}

/// What a span took.
#[derive(Clone, Copy, Debug)]
struct Time {
    wall_s: f64,
    user_s: f64,
}

/// Every span's fastest so far.
#[derive(Clone, Debug, Default)]
struct Fastest {
    spans: Vec<Time>,
    runs: u32,
    /// The last sum \[s\] that was faster than all before it; the first one is.
    mark_s: Option<f64>,
    /// Runs since, and what they took \[s\].
    runs_after: u32,
    after_s: f64,
    /// What all runs took \[s\].
    all_s: f64,
}

impl Fastest {
    fn add(&mut self, run: Vec<Time>) {
        let run_s: f64 = run.iter().map(|span| span.wall_s).sum();
        self.runs += 1;
        self.all_s += run_s;
        if self.spans.is_empty() {
            self.spans = run;
        } else {
            for (fastest, span) in self.spans.iter_mut().zip(run) {
                if span.wall_s < fastest.wall_s {
                    *fastest = span;
                }
            }
        }
        let sum_s = self.sum().wall_s;
        if self.mark_s.is_none_or(|mark_s| sum_s < FASTER * mark_s) {
            self.mark_s = Some(sum_s);
            (self.runs_after, self.after_s) = (0, 0.0);
        } else {
            self.runs_after += 1;
            self.after_s += run_s;
        }
    }

    fn sum(&self) -> Time {
        let zero = Time { wall_s: 0.0, user_s: 0.0 };
        self.spans.iter().fold(zero, |sum, span| Time {
            wall_s: sum.wall_s + span.wall_s,
            user_s: sum.user_s + span.user_s,
        })
    }

    /// No further run is expected to be faster, or others leave the machine no rest.
    fn is_found(&self) -> bool {
        (self.runs_after >= RUNS_AFTER && self.after_s >= SECONDS_AFTER) || self.all_s >= SECONDS_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs until there are enough, and the sum that counts, if each takes what is next.
    fn of<const SPANS: usize>(runs: impl IntoIterator<Item = [f64; SPANS]>) -> (u32, f64) {
        let (mut fastest, mut runs) = (Fastest::default(), runs.into_iter());
        while !fastest.is_found() {
            let run = runs.next().unwrap();
            fastest.add(run.map(|wall_s| Time { wall_s, user_s: 2.0 * wall_s }).to_vec());
        }
        let Time { wall_s, user_s } = fastest.sum();
        assert_eq!(user_s, 2.0 * wall_s, "the user time is that of the same spans");
        (fastest.runs, wall_s)
    }

    /// As many runs that take two seconds in their one span.
    const REST: [[f64; 1]; RUNS_AFTER as usize] = [[2.0]; RUNS_AFTER as usize];

    #[test]
    fn each_span_counts_as_its_fastest() {
        let runs = [[1.0, 4.0], [3.0, 2.0], [2.0, 3.0], [3.0, 3.0], [1.0, 2.0], [1.0, 3.0], [4.0, 2.0]];
        assert_eq!(of(runs), (7, 3.0));
    }

    #[test]
    fn the_fastest_spans_have_runs_after_them_that_are_no_faster() {
        assert_eq!(of([[1.0]].into_iter().chain(REST)), (6, 1.0));
        assert_eq!(of([[1.5], [1.6], [1.0]].into_iter().chain(REST)), (8, 1.0));
        // A little faster counts, and is waited for when it adds up.
        assert_eq!(of([[2.0], [1.99]].into_iter().chain(REST)), (6, 1.99));
        assert_eq!(of([[2.0], [1.99], [1.97]].into_iter().chain(REST)), (8, 1.97));
    }

    #[test]
    fn short_runs_have_three_seconds_after_them() {
        assert_eq!(of(core::iter::repeat([0.125])), (25, 0.125));
    }

    #[test]
    fn a_machine_without_rest_is_given_up() {
        assert_eq!(of((1..).map(|run| [50.0 / f64::from(run)])), (6, 50.0 / 6.0));
    }
}
