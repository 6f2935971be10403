//! Marking schemes: decisions equal to the quantised model, within the bound of the real one.

use freeboard_aqm_api::DepthUnit;
use freeboard_conformance::agreement::{AqmPair, Seen};
use freeboard_conformance::model::{PacketModel, Scale};
use freeboard_conformance::values::{default_values, random_values};
use freeboard_oracle::Violation;
use freeboard_registry::AqmId;
use freeboard_replay::Random;

/// Events per variant.
const EVENTS: usize = 1_000_000;
/// Events under one setting.
const CHUNK: usize = 5_000;

fn all_settings(id: AqmId, seed: u64) -> impl Iterator<Item = Vec<u32>> {
    let fields = id.fields().0;
    let presets = id.descriptor().presets().into_iter().map(|preset| preset.values);
    let fixed: Vec<Vec<u32>> = presets.chain([default_values(fields)]).collect();
    let mut random = Random::new(seed);
    let repeated: Vec<Vec<u32>> = fixed.iter().cycle().take(fixed.len() * 3).cloned().collect();
    repeated.into_iter().chain(core::iter::repeat_with(move || random_values(fields, &mut random)))
}

fn agrees(id: AqmId) {
    let mut total = Seen::default();
    for (seed, values) in (0u64..).zip(all_settings(id, 1)) {
        let unit = if seed % 4 == 3 { DepthUnit::cell(80).unwrap() } else { DepthUnit::BYTE };
        let Some(mut pair) = AqmPair::new(id, &values, unit) else { continue };
        // Starts before one of the wraps of 32-bit ns, 32-bit ticks and the 48-bit stamp.
        let start =
            [1u64 << 32, 1 << 42, 1 << 48, 0x1234_5678_9abc][seed as usize & 3] + (1 << 44) - (1 << 20);
        let packets = PacketModel::new(Scale::of(id, &values, unit.bytes()), start, seed).random(CHUNK);
        match pair.run(&packets, 0) {
            Ok(seen) => {
                total.events += seen.events;
                total.signals += seen.signals;
            }
            Err(Violation(why)) => panic!("seed {seed}: {why}"),
        }
        if total.events >= EVENTS {
            break;
        }
    }
    let silent = id.meta().hooks.is_empty();
    assert!(silent || total.signals > EVENTS / 50, "only {} signals", total.signals);
}

macro_rules! tests {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        $(#[test]
          fn $name() {
              agrees(AqmId::$name);
          })*
    };
}
freeboard_registry::for_each_aqm!(tests);
