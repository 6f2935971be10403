//! Errors of building a data plane.

use super::queues::QueueError;
use crate::topology::TopologyError;
use freeboard_hw_model::mmu::ConfigError;
use freeboard_hw_model::nic::NicError;

/// Part of a data plane that cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetupError {
    /// The topology.
    Topology(TopologyError),
    /// The switches' memory.
    Buffer(ConfigError),
    /// The queues of the switches' ports.
    Queues(QueueError),
    /// The NICs of RDMA-like hosts.
    Nic(NicError),
}
