//! ECN#: how long a standing queue stays without a persistent mark after a silence, with an owner and without.

use crate::{PERIODS, Queue};
use freeboard_aqm_api::Verdict;
use freeboard_conformance::suites::aqm_setups;
use freeboard_registry::AqmId;
use std::fmt::Write;

/// Microseconds that a standing queue stays without a persistent mark longer than a fresh one, after an open run and a silence.
fn unmarked_us(id: AqmId, silence: u64, period: Option<u32>) -> u64 {
    let setup = &aqm_setups(id, 0)[0];
    let first_mark = |queue: &mut Queue| {
        let start = queue.now;
        // Above pst_target (85 us), below ins_target (200 us): only persistent marks.
        let marks = |queue: &mut Queue| queue.packet(1_000, (100_000, 10_000), 0)[1] == Verdict::Signal;
        while !marks(queue) && queue.now - start < 3_000_000_000 {}
        queue.now - start
    };
    let mut queue = Queue::new(setup, 1 << 40);
    first_mark(&mut queue);
    queue.silence(silence, period);
    let fresh = first_mark(&mut Queue::new(setup, queue.now));
    let waited = first_mark(&mut queue);
    // A mark that comes sooner is the open run's, as Algorithm 1 has it.
    waited.saturating_sub(fresh) / 1_000
}

const ECN_SHARP: [AqmId; 4] =
    [AqmId::EcnSharpCompact, AqmId::EcnSharpPaperShaped, AqmId::EcnSharpSliced, AqmId::EcnSharpExact];

fn table(period: Option<u32>) -> String {
    let mut text = String::new();
    for tenths in [5_u64, 10, 15, 20, 22, 30, 43, 50, 70, 100] {
        let waits = ECN_SHARP.map(|id| unmarked_us(id, tenths * 100_000_000, period).to_string());
        let _ = writeln!(text, "{}.{} s: {}", tenths / 10, tenths % 10, waits.join(" "));
    }
    text
}

#[test]
fn ecn_sharp_marks_a_standing_queue_in_time_after_any_silence() {
    for period in PERIODS {
        let waits = table(Some(period));
        assert!(waits.lines().all(|line| line.ends_with(" 0 0 0 0")), "called every {period} ns:\n{waits}");
    }
}

#[test]
fn without_an_owner_two_seconds_of_silence_cost_two_seconds_of_marks() {
    assert!(unmarked_us(AqmId::EcnSharpCompact, 2_200_000_000, None) > 2_000_000);
}
