//! The congestion controls of a run: the scheme's, those of groups of hosts, those of workloads that have their own.

use super::control::AnyControl;
use super::traffic::read_tag;
use crate::file::{Scenario, Traffic};
use anyhow::{Context, Result};
use freeboard_cc_api::LineFraction;
use freeboard_fabric::{FlowControl, FlowSpec};
use std::collections::BTreeMap;

/// All controls of a run, and which of them a flow runs.
pub(super) struct Controls<'a> {
    scenario: &'a Scenario,
    /// Those of the scheme: of hosts in no group, then of each group, then constant ones.
    all: Vec<AnyControl>,
    /// The group of every host.
    groups: BTreeMap<u32, usize>,
    /// Those of workloads at a constant rate, by the workload and the rate of the sender's link.
    constant: BTreeMap<(usize, u64), u8>,
}

impl<'a> Controls<'a> {
    pub(super) fn new(scenario: &'a Scenario, scheme: usize) -> Result<Self> {
        let running = scenario.schemes[scheme].running();
        let all: Vec<AnyControl> =
            running.map(|it| AnyControl::new(it, &scenario.host)).collect::<Result<_>>()?;
        let of = |(at, group): (usize, &crate::file::HostGroup)| {
            group.hosts.iter().map(move |host| (*host, at)).collect::<Vec<_>>()
        };
        let groups = scenario.groups.iter().enumerate().flat_map(of).collect();
        Ok(Self { scenario, all, groups, constant: BTreeMap::new() })
    }

    /// Some of them have in-band telemetry.
    pub(super) fn needs_int(&self) -> bool {
        self.all.iter().any(FlowControl::needs_int)
    }

    /// The same flow under the control it runs: that of its sender, or its workload's own.
    pub(super) fn assign(&mut self, spec: FlowSpec) -> Result<FlowSpec> {
        let workload = read_tag(spec.tag).0;
        let Traffic::Constant(constant) = &self.scenario.workloads[workload].traffic else {
            let group = self.groups.get(&spec.from).map_or(0, |group| group + 1);
            return Ok(spec.under(u8::try_from(group).context("too many groups of hosts")?));
        };
        let rate_bps = self.scenario.rate_bps(spec.from);
        if let Some(control) = self.constant.get(&(workload, rate_bps)) {
            return Ok(spec.under(*control));
        }
        let control = u8::try_from(self.all.len()).context("too many controls")?;
        let share = constant.rate_bps as f64 / rate_bps as f64;
        let bits = libm::round(share * f64::from(LineFraction::LINE.to_bits())) as u32;
        let rate = LineFraction::from_bits(bits.max(1));
        self.all.push(AnyControl::constant(rate, self.scenario.host.mss(), constant.ect)?);
        self.constant.insert((workload, rate_bps), control);
        Ok(spec.under(control))
    }

    /// The controls.
    pub(super) fn into_all(self) -> Vec<AnyControl> {
        self.all
    }
}
