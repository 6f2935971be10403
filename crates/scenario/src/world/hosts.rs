//! News and reports that the hosts of a run had.

use super::switches::World;
use crate::measure::{ControlRecord, HostReports};
use freeboard_fabric::QueueScheme;
use freeboard_fabric::topology::Node;
use std::collections::BTreeMap;

/// News that the flows of each congestion control had, in the order of the controls.
pub(super) fn control_records<S: QueueScheme>(world: &World<S>) -> Vec<ControlRecord> {
    let mut all: Vec<ControlRecord> = Vec::new();
    for (id, told) in world.controls().filter_map(|control| control.told()) {
        match all.iter_mut().find(|record| record.cc == id) {
            Some(record) => record.told += told,
            None => all.push(ControlRecord { cc: id.to_owned(), told }),
        }
    }
    all
}

/// The reports that each host had, by its number.
pub(super) fn host_reports<S: QueueScheme>(world: &World<S>) -> Vec<HostReports> {
    let mut all: BTreeMap<u32, HostReports> = BTreeMap::new();
    for (port, (counts, negative)) in world.controls().flat_map(|control| control.reports()) {
        let Some(Node::Host(host)) = world.topology().port_owner(port) else { continue };
        let record = all.entry(host).or_insert(HostReports { host: host + 1, ..HostReports::default() });
        record.reports += u64::from(counts.all);
        record.ignored += u64::from(counts.ignored);
        record.held += u64::from(counts.held);
        record.negative += negative;
    }
    all.into_values().collect()
}
