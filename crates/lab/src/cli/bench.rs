//! `freeboard bench`.

use super::exit::Done;
use crate::bench::{
    End, Figures, Large, counted, decisions, dumbbell, loaded_fabric, lossless_fabric, measure, permutation,
};
use crate::report::Line;
use crate::say::{say, tell};
use clap::{Args, ValueEnum};
use freeboard_fabric::Ps;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Workload to run.
    workload: Workload,
    /// Run a short version once, without times, to count its instructions.
    #[arg(long)]
    short: bool,
    /// Threads of the run, at most the number of switches in its network.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "short")]
    threads: u32,
}

/// The fixed workloads.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Workload {
    /// Dumbbell: 16 senders to 1 at 10 Gbit/s, 1 s.
    W1,
    /// Permutation on a fat-tree of 128 hosts at 100 Gbit/s, 1 ms and 10 ms.
    W2,
    /// Permutations on fat-trees of 16, 128 and 1024 hosts: growth of the cost per packet-hop.
    Scale,
    /// A permutation, web-search flows and a lossless fabric on fat-trees of 128, 1024 and 8192 hosts: set-up, time, memory, growth.
    Large,
    /// 100 000 web-search flows on a leaf-spine fabric of 128 hosts at 100 Gbit/s, 80 % load.
    W3,
    /// Web-search flows on a lossless three-tier fabric of 320 hosts at 100 and 400 Gbit/s, 60 % load, 2 ms.
    W4,
    /// 20 000 decisions of every marking scheme and congestion control without a network, for `cargo xtask bench`.
    Decisions,
}

/// Marking threshold of the dumbbell \[packets\].
const DUMBBELL_K: u32 = 65;
/// Names and switch ports of the fat-trees whose costs are compared.
const SCALE: [(&str, u32); 3] = [("scale-16", 4), ("scale-128", 8), ("scale-1024", 16)];
/// Simulated time of each. Chosen by us: the last of 1024 flows starts after 102 us, and the benchmark measures a network under
/// load.
const SCALE_TIME: Ps = Ps::from_ms(4);
/// Switch ports of the fat-trees of `large`, and simulated time. Chosen by us, so that a run of the largest takes seconds.
const LARGE: [(u32, Ps); 3] = [(8, Ps::from_us(800)), (16, Ps::from_us(400)), (32, Ps::from_us(200))];
/// Simulated time of its short version, which counts the instructions of web-search flows on the largest.
const LARGE_SHORT: Ps = Ps::from_us(8);
/// Flows of the third workload.
const FLOWS: u64 = 100_000;
/// Simulated time that they take, rounded.
const FLOWS_TIME: Ps = Ps::from_ms(250);
/// Simulated time of the fourth.
const LOSSLESS_TIME: Ps = Ps::from_ms(2);

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    if arguments.short {
        return run_short(arguments.workload, json);
    }
    let threads = arguments.threads;
    let mut rows = Rows { json, memory_max: arguments.workload.memory_max(), all: Vec::new() };
    match arguments.workload {
        Workload::W1 => {
            rows.add(measure("w1", &dumbbell(DUMBBELL_K)?, threads, End::At(Ps::from_ms(1000)))?);
        }
        Workload::W2 => {
            let assembly = permutation(8)?;
            for (name, ms) in [("w2-1ms", 1), ("w2", 10)] {
                rows.add(measure(name, &assembly, threads, End::At(Ps::from_ms(ms)))?);
            }
        }
        Workload::Scale => {
            for (name, k) in SCALE {
                rows.add(measure(name, &permutation(k)?, threads, End::At(SCALE_TIME))?);
            }
            rows.grow();
        }
        Workload::Large => {
            for (name, workload) in Large::ALL {
                for (ports, time) in LARGE {
                    let assembly = workload.on(ports, time)?;
                    let name = format!("{name}-{}", assembly.topology.hosts);
                    rows.add(measure(&name, &assembly, threads, End::At(time))?);
                }
                rows.grow();
            }
        }
        Workload::Decisions => return run_decisions(json),
        Workload::W3 => {
            let end = End::AllDone { about: FLOWS_TIME };
            rows.add(measure("w3", &loaded_fabric(FLOWS)?, threads, end)?);
        }
        Workload::W4 => {
            rows.add(measure("w4", &lossless_fabric(LOSSLESS_TIME)?, threads, End::At(LOSSLESS_TIME))?);
        }
    }
    Ok(rows.done())
}

/// Rows of a benchmark, each printed as soon as it is measured.
struct Rows {
    json: bool,
    /// Memory that each may take \[B\].
    memory_max: u64,
    all: Vec<Figures>,
}

impl Rows {
    fn add(&mut self, figures: Figures) {
        if self.json {
            say!("{}", figures.line());
        } else {
            print(&figures);
        }
        if self.is_too_large(&figures) {
            tell!("{} took more memory than it may", figures.workload);
        }
        self.all.push(figures);
    }

    fn is_too_large(&self, figures: &Figures) -> bool {
        figures.peak_rss_bytes.is_some_and(|bytes| bytes > self.memory_max)
    }

    /// Says what a packet-hop of the last row costs over one of the first of its three sizes.
    fn grow(&self) {
        if let (false, [.., smallest, _, largest]) = (self.json, self.all.as_slice()) {
            let growth = largest.packet_hop_ns / smallest.packet_hop_ns;
            say!("a packet-hop of {} costs {growth:.2} times one of {}", largest.workload, smallest.workload);
        }
    }

    fn done(&self) -> Done {
        if self.all.iter().any(|figures| self.is_too_large(figures)) { Done::Differs } else { Done::Fine }
    }
}

impl Workload {
    /// Memory limit of the whole process \[B\]; chosen by us, so that a sweep of many runs fits a laptop.
    const fn memory_max(self) -> u64 {
        match self {
            Self::W1 | Self::W2 => 64 << 20,
            Self::Decisions | Self::Scale | Self::W3 | Self::W4 => 256 << 20,
            Self::Large => 1 << 30,
        }
    }
}

/// One short run of a workload; [`counted`] contains all counted work.
fn run_short(workload: Workload, json: bool) -> anyhow::Result<Done> {
    let counts = match workload {
        // They have one length.
        Workload::Decisions => return run_decisions(json),
        Workload::W1 => counted(&dumbbell(DUMBBELL_K)?, End::At(Ps::from_ms(30))),
        Workload::W2 => counted(&permutation(8)?, End::At(Ps::from_us(100))),
        Workload::Scale => counted(&permutation(16)?, End::At(Ps::from_us(20))),
        Workload::Large => counted(&Large::WebSearch.on(LARGE[2].0, LARGE_SHORT)?, End::At(LARGE_SHORT)),
        Workload::W3 => counted(&loaded_fabric(200)?, End::AllDone { about: Ps::ZERO }),
        Workload::W4 => counted(&lossless_fabric(Ps::from_us(60))?, End::At(Ps::from_us(60))),
    };
    let counts = counts?;
    if json {
        say!("{}", counts.line());
    } else {
        say!("{} packet-hops, {} events, digest {}", counts.packet_hops, counts.events, counts.digest);
    }
    Ok(Done::Fine)
}

fn run_decisions(json: bool) -> anyhow::Result<Done> {
    for one in decisions()? {
        if json {
            say!("{}", one.line());
        } else {
            say!("{}: {} decisions, {} of them acted", one.variant, one.decisions, one.acted);
        }
    }
    Ok(Done::Fine)
}

fn print(figures: &Figures) {
    say!(
        "{} on {} thread{}: {} hosts, {:.3} ms simulated, {} delivered packets, {} packet-hops, {} events",
        figures.workload,
        figures.threads,
        if figures.threads == 1 { "" } else { "s" },
        figures.hosts,
        figures.simulated_us * 1e-3,
        figures.delivered_packets,
        figures.packet_hops,
        figures.events
    );
    say!(
        "  {:.3} s user, {:.3} s wall (fastest spans of {} runs): {:.2} M packet-hops per user second, {:.1} ns each",
        figures.user_s,
        figures.wall_s,
        figures.repetitions,
        figures.packet_hops_per_user_s * 1e-6,
        figures.packet_hop_ns
    );
    say!("  a whole run {:.3} s on average; set-up {:.3} s", figures.whole_run_s, figures.setup_s);
    say!(
        "  heap pop + push at 1000 pending: {:.1} ns, {:.2} times a packet-hop; digest {}",
        figures.heap_ns,
        figures.heap_ratio,
        figures.digest
    );
    for (shards, balance) in &figures.shards {
        say!("  divided among {shards}: {balance:.2} times the packets of the busiest one");
    }
    if let Some(bytes) = figures.peak_rss_bytes {
        say!("  peak memory {:.1} MiB", bytes as f64 / f64::from(1 << 20));
    }
}
