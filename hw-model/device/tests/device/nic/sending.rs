//! Pacers, wheel and turns together: what goes on the wire of a 100 and a 400 Gbit/s link.

use freeboard_device::nic::{Pacer, QpArbiter, Wheel, release};
use freeboard_units::{Bytes, LineFraction};
use proptest::prelude::*;

/// 0.5 us, eRPC's slot.
const SLOT: u64 = 500_000;
/// The packets of HPCC's simulator.
const PACKET: u32 = 1048;

/// A NIC whose flows always have something to send.
struct Nic {
    turns: QpArbiter,
    pacers: Vec<Pacer>,
    holds: Vec<u64>,
    rates: Vec<LineFraction>,
    byte_time: u32,
    now: u64,
}

impl Nic {
    fn new(byte_time: u32, rates: &[u32]) -> Self {
        Self::with_slot(SLOT, byte_time, rates)
    }

    fn with_slot(slot: u64, byte_time: u32, rates: &[u32]) -> Self {
        let flows = rates.len();
        let mut turns = QpArbiter::try_new(slot, flows as u32).unwrap();
        for flow in 0..flows as u32 {
            turns.offer(flow, 0, 0, 0);
        }
        let rates = rates.iter().map(|rate| LineFraction::from_bits(*rate)).collect();
        Self { turns, pacers: vec![Pacer::default(); flows], holds: vec![0; flows], rates, byte_time, now: 0 }
    }

    fn release(&self, flow: usize) -> u64 {
        release(self.pacers[flow].next_tx(), self.holds[flow])
    }

    /// Sends the next packet: its flow, what it was allowed to leave at, when it left.
    fn send(&mut self) -> (usize, u64, u64) {
        let flow = loop {
            if let Some(flow) = self.turns.take(self.now, |_| true) {
                break flow as usize;
            }
            // Tests run for 20 ms.
            assert!(self.now < 1_000_000_000_000, "nothing leaves for a second");
            self.now = self.turns.next_poll().unwrap();
        };
        let (allowed, left, slack) = (self.release(flow), self.now, self.slack());
        let (hold, rate) = (self.holds[flow], self.rates[flow]);
        self.pacers[flow].on_released(left, hold, slack, Bytes(PACKET), self.byte_time, rate);
        self.now += u64::from(PACKET * self.byte_time);
        self.turns.offer(flow as u32, 0, self.release(flow), self.now);
        (flow, allowed, left)
    }

    /// It holds while the rates sum to the line at most.
    fn slack(&self) -> u64 {
        self.turns.lateness(self.pacers.len() as u64, u64::from(PACKET * self.byte_time))
    }
}

/// Packets of each flow that left in the first `span` ps.
fn packets(nic: &mut Nic, span: u64) -> Vec<u64> {
    let mut counts = vec![0; nic.pacers.len()];
    loop {
        let (flow, _, left) = nic.send();
        if left >= span {
            return counts;
        }
        counts[flow] += 1;
    }
}

#[test]
fn the_average_rate_is_exact_at_100_and_at_400_gbit_per_s() {
    for byte_time in [80, 20] {
        // 7 %, 13.3 %, 30 %, 0.1 % and 41 % of the line.
        let rates = [73_400, 139_461, 314_573, 1_049, 429_917];
        let mut nic = Nic::new(byte_time, &rates);
        let span = 20_000_000_000;
        for (count, rate) in packets(&mut nic, span).iter().zip(rates) {
            let wanted = u128::from(span) * u128::from(rate) / (u128::from(PACKET * byte_time) << 20);
            assert!(u128::from(*count).abs_diff(wanted) <= 2, "{count} packets, {wanted} wanted at {rate}");
        }
    }
}

/// Packets of the longest burst of a flow that has somewhat more than half of the line to itself.
fn longest_burst(slot: u64, byte_time: u32) -> usize {
    let mut nic = Nic::with_slot(slot, byte_time, &[589_824]);
    let left: Vec<u64> = (0..10_000).map(|_| nic.send().2).collect();
    let back_to_back = |one: &u64, two: &u64| two - one == u64::from(PACKET * byte_time);
    left[1..].chunk_by(back_to_back).map(<[_]>::len).max().unwrap()
}

#[test]
fn the_slot_that_suits_a_line_keeps_bursts_short() {
    assert_eq!([800, 80, 40, 20].map(Wheel::suited_slot), [100_000, 100_000, 50_000, 25_000]);
    for byte_time in [80, 40, 20, 10] {
        let longest = longest_burst(Wheel::suited_slot(byte_time), byte_time);
        assert!(longest <= 3, "{byte_time}: {longest}");
    }
    let longest = longest_burst(100_000, 20);
    assert!(longest >= 6, "in slots of 100 ns at 400 Gbit/s: {longest}");
}

#[test]
fn flows_at_line_rate_share_the_line_to_the_packet() {
    let mut nic = Nic::new(80, &[1 << 20; 7]);
    let counts = packets(&mut nic, 1_000_000_000);
    let total: u64 = counts.iter().sum();
    assert_eq!(total, 1_000_000_000u64.div_ceil(u64::from(PACKET) * 80), "the line is never idle");
    assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{counts:?}");
}

#[test]
fn a_hold_gives_no_credit() {
    for byte_time in [80, 20] {
        let mut nic = Nic::new(byte_time, &[1 << 18]);
        let gap = 4 * u64::from(PACKET * byte_time);
        nic.send();
        let end = 1_000 * SLOT;
        nic.holds[0] = end;
        nic.turns.offer(0, 0, end, nic.now);
        let left: Vec<u64> = (0..50).map(|_| nic.send().2).collect();
        assert_eq!(left[0], end);
        for (packet, left) in left.iter().enumerate() {
            assert!(*left >= end + packet as u64 * gap, "packet {packet} at {left}");
        }
    }
}

/// The wire does not take the flow's class for a while, longer than lateness is made up for: its next packet is due all the
/// while, so its pacer alone can tell.
#[test]
fn a_pause_of_its_class_gives_a_flow_no_credit() {
    for byte_time in [80, 20] {
        let mut nic = Nic::new(byte_time, &[1 << 18]);
        let gap = 4 * u64::from(PACKET * byte_time);
        nic.send();
        nic.now = 2 * nic.slack();
        let left: Vec<u64> = (0..50).map(|_| nic.send().2).collect();
        for (packet, at) in left.iter().enumerate() {
            let ideal = left[0] + packet as u64 * gap;
            assert!((ideal..ideal + nic.slack()).contains(at), "packet {packet} at {at}, ideally {ideal}");
        }
    }
}

/// Flows of whatever rates, together half of the line.
fn half_of_the_line() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(1_000u32..(1 << 20) / 16, 1..8)
}

proptest! {
    /// The schedule begins at 0, when the flows begin; times and places are both multiplied by the rate, so they are exact.
    #[test]
    fn every_packet_keeps_its_place_in_the_exact_schedule(
        rates in half_of_the_line(), fast in any::<bool>(), coarse in any::<bool>(),
    ) {
        let byte_time = if fast { 20 } else { 80 };
        let slot = if coarse { SLOT } else { Wheel::suited_slot(byte_time) };
        let mut nic = Nic::with_slot(slot, byte_time, &rates);
        let mut sent: Vec<Vec<u64>> = vec![Vec::new(); rates.len()];
        for _ in 0..5_000 {
            let (flow, _, left) = nic.send();
            sent[flow].push(left);
        }
        let (unit, slack) = (u128::from(PACKET * byte_time) << 20, u128::from(nic.slack()));
        for (left, rate) in sent.iter().zip(rates.iter().map(|rate| u128::from(*rate))) {
            for (packet, at) in left.iter().enumerate() {
                let (at, place) = (u128::from(*at) * rate, packet as u128 * unit);
                prop_assert!(at >= place, "packet {packet} is early");
                prop_assert!(at < place + slack * rate, "packet {packet} is late");
            }
        }
    }

    #[test]
    fn no_packet_is_early_and_none_is_later_than_the_slot_and_the_service_before_it(
        rates in proptest::collection::vec(1u32..(1 << 20) / 8, 1..8),
        holds in proptest::collection::vec((0usize..8, 0u64..40 * SLOT), 0..30),
    ) {
        let mut nic = Nic::new(20, &rates);
        let mut holds = holds.into_iter();
        for packet in 0..400 {
            if packet % 13 == 0 && let Some((flow, ahead)) = holds.next() {
                let flow = flow % rates.len();
                nic.holds[flow] = nic.now + ahead;
                nic.turns.offer(flow as u32, 0, nic.release(flow), nic.now);
            }
            let (_, allowed, left) = nic.send();
            prop_assert!(left >= allowed);
            prop_assert!(left < allowed + nic.slack(), "{} late", left - allowed);
        }
    }

    #[test]
    fn in_any_window_a_flow_sends_its_rate_a_packet_and_the_slack_at_most(
        rate in 1u32..(1 << 20), others in proptest::collection::vec(1u32..(1 << 20) / 8, 0..4),
    ) {
        let rates: Vec<u32> = core::iter::once(rate).chain(others).collect();
        let mut nic = Nic::new(80, &rates);
        let slack = nic.slack();
        let mut left = Vec::new();
        for _ in 0..600 {
            let (flow, _, at) = nic.send();
            if flow == 0 {
                left.push(at);
            }
        }
        let unit = u128::from(PACKET * 80) << 20;
        for span in [1, 3, 10, 100] {
            for ends in left.windows(span + 1) {
                let passed = u128::from(ends[span] - ends[0] + slack) * u128::from(rate);
                prop_assert!(passed >= span as u128 * unit, "{} packets in {} ps", span, ends[span] - ends[0]);
            }
        }
    }
}
