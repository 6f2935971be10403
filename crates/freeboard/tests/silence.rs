//! A set of queues: silence of any length is harmless, queues are apart, and every feature of the list is passed on.

use freeboard::aqm_api::{
    Aqm, Arrival, Bytes, Decision, Departure, DepthUnit, Ecn, IDLE_MAX_NS, IDLE_MIN_NS, Nanos32, PortId,
    QueueId, Verdict,
};
use freeboard::aqm_ecn_sharp::{Compact, EcnSharpSettings};
use freeboard::{AqmId, QueueSet, TICK_MAX_NS, aqm_params};
use freeboard_replay::Random;

type Set<A> = QueueSet<A, 2, 3>;

/// Where a queue is.
type Place = (PortId, QueueId);
const HERE: Place = (PortId(1), QueueId(2));
const BESIDE: Place = (PortId(1), QueueId(1));

/// A set with its time.
#[derive(Clone)]
struct Device<A: Aqm> {
    set: Set<A>,
    now: u64,
    ticked: u64,
}

impl<A: Aqm> Device<A> {
    fn new(params: A::Params, now: u64) -> Self {
        Self { set: Set::new(params, Nanos32(now as u32)), now, ticked: now }
    }

    /// Moves time on; the timer is late at times.
    fn pass(&mut self, nanos: u64, random: &mut Random) {
        let end = self.now + nanos;
        loop {
            let next = self.ticked + u64::from(TICK_MAX_NS / 2 + random.below(TICK_MAX_NS / 2));
            if next > end {
                break;
            }
            self.ticked = next;
            self.set.on_tick(Nanos32(next as u32));
        }
        self.now = end;
    }

    // The hooks are inlined wherever this is: once is enough for the compiler.
    #[inline(never)]
    fn packet(&mut self, (port, queue): Place, (sojourn, depth): (u32, u32), random: u32) -> [Decision; 2] {
        let (now, now_high) = (Nanos32(self.now as u32), (self.now >> 32) as u16);
        let (size, ecn) = (Bytes(1500), Ecn::ECT0);
        let (port_depth, pool_depth) = (depth, depth);
        let arrival = Arrival { now, now_high, size, depth, port_depth, pool_depth, ecn, random };
        let departure =
            Departure { now, now_high, sojourn, size, depth, port_depth, pool_depth, ecn, random };
        [self.set.on_enqueue(port, queue, &arrival), self.set.on_dequeue(port, queue, &departure)]
    }

    fn burst(&mut self, seed: u64) -> Vec<[Verdict; 2]> {
        let mut random = Random::new(seed);
        let gap = 1 + u64::from(random.below(4_000));
        let packet = |at: u32| {
            self.now += gap;
            let depth = 200_000.min(at * 1500).min((399 - at) * 1500);
            self.packet(HERE, (depth / 2, depth), random.word()).map(|decision| decision.verdict)
        };
        (0..400).map(packet).collect()
    }
}

/// A silence is as likely short as long.
fn any_silence(random: &mut Random) -> u64 {
    (u64::from(random.word()) * 4) >> random.below(34)
}

/// After a silence of a second or more a queue decides like a fresh one, whatever the queue beside it does; after one too short
/// for a call as without a timer; between, like either.
fn holds<A: Aqm + Clone>() {
    let Ok(params) = aqm_params::<A>(&[], DepthUnit::BYTE) else { panic!("defaults are refused") };
    let mut random = Random::new(7);
    for round in 0..24 {
        let mut device = Device::<A>::new(params, (1 << 40) + u64::from(random.word()));
        let _ = device.burst(round);
        device.packet(HERE, (1 << 22, 1 << 20), random.word());
        device.packet(HERE, (1 << 22, 0), random.word());
        let silence = any_silence(&mut random);
        let mut alone = Device { now: device.now + silence, ..device.clone() };
        let end = device.now + silence;
        while round % 2 == 0 && silence > u64::from(IDLE_MAX_NS) && device.now + 100_000_000 < end {
            device.pass(100_000_000, &mut random);
            device.packet(BESIDE, (1 << 22, 1 << 20), random.word());
        }
        device.pass(end - device.now, &mut random);
        let mut fresh = Device::<A>::new(params, device.now);
        let (decided, alone, fresh) = (device.burst(round), alone.burst(round), fresh.burst(round));
        let right = if silence < u64::from(IDLE_MIN_NS) {
            decided == alone
        } else {
            decided == fresh || silence <= u64::from(IDLE_MAX_NS) && decided == alone
        };
        assert!(right, "{}/{} after {silence} ns", A::META.name, A::META.variant);
    }
}

macro_rules! every_scheme {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        #[test]
        fn silence_is_safe_in_a_set_of_every_scheme() {
            assert_eq!(AqmId::ALL.len(), [$(holds::<freeboard::scheme!($kind $path)>()),*].len());
        }
    };
}
freeboard::for_each_aqm!(every_scheme);

/// A clock that was set, by 1 us to 10 s in either direction: every queue decides like a fresh one once the owner is told, and
/// the clock turns on from there.
fn survives_steps<A: Aqm + Clone>() {
    let Ok(params) = aqm_params::<A>(&[], DepthUnit::BYTE) else { panic!("defaults are refused") };
    for step in [1_000_i64, 1_000_000, 300_000_000, 1_000_000_000, 4_000_000_000, 10_000_000_000] {
        for by in [step, -step] {
            let mut device = Device::<A>::new(params, 1 << 40);
            let _ = device.burst(1);
            device.packet(HERE, (1 << 22, 1 << 20), 9);
            device.now = device.now.wrapping_add_signed(by);
            device.ticked = device.now;
            device.set.on_clock_step(Nanos32(device.now as u32));
            let mut fresh = Device::<A>::new(params, device.now);
            let name = format!("{}/{} by {by} ns", A::META.name, A::META.variant);
            assert_eq!(device.burst(2), fresh.burst(2), "{name}");
            // Silences are found as before.
            let random = Random::new(3);
            [&mut device, &mut fresh].into_iter().for_each(|it| it.pass(3_000_000_000, &mut random.clone()));
            assert_eq!(device.burst(4), fresh.burst(4), "{name}, behind a silence");
        }
    }
}

macro_rules! every_step {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        #[test]
        fn a_clock_that_was_set_leaves_every_scheme_as_fresh() {
            assert_eq!(AqmId::ALL.len(), [$(survives_steps::<freeboard::scheme!($kind $path)>()),*].len());
        }
    };
}
freeboard::for_each_aqm!(every_step);

/// The reason for the call: ECN# forwards a standing queue for as long as the clock went back.
#[test]
fn without_the_call_a_clock_that_went_back_blinds_a_scheme() {
    let params = Compact::params(&EcnSharpSettings::DEFAULT, DepthUnit::BYTE).unwrap();
    let marks = |told: bool| {
        let mut device = Device::<Compact>::new(params, 1 << 40);
        // Persistent marking: above pst_target, below ins_target.
        let stand = |device: &mut Device<Compact>| {
            let of = |device: &mut Device<Compact>| {
                device.now += 1_000;
                device.packet(HERE, (150_000, 100_000), 0)[1] == Verdict::Signal
            };
            (0..5_000).filter(|_| of(device)).count()
        };
        let before = stand(&mut device);
        device.now -= 1_000_000_000;
        device.ticked = device.now;
        if told {
            device.set.on_clock_step(Nanos32(device.now as u32));
        }
        (before, stand(&mut device))
    };
    let (before, told) = marks(true);
    assert!(before > 10 && told >= before - 1, "{before} {told}");
    assert_eq!(marks(false), (before, 0));
}

#[test]
fn a_queue_that_is_not_there_forwards_and_changes_nothing() {
    let params = Compact::params(&EcnSharpSettings::DEFAULT, DepthUnit::BYTE).unwrap();
    let mut set = Set::<Compact>::new(params, Nanos32(5));
    let late = Departure { now: Nanos32(10), sojourn: u32::MAX / 2, ..Departure::default() };
    assert_eq!(set.on_dequeue(PortId(2), QueueId(0), &late), Verdict::Forward);
    assert_eq!(set.on_dequeue(PortId(0), QueueId(3), &late), Verdict::Forward);
    assert!(!set.set_params(PortId(2), QueueId(0), params));
    assert_eq!(set.on_dequeue(PortId(0), QueueId(0), &late), Verdict::Signal);
}

#[test]
fn queues_have_parameters_of_their_own() {
    let params = |ins_target| {
        let settings = EcnSharpSettings { ins_target, ..EcnSharpSettings::DEFAULT };
        Compact::params(&settings, DepthUnit::BYTE).unwrap()
    };
    let mut set = Set::<Compact>::new(params(1_000), Nanos32(0));
    assert!(set.set_params(PortId(1), QueueId(2), params(5_000)));
    let departure = Departure { now: Nanos32(10), sojourn: 2_000, ..Departure::default() };
    assert_eq!(set.on_dequeue(PortId(1), QueueId(1), &departure), Verdict::Signal);
    assert_eq!(set.on_dequeue(PortId(1), QueueId(2), &departure), Verdict::Forward);
}

#[test]
fn every_feature_of_the_list_is_passed_on() {
    let list = include_str!("../../registry/Cargo.toml");
    let own = include_str!("../Cargo.toml");
    let features = list.lines().filter_map(|line| line.split_once(" = [\"dep:freeboard-"));
    let missing: Vec<&str> = features
        .map(|(feature, _)| feature)
        .filter(|feature| !own.contains(&format!("\n{feature} = [\"freeboard-registry/{feature}\"]\n")))
        .collect();
    assert_eq!(missing, [""; 0]);
}
