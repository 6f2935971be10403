//! A scenario: network, schemes to compare, hosts, traffic and run, read from TOML.
//!
//! Every value carries its unit, every unknown key is refused, and nothing is run or written before the
//! whole file has been accepted. The page on scenarios in the book lists all keys.

mod buffer;
mod chosen;
mod clocks;
mod host;
mod lossless;
mod pool;
mod queues;
mod read;
mod run;
mod scheme;
mod topology;
mod workload;

pub use buffer::Buffer;
pub use chosen::{Chosen, SettingLine};
pub use clocks::Clocks;
pub use host::{Echo, Host, Mode, Pacing, Reporting};
pub use lossless::LosslessClasses;
pub use pool::{Pool, QueueShare, Split};
pub use queues::{Queues, Scheduler, Scope};
pub use read::Scenario;
pub use run::Run;
pub(crate) use scheme::OWN_QUEUE;
pub use scheme::Scheme;
pub use topology::{Rtt, Shape, Topology};
pub(crate) use workload::Frame;
pub use workload::{Constant, Incast, Long, Poisson, Requests, Senders, Sizes, Table, Traffic, Workload};
