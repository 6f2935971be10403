//! Memory filled with 0 is fresh state, memory filled with anything else is some state, and numbers of the interface are those of the
//! header.
#![expect(unsafe_code, reason = "what C hands over is memory")]

use core::mem::MaybeUninit;
use freeboard_aqm_api::{Aqm, Arrival, Bytes, Departure, DepthUnit, Ecn, Nanos32, Scope, State, Words};
use freeboard_cc_api::{CongestionControl, OrAck, Sent, Underlay};
use freeboard_registry::{for_each_aqm, for_each_cc, for_each_underlay};
use freeboard_replay::{EventWords, Random};

/// States tried of each kind; Miri takes a thousand times as long for one.
const STATES: u32 = if cfg!(miri) { 1 } else { 512 };

fn zero_is_fresh<T: Default + PartialEq + core::fmt::Debug>(name: &str) {
    // SAFETY: the claim under test; every state is integers.
    let zero = unsafe { MaybeUninit::<T>::zeroed().assume_init() };
    assert_eq!(zero, T::default(), "{name}");
}

macro_rules! schemes {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        $({
            type Own = freeboard_registry::scheme!($kind $path);
            zero_is_fresh::<<Own as Aqm>::Pipe>(stringify!($name));
            zero_is_fresh::<<Own as Aqm>::Port>(stringify!($name));
            zero_is_fresh::<<Own as Aqm>::Queue>(stringify!($name));
        })*
    };
}

macro_rules! flows {
    ($($_:tt $name:ident $path:path;)*) => { $(zero_is_fresh::<$path>(stringify!($name));)* };
}

#[test]
fn memory_filled_with_0_is_fresh_state() {
    for_each_aqm!(schemes);
    for_each_cc!(flows);
    for_each_underlay!(flows);
}

/// A state of which every bit is one or the other.
fn any<T>(random: &mut Random) -> T {
    let mut state = MaybeUninit::<T>::zeroed();
    let bytes: *mut u8 = state.as_mut_ptr().cast();
    for at in 0..size_of::<T>() {
        // SAFETY: within the state.
        unsafe { bytes.add(at).write(random.word() as u8) };
    }
    // SAFETY: the claim under test: a state is integers, whose every value is legal. Miri objects to others.
    unsafe { state.assume_init() }
}

/// A time, a length, a number: as likely small as large.
fn value(random: &mut Random) -> u32 {
    random.word() >> random.below(32)
}

fn any_scheme<A: Aqm>() {
    let Ok(params) = A::params(&A::Settings::default(), DepthUnit::BYTE) else {
        panic!("defaults are refused")
    };
    let mut random = Random::new(1);
    for _ in 0..STATES {
        let (mut pipe, mut port, mut queue) =
            (any::<A::Pipe>(&mut random), any::<A::Port>(&mut random), any::<A::Queue>(&mut random));
        for call in 0..6 {
            let mut scope: Scope<'_, A> = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
            let (now, now_high, random_word) = (Nanos32(random.word()), random.word() as u16, random.word());
            let (size, depth, ecn) = (Bytes(value(&mut random)), value(&mut random), Ecn::ECT0);
            let (port_depth, pool_depth) = (value(&mut random), value(&mut random));
            let arrival =
                Arrival { now, now_high, size, depth, port_depth, pool_depth, ecn, random: random_word };
            A::on_enqueue(&params, scope.again(), &arrival);
            let sojourn = value(&mut random) >> 1;
            let departure = Departure {
                now,
                now_high,
                sojourn,
                size,
                depth,
                port_depth,
                pool_depth,
                ecn,
                random: random_word,
            };
            A::on_dequeue(&params, scope.again(), &departure);
            let mut words = Words::new();
            scope.pipe.canonical(&mut words);
            scope.port.canonical(&mut words);
            scope.queue.canonical(&mut words);
            if call == 4 {
                A::on_idle(&params, scope, now);
            }
        }
    }
}

fn any_flow<C: CongestionControl>() {
    let Ok(params) = C::params(&C::Settings::default(), Bytes(1_460)) else { panic!("defaults are refused") };
    let mut random = Random::new(2);
    for _ in 0..STATES {
        let state = any::<C>(&mut random);
        for kind in 0..EventWords::KINDS {
            // Each kind meets the state first once.
            let mut flow = state;
            for kind in [kind, random.below(EventWords::KINDS)] {
                let mut columns: [u32; EventWords::COLUMNS] = core::array::from_fn(|_| value(&mut random));
                columns[0] = kind;
                let words = EventWords::new(columns).without_negative_rtt();
                let stack = words.stack();
                flow.on_event(&params, &words.event(&stack));
                flow.control(&params);
                flow.slow_start_threshold();
                flow.canonical(&mut Words::new());
            }
        }
    }
}

fn any_underlay<U: Underlay>() {
    let Ok(params) = U::params(&U::Settings::default()) else { panic!("defaults are refused") };
    let mut random = Random::new(3);
    for _ in 0..STATES {
        let mut flow = any::<U>(&mut random);
        for _ in 0..4 {
            let (now, packet) = (Nanos32(random.word()), random.word());
            let sent = now.plus(value(&mut random));
            let received = sent.plus(value(&mut random));
            flow.on_or_ack(&params, &OrAck { now, packet, sent, received, pause_at_sent: random.word() });
            flow.on_sent(&params, &Sent { now, packet, fresh: Bytes(value(&mut random)) });
            flow.on_ack(&params, now, Bytes(value(&mut random)));
            flow.release(&params, now);
            flow.in_flight_cap(&params);
            if let Some(seen) = flow.remember(now) {
                let _ = U::starting_from(&params, now, &seen);
            }
            flow.canonical(&mut Words::new());
        }
    }
}

macro_rules! any_of_schemes {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => { $(any_scheme::<freeboard_registry::scheme!($kind $path)>();)* };
}

macro_rules! any_of_flows {
    ($($_:tt $name:ident $path:path;)*) => { $(any_flow::<$path>();)* };
}

macro_rules! any_of_underlays {
    ($($_:tt $name:ident $path:path;)*) => { $(any_underlay::<$path>();)* };
}

#[test]
fn memory_filled_with_anything_is_some_state() {
    for_each_aqm!(any_of_schemes);
    for_each_cc!(any_of_flows);
    for_each_underlay!(any_of_underlays);
}

#[test]
fn the_header_has_the_numbers_of_the_interface() {
    use freeboard_c::Refused;
    let header = include_str!("../include/freeboard.h");
    for (name, number) in [
        ("FREEBOARD_VERSION", freeboard_c::VERSION),
        ("FREEBOARD_REFUSED_SIZE", Refused::Size as u32),
        ("FREEBOARD_REFUSED_VERSION", Refused::Version as u32),
        ("FREEBOARD_REFUSED_MEASURE", Refused::Measure as u32),
        ("FREEBOARD_REFUSED_PRESET", Refused::Preset as u32),
        ("FREEBOARD_REFUSED_NULL", Refused::Null as u32),
    ] {
        let line = format!("#define {name} UINT32_C(0x{number:05x})");
        assert!(header.contains(&line), "{line}");
    }
}
