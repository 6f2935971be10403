//! A record of one socket's events and answers, for a host that replays them.

use crate::constants::record_port;
use freeboard_registry::cc_api::{Bytes, Control, Event};
use freeboard_replay::EventWords;

/// Entries of the ring, a power of two; chosen by us: some seconds of a flow of 20 Mbit/s.
const ENTRIES: usize = 8192;
/// Words of an entry: the event's columns, window, rate, threshold.
const WORDS: usize = EventWords::COLUMNS + 3;

// SAFETY: a symbol of this name is defined once, here.
#[unsafe(export_name = "freeboard.head")]
#[unsafe(link_section = ".bss.head")]
static mut HEAD: u32 = 0;
// SAFETY: a symbol of this name is defined once, here.
#[unsafe(export_name = "freeboard.ring")]
#[unsafe(link_section = ".bss.ring")]
static mut RING: [[u32; WORDS]; ENTRIES] = [[0; WORDS]; ENTRIES];

/// Begins the record anew with a fresh flow: the kernel lets a control see the ACK of the SYN before it calls `init`.
#[inline(always)]
pub(crate) fn restart(port: impl FnOnce() -> u16) {
    if record_port() != 0 && record_port() == u32::from(port()) {
        // SAFETY: the kernel's lock of the socket makes this the only writer.
        unsafe { (&raw mut HEAD).write_volatile(0) }
    }
}

/// Writes an entry, if the loader asked for a record of the socket's port.
#[inline(always)]
pub(crate) fn record(port: impl FnOnce() -> u16, event: &Event<'_>, answer: Control, threshold: Bytes) {
    if record_port() == 0 || record_port() != u32::from(port()) {
        return;
    }
    let [kind, now, a, b, c, d, e, f, g, h, i, j, k] = EventWords::of(event).columns();
    let (window, rate) = (answer.window.0, answer.rate.to_bits());
    let entry = [kind, now, a, b, c, d, e, f, g, h, i, j, k, window, rate, threshold.0];
    // SAFETY: the kernel's lock of the socket makes this the only writer; the mask keeps the index within the ring.
    unsafe {
        let head = (&raw const HEAD).read_volatile();
        (&raw mut HEAD).write_volatile(head.wrapping_add(1));
        let place = (&raw mut RING).cast::<[u32; WORDS]>().add(head as usize & (ENTRIES - 1));
        for (at, word) in entry.iter().enumerate() {
            place.cast::<u32>().add(at).write_volatile(*word);
        }
    }
}
