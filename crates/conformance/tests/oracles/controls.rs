//! Congestion controls: answers equal to the quantised model.

use freeboard_cc_api::Bytes;
use freeboard_conformance::agreement::{Seen, run_cc};
use freeboard_conformance::model::FlowModel;
use freeboard_conformance::values::{default_values, random_values};
use freeboard_oracle::Violation;
use freeboard_registry::CcId;
use freeboard_replay::Random;

/// Events per variant.
const EVENTS: usize = 1_000_000;
/// Events under one setting.
const CHUNK: usize = 10_000;

fn agrees(id: CcId) {
    let (mut total, mut random) = (Seen::default(), Random::new(5));
    let fields = id.fields().0;
    for seed in 0.. {
        let values = if seed % 3 == 0 { default_values(fields) } else { random_values(fields, &mut random) };
        let mss = [1460, 8960, 536, 64][seed as usize & 3];
        if id.place(&values, Bytes(mss)).is_err() {
            continue;
        }
        let events = FlowModel::new(mss, seed).random(CHUNK);
        let shifts = (u64::from(random.word()), u64::from(random.word()));
        match run_cc(id, &values, mss, &events, shifts) {
            Ok(seen) => {
                total.events += seen.events;
                total.signals += seen.signals;
                assert_eq!(seen.open, 0, "seed {seed}: the judge lost the thread");
            }
            Err(Violation(why)) => panic!("seed {seed}: {why}"),
        }
        if total.events >= EVENTS {
            break;
        }
    }
    let reacts = id.meta().ecn;
    assert!(!reacts || total.signals > EVENTS / 200, "only {} cuts", total.signals);
}

macro_rules! tests {
    ($($_:tt $name:ident $path:path;)*) => {
        $(#[test]
          fn $name() {
              agrees(CcId::$name);
          })*
    };
}
freeboard_registry::for_each_cc!(tests);
