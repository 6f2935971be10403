//! Seed inputs: every algorithm, usual and odd settings, lawful and malformed events.

use freeboard_replay::Random;

/// Inputs per algorithm.
const PER_ALGORITHM: u8 = 4;

/// The seed corpus of a target that chooses among `algorithms`: name and bytes of each input.
#[must_use]
pub fn seeds(target: &str, algorithms: u8) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for algorithm in 0..algorithms {
        for number in 0..PER_ALGORITHM {
            let mut random = Random::new(u64::from(algorithm) << 8 | u64::from(number));
            let mut bytes = vec![algorithm];
            if target != "pipeline_equivalence" {
                // Unit or segment size; lawful three times of four.
                bytes.extend([number & 1, u8::from(number == 3)]);
            }
            bytes.extend(random.word().to_le_bytes());
            // The first input has default settings: one zero byte per field. A congestion control has many fields,
            // some of which contradict others: most keep their default, and all where the events are malformed.
            let (settings, odd_one_in, plain) =
                if target == "cc_any" { (24, 3, [0, 3]) } else { (8, 1, [0, 0]) };
            let odd = |random: &mut Random| {
                !plain.contains(&number) && (odd_one_in == 1 || random.one_in(odd_one_in))
            };
            bytes.extend((0..settings).map(|_| if odd(&mut random) { random.below(256) as u8 } else { 0 }));
            let ops = 4 + random.below(8);
            bytes.extend((0..ops * 16).map(|_| random.below(256) as u8));
            all.push((format!("seed-{algorithm:02}-{number}"), bytes));
        }
    }
    all
}
