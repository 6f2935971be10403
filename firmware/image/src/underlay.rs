//! Entry points of the underlays.

use crate::entry::{Entry, Hook, copy, refused, settings};
use freeboard_registry::UnderlayInstance;
use freeboard_registry::cc_api::{Bytes, Nanos32, OrAck, Sent, Underlay, UnderlayEvent};

/// # Safety
/// `layer` is memory for a `UnderlayInstance<U>`, `values` is `count` words.
unsafe extern "C" fn start<U: Underlay>(layer: *mut u8, values: *const u32, count: u32) -> u32 {
    // SAFETY: the caller's contract.
    let params = unsafe { settings(values, count) }.and_then(|settings| U::params(&settings));
    match params {
        // SAFETY: the caller's contract.
        Ok(params) => unsafe { layer.cast::<UnderlayInstance<U>>().write(UnderlayInstance::new(params)) },
        Err(error) => return refused(error),
    }
    0
}

/// `kind`: 0 a packet left (of `amount` bytes), 1 a report (`amount` is the transmit stamp), 2 the cumulative ACK
/// (`amount` bytes), 3 a question. Answers with the pause that the packet carries, or the cap where none left,
/// and in the upper half with the earliest time of the next packet.
///
/// # Safety
/// `layer` is a `UnderlayInstance<U>`.
#[unsafe(link_section = ".text.freeboard_hot")]
unsafe extern "C" fn event<U: Underlay>(
    layer: *mut u8,
    now: u32,
    kind: u32,
    packet: u32,
    amount: u32,
    received: u32,
    pause_at_sent: u32,
    _: u32,
) -> u64 {
    // SAFETY: the caller's contract.
    let layer = unsafe { &mut *layer.cast::<UnderlayInstance<U>>() };
    let now = Nanos32(now);
    let event = match kind {
        0 => UnderlayEvent::Sent(Sent { now, packet, fresh: Bytes(amount) }),
        1 => {
            let (sent, received) = (Nanos32(amount), Nanos32(received));
            UnderlayEvent::Report(OrAck { now, packet, sent, received, pause_at_sent })
        }
        2 => UnderlayEvent::Ack { now, acked: Bytes(amount) },
        _ => UnderlayEvent::Query { now },
    };
    let answer = layer.take(&event);
    let low = if kind == 0 { answer.pause } else { answer.cap.0 };
    u64::from(answer.release.0) << 32 | u64::from(low)
}

/// # Safety
/// `layer` is a `UnderlayInstance<U>`, `words` is memory for 32 words.
unsafe extern "C" fn underlay_words<U: Underlay>(layer: *const u8, words: *mut u32) -> u32 {
    let mut list = freeboard_params::Words::new();
    // SAFETY: the caller's contract.
    unsafe { &*layer.cast::<UnderlayInstance<U>>() }.canonical(&mut list);
    // SAFETY: the caller's contract.
    unsafe { copy(&list, words) }
}

const fn of_underlay<U: Underlay>(number: u32) -> Entry {
    Entry {
        kind: 3,
        number,
        placed_bytes: size_of::<UnderlayInstance<U>>() as u32,
        state_bytes: size_of::<U>() as u32,
        place: start::<U>,
        first: Hook { flow: event::<U> },
        second: Hook { flow: event::<U> },
        words: underlay_words::<U>,
    }
}

macro_rules! underlay_entries {
    // The null object comes first; it has nothing to run.
    ($null_cfg:tt $null:ident $null_path:path; $($cfg:tt $name:ident $path:path;)*) => {
        &[$(of_underlay::<$path>(freeboard_registry::UnderlayId::$name as u32)),*]
    };
}

/// Every underlay that does something.
pub static UNDERLAY: &[Entry] = freeboard_registry::for_each_underlay!(underlay_entries);
