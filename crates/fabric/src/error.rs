//! Errors of building a network, splitting a run and adding flows.

use crate::data_plane::SetupError;
use crate::faults::FaultError;
use crate::time::Ps;
use crate::topology::Topology;
use crate::transport::HostConfig;

/// Why a network cannot be built or a flow not be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FabricError {
    /// Topology, switches or NICs.
    Setup(SetupError),
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
    /// What shall break.
    Fault(FaultError),
    /// A run cannot be split.
    Shards(ShardRefusal),
}

impl core::fmt::Display for FabricError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Setup(error) => write!(f, "{error}"),
            Self::Started => write!(f, "faults are set before the run"),
            Self::NoControl => write!(f, "no congestion control given"),
            Self::Flow { flow } => write!(f, "flow {flow} names something that does not exist"),
            Self::Clocks => write!(f, "there must be one clock per host"),
            Self::Probe => write!(f, "a probe whose hosts, class, size or times are impossible"),
            Self::Fault(error) => write!(f, "{error}"),
            Self::Shards(refusal) => write!(f, "shards: {refusal}"),
            Self::Segment => write!(f, "segment size 0 or beyond a packet"),
        }
    }
}

impl core::error::Error for FabricError {}

impl From<SetupError> for FabricError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

/// Why a run cannot be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardRefusal {
    /// The number of shards is 0 or above that of switches.
    Count {
        /// Shards asked for.
        shards: u32,
        /// Most that there can be.
        most: u32,
    },
    /// A link has no propagation delay: nothing may happen at one end before the other end is known.
    NoDelay,
    /// Hosts reuse connections.
    Reuse,
    /// Something breaks.
    Faults,
    /// Flows begin as soon as others complete.
    ClosedLoops,
}

impl ShardRefusal {
    /// Why a network cannot be run as this number of shards, if it cannot.
    #[must_use]
    pub fn of(topology: &Topology, hosts: &HostConfig, shards: u32) -> Option<Self> {
        let most = topology.switches;
        match shards {
            1 => None,
            _ if shards == 0 || shards > most => Some(Self::Count { shards, most }),
            _ if topology.links.iter().any(|link| link.delay == Ps::ZERO) => Some(Self::NoDelay),
            _ if hosts.reuse => Some(Self::Reuse),
            _ => None,
        }
    }
}

impl core::fmt::Display for ShardRefusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Count { shards, most } => write!(f, "{shards} of them; 1 to {most} are possible"),
            Self::NoDelay => write!(f, "a link has no delay; more than one shard needs at least 1 ps"),
            Self::Reuse => write!(f, "connections that are reused run on 1 shard"),
            Self::Faults => write!(f, "networks in which something breaks run on 1 shard"),
            Self::ClosedLoops => write!(f, "closed loops that do not wait run on 1 shard"),
        }
    }
}
