//! The memory of a run, estimated before anything is allocated for it.
//!
//! Sizes are those of the types where this crate can see them; the rest is measured as the difference of two peaks of the process (VmHWM,
//! x86-64 Linux). A test of the command compares the estimate with the peak of a child.

use super::{Buffer, Scenario, Shape, Traffic, Workload};
use crate::catalog::VariantId;
use freeboard_fabric::results::{self, FlowRecord};
use freeboard_fabric::{FlowSpec, Ps};
use freeboard_registry::CcId;

/// The program itself. Measured: a run of eight flows.
const PROCESS_BYTES: u64 = 12 << 20;
/// A host with its ports and those of its share of switches. Measured with 4096 and 16 384 hosts: 3.3 KB each.
const HOST_BYTES: u64 = 3_400;
/// The same where all are at one switch. Measured with 2500 to 40 000 hosts: 6.8 KB each.
const STAR_HOST_BYTES: u64 = 6_800;
/// A connection: both of its ends, its timers, and the packet that opens it. Measured with 40 000 and 100 000 flows at once: 1180 to
/// 1430 B more than flows that came one after another, by control and transport.
const CONNECTION_BYTES: u64 = 1_240;
/// An entry of a TCP-like sender's packets in its host's port, of which there are as many as fit the small queue, 256 at most.
const PORT_ENTRY_BYTES: u64 = 16;
const PORT_ENTRIES_MAX: u64 = 256;
/// A packet in a buffer, its place in a queue included. Measured with 2.0 and 3.3 million of them: 118 to 143 B.
const PACKET_BYTES: u64 = 130;
/// A packet of a constant flow in a buffer. Measured with 0.8 and 1.5 million of them: 118 B.
const FLOOD_BYTES: u64 = 118;
/// A packet that a paused host holds, with its place in the timetable. Measured with 0.2 to 1.2 million of them: 139 to 157 B, and 203 B
/// where the pause lasts beyond the end.
const PAUSED_BYTES: u64 = 165;
/// Segments that a sender begins with (RFC 6928).
const INITIAL_SEGMENTS: u64 = 10;

/// Most memory of a run in a browser's page \[B\]: half of what 32-bit addresses leave to signed sizes. Chosen by us.
pub const MEMORY_OF_A_PAGE: u64 = 1 << 30;

/// A flow in the outcome of a run; asserted beside the type.
pub(crate) const KEPT_FLOW_BYTES: u64 = 64;
/// A sample of a queue there; asserted beside the type.
pub(crate) const KEPT_SAMPLE_BYTES: u64 = 16;

const fn bytes_of<T>() -> u64 {
    size_of::<T>() as u64
}

/// Memory that the outcome of a run takes until the last run of a command has ended \[B\].
pub(super) const fn kept_bytes(flows: u64, samples: u64) -> u64 {
    flows.saturating_mul(KEPT_FLOW_BYTES).saturating_add(samples.saturating_mul(KEPT_SAMPLE_BYTES))
}

/// Bytes that links carry in a time \[ps\].
pub(super) fn bytes_in(rate_bps: u64, time_ps: u64, links: u64) -> u64 {
    let bits = u128::from(rate_bps) * u128::from(time_ps) * u128::from(links);
    u64::try_from(bits / 8_000_000_000_000).unwrap_or(u64::MAX)
}

/// A flow that has come and gone: its specification twice, once with a few words more, its start in the schedule and its record. They are
/// in lists that grow by doubling, of which three quarters are in use on average.
const fn flow_bytes() -> u64 {
    let listed = 2 * bytes_of::<FlowSpec>() + bytes_of::<[u64; 6]>() + bytes_of::<FlowRecord>();
    listed * 4 / 3
}

/// A sample beside what is kept of it: the network's own, and a copy with its time on its way. A point of the plot, later, is less.
const fn sample_bytes() -> u64 {
    bytes_of::<results::QueueSample>() + bytes_of::<(Ps, results::QueueSample)>()
}

impl Scenario {
    /// Memory of a process with one run \[B\].
    pub(super) fn memory_bytes(&self, flows: u64, samples: u64) -> u64 {
        let hosts = u64::from(self.topology.shape.hosts());
        let alive = self.workloads.iter().map(|it| self.alive(it)).fold(0u64, u64::saturating_add).min(flows);
        let host_bytes =
            if matches!(self.topology.shape, Shape::NToOne(_)) { STAR_HOST_BYTES } else { HOST_BYTES };
        let [waiting, paused] = self.flood_packets();
        let parts = [
            PROCESS_BYTES,
            hosts * host_bytes,
            flows.saturating_mul(flow_bytes()),
            alive.saturating_mul(CONNECTION_BYTES),
            self.ports_bytes(),
            samples.saturating_mul(sample_bytes()),
            kept_bytes(flows, samples),
            self.resident_packets().saturating_mul(PACKET_BYTES),
            waiting.saturating_mul(FLOOD_BYTES),
            paused.saturating_mul(PAUSED_BYTES),
        ];
        parts.into_iter().fold(0, u64::saturating_add)
    }

    /// Flows of a workload that have a connection at the same time, at most about.
    fn alive(&self, workload: &Workload) -> u64 {
        let (flows, bytes) = self.offered(&workload.traffic);
        let run_ps = (self.run.time_ps + self.run.drain_ps).max(1);
        let mean = bytes / flows.max(1);
        // A flow lasts two round trips, and as long as its bytes need of a link that others use too.
        let by_load = |load_ppm: u32, degree: u64| {
            let free = self.topology.rate_bps / 1_000_000 * u64::from(1_000_000 - load_ppm.min(990_000));
            let sent_ps = u128::from(mean) * 8_000_000_000_000 / u128::from(free.max(1));
            let lasts_ps = 2 * u128::from(self.topology.rtt.max_ps) + sent_ps;
            let share = u128::from(flows) * lasts_ps / u128::from(run_ps);
            u64::try_from(share).unwrap_or(u64::MAX).saturating_add(degree)
        };
        let some = match &workload.traffic {
            Traffic::Poisson(it) => by_load(it.load_ppm, 0),
            Traffic::Requests(it) => by_load(it.load_ppm, u64::from(it.incast_degree)),
            Traffic::ClosedLoop(it) => 2 * it.clients.len() as u64 * u64::from(it.depth),
            Traffic::Incast(_)
            | Traffic::Long(_)
            | Traffic::Permutation(_)
            | Traffic::Listed(_)
            | Traffic::Constant(_) => flows,
        };
        some.min(flows)
    }

    /// Memory in which senders keep their packets in their hosts' ports: those of flows that fill the small queue.
    fn ports_bytes(&self) -> u64 {
        let config = self.host.config();
        let is_told = config.offload > 0
            || self.schemes.iter().flat_map(|it| it.running()).any(|it| it.underlay.is_some());
        if self.host.is_rdma() || is_told {
            return 0;
        }
        let entries = (u64::from(config.small_queue / u32::from(config.mss)) + 1).min(PORT_ENTRIES_MAX);
        let fills = |it: &&Workload| {
            let (flows, bytes) = self.offered(&it.traffic);
            let is_endless = match &it.traffic {
                Traffic::Long(it) => it.size.is_none(),
                Traffic::Permutation(it) => it.size.is_none(),
                _ => false,
            };
            is_endless || bytes / flows.max(1) >= u64::from(config.small_queue)
        };
        let alive =
            self.workloads.iter().filter(fills).map(|it| self.alive(it)).fold(0u64, u64::saturating_add);
        alive.saturating_mul(entries * PORT_ENTRY_BYTES)
    }

    /// Packets in buffers, on links and in hosts' ports at once, at most about: of traffic that overloads a receiver.
    fn resident_packets(&self) -> u64 {
        let overloads =
            |it: &&Workload| matches!(it.traffic, Traffic::Incast(_) | Traffic::Long(_) | Traffic::Listed(_));
        let config = self.host.config();
        let (mut alive, mut offered) = (0u64, 0u64);
        for workload in self.workloads.iter().filter(overloads) {
            alive = alive.saturating_add(self.alive(workload));
            offered = offered.saturating_add(self.offered(&workload.traffic).1);
        }
        let full = u64::from(self.host.full_packet());
        let buffers = self.bottlenecks_bytes(full).saturating_add(bytes_in(
            self.receivers_bps(),
            self.topology.rtt.max_ps,
            1,
        ));
        let window = |it: &super::Running| match it.cc.variant {
            VariantId::Cc(CcId::Fixed) => it.cc.values.first().copied().unwrap_or(u32::MAX),
            _ => 0,
        };
        let fixed = self.schemes.iter().flat_map(|it| it.running()).map(window).max().unwrap_or_default();
        let held = if fixed == 0 || self.host.is_rdma() {
            // A window grows by what was acknowledged, and no more is acknowledged than the receivers' links carry.
            let begins = alive.saturating_mul(INITIAL_SEGMENTS * u64::from(config.mss));
            let carried = bytes_in(self.receivers_bps(), self.run.time_ps + self.run.drain_ps, 1);
            buffers.min(begins.saturating_add(carried))
        } else {
            buffers.saturating_add(alive.saturating_mul(u64::from(fixed.min(config.small_queue))))
        };
        held.min(offered) / full.max(1)
    }

    /// Ports to the receivers.
    pub(super) fn bottlenecks(&self) -> u64 {
        u64::from(self.topology.shape.receivers())
    }

    /// Bytes that the queues to the receivers hold.
    pub(super) fn bottlenecks_bytes(&self, full: u64) -> u64 {
        let ports = self.bottlenecks();
        match &self.topology.buffer {
            Buffer::Packets(packets) => u64::from(*packets) * full * ports,
            Buffer::Bytes(bytes) => u64::from(*bytes) * ports,
            // A queue takes alpha of what is free: alpha / (1 + alpha) of the pool alone.
            Buffer::Pool(pool) => {
                let alpha = libm::exp2(f64::from(pool.alpha_log2)) * ports as f64;
                (f64::from(pool.bytes) * alpha / (1.0 + alpha)) as u64
            }
        }
    }
}
