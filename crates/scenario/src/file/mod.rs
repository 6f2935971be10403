//! A scenario: network, schemes to compare, hosts, traffic and run, read from TOML.
//!
//! Every value carries its unit, every unknown key is refused, and nothing is run or written before the
//! whole file has been accepted. The page on scenarios in the book lists all keys.

mod buffer;
mod choice_keys;
mod chosen;
mod clocks;
mod described;
mod ends;
mod faults;
mod floods;
mod group;
mod host;
mod limits;
mod link_rate;
mod links;
mod lossless;
mod memory;
mod network;
mod place;
mod pool;
mod port_rates;
mod quantisation;
mod queues;
mod reach;
mod read;
mod run;
mod scenario;
mod scheme;
mod topology;
mod warnings;
mod workload;

pub use buffer::Buffer;
pub use chosen::{Chosen, Origin, SettingLine};
pub use clocks::Clocks;
pub use described::{key_table, sections};
pub use faults::{
    ClockStep, FaultLinks, HostPause, InjectedFault, LinkDown, PacketFaults, PfcStorm, Reboot, StartJitter,
};
pub use group::HostGroup;
pub use host::Host;
pub use limits::Estimate;
pub use links::{FileLink, LinkFile};
pub use lossless::LosslessClasses;
pub use memory::MEMORY_OF_A_PAGE;
pub(crate) use memory::{KEPT_FLOW_BYTES, KEPT_SAMPLE_BYTES};
pub(crate) use network::{Built, SwitchMemory, build, rate};
pub use pool::{Pool, QueueShare, Split};
pub use queues::{Queues, Scheduler, Scope};
pub use run::Run;
pub use scenario::Scenario;
pub use scheme::{Running, Scheme};
pub use topology::{FatTree, LeafSpine, LinkNetwork, NToOne, Paths, Rtt, Shape, Topology};
pub use workload::Frame;
pub use workload::{
    ClosedLoop, Constant, Counts, FlowFile, Incast, Listed, ListedFlow, Long, Pairing, Permutation, Poisson,
    Requests, Senders, Sizes, Table, Traffic, Workload,
};
