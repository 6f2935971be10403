//! The C library compared with the Rust crates: any configuration, any events.
//!
//! `entries.rs` of the library is read here with other macros: each line declares the functions of one variant and implements a
//! trait for its type. A variant without a line does not compile. Goals: a setting is refused with the same error, decisions and
//! states are equal, nothing is written beyond the caller's memory. Non-goals: pointers that the header forbids.
#![expect(unsafe_code, reason = "functions for C take pointers")]
#![expect(
    improper_ctypes,
    reason = "C sees memory of their sizes only; who declares and who defines are built together"
)]

extern crate freeboard_c;

mod clock;
mod config;
mod control;
#[path = "../../freeboard-c/src/entries.rs"]
mod entries;
mod lent;
mod marking;
mod underlay;

use freeboard_conformance::fuzz::{Exercised, Reader};
use freeboard_registry::{for_each_aqm, for_each_cc, for_each_underlay};

/// A variant, driven by an input; `None` where its configuration is refused.
type Run = fn(&mut Reader<'_>) -> Option<usize>;

macro_rules! schemes {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        /// Every marking scheme.
        const SCHEMES: &[Run] = &[$(marking::run::<freeboard_registry::scheme!($kind $path)>,)*];

        /// Sets the clock of every marking scheme, forwards and back, under settings at the ends of their ranges. Returns how many
        /// packets each signalled behind the steps.
        ///
        /// # Panics
        /// A scheme that was told of the step decides otherwise than a fresh one.
        #[must_use]
        pub fn clock_steps() -> Vec<usize> {
            vec![$(clock::survives::<freeboard_registry::scheme!($kind $path)>()),*]
        }
    };
}
for_each_aqm!(schemes);

macro_rules! controls {
    ($($_:tt $name:ident $path:path;)*) => {
        /// Every congestion control.
        const CONTROLS: &[Run] = &[$(control::run::<$path>,)*];
    };
}
for_each_cc!(controls);

macro_rules! underlays {
    ($_:tt $null:ident $null_path:path; $($__:tt $name:ident $path:path;)*) => {
        /// Every underlay; the null object has no functions.
        const UNDERLAYS: &[Run] = &[$(underlay::run::<$path>,)*];
    };
}
for_each_underlay!(underlays);

/// Families of variants, as they are numbered one after the other.
pub const FAMILIES: [(&str, usize); 3] =
    [("schemes", SCHEMES.len()), ("controls", CONTROLS.len()), ("underlays", UNDERLAYS.len())];

/// Drives the functions of one variant, which the first byte chooses, and the Rust crate with the same inputs.
///
/// # Panics
/// They differ.
#[must_use]
pub fn c_entries(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let mut place = usize::from(reader.byte());
    place %= FAMILIES.iter().map(|(_, count)| count).sum::<usize>();
    for ((family, count), runs) in FAMILIES.iter().zip([SCHEMES, CONTROLS, UNDERLAYS]) {
        if let Some(run) = runs.get(place) {
            let compared = run(&mut reader)?;
            return Some(Exercised { id: (*family).to_owned(), events: compared, compared });
        }
        place -= count;
    }
    None
}
