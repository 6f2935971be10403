//! Quantisation units of a network: the sizes that settings are rounded to.

use super::HostGroup;
use super::place::Place;
use crate::document::Section;

/// Units that settings are quantised to, and the place that they follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuantisationUnits {
    /// Segment size \[B\].
    pub(super) mss: u32,
    /// Queues of a switch port.
    pub(super) queues: u32,
    /// Bytes of the unit that depths count in.
    pub(super) cell: u32,
    /// Rates and times that settings follow.
    pub(super) place: Place,
}

/// A group of hosts with its section as parsed.
pub(super) struct GroupSection<'d> {
    pub(super) group: HostGroup,
    pub(super) section: Section<'d>,
    /// Units of the settings of its flows.
    pub(super) units: QuantisationUnits,
}
