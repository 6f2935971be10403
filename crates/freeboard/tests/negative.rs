//! Negative times: each scheme and control decides as if it had not been told one, and its owner counts it.

use freeboard::aqm_api::{Aqm, Arrival, Bytes, Departure, DepthUnit, Ecn, Nanos32, PortId, QueueId, Words};
use freeboard::cc_api::{Ack, CongestionControl, Event, Seq32};
use freeboard::{FlowTable, QueueSet};

/// Times from -1 ns to the farthest that 32 bits have.
const NEGATIVE: [u32; 5] = [0xffff_ffff, 0xffff_fe0c, 0xfff0_0000, 0x9000_0000, 0x8000_0000];

/// Decisions and state of a queue whose packets leave after these times.
fn marked<A: Aqm>(sojourns: &[u32]) -> (Vec<u32>, Vec<u32>, u32) {
    let params = A::params(&A::Settings::default(), DepthUnit::BYTE).unwrap();
    let mut set = QueueSet::<A, 1, 1>::new(params, Nanos32(1_000));
    let mut decisions = Vec::new();
    for (at, sojourn) in sojourns.iter().enumerate() {
        let now = Nanos32(1_000 + 1_200 * at as u32);
        let base = Arrival {
            now,
            size: Bytes(1_500),
            depth: 3_000,
            port_depth: 3_000,
            ecn: Ecn::ECT0,
            ..Arrival::default()
        };
        decisions.push(set.on_enqueue(PortId(0), QueueId(0), &base).verdict as u32);
        let departure = Departure {
            now,
            sojourn: *sojourn,
            size: Bytes(1_500),
            depth: 3_000,
            port_depth: 3_000,
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
        assert_eq!((&a, &b), (&c, &d), "{name} with {negative:#x}");
        assert_eq!((counted, zero), (133, 0), "{name}");
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
