//! The simulator in a browser's page: text in, JSON out.
//!
//! A worker of the page writes a text to [`input`], calls a function and reads its answer at [`output`]. All state is in one place, and a
//! run goes on step by step, so that a page can draw and stop it. Nothing here reads a clock, a file or a network.
#![deny(unsafe_code)]

mod catalog;
mod controls;
mod outcome;
mod state;

use state::PAGE;

/// Makes room for a text of this length \[B\]; where it is to be written.
#[expect(unsafe_code, reason = "a function that JavaScript calls by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| page.room(length))
}

/// Address of the last answer, a JSON object.
#[expect(unsafe_code, reason = "a function that JavaScript calls by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    PAGE.with_borrow(|page| page.answer().as_ptr())
}

/// Length of the last answer \[B\].
#[expect(unsafe_code, reason = "a function that JavaScript calls by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    PAGE.with_borrow(|page| page.answer().len())
}

/// Answers with all algorithms and keys, for the controls of a page.
#[expect(unsafe_code, reason = "a function that JavaScript calls by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn catalog() {
    PAGE.with_borrow_mut(|page| page.say(&catalog::catalog()));
}

/// Sets keys of a scenario. Text: an object with the TOML under `toml` and pairs of path and value under `set`. Answer: the new `toml`,
/// with what its reader says of it.
#[expect(unsafe_code, reason = "a function that JavaScript calls by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn edit() {
    PAGE.with_borrow_mut(state::Page::edit);
}

/// Begins a run of one scheme of the scenario that [`edit`] answered last, in about this number of steps.
#[expect(unsafe_code, reason = "a function that JavaScript calls by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn begin(scheme: u32, seed: u32, steps: u32) {
    PAGE.with_borrow_mut(|page| page.begin(scheme as usize, u64::from(seed), u64::from(steps)));
}

/// Lets a step of the run pass. Answer: how far it is, and the queue since the last step; at the end the outcome.
#[expect(unsafe_code, reason = "a function that JavaScript calls by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn step() {
    PAGE.with_borrow_mut(state::Page::step);
}
