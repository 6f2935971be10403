//! The golden-trace format: the contract with C, RTL and P4 testbenches.
//!
//! First line: `#freeboard-trace v2 aqm|cc <algorithm/variant> <name=value ...>`, settings in base units. Second line:
//! `#depth_unit=<bytes>` or `#mss=<bytes>`, what depths or segments are counted in. Third line: column names. Then one
//! event per line in unsigned decimal: the event, the decision, the words of the state behind it. A file may lack
//! decision and state; new columns append and raise the version.
#![forbid(unsafe_code)]

mod answer;
mod aqm;
mod cc;
mod columns;
mod error;
mod header;
mod run;
mod table;

pub use answer::Answer;
pub use aqm::AqmRow;
pub use columns::{AQM_DECISION, AQM_EVENT, CC_DECISION, CC_EVENT, CC_EVENTS, CC_TELEMETRY};
pub use error::TraceError;
pub use header::{Family, Header};
pub use run::{Rows, Trace, digest, read, run, run_trace, write};
