//! Linux `dualpi2`: whether the step applies to a packet is settled as it arrives, by the length of the L queue, and with
//! `min_qlen_step` at its default of 0 it applies to all; the sojourn time is compared as the packet leaves.

use freeboard_aqm_api::{DepthUnit, Verdict};
use freeboard_conformance::model::Timed;
use freeboard_conformance::model::call;
use freeboard_oracle::Hook;
use freeboard_registry::AqmId;
use freeboard_replay::Random;
use std::collections::VecDeque;

const STEP: u32 = 100_000;
/// Linux's default of `min_qlen_step`: packets in the queue below which the step does not apply.
const MIN_QLEN_STEP: usize = 0;

#[test]
fn the_step_exempts_no_packet_whatever_it_leaves_behind() {
    let mut scheme = AqmId::DualPi2Step.place(&[STEP], DepthUnit::BYTE).unwrap();
    let (mut random, mut now, mut queue) = (Random::new(3), 1u64 << 40, VecDeque::new());
    let mut alone = 0;
    for _ in 0..200_000 {
        for _ in 0..random.below(3) {
            queue.push_back((now, queue.len() + 1 > MIN_QLEN_STEP));
        }
        now += u64::from(random.below(2 * STEP));
        let Some((arrived, applies)) = queue.pop_front() else { continue };
        let sojourn = (now - arrived) as u32;
        let depth = queue.len() as u32 * 1_500;
        let packet = Timed {
            now,
            hook: Hook::Departure,
            sojourn,
            size: 1_500,
            depth,
            port_depth: depth,
            pool_depth: depth,
            ecn: 1,
            random: random.word(),
        };
        let expected = applies && sojourn > STEP;
        alone += usize::from(expected && queue.is_empty());
        assert_eq!(call(&mut scheme, &packet.event(0)) == Verdict::Signal, expected, "{packet:?}");
    }
    assert!(alone > 500, "packets that leave nothing behind are marked too: {alone}");
}
