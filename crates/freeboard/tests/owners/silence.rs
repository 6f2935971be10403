//! A set of queues: silence of any length is harmless, queues are apart, and every feature of the list is passed on.

use freeboard::aqm_api::{
    Aqm, Departure, DepthUnit, IDLE_MAX_NS, IDLE_MIN_NS, Nanos32, PortId, QueueId, Verdict,
};
use freeboard::aqm_ecn_sharp::{Compact, EcnSharpSettings};
use freeboard::{AqmId, Holding, Own, QueueSet, Shared, aqm_params};
use freeboard_replay::Random;

use crate::device::{BESIDE, Device, HERE};

type Queues<H> = QueueSet<Compact, 2, 3, H>;

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

#[test]
fn a_queue_that_is_not_there_forwards_and_changes_nothing() {
    let params = Compact::params(&EcnSharpSettings::DEFAULT, DepthUnit::BYTE).unwrap();
    let mut set = Queues::<Own>::with_own(params, Nanos32(5));
    let late = Departure { now: Nanos32(10), sojourn: u32::MAX / 2, ..Departure::default() };
    assert_eq!(set.on_dequeue(PortId(2), QueueId(0), &late), Verdict::Forward);
    assert_eq!(set.on_dequeue(PortId(0), QueueId(3), &late), Verdict::Forward);
    assert!(!set.set_queue_params(PortId(2), QueueId(0), params));
    assert_eq!(set.on_dequeue(PortId(0), QueueId(0), &late), Verdict::Signal);
}

#[test]
fn queues_have_parameters_of_their_own() {
    let params = |ins_target| {
        let settings = EcnSharpSettings { ins_target, ..EcnSharpSettings::DEFAULT };
        Compact::params(&settings, DepthUnit::BYTE).unwrap()
    };
    let mut set = Queues::<Own>::with_own(params(1_000), Nanos32(0));
    assert!(set.set_queue_params(PortId(1), QueueId(2), params(5_000)));
    let departure = Departure { now: Nanos32(10), sojourn: 2_000, ..Departure::default() };
    assert_eq!(set.on_dequeue(PortId(1), QueueId(1), &departure), Verdict::Signal);
    assert_eq!(set.on_dequeue(PortId(1), QueueId(2), &departure), Verdict::Forward);
    let mut shared = Queues::<Shared>::new(params(1_000), Nanos32(0));
    assert_eq!(shared.on_dequeue(PortId(1), QueueId(1), &departure), Verdict::Signal);
    shared.set_params(params(5_000));
    for queue in [0, 1, 2].map(QueueId) {
        assert_eq!(shared.on_dequeue(PortId(0), queue, &departure), Verdict::Forward);
    }
}

/// Bytes that a queue more takes in a set of one port.
fn bytes_per_queue<A: Aqm, H: Holding<A>>() -> usize {
    size_of::<QueueSet<A, 1, 9, H>>() - size_of::<QueueSet<A, 1, 8, H>>()
}

macro_rules! every_size {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        /// State and the time of the last packet, which the README counts, and parameters only where a queue has its own.
        #[test]
        fn shared_parameters_take_no_bytes_of_a_queue() {
            $({
                type Scheme = freeboard::scheme!($kind $path);
                let state = size_of::<<Scheme as Aqm>::Queue>() + 4;
                assert_eq!(bytes_per_queue::<Scheme, Shared>(), state, stringify!($name));
                let own = state + size_of::<<Scheme as Aqm>::Params>();
                assert_eq!(bytes_per_queue::<Scheme, Own>(), own.next_multiple_of(4), stringify!($name));
            })*
        }
    };
}
freeboard::for_each_aqm!(every_size);

#[test]
fn a_queue_of_ecn_sharp_takes_20_bytes() {
    assert_eq!((bytes_per_queue::<Compact, Shared>(), bytes_per_queue::<Compact, Own>()), (20, 56));
}

#[test]
fn every_feature_of_the_list_is_passed_on() {
    let list = include_str!("../../../registry/Cargo.toml");
    let own = include_str!("../../Cargo.toml");
    let features = list.lines().filter_map(|line| line.split_once(" = [\"dep:freeboard-"));
    let missing: Vec<&str> = features
        .map(|(feature, _)| feature)
        .filter(|feature| !own.contains(&format!("\n{feature} = [\"freeboard-registry/{feature}\"]\n")))
        .collect();
    assert_eq!(missing, [""; 0]);
}
