//! The workloads of `bench` do what they are meant to: links are full, shares are fair, nothing allocates.

use freeboard_fabric::Ps;
use freeboard_fabric::flow::FlowId;
use freeboard_lab::bench::{End, SEED, dumbbell, loaded_fabric, lossless_fabric, permutation};
use freeboard_scenario::world::{Assembly, Engine};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the allocations of every thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps to the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps to the contract of `dealloc`.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

fn network(assembly: &Assembly) -> Engine {
    Engine::new(assembly, SEED, 1).unwrap()
}

#[test]
fn the_dumbbell_fills_its_link_and_shares_it_fairly() {
    let mut net = network(&dumbbell(65).unwrap());
    net.run_until(Ps::from_ms(1000));
    // 10 Gbit/s are 833 333 packets of 1500 B in a second; the first round trips are not full.
    let delivered = net.counters().delivered_packets as f64;
    assert!((delivered / 833_000.0 - 1.0).abs() < 0.003, "{delivered}");
    let shares = (0..16).map(|flow| net.received(FlowId(flow)).unwrap());
    let (least, most) = (shares.clone().min().unwrap(), shares.max().unwrap());
    assert!(most as f64 / (least as f64) < 1.06, "{least} to {most}");
}

/// The port with the longest queue is the one towards the receiver.
fn mean_queue(k: u32) -> f64 {
    let mut net = network(&dumbbell(k).unwrap());
    net.run_until(Ps::from_ms(1000));
    let means = (0..64).map(|port| net.port_stats(port).packets_integral as f64 / 1e12);
    means.fold(0.0, f64::max)
}

#[test]
fn the_dumbbells_queue_stands_at_its_threshold() {
    let (long, short) = (mean_queue(65), mean_queue(20));
    assert!((60.0..66.0).contains(&long), "{long}");
    assert!((18.0..24.0).contains(&short), "{short}");
}

#[test]
fn the_permutation_carries_the_max_min_share_of_its_paths() {
    let mut net = network(&permutation(8).unwrap());
    net.run_until(Ps::from_ms(2));
    let before = net.counters().delivered_packets;
    net.run_until(Ps::from_ms(10));
    let bits = (net.counters().delivered_packets - before) as f64 * 12_000.0;
    let share = bits / 8e-3 / 7166.7e9;
    // ACKs take 40 bytes for every 1500: 0.974 is all that data can have.
    assert!((0.95..0.975).contains(&share), "{share}");
}

#[test]
fn the_steady_state_allocates_nothing() {
    let mut net = network(&dumbbell(65).unwrap());
    net.run_until(Ps::from_ms(300));
    assert_eq!(allocations(|| net.run_until(Ps::from_ms(600))), 0);
    let mut net = network(&permutation(8).unwrap());
    net.run_until(Ps::from_ms(1));
    assert_eq!(allocations(|| net.run_until(Ps::from_ms(10))), 0);
}

#[test]
fn every_flow_of_the_loaded_fabric_completes() {
    let mut net = network(&loaded_fabric(300).unwrap());
    assert!(net.run_until_all_done(Ps::from_ms(1000)));
}

/// The same on every number of threads.
fn check_threads(assembly: &Assembly, end: End) {
    let results = |threads| {
        let mut net = Engine::new(assembly, SEED, threads).unwrap();
        end.run(&mut net);
        assert!(net.counters().delivered_packets > 100);
        (net.counters().digest, net.ledger().unwrap(), net.balance(4).unwrap())
    };
    let one = results(1);
    for threads in 2..=3 {
        assert_eq!(results(threads), one, "{threads} threads");
    }
}

#[test]
fn a_workload_ends_in_one_digest_and_ledger_on_any_number_of_threads() {
    check_threads(&permutation(8).unwrap(), End::At(Ps::from_us(100)));
    check_threads(&permutation(16).unwrap(), End::At(Ps::from_us(30)));
    check_threads(&loaded_fabric(200).unwrap(), End::AllDone { about: Ps::ZERO });
    check_threads(&lossless_fabric(Ps::from_us(60)).unwrap(), End::At(Ps::from_us(60)));
}
