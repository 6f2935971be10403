//! `freeboard bench`.

use super::exit::Done;
use crate::bench::{Figures, dumbbell, loaded_fabric, measure, permutation};
use crate::report::Line;
use clap::{Args, ValueEnum};
use fabric::Ps;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Which workload.
    workload: Workload,
}

/// The fixed workloads.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Workload {
    /// Dumbbell: 16 senders to 1 at 10 Gbit/s, 1 s.
    W1,
    /// Permutation on a fat-tree of 128 hosts at 100 Gbit/s, 1 ms and 10 ms.
    W2,
    /// 100 000 web-search flows on a leaf-spine fabric of 128 hosts at 100 Gbit/s, 80 % load.
    W3,
}

/// Marking threshold of the dumbbell \[packets\].
const DUMBBELL_K: u32 = 65;
/// Flows of the third workload.
const FLOWS: u64 = 100_000;

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let runs = match arguments.workload {
        Workload::W1 => {
            vec![measure("w1", || dumbbell(DUMBBELL_K), |net| net.run_until(Ps::from_ms(1000)))?]
        }
        Workload::W2 => vec![
            measure("w2-1ms", permutation, |net| net.run_until(Ps::from_ms(1)))?,
            measure("w2", permutation, |net| net.run_until(Ps::from_ms(10)))?,
        ],
        Workload::W3 => vec![measure(
            "w3",
            || loaded_fabric(FLOWS),
            |net| {
                net.run_until_all_done(Ps::MAX);
            },
        )?],
    };
    for figures in &runs {
        if json {
            println!("{}", figures.line());
        } else {
            print(figures);
        }
    }
    Ok(Done::Fine)
}

fn print(figures: &Figures) {
    println!(
        "{}: {:.3} ms simulated, {} delivered packets, {} packet-hops, {} events",
        figures.workload,
        figures.simulated_us * 1e-3,
        figures.delivered_packets,
        figures.packet_hops,
        figures.events
    );
    println!(
        "  {:.3} s user, {:.3} s wall (mean of {}): {:.2} M packet-hops per user second",
        figures.user_s,
        figures.wall_s,
        figures.repetitions,
        figures.packet_hops_per_user_s * 1e-6
    );
    println!(
        "  heap pop + push at 1000 pending: {:.1} ns, {:.2} times a packet-hop; digest {}",
        figures.heap_ns, figures.heap_ratio, figures.digest
    );
    if let Some(bytes) = figures.peak_rss_bytes {
        println!("  peak memory {:.1} MiB", bytes as f64 / f64::from(1 << 20));
    }
}
