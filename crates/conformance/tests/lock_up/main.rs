//! No scheme locks an empty queue, and three planted lock-ups are found.

use freeboard_conformance::model::Burst;
use freeboard_conformance::suites::{Setup, aqm_setups, lock_up};
use freeboard_registry::AqmId;
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any};
use proptest::test_runner::TestRunner;

mod planted;

/// Bursts of any length, density and size, with any silence before each.
fn bursts() -> impl Strategy<Value = Vec<Burst>> {
    let burst = (1..1_000u16, 12..32u32, any::<u32>(), 0..3usize, 4..32u32, any::<u32>());
    let burst = burst.prop_map(|(packets, dense, gap, size, short, after)| Burst {
        packets,
        gap: gap >> dense,
        size: [64, 1_500, 9_000][size],
        after: after >> short,
    });
    vec(burst, 1..8)
}

/// The presets and defaults of a scheme, under histories that shrink.
fn presets_forward(id: AqmId) {
    let setups: Vec<Setup> = aqm_setups(id, 0);
    let presets = id.descriptor().presets().len() + 1;
    let config = ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() };
    for setup in setups.iter().take(presets) {
        let mut runner = TestRunner::new_with_rng(
            config.clone(),
            proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
        );
        let outcome = runner.run(&(bursts(), 100..100_000u32), |(bursts, mbps)| {
            let sent =
                lock_up::sent_after(&mut lock_up::fifo(setup, mbps, 1), &bursts, lock_up::PRESET_BOUND);
            proptest::prop_assert!(sent.is_some(), "an empty queue drops");
            Ok(())
        });
        assert!(outcome.is_ok(), "{setup:?}: {}", outcome.unwrap_err());
    }
}

macro_rules! tests {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        $(mod $name {
              #[test]
              fn under_any_settings() {
                  freeboard_conformance::suites::lock_up::aqm(freeboard_registry::AqmId::$name);
              }
              #[test]
              fn after_any_history() {
                  super::super::presets_forward(freeboard_registry::AqmId::$name);
              }
          })*
    };
}

mod every_scheme {
    freeboard_registry::for_each_aqm!(tests);
}
