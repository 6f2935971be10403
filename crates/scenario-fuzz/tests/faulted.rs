//! Random networks of the registry's schemes and controls in which things break at random.

use freeboard_scenario::catalog::{AQMS, CCS};
use freeboard_scenario_fuzz::fabric_ledger;

/// Bytes of an input: as many as the longest scenario has choices.
const LENGTH: usize = 96;

/// Seeds that found something: a word drawn at departures that precomputed ports leave out, and a run that ended in the middle of a window, as
/// an RDMA sender that had gone back counted as one with new data.
const FOUND: [u64; 2] = [1548, 2542];

/// `FAULTED_RUNS` of them, from the seed `FAULTED_SEED` on. Every scheme and control has its turn.
#[test]
fn with_any_scheme_and_control_the_ledger_balances_and_every_flow_completes_or_waits_for_something() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
    };
    let (first, runs) = (number("FAULTED_SEED", 0), number("FAULTED_RUNS", 60));
    let (mut accepted, mut events) = (0, 0);
    for seed in FOUND.into_iter().chain(first..first + runs) {
        let mut random = freeboard_replay::Random::new(seed);
        let mut bytes: Vec<u8> = (0..LENGTH).map(|_| random.word() as u8).collect();
        bytes[1] = (seed % AQMS.len() as u64) as u8;
        bytes[2] = (seed % CCS.len() as u64) as u8;
        let ran = std::panic::catch_unwind(|| fabric_ledger(&bytes));
        let seen =
            ran.unwrap_or_else(|_| panic!("seed {seed} is broken: FAULTED_RUNS=1 FAULTED_SEED={seed}"));
        accepted += u64::from(seen.is_some());
        events += seen.map_or(0, |seen| seen.events);
    }
    println!("seeds {first} to {}: {accepted} accepted, {events} events", first + runs - 1);
    assert!(accepted * 4 >= runs * 3, "{accepted} of {runs} are accepted");
}
