//! Settings that only the control plane of a scheme reads.
//!
//! The scheme itself is asked: a setting is of the data path if some stream of packets is decided otherwise with another value of it.
//! Any trace has the same answer, a calm one too.

use freeboard_golden::{AqmRow, Family, Header, Rows, run};
use freeboard_registry::catalog::VariantId;
use freeboard_replay::{PacketEvents, Random};
use freeboard_scenario::catalog::Descriptor;

/// Streams that are tried for each setting, and packets of each. Chosen by us: each setting of the data path shows in a few.
const STREAMS: u64 = 48;
const PACKETS: usize = 1_024;

/// Names of the settings that a place without a control plane does not read; none of a scheme without one.
pub(crate) fn of_control_plane(algorithm: &Descriptor) -> Vec<&'static str> {
    let VariantId::Aqm(scheme) = algorithm.id else { return Vec::new() };
    if scheme.meta().control_period_ns == 0 {
        return Vec::new();
    }
    let is_read = |at: &usize| (0..STREAMS).any(|seed| is_seen(algorithm, *at, seed));
    (0..algorithm.fields.len()).filter(|at| !is_read(at)).map(|at| algorithm.docs[at].name).collect()
}

/// Two values of a setting, the others being drawn, decide some packet of a stream otherwise.
fn is_seen(algorithm: &Descriptor, at: usize, seed: u64) -> bool {
    let mut random = Random::new(seed);
    let one: Vec<u32> = (0..algorithm.fields.len()).map(|at| drawn(algorithm, at, &mut random)).collect();
    let mut other = one.clone();
    other[at] = drawn(algorithm, at, &mut random);
    let mut events = PacketEvents::new(seed, 0);
    let row = |_| AqmRow { pipe: 0, port: 0, queue: 0, pool: 0, event: events.step() };
    let rows = Rows::Aqm((0..PACKETS).map(row).collect());
    let id = algorithm.to_string();
    let answers = |values: &[u32]| run(&Header::new(Family::Aqm, &id, algorithm.docs, values), &rows).ok();
    answers(&one).zip(answers(&other)).is_some_and(|(one, other)| one != other)
}

/// A value of a setting: its default, or any magnitude of its range.
fn drawn(algorithm: &Descriptor, at: usize, random: &mut Random) -> u32 {
    let field = &algorithm.fields[at];
    match random.below(4) {
        0 => field.default,
        _ => (random.word() >> random.below(32)).clamp(field.min, field.max),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use freeboard_scenario::catalog::{AQMS, argument};

    /// Settings of RFC 8033's controller, and the queue that it reads; arrivals read the others.
    #[test]
    fn the_controller_of_pie_alone_reads_delays_and_gains() {
        for name in ["pie/exact", "pie/pipeline"] {
            let own = of_control_plane(argument(AQMS, name).unwrap());
            assert_eq!(own, ["target", "t_update", "alpha", "beta", "max_burst", "queue"], "{name}");
        }
    }

    /// Their data path compares with a threshold, the port's until the control plane renews it.
    #[test]
    fn the_shared_thresholds_alone_are_of_the_data_path() {
        for algorithm in AQMS.iter().filter(|one| ["mbecn", "mq-ecn"].contains(&one.name)) {
            let own = of_control_plane(algorithm);
            let others: Vec<&str> = algorithm.docs.iter().map(|doc| doc.name).skip(1).collect();
            assert_eq!((algorithm.docs[0].name, own), ("k_port", others), "{algorithm}");
        }
    }

    #[test]
    fn a_scheme_without_a_control_plane_has_no_such_setting() {
        let others = AQMS.iter().filter(|one| !["pie", "mbecn", "mq-ecn"].contains(&one.name));
        assert!(others.map(of_control_plane).all(|own| own.is_empty()));
    }
}
