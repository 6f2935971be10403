//! SONiC's `config_db.json`: queues, thresholds, memory and flow control of a switch.
//!
//! Tables and fields: the project's YANG models (`sonic-wred-profile`, `-queue`, `-scheduler`, `-buffer-pool`, `-buffer-profile`,
//! `-buffer-pg`, `-buffer-queue`, `-port-qos-map`, `-pfcwd`). Every value is a JSON string; older files write references as
//! `[TABLE|name]`, which is the same.

mod buffer;
mod database;
mod edit;
mod json;
mod port;
mod queue;
mod scenario;
mod tunable;
mod value;
mod wred;

pub use buffer::{ALPHA_ONE, Depth, Pool, Profile};
pub use database::{ConfigDb, Place};
pub use port::{Port, QosMap, Watchdog};
pub use queue::{Discipline, Queue, Scheduler};
pub use scenario::{Choice, scenario};
pub use tunable::{Thresholds, Tunable};
pub use value::{Problem, Unread};
pub use wred::{COLOURS, Colour, WredProfile};
