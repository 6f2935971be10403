//! `freeboard tune`: thresholds of a switch's queue, searched by simulation.
//!
//! A race in rounds: candidates run on the same seeds, those that are shown to be worse leave, and others are tried around the best.
//! Every step has seeds of its own, so that luck in one does not decide the next; the later ones have two rounds, and who is shown to
//! be worse by the first does not run the second. What is left is checked, beside the configuration as
//! it is and the rules of the literature, on seeds that the search did not see.

mod answer;
mod interval;
mod problem;
mod race;
mod round;
mod round_trips;
mod rules;
mod space;
mod trial;

pub use answer::{Answer, Row, Verdict, rows, tables};
pub use interval::Interval;
pub use problem::{Candidate, Kind, Problem};
pub use race::{Found, check_round, search};
pub use round::Round;
pub use round_trips::RoundTrips;
pub use rules::rules;
pub use space::Space;
pub use trial::{COLUMNS, Measured, run_round, score};
