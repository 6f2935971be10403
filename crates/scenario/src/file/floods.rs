//! Packets of constant flows that a run holds at once: no control slows them down.

use super::memory::bytes_in;
use super::{Buffer, InjectedFault, Scenario, Traffic};

/// Constant flows together, at the end of the last.
#[derive(Clone, Copy, Debug, Default)]
struct Flood {
    /// Bytes that they have sent, headers included.
    bytes: u64,
    packets: u64,
    /// Together \[bit/s\].
    rate_bps: u64,
}

impl Scenario {
    /// Packets of constant flows that wait in buffers at once, and those that a paused host holds, at most about.
    pub(super) fn flood_packets(&self) -> [u64; 2] {
        let flood = self.flood();
        if flood.packets == 0 {
            return [0; 2];
        }
        let wire = (flood.bytes / flood.packets).max(1);
        let carried = bytes_in(self.receivers_bps(), self.run.time_ps, 1);
        let buffer = match &self.topology.buffer {
            Buffer::Packets(packets) => u64::from(*packets) * self.bottlenecks(),
            _ => self.bottlenecks_bytes(wire) / wire,
        };
        let waiting = (flood.bytes.saturating_sub(carried) / wire).min(buffer);
        let paused = bytes_in(flood.rate_bps.min(self.receivers_bps()), self.longest_pause_ps(), 1) / wire;
        [waiting, paused.min(flood.packets)]
    }

    /// All constant flows.
    fn flood(&self) -> Flood {
        let mut flood = Flood::default();
        let config = self.host.config();
        for workload in &self.workloads {
            let Traffic::Constant(it) = &workload.traffic else { continue };
            let bytes = self.offered(&workload.traffic).1;
            let wire = u64::from(it.payload) + u64::from(config.header) + u64::from(config.frame);
            flood.bytes = flood.bytes.saturating_add(bytes);
            flood.packets = flood.packets.saturating_add(bytes / wire);
            flood.rate_bps = flood.rate_bps.saturating_add(it.rate_bps.saturating_mul(u64::from(it.flows)));
        }
        flood
    }

    /// The longest pause of a host that flows come together at \[ps\].
    fn longest_pause_ps(&self) -> u64 {
        let shape = &self.topology.shape;
        let first = shape.hosts() - shape.receivers();
        let pause = |fault: &InjectedFault| match fault {
            InjectedFault::HostPause(it) if it.host >= first => {
                it.lasts_ps.min(self.run.time_ps.saturating_sub(it.at_ps))
            }
            _ => 0,
        };
        self.faults.iter().map(pause).max().unwrap_or_default()
    }
}
