//! Negative times, by the rules of the interfaces: a sojourn counts as 0, at departures and in views of the control plane; a round-trip
//! time is no sample; a one-way delay, which is signed, holds nothing. The owner counts each.

use freeboard::aqm_api::{
    Aqm, Arrival, Bytes, Departure, DepthUnit, Ecn, Intrinsics, Nanos32, PortId, PortView, QueueId,
    QueueView, Words,
};
use freeboard::cc_api::{Ack, CongestionControl, Event, NoUnderlay, OrAck, Sent, Seq32, Underlay};
use freeboard::cc_fixed::Fixed;
use freeboard::{FlowTable, Own, QueueSet};

/// Times from -1 ns to the farthest that 32 bits have.
const NEGATIVE: [u32; 5] = [0xffff_ffff, 0xffff_fe0c, 0xfff0_0000, 0x9000_0000, 0x8000_0000];

/// Between two updates of PIE at most, whatever its settings \[ns\].
const CONTROL_NS: u32 = 1_000_000;

/// Decisions and state of a queue whose packets leave after these times.
fn marked<A: Aqm>(sojourns: &[u32]) -> (Vec<u32>, Vec<u32>, u32) {
    let params = A::params(&A::Settings::default(), DepthUnit::BYTE).unwrap();
    let mut set = QueueSet::<A, 1, 1, Own>::with_own(params, Nanos32(1_000));
    let mut decisions = Vec::new();
    for (at, sojourn) in sojourns.iter().enumerate() {
        let now = Nanos32(1_000 + 1_200 * at as u32);
        // The control plane sees the same sojourn, of the packet at the head, and ticks as often as it may.
        if at % 16 == 1 {
            let view = QueueView { depth: 30_000, sojourn: *sojourn, weight: 1 };
            let now = Nanos32(CONTROL_NS * at as u32);
            set.on_control(now, &PortView { port: PortId(0), queues: &[view], pool_depth: 30_000 });
        }
        let base = Arrival {
            now,
            size: Bytes(1_500),
            depth: 30_000,
            port_depth: 30_000,
            ecn: Ecn::ECT0,
            random: (at as u32).wrapping_mul(0x9e37_79b9),
            ..Arrival::default()
        };
        decisions.push(set.on_enqueue(PortId(0), QueueId(0), &base).verdict as u32);
        let departure = Departure {
            now,
            sojourn: *sojourn,
            size: Bytes(1_500),
            depth: 30_000,
            port_depth: 30_000,
            ecn: Ecn::ECT0,
            ..Departure::default()
        };
        decisions.push(set.on_dequeue(PortId(0), QueueId(0), &departure).verdict as u32);
    }
    let mut words = Words::new();
    set.canonical(PortId(0), QueueId(0), &mut words);
    (decisions, words.as_slice().to_vec(), set.negative_sojourns())
}

fn scheme<A: Aqm>(name: &str) {
    for negative in NEGATIVE {
        let told: Vec<u32> = (0..400).map(|at| if at % 3 == 1 { negative } else { 2_000 }).collect();
        let none: Vec<u32> = told.iter().map(|it| if *it == negative { 0 } else { *it }).collect();
        let ((a, b, counted), (c, d, zero)) = (marked::<A>(&told), marked::<A>(&none));
        assert_eq!(a, c, "{name} with {negative:#x}");
        // One below -66 us shows a scheme that reads it that the clock was set back, which renews its state.
        let renews = A::META.reads.contains(Intrinsics::SOJOURN) && negative.wrapping_neg() > 1 << 16;
        assert!(b == d || renews, "{name} with {negative:#x}: {b:?}, not {d:?}");
        // Every third packet, and of the 25 views those that show it.
        assert_eq!((counted, zero), (133 + 9, 0), "{name}");
        let alone = marked::<A>(&[negative; 400]);
        assert_eq!(alone.0, marked::<A>(&[0; 400]).0, "{name} with nothing but {negative:#x}");
    }
}

/// Windows and rates of a flow that measures these round trips.
fn controlled<C: CongestionControl>(rtts: &[u32]) -> (Vec<(u32, u32)>, Vec<u32>, u32) {
    let params = C::params(&C::Settings::default(), Bytes(1_460)).unwrap();
    let mut table = FlowTable::<C, 1>::new(params);
    let mut answers = Vec::new();
    let mut words = Words::new();
    for (at, rtt) in rtts.iter().enumerate() {
        let (now, una) = (Nanos32(100_000 + 10_000 * at as u32), 1_460 * at as u32);
        let ack = Ack {
            acked: Bytes(1_460),
            una: Seq32(una),
            nxt: Seq32(una + 14_600),
            in_flight: Bytes(14_600),
            rtt: *rtt,
            window_limited: true,
            ..Ack::default()
        };
        for event in [Event::Ack { now, ack }, Event::Rtt { now, rtt: *rtt }] {
            let control = table.on_event(0, &event).unwrap();
            answers.push((control.window.0, control.rate.to_bits()));
        }
    }
    table.control(0).unwrap().canonical(&mut words);
    (answers, words.as_slice().to_vec(), table.negative_rtts())
}

fn control<C: CongestionControl>(name: &str) {
    for negative in NEGATIVE {
        let told: Vec<u32> = (0..400).map(|at| if at % 3 == 1 { negative } else { 50_000 + at }).collect();
        let none: Vec<u32> = told.iter().map(|it| if *it == negative { 0 } else { *it }).collect();
        let ((a, b, counted), (c, d, zero)) = (controlled::<C>(&told), controlled::<C>(&none));
        assert_eq!((&a, &b), (&c, &d), "{name} with {negative:#x}");
        assert_eq!((counted, zero), (266, 0), "{name}");
    }
}

/// Answers of an underlay behind reports of this delay: until when it holds, its cap, the pause that a packet carries.
fn held<U: Underlay>(table: &mut FlowTable<Fixed, 1, U>, now: Nanos32) -> (Nanos32, Bytes, u32) {
    let (until, cap) = table.held(0, now).unwrap();
    (until, cap, table.on_sent(0, &Sent { now, packet: 0, fresh: Bytes(0) }).unwrap())
}

/// Reports whose delay is negative hold nothing, beside a table that gets none of them; how many were counted.
fn reported<U: Underlay>(name: &str) {
    let control = Fixed::params(&Default::default(), Bytes(1_460)).unwrap();
    let under = U::params(&U::Settings::default()).unwrap();
    for negative in NEGATIVE {
        let mut told = FlowTable::<Fixed, 1, U>::over(control, under);
        let (mut pauses, mut counted) = (0, 0);
        for packet in 0..200 {
            let now = Nanos32(50_000 + 20_000 * packet);
            let pause_at_sent = held(&mut told, now).2;
            let report = |delay: u32| {
                let sent = Nanos32(now.0.wrapping_sub(10_000));
                OrAck { now, packet, sent, received: sent.plus(delay), pause_at_sent }
            };
            let mut other = told;
            if packet % 3 == 1 {
                told.on_or_ack(0, &report(negative)).unwrap();
                counted += 1;
            } else {
                told.on_or_ack(0, &report(90_000)).unwrap();
                other.on_or_ack(0, &report(90_000)).unwrap();
            }
            let soon = now.plus(1_000);
            assert_eq!(held(&mut told, soon), held(&mut other, soon), "{name} with {negative:#x}");
            pauses += u32::from(held(&mut told, soon).0 != soon);
        }
        assert_eq!(told.negative_delays(), counted, "{name}");
        let holds = U::NAME != NoUnderlay::NAME;
        assert_eq!(pauses > 60, holds, "{name}: {pauses}");
    }
}

macro_rules! underlays {
    ($($_:tt $name:ident $path:path;)*) => {
        #[test]
        fn no_underlay_holds_for_a_negative_delay() {
            $(reported::<$path>(stringify!($name));)*
        }
    };
}
freeboard::for_each_underlay!(underlays);

macro_rules! schemes {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        #[test]
        fn no_scheme_is_told_a_negative_sojourn() {
            $(scheme::<freeboard::scheme!($kind $path)>(stringify!($name));)*
        }
    };
}
freeboard::for_each_aqm!(schemes);

macro_rules! controls {
    ($($_:tt $name:ident $path:path;)*) => {
        #[test]
        fn no_control_is_told_a_negative_round_trip() {
            $(control::<$path>(stringify!($name));)*
        }
    };
}
freeboard::for_each_cc!(controls);
