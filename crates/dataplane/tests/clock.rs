//! The emulated clock against unbounded integer time.

use freeboard_dataplane::clock::{Clock, ClockRegisters, Emulated22x10, Sliced48};
use freeboard_dataplane::{Native, NoRegistersPorts, Registers, Word};
use proptest::prelude::*;

/// Runs the clock block on a stamp of unbounded time.
fn tick(registers: &mut ClockRegisters, nanos: u64) -> u32 {
    let mut h = Native::default();
    let ports = registers.open(&h);
    let low = Word::from_raw(nanos as u32);
    Emulated22x10::now(&mut h, ports, low, low).into_raw()
}

fn true_tick(nanos: u64) -> u32 {
    (nanos >> 10) as u32
}

#[test]
fn a_late_stamp_from_before_the_wrap_does_not_turn_the_clock() {
    let mut clock = ClockRegisters::default();
    let wrap = 1u64 << 32;
    for nanos in
        [2_000_000_000, 4_000_000_000, wrap + 2048, wrap - 2048, wrap + 5 * 1024, wrap + 2_000_000_000]
    {
        assert_eq!(tick(&mut clock, nanos), true_tick(nanos), "at {nanos}");
    }
}

#[test]
fn a_gap_beyond_half_the_range_loses_time_and_a_keep_alive_saves_it() {
    let gap = Emulated22x10::LONGEST_GAP_NS + 2;
    let late = 3_000_000_000 + gap;
    let (mut alone, mut kept) = (ClockRegisters::default(), ClockRegisters::default());
    for clock in [&mut alone, &mut kept] {
        tick(clock, 2_000_000_000);
        tick(clock, 3_000_000_000);
    }
    tick(&mut kept, 3_000_000_000 + gap / 2);
    assert_eq!(tick(&mut kept, late), true_tick(late));
    assert_ne!(tick(&mut alone, late), true_tick(late));
}

#[test]
fn a_packet_stamped_before_the_first_one_seen_costs_a_turn_at_half_the_range_only() {
    const TURN: u32 = 1 << 22;
    let half = 1u64 << 31;
    let late_after = |clock: &mut ClockRegisters, first: u64| {
        let seen = tick(clock, first);
        tick(clock, first - 2048).wrapping_sub(seen)
    };
    let mut fresh = ClockRegisters::default();
    assert_eq!(late_after(&mut fresh, half), TURN.wrapping_sub(2));
    let mut kept = ClockRegisters::default();
    tick(&mut kept, half - 4096);
    assert_eq!(late_after(&mut kept, half), 2u32.wrapping_neg());
    for elsewhere in [4096, half - 1, half + 2048, 2 * half - 1, 2 * half + 1024] {
        assert_eq!(late_after(&mut ClockRegisters::default(), elsewhere), 2u32.wrapping_neg(), "{elsewhere}");
    }
}

#[test]
fn the_sliced_clock_needs_no_register() {
    let mut h = Native::default();
    let nanos = (0x3fe_u64 << 32) | 0xffff_fc00;
    let (low, high) = (Word::from_raw(nanos as u32), Word::from_raw((nanos >> 32) as u32));
    assert_eq!(Sliced48::now(&mut h, NoRegistersPorts, low, high).into_raw(), true_tick(nanos));
}

proptest! {
    #[test]
    fn agrees_with_unbounded_time(
        start in 0u64..1 << 31,
        steps in prop::collection::vec((0u64..=Emulated22x10::LONGEST_GAP_NS, 0u64..=1 << 30), 1..200),
    ) {
        let mut clock = ClockRegisters::default();
        let mut latest = start;
        prop_assert_eq!(tick(&mut clock, latest), true_tick(latest));
        for (gap, late_by) in steps {
            latest += gap;
            prop_assert_eq!(tick(&mut clock, latest), true_tick(latest));
            // Another parser's packet, stamped earlier, arrives after it.
            let late = latest.saturating_sub(late_by).max(start);
            prop_assert_eq!(tick(&mut clock, late), true_tick(late));
        }
    }

    #[test]
    fn a_fresh_clock_is_continuous_wherever_it_starts(start in any::<u32>(), gap in 0u32..1 << 31) {
        let mut clock = ClockRegisters::default();
        let first = tick(&mut clock, u64::from(start));
        let second = tick(&mut clock, u64::from(start) + u64::from(gap));
        let expected = true_tick(u64::from(start) + u64::from(gap)).wrapping_sub(true_tick(u64::from(start)));
        prop_assert_eq!(second.wrapping_sub(first), expected);
    }
}
