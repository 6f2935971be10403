//! A clock that is set, by 1 us to 10 s in either direction: what every scheme decides behind the step, under settings at their
//! defaults and at the ends of their ranges.
//!
//! The bound is the same for all: none of their intervals. Told of the step, a queue decides like a fresh one from the next packet
//! on. Otherwise it does so from the next packet on that was in a queue when the clock went back, or from the next tick on.

use freeboard::aqm_api::{
    Aqm, Arrival, Decision, Departure, DepthUnit, FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND,
    Nanos32, NotEct, ParamError, Preset, Scope, Settings, State, Verdict, Words,
};
use freeboard::aqm_ecn_sharp::{Compact, EcnSharpSettings};
use freeboard::{AqmId, TICK_MAX_NS, aqm_params};
use freeboard_replay::Random;

use crate::device::{BESIDE, Device, HERE};

/// Steps \[ns\]: from a servo's to a clock's that was never set.
const STEPS: [i64; 9] = [
    1_000,
    30_000,
    1_000_000,
    100_000_000,
    300_000_000,
    1_000_000_000,
    2_500_000_000,
    4_000_000_000,
    10_000_000_000,
];

/// The shortest step forwards that a tick shows \[ns\]: two of the longest times between ticks.
const SHOWN: i64 = 2 * TICK_MAX_NS as i64;

/// The shortest step back that a packet shows \[ns\], and the shortest that seems one forwards.
const SHOWN_BACK: core::ops::Range<u32> = (1 << 16) + 1..1 << 31;

/// Parameters at the defaults, then with each setting at its smallest and largest where the others allow it.
fn all_params<A: Aqm>() -> Vec<A::Params> {
    let default = A::Settings::from_values(&[]).unwrap();
    let ends = (0..)
        .zip(A::Settings::FIELDS)
        .flat_map(|(at, field)| [field.min, field.max].map(|value| default.with(FieldId(at), value)));
    let settings = [default].into_iter().chain(ends.flatten());
    settings.filter_map(|settings| A::params(&settings, DepthUnit::BYTE).ok()).collect()
}

/// A queue that is full and stands, another beside it, then the step.
fn stepped<A: Aqm>(params: A::Params, by: i64) -> Device<A> {
    let mut device = Device::<A>::new(params, 1 << 40);
    let _ = device.burst(1);
    device.set.on_tick(Nanos32(device.now as u32));
    device.packet(HERE, (1 << 22, 1 << 20), 9);
    device.packet(BESIDE, (1 << 22, 1 << 20), 9);
    device.now = device.now.wrapping_add_signed(by);
    device
}

/// The set decides like a fresh one from now on, behind silences too.
fn is_fresh<A: Aqm>(device: Device<A>, params: A::Params, what: &str) {
    is_fresh_behind(device, params, what, |_| ());
}

/// The same behind the same packets.
fn is_fresh_behind<A: Aqm>(mut device: Device<A>, params: A::Params, what: &str, same: fn(&mut Device<A>)) {
    device.ticked = device.now;
    let mut fresh = Device::<A>::new(params, device.now);
    [&mut device, &mut fresh].into_iter().for_each(same);
    let name = format!("{}/{} {what}: {params:?}", A::META.name, A::META.variant);
    assert_eq!(device.burst(2), fresh.burst(2), "{name}");
    let random = Random::new(3);
    [&mut device, &mut fresh].into_iter().for_each(|it| it.pass(3_000_000_000, &mut random.clone()));
    assert_eq!(device.burst(4), fresh.burst(4), "{name}, behind a silence");
}

/// How many settings were tried.
fn survives<A: Aqm>() -> usize {
    let all = all_params::<A>();
    for by in STEPS.into_iter().flat_map(|step| [step, -step]) {
        for params in all.iter().copied() {
            let mut told = stepped::<A>(params, by);
            told.set.on_clock_step(Nanos32(told.now as u32));
            is_fresh(told, params, &format!("told of {by} ns"));
            // Neither told nor ticked: a packet leaves that arrived just before the step.
            if SHOWN_BACK.contains(&((-by) as u32)) {
                let name = format!("a packet shows {by} ns");
                is_fresh_behind(stepped::<A>(params, by), params, &name, |device| {
                    device.packet(HERE, (1 << 31, 1 << 20), 9);
                });
            }
            if by > 0 && by < SHOWN {
                continue;
            }
            // No packet comes before the tick, which is stamped before the last one or long after it.
            let mut noticed = stepped::<A>(params, by);
            noticed.now += (by.unsigned_abs() / 2).min(u64::from(TICK_MAX_NS) / 2);
            noticed.set.on_tick(Nanos32(noticed.now as u32));
            is_fresh(noticed, params, &format!("a tick shows {by} ns"));
        }
    }
    all.len()
}

macro_rules! every_scheme {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        #[test]
        fn a_clock_that_was_set_leaves_every_scheme_as_fresh() {
            let tried = [$(survives::<freeboard::scheme!($kind $path)>()),*];
            assert_eq!(AqmId::ALL.len(), tried.len());
            assert!(tried.iter().sum::<usize>() > 4 * tried.len(), "{tried:?}");
        }
    };
}
freeboard::for_each_aqm!(every_scheme);

/// A time in each scope: no scheme of the registry has one in the port's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Deadline {
    set: u32,
    at: Nanos32,
}

impl State for Deadline {
    fn canonical(&self, words: &mut Words) {
        words.push(self.set);
        words.push(self.at.0);
    }
}

impl Deadline {
    /// Whether it has passed; the first call sets it.
    fn passes(&mut self, now: Nanos32) -> bool {
        let due = self.set != 0 && now.is_at_or_after(self.at);
        if due || self.set == 0 {
            *self = Self { set: 1, at: now.plus(10_000) };
        }
        due
    }
}

/// Signals when one of three deadlines passes.
struct Deadlines;

impl Aqm for Deadlines {
    const META: Meta = Meta {
        name: "deadlines",
        variant: "test",
        summary: "",
        source: "",
        kind: Kind::Exact,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::SOJOURN),
        resolution_ns: NANOSECOND,
        longest_gap_ns: 1 << 31,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[],
    };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = ();
    type Pipe = Deadline;
    type Port = Deadline;
    type Queue = Deadline;

    fn params(&(): &(), _: DepthUnit) -> Result<(), ParamError> {
        Ok(())
    }

    fn on_enqueue(&(): &(), _: Scope<'_, Self>, _: &Arrival) -> Decision {
        Decision::FORWARD
    }

    fn on_dequeue(&(): &(), scope: Scope<'_, Self>, departure: &Departure) -> Decision {
        let [pipe, port, queue] =
            [scope.pipe, scope.port, scope.queue].map(|deadline| deadline.passes(departure.now));
        Verdict::signal_if(pipe | port | queue).into()
    }
}

#[test]
fn state_of_every_scope_is_renewed() {
    assert_eq!(survives::<Deadlines>(), 1);
}

/// Marks of a standing queue under ECN#, between both targets, before a clock goes back by a second and behind it.
fn marks(behind: impl FnOnce(&mut Device<Compact>)) -> [usize; 2] {
    let params = aqm_params::<Compact>(&[], DepthUnit::BYTE).unwrap();
    let EcnSharpSettings { pst_target, ins_target, .. } = EcnSharpSettings::DEFAULT;
    let stand = |device: &mut Device<Compact>| {
        let of = |device: &mut Device<Compact>| {
            device.now += 1_000;
            device.packet(HERE, ((pst_target + ins_target) / 2, 100_000), 0)[1] == Verdict::Signal
        };
        (0..5_000).filter(|_| of(device)).count()
    };
    let mut device = Device::<Compact>::new(params, 1 << 40);
    let before = stand(&mut device);
    device.set.on_tick(Nanos32(device.now as u32));
    device.now -= 1_000_000_000;
    behind(&mut device);
    [before, stand(&mut device)]
}

#[test]
fn a_clock_that_went_back_blinds_no_scheme_whose_owner_knows() {
    let [before, told] = marks(|device| device.set.on_clock_step(Nanos32(device.now as u32)));
    let [_, ticked] = marks(|device| device.set.on_tick(Nanos32(device.now as u32)));
    assert!(before > 10 && told >= before - 1 && ticked == told, "{before} {told} {ticked}");
}

/// Stamps of a packet that differ by a little, as those of two stages do, are no step.
#[test]
fn a_stamp_slightly_before_the_last_one_is_no_step() {
    let is_kept = |back: u32| {
        let mut device = Device::<Deadlines>::new((), 1 << 40);
        let words = |device: &Device<Deadlines>| {
            let mut words = Words::new();
            device.set.canonical(HERE.0, HERE.1, &mut words);
            // Those of the queue, behind the pipe's and the port's, which its neighbour moves.
            words.as_slice()[4..].to_vec()
        };
        device.packet(HERE, (0, 0), 9);
        let before = words(&device);
        device.packet(BESIDE, (back.wrapping_neg(), 0), 9);
        words(&device) == before
    };
    assert!(is_kept(0) && is_kept(SHOWN_BACK.start - 1));
    assert!(!is_kept(SHOWN_BACK.start) && !is_kept(SHOWN_BACK.end - 1));
    assert!(is_kept(SHOWN_BACK.end + 1), "the largest difference is one forwards, which only a tick shows");
}

/// A timer that is late does no harm: the set keeps its state as long as ticks come within the time that shows a step.
#[test]
fn a_late_tick_is_no_step() {
    let words = |late: u32| {
        let params = aqm_params::<Compact>(&[], DepthUnit::BYTE).unwrap();
        let mut device = Device::<Compact>::new(params, 1 << 40);
        let _ = device.burst(1);
        device.set.on_tick(Nanos32(device.now as u32));
        device.packet(HERE, (1 << 22, 1 << 20), 9);
        device.set.on_tick(Nanos32(device.now as u32).plus(late));
        let mut words = Words::new();
        device.set.canonical(HERE.0, HERE.1, &mut words);
        // Behind the two words of the clock, which goes on.
        words.as_slice()[2..].to_vec()
    };
    let kept = words(1);
    assert_eq!(words(2 * TICK_MAX_NS - 1), kept);
    assert_ne!(words(2 * TICK_MAX_NS), kept);
}
