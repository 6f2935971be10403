//! Single decisions of a marking scheme and of a congestion control: the code that firmware runs.

mod flow;
mod queue;

pub(crate) use flow::{Cc, Control, cc};
pub(crate) use queue::{Aqm, aqm};

use freeboard_aqm_api::{Nanos32, Words};

/// A time \[ns\] as the interfaces have it: mod 2^32.
const fn nanos(now: u64) -> Nanos32 {
    Nanos32(now as u32)
}

/// The canonical words of a state.
fn words(canonical: impl FnOnce(&mut Words)) -> Vec<u32> {
    let mut words = Words::new();
    canonical(&mut words);
    words.as_slice().to_vec()
}
