//! Workload generators.
//!
//! Everything is drawn by counter from `(seed, stream, entity, index)`: the `i`-th flow is the same flow
//! whatever runs in the switches. Floats are only used here, before the run, with `libm` for logarithms.

mod arrivals;
mod delays;
mod incast;
mod requests;
mod sizes;
mod tables;

pub use arrivals::{Arrivals, Limit, Load, Pairs};
pub use delays::{DelayAssignment, QuantileTable, SIMULATED_RTT, TESTBED_RTT};
pub use incast::{Incast, QUERY_SIZES};
pub use requests::Requests;
pub use sizes::{SizeTable, TableError};
pub use tables::{CACHE, DATA_MINING, HADOOP, SEARCH_RPC, WEB_SEARCH};
