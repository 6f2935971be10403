//! ECN# called through the owner of a set of queues, and its idle hook, to be compared with ECN# written by hand.

use crate::entry::{BY_HAND, Entry, Hook, no_words, refused, settings};
use freeboard::aqm_api::{Aqm, Departure, DepthUnit, Nanos32, PortId, QueueId};
use freeboard::aqm_ecn_sharp::Compact;
use freeboard::{AqmInstance, QueueSet};

/// Ports of a small switch with a queue per class.
type Set = QueueSet<Compact, 4, 8>;

/// # Safety
/// `placed` is memory for a [`Set`], `values` is `count` words.
unsafe extern "C" fn place_set(placed: *mut u8, values: *const u32, count: u32) -> u32 {
    // SAFETY: the caller's contract.
    let params =
        unsafe { settings(values, count) }.and_then(|settings| Compact::params(&settings, DepthUnit::BYTE));
    match params {
        // SAFETY: the caller's contract.
        Ok(params) => unsafe { placed.cast::<Set>().write(Set::new(params, Nanos32(0))) },
        Err(error) => return refused(error),
    }
    0
}

/// # Safety
/// `placed` is memory for an instance, `values` is `count` words.
unsafe extern "C" fn place_one(placed: *mut u8, values: *const u32, count: u32) -> u32 {
    // SAFETY: the caller's contract.
    let params =
        unsafe { settings(values, count) }.and_then(|settings| Compact::params(&settings, DepthUnit::BYTE));
    match params {
        // SAFETY: the caller's contract.
        Ok(params) => unsafe { placed.cast::<AqmInstance<Compact>>().write(AqmInstance::new(params)) },
        Err(error) => return refused(error),
    }
    0
}

/// A queue that the caller knows when it is compiled.
///
/// # Safety
/// `placed` is a [`Set`].
#[unsafe(link_section = ".text.freeboard_hot")]
unsafe extern "C" fn dequeue_owned(
    placed: *mut u8,
    now: u32,
    sojourn: u32,
    _: u32,
    _: u32,
    _: u32,
    _: u32,
    _: u32,
) -> u32 {
    // SAFETY: the caller's contract.
    let set = unsafe { &mut *placed.cast::<Set>() };
    let departure = Departure { now: Nanos32(now), sojourn, ..Departure::default() };
    set.on_dequeue(PortId(1), QueueId(2), &departure).verdict as u32
}

/// A queue by numbers that come with the packet: the top bits of depth and size, which are 0 here.
///
/// # Safety
/// `placed` is a [`Set`].
#[unsafe(link_section = ".text.freeboard_hot")]
unsafe extern "C" fn dequeue_indexed(
    placed: *mut u8,
    now: u32,
    sojourn: u32,
    depth: u32,
    size: u32,
    _: u32,
    _: u32,
    _: u32,
) -> u32 {
    // SAFETY: the caller's contract.
    let set = unsafe { &mut *placed.cast::<Set>() };
    let departure = Departure { now: Nanos32(now), sojourn, ..Departure::default() };
    let (port, queue) = (PortId((depth >> 29) as u16), QueueId((size >> 28) as u16));
    set.on_dequeue(port, queue, &departure).verdict as u32
}

/// # Safety
/// `placed` is an instance.
#[unsafe(link_section = ".text.freeboard_hot")]
unsafe extern "C" fn idle(placed: *mut u8, now: u32, _: u32, _: u32, _: u32, _: u32, _: u32, _: u32) -> u32 {
    // SAFETY: the caller's contract.
    unsafe { &mut *placed.cast::<AqmInstance<Compact>>() }.on_idle(Nanos32(now));
    0
}

const fn of_set(number: u32, hook: Hook) -> Entry {
    let (placed_bytes, state_bytes) = (size_of::<Set>() as u32, 0);
    Entry {
        kind: 2,
        number,
        placed_bytes,
        state_bytes,
        place: place_set,
        first: hook,
        second: hook,
        words: no_words,
    }
}

/// A queue known when it is compiled.
const OWNED: Entry = of_set(1, Hook { packet: dequeue_owned });
/// A queue by its numbers.
const INDEXED: Entry = of_set(2, Hook { packet: dequeue_indexed });
/// The idle hook.
const IDLE: Entry = Entry {
    placed_bytes: size_of::<AqmInstance<Compact>>() as u32,
    place: place_one,
    ..of_set(3, Hook { packet: idle })
};
/// ECN# written by hand, and in a set of queues.
pub static YARDSTICK: &[Entry] = &[BY_HAND, OWNED, INDEXED, IDLE];
