//! Symbolic execution: a function of an image for every argument and every content of its memory.
//!
//! The decoder and the executor are those of the concrete core; only the [`Domain`](freeboard_rv32::Domain) differs. A branch
//! that both ways are possible for splits the path: the function runs again from its start for the other one.
//!
//! | file | idea |
//! |---|---|
//! | `words` | instructions' arithmetic as terms |
//! | `memory` | words of memory as terms, and what may be touched |
//! | `domain` | branches and addresses, with a judge of what is possible |
//! | `explore` | all paths of a call, one by one |
//! | `merge` | all paths of a call, merged where they meet |
//! | `rest`, `longest` | how long a path can still be, and the longest one that is possible |

mod divided;
mod domain;
mod explore;
mod longest;
mod memory;
mod merge;
mod rest;
mod words;

#[cfg(test)]
mod tests;

pub use domain::{Answer, Division, Judge, Stop};
pub use explore::{Call, Explorer, Path, Paths};
pub use longest::Possible;
pub use memory::Regions;
pub use rest::Rest;
