//! Queues against queueing theory.

use crate::support::{bare, fixed};
use freeboard_fabric::random::{Stream, unit, word};
use freeboard_fabric::topology::NToOne;
use freeboard_fabric::{BufferConfig, FlowSpec, LinkRate, Ps};

/// Packets per batch: long enough that batch means are nearly independent at these loads.
const BATCH: usize = 20_000;
/// Batches.
const BATCHES: usize = 10;

/// Mean waiting time of fixed-size packets arriving as a Poisson process at one link, in service times, by
/// batches. Every packet is a flow of its own, sent by a host too fast to queue in.
fn waiting(load: f64, seed: u64) -> Vec<f64> {
    let fast = LinkRate::from_bps(1_000_000_000_000).unwrap();
    let senders = 64;
    let shape = NToOne { sender_rate: fast, ..NToOne::even(senders, LinkRate::G10, Ps::ZERO) };
    let mut net = fixed(shape.build(), BufferConfig::Unlimited, bare(), 1460);
    let service = LinkRate::G10.time_of(1500).0;
    let mut time = 0.0;
    for index in 0..(BATCH * BATCHES) as u64 {
        time -= libm::log(1.0 - unit(word(seed, Stream::Gap, 0, index))) * service as f64 / load;
        let from = (index % u64::from(senders)) as u32;
        net.add_flow(FlowSpec::new(from, shape.receiver(), 1460, Ps(time as u64))).unwrap();
    }
    assert!(net.run_until_all_done(Ps::MAX));
    let alone = service + fast.time_of(1500).0;
    let mut records = net.records().to_vec();
    records.sort_unstable_by_key(|record| record.flow);
    let waits: Vec<f64> =
        records.iter().map(|record| (record.fct().0 - alone) as f64 / service as f64).collect();
    waits.chunks(BATCH).map(|batch| batch.iter().sum::<f64>() / batch.len() as f64).collect()
}

/// Pollaczek-Khinchine for M/D/1: W = rho / (2 (1 - rho)) service times. The bound is four standard errors
/// of the batch means (two-sided 99.7 % of Student's t with nine degrees of freedom).
fn assert_md1(load: f64, seed: u64) {
    let batches = waiting(load, seed);
    let count = batches.len() as f64;
    let mean = batches.iter().sum::<f64>() / count;
    let variance = batches.iter().map(|batch| (batch - mean) * (batch - mean)).sum::<f64>() / (count - 1.0);
    let bound = 4.0 * libm::sqrt(variance / count);
    let theory = load / (2.0 * (1.0 - load));
    assert!((mean - theory).abs() < bound, "load {load}: {mean} against {theory} +- {bound}");
    assert!(bound < 0.1 * theory, "the bound means something: {bound}");
}

#[test]
fn half_a_load_of_poisson_packets_waits_as_m_d_1() {
    assert_md1(0.5, 11);
}

#[test]
fn a_load_of_four_fifths_waits_as_m_d_1() {
    assert_md1(0.8, 12);
}

#[test]
fn the_time_weighted_queue_obeys_littles_law() {
    // N packets at once: the k-th waits k service times, so the integral is N (N - 1) / 2 of them.
    let shape = NToOne::even(50, LinkRate::G10, Ps::from_us(80));
    let mut net = fixed(shape.build(), BufferConfig::Unlimited, bare(), 1460);
    for host in 0..50 {
        net.add_flow(FlowSpec::new(host, shape.receiver(), 1460, Ps::ZERO)).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(1)));
    let stats = net.port_stats(shape.bottleneck());
    let service = u128::from(LinkRate::G10.time_of(1500).0);
    assert_eq!(stats.packets_integral, 50 * 49 / 2 * service);
    assert_eq!(stats.depth_integral, 1500 * 50 * 49 / 2 * service);
}
