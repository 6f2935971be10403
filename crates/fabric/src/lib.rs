//! A packet-level datacenter network: switches, hosts, transports, workloads.
//!
//! A discrete-event simulation in integer picoseconds, generic over the marking scheme of its queues and
//! the congestion control of its flows. Goals: the same result on any machine, decisions exactly at enqueue
//! and at dequeue, few events per packet-hop, no allocation in steady state. Non-goals: headers in bytes,
//! routing protocols, host processing time.
//!
//! Its modules, lowest first; imports go down only:
//!
//! | module | what it holds |
//! |---|---|
//! | `digest` | records of the run digest |
//! | [`random`] | random words as a pure function |
//! | `time` | picoseconds and link rates |
//! | `storage` | ring buffer and slab |
//! | `engine` | the queue of events |
//! | [`topology`] | hosts, switches, links, equal-cost paths, base round-trip times |
//! | [`flow`] | description of a flow |
//! | [`data_plane`] | ports, wires, buffers and the schemes that act on them |
//! | [`transport`] | TCP-like and RDMA-like hosts under any congestion control |
//! | [`workload`] | flow sizes, arrivals, incast bursts, delay tables |
//! | [`faults`] | faults of a run |
//! | `error` | refusals to build or split a network, or to add a flow |
//! | [`results`] | flow completion times, queues, counters, the run digest |
//! | [`ledger`] | injected against delivered, dropped and resident packets |
//! | [`network`] | all of it together: the run |
//!
//! Invariant: nothing here reads a clock or draws from a shared generator; no float decides in the event loop.
#![forbid(unsafe_code)]

pub mod data_plane;
mod digest;
mod engine;
mod error;
pub mod faults;
pub mod flow;
pub mod ledger;
pub mod network;
pub mod random;
pub mod results;
mod storage;
mod time;
pub mod topology;
pub mod transport;
pub mod workload;

pub use data_plane::{
    AqmScope, BufferConfig, Departures, Discipline, Instance, Lossless, PortQueues, PortSplit, QueueScheme,
    Slot, SwitchConfig,
};
pub use digest::{Digest, Record};
pub use error::{FabricError, ShardRefusal};
pub use flow::FlowSpec;
pub use network::{ClosedLoop, Network, ProbeSample, ProbeSpec, ShardedNetwork};
pub use time::{LinkRate, Ps};
pub use topology::{Node, Topology};
pub use transport::{Controls, FlowContext, FlowControl, HostConfig};
