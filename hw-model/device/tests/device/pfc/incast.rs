//! 128 senders into one port: nothing is lost at any profile's headroom.

use super::network::Incast;
use freeboard_device::mmu::{GroupId, IngressCharge, MemoryLimit, MemoryProfile, PacketMemory, profiles};
use freeboard_device::pfc::{Link, PauseStats};

const SENDERS: u16 = 128;
/// Pauses of 8192 quanta, so that long ones have to be repeated.
const QUANTA: u16 = 8192;

/// Twice what a sender can place in the shared pool, and a headroom.
fn burst(memory: &PacketMemory, profile: &MemoryProfile) -> u64 {
    let alpha = 2f64.powi(profile.value(MemoryLimit::LosslessAlpha));
    let shared = f64::from(memory.ingress().shared_size().0 * profile.unit().bytes());
    (2.0 * alpha * shared / (1.0 + alpha * f64::from(SENDERS))) as u64 + 50_000
}

fn run(profile: &MemoryProfile, claimed: Link, real: Link) -> Incast {
    let memory = profile.lossless(SENDERS, claimed, QUANTA).unwrap();
    let burst = burst(&memory, profile);
    let mut incast = Incast::new(memory, real, QUANTA, SENDERS, burst);
    incast.run();
    incast
}

fn pauses(incast: &Incast) -> Vec<PauseStats> {
    (0..SENDERS).map(|group| incast.memory.pauses(GroupId(group))).collect()
}

fn check_lossless(profile: &MemoryProfile) {
    let link = profile.split_link();
    let incast = run(profile, link, link);
    let (name, stats) = (profile.name, pauses(&incast));
    let longest = stats.iter().map(|group| group.longest_ps).max().unwrap();
    let sum = |of: fn(&PauseStats) -> u32| stats.iter().map(of).sum::<u32>();
    println!(
        "{name}: {} Mb/s, {} B delivered, {} pauses, {} repeats, longest {} us, mean {} us of {} us",
        link.mbps,
        incast.delivered,
        sum(|group| group.pauses),
        sum(|group| group.refreshes),
        longest / 1_000_000,
        stats.iter().map(|group| group.paused_ps).sum::<u64>() / 1_000_000 / u64::from(SENDERS),
        incast.now / 1_000_000
    );
    assert_eq!(incast.lost, 0, "{name}");
    assert!(stats.iter().all(|group| group.pauses > 0), "{name}: a sender was never paused");
    assert!(sum(|group| group.refreshes) > 0, "{name}: no pause was repeated");
    // Every pause ended, and none outlasted the draining of all the memory.
    assert!(stats.iter().all(|group| group.pauses == group.resumes), "{name}");
    let drain = link.transmission_ps(profile.total().0);
    assert!(longest <= drain, "{name}: {longest} ps against {drain}");
    // A drained memory is empty on both sides.
    assert_eq!((incast.memory.egress().pool_depth().0, incast.memory.ingress().shared_depth().0), (0, 0));
    for group in (0..SENDERS).map(GroupId) {
        assert_eq!(incast.memory.ingress().group_depth(group, IngressCharge::Headroom).0, 0);
    }
}

#[test]
fn trident2_like_loses_nothing() {
    check_lossless(&profiles::trident2_like());
}

#[test]
fn tomahawk_like_loses_nothing() {
    check_lossless(&profiles::tomahawk_like());
}

#[test]
fn tofino_1_like_loses_nothing() {
    check_lossless(&profiles::tofino_1_like());
}

#[test]
fn tofino_2_like_loses_nothing() {
    check_lossless(&profiles::tofino_2_like());
}

/// The model can lose: headroom for a shorter cable, or for larger frames, is not enough.
#[test]
fn headroom_for_another_link_loses() {
    let profile = profiles::tofino_1_like();
    let link = profile.split_link();
    let near = Link { cable_m: 0, ..link };
    let far = Link { cable_m: 2000, ..link };
    assert!(run(&profile, near, far).lost > 0, "2 km of cable with the headroom of none");
    let trident = profiles::trident2_like();
    let large = Link { frame_min: trident.split_link().frame_max, ..trident.split_link() };
    assert!(run(&trident, large, trident.split_link()).lost > 0, "small frames waste cells");
}
