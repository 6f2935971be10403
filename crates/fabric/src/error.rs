//! Errors of building a network and adding flows.

use crate::data_plane::{QueueError, SetupError};
use crate::faults::FaultError;
use crate::network::ShardRefusal;
use crate::topology::TopologyError;
use freeboard_hw_model::mmu::ConfigError;
use freeboard_hw_model::nic::NicError;

/// Why a network cannot be built or a flow not be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FabricError {
    /// The topology.
    Topology(TopologyError),
    /// The switches' memory.
    Buffer(ConfigError),
    /// The queues of the switches' ports.
    Queues(QueueError),
    /// No congestion control was given.
    NoControl,
    /// What breaks has to be said before the run.
    Started,
    /// A flow's host, class or congestion control does not exist, it talks to itself, says nothing, or its datagrams
    /// do not fit a packet.
    Flow {
        /// Its place in the order of addition.
        flow: u32,
    },
    /// There are not as many clocks as hosts.
    Clocks,
    /// A probe's hosts, class, size or times are impossible.
    Probe,
    /// The segment size is 0 or a full segment does not fit a packet.
    Segment,
    /// The NICs of RDMA-like hosts.
    Nic(NicError),
    /// What shall break.
    Fault(FaultError),
    /// A run cannot be split.
    Shards(ShardRefusal),
}

impl core::fmt::Display for FabricError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Topology(error) => write!(f, "topology: {error}"),
            Self::Buffer(error) => write!(f, "switch memory: {error}"),
            Self::Queues(error) => write!(f, "queues: {error}"),
            Self::Started => write!(f, "faults are set before the run"),
            Self::NoControl => write!(f, "no congestion control given"),
            Self::Flow { flow } => write!(f, "flow {flow} names something that does not exist"),
            Self::Clocks => write!(f, "there must be one clock per host"),
            Self::Probe => write!(f, "a probe whose hosts, class, size or times are impossible"),
            Self::Fault(error) => write!(f, "{error}"),
            Self::Nic(error) => write!(f, "NIC: {error}"),
            Self::Shards(refusal) => write!(f, "shards: {refusal}"),
            Self::Segment => write!(f, "segment size 0 or beyond a packet"),
        }
    }
}

impl core::error::Error for FabricError {}

impl From<SetupError> for FabricError {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Topology(error) => Self::Topology(error),
            SetupError::Buffer(error) => Self::Buffer(error),
            SetupError::Queues(error) => Self::Queues(error),
            SetupError::Nic(error) => Self::Nic(error),
        }
    }
}
