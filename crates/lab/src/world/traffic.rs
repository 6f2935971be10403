//! A scenario's workloads as flows.

use super::network::{Built, rate};
use crate::scenario::{Long, Poisson, Scenario, Senders, Shape, Sizes, Table, Workload};
use anyhow::{Result, anyhow};
use fabric::workload::{Arrivals, CACHE, DATA_MINING, Incast, Limit, Load, Pairs, SizeTable, WEB_SEARCH};
use fabric::{FlowSpec, Ps};

/// Mark of a query flow in the simulator's records; background flows have 0.
pub(super) const QUERY_TAG: u32 = 1;

/// All flows of a run. They depend on the seed and on nothing that a scheme could change.
pub(super) fn flows(scenario: &Scenario, built: &Built, seed: u64) -> Result<Vec<FlowSpec>> {
    let mut all = Vec::new();
    for (index, workload) in (0u64..).zip(&scenario.workloads) {
        // Two workloads of one kind must not draw the same flows.
        let seed = seed.wrapping_add(index << 32);
        match workload {
            Workload::Poisson(poisson) => all.extend(arrivals(scenario, built, poisson, seed)?),
            Workload::Incast(incast) => {
                for at in &incast.at_ps {
                    let burst = Incast {
                        senders: built.receiver,
                        receiver: built.receiver,
                        flows: incast.fan_in,
                        at: Ps(*at),
                        spread: Ps::ZERO,
                        sizes: uniform(incast.sizes)?,
                        delays: built.delays,
                        tag: QUERY_TAG,
                    };
                    all.extend(burst.flows(seed));
                }
            }
            Workload::Long(long) => {
                let flow = |index: u32| {
                    let from = sender(long, built.receiver.max(1), index);
                    let class = built.delays.class(seed, from, u64::from(index));
                    FlowSpec::endless(from, built.receiver, Ps(long.start_ps)).in_class(class)
                };
                all.extend((0..long.flows).map(flow));
            }
        }
    }
    Ok(all)
}

/// The host of a long flow; base RTTs ascend with the host number.
fn sender(long: &Long, senders: u32, index: u32) -> u32 {
    let spread = (2 * u64::from(index) + 1) * u64::from(senders) / (2 * u64::from(long.flows));
    match long.senders {
        Senders::Spread if long.flows <= senders => u32::try_from(spread).unwrap_or_default() % senders,
        Senders::Spread | Senders::Near => index % senders,
        Senders::Far => senders - 1 - index % senders,
    }
}

fn uniform(sizes: Sizes) -> Result<SizeTable> {
    if sizes.min == sizes.max {
        return Ok(SizeTable::constant(sizes.min));
    }
    SizeTable::uniform(sizes.min, sizes.max).map_err(|error| anyhow!("{error}"))
}

fn arrivals(scenario: &Scenario, built: &Built, poisson: &Poisson, seed: u64) -> Result<Vec<FlowSpec>> {
    let table = match poisson.table {
        Table::WebSearch => WEB_SEARCH,
        Table::DataMining => DATA_MINING,
        Table::Cache => CACHE,
    };
    let (pairs, shares) = pairs(scenario, built);
    let load = Load {
        fraction: f64::from(poisson.load_ppm) * 1e-6,
        capacity: rate(scenario.topology.rate_bps)?,
        shares,
        wire_factor: 1.0,
    };
    let arrivals = Arrivals {
        sizes: SizeTable::new(table).map_err(|error| anyhow!("{error}"))?,
        pairs,
        load,
        start: Ps(poisson.start_ps),
        delays: built.delays,
        tag: 0,
    };
    let until = Ps(poisson.end_ps.unwrap_or(scenario.run.time_ps));
    let flows = poisson.flows.map_or(u64::MAX, u64::from);
    let mut drawn = arrivals.flows(seed, Limit { flows, until });
    if let Some(largest) = poisson.largest {
        drawn.retain(|flow| flow.bytes <= largest);
    }
    Ok(drawn)
}

/// Who talks to whom, and over how many host links the load is spread.
fn pairs(scenario: &Scenario, built: &Built) -> (Pairs, f64) {
    match scenario.topology.shape {
        Shape::NToOne { senders } => (Pairs::ManyToOne { senders, receiver: built.receiver }, 1.0),
        Shape::LeafSpine { leaves: 1, hosts_per_leaf, .. } => {
            (Pairs::Uniform { hosts: hosts_per_leaf }, f64::from(hosts_per_leaf))
        }
        Shape::LeafSpine { leaves, spines, hosts_per_leaf } => {
            let hosts = leaves * hosts_per_leaf;
            let down = f64::from(hosts_per_leaf) * scenario.topology.rate_bps as f64;
            let up = f64::from(spines) * scenario.topology.fabric_rate_bps as f64;
            let oversubscription = (down / up).max(1.0);
            (Pairs::OtherRack { hosts, per_rack: hosts_per_leaf }, f64::from(hosts) / oversubscription)
        }
    }
}
