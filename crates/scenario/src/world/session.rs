//! A run that its caller lets go on step by step, and looks at in between.

use super::ready::Request;
use super::running::Running;
use super::schemes::AnyScheme;
use crate::measure::{Outcome, QueueSample};
use anyhow::Result;
use freeboard_fabric::data_plane::PortStats;

/// A run of one scheme of a scenario with one seed, on the caller's thread. Its outcome is that of [`simulate`](fn@super::simulate).
pub struct Session<'a> {
    running: Running<'a, AnyScheme>,
    /// Samples of the first receiver's queue that the caller has had.
    told: usize,
    time_ps: u64,
}

impl<'a> Session<'a> {
    /// At time 0, in about as many `steps`.
    ///
    /// # Errors
    /// There is no such scheme, or the simulator refuses the scenario.
    pub fn new(request: &Request<'a>, steps: u64) -> Result<Self> {
        let (triggers, prototype) = request.registered()?;
        let request = Request { threads: 1, ..*request };
        let running = Running::new(&request, triggers, None, steps, prototype)?;
        Ok(Self { running, told: 0, time_ps: request.scenario.run.time_ps })
    }

    /// Lets a step pass, of the scenario's time and then of its drain; false once both are over.
    pub fn step(&mut self) -> bool {
        self.running.step().is_some() || self.running.drain()
    }

    /// Simulated time over that of the scenario, at most 1; the drain comes after.
    #[must_use]
    pub fn progress(&self) -> f64 {
        (self.running.world().now().0 as f64 / self.time_ps as f64).min(1.0)
    }

    /// Samples of the first receiver's queue since this was asked last.
    pub fn new_samples(&mut self) -> Vec<QueueSample> {
        let Some(&port) = self.running.bottlenecks().first() else { return Vec::new() };
        let trace = self.running.world_mut().one().and_then(|network| network.queue_trace());
        let new: Vec<QueueSample> = trace.map_or_else(Vec::new, |trace| {
            let new = trace.since(port, self.told);
            new.map(|(at, it)| QueueSample { at_ps: at.0, bytes: it.bytes, packets: it.packets }).collect()
        });
        self.told += new.len();
        new
    }

    /// Packets that wait for the first receiver now.
    pub fn queue_packets(&mut self) -> u32 {
        let Some(&port) = self.running.bottlenecks().first() else { return 0 };
        self.running.world_mut().one().map_or(0, |network| network.queue_depth(port).1)
    }

    /// Counters of the port to the first receiver.
    #[must_use]
    pub fn bottleneck(&self) -> PortStats {
        let port = self.running.bottlenecks().first();
        port.map_or_else(PortStats::default, |port| self.running.world().port_stats(*port))
    }

    /// Flows that have completed.
    #[must_use]
    pub fn completed(&self) -> usize {
        self.running.world().records().len()
    }

    /// Events so far.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.running.world().counters().events
    }

    /// Lets the rest pass; the record of the run.
    ///
    /// # Errors
    /// The ledger does not balance: a defect of the simulator.
    pub fn finish(mut self) -> Result<Outcome> {
        while self.step() {}
        Ok(self.running.finish()?.0)
    }
}
