//! The registry's algorithms in the network and in the pipeline: the only place that builds and runs them.

mod beside;
mod clocks;
mod control;
mod controls;
mod engine;
mod hosts;
mod observe;
mod parts;
mod placed;
mod probing;
mod queues;
mod ready;
mod running;
mod schemes;
mod session;
mod simulate;
mod switches;
mod tally;
mod traffic;

pub use clocks::clocks;
pub use control::{AnyControl, AnyFlow};
pub use engine::{Assembly, Engine};
pub use observe::{Condition, Lost, Observation, Seen, Watch, WatchedPorts};
pub use parts::Parts;
pub use placed::budget_line;
pub use probing::probe;
pub use ready::Request;
pub use schemes::AnyScheme;
pub use session::Session;
pub use simulate::{Interrupted, Progress, observe, simulate, simulate_own};
