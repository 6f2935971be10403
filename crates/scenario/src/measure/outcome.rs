//! The record of one run: one scheme, one seed.

use super::{ClassPauses, ControlRecord, HostReports, QueueRecord};
use crate::file::{KEPT_FLOW_BYTES, KEPT_SAMPLE_BYTES};
use core::ops::Range;
use freeboard_fabric::faults::FaultCounts;
use freeboard_fabric::network::Stuck;

/// One flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// Payload \[B\]; 0 for a flow without end.
    pub bytes: u64,
    /// Start: the first SYN, or the first data without a handshake \[ps\].
    pub start_ps: u64,
    /// From start to the last byte received \[ps\]; `None` if it did not finish.
    pub fct_ps: Option<u64>,
    /// It belongs to an incast burst.
    pub query: bool,
    /// Workload it is of, by index in the scenario.
    pub workload: usize,
    /// Retransmission timeouts of its sender: of SYNs too, and while the acknowledgement of its last byte is on the way.
    pub timeouts: u32,
    /// Segments sent again up to the arrival of its last byte: a tail probe later repairs nothing.
    pub resent: u32,
    /// Payload that had arrived in order at the end of the run \[B\].
    pub arrived: u64,
}

/// The bottleneck queue at one moment, the packet in transmission excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueSample {
    /// When \[ps\].
    pub at_ps: u64,
    /// Waiting bytes.
    pub bytes: u32,
    /// Waiting packets.
    pub packets: u32,
}

// The estimate of a run's memory counts on them; words of 32 bits take less.
const _: () = assert!(
    cfg!(target_pointer_width = "32")
        || (size_of::<Flow>() as u64 == KEPT_FLOW_BYTES
            && size_of::<QueueSample>() as u64 == KEPT_SAMPLE_BYTES)
);

/// What happened in the switch queues over a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueTotals {
    /// Packets offered.
    pub arrived: u64,
    /// Packets marked CE.
    pub marked: u64,
    /// Signals on packets that carry no ECN.
    pub unmarkable: u64,
    /// Packets refused by the buffer.
    pub dropped_buffer: u64,
    /// Packets dropped by the scheme.
    pub dropped_scheme: u64,
    /// Packets without ECN dropped on a signal.
    pub dropped_not_ect: u64,
    /// Packets that faults dropped from queues.
    pub dropped_fault: u64,
    /// Drops of any cause at the bottleneck.
    pub bottleneck_dropped: u64,
}

/// The bottleneck queue between two moments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Window {
    /// From \[ps\].
    pub from_ps: u64,
    /// To \[ps\].
    pub to_ps: u64,
    /// Time-weighted mean \[packets\], the one in transmission excluded.
    pub packets_mean: f64,
    /// Time-weighted mean \[B\].
    pub bytes_mean: f64,
    /// Longest \[packets\].
    pub packets_max: u32,
    /// Longest \[B\].
    pub bytes_max: u32,
    /// Packets marked CE.
    pub marked: u64,
    /// Packets dropped.
    pub dropped: u64,
    /// Share of time the link was busy.
    pub utilisation: f64,
}

/// One port to a receiver.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PortRecord {
    /// Its queue over time.
    pub samples: Vec<QueueSample>,
    /// It between the scenario's cuts and its end; the first starts at the first cut.
    pub windows: Vec<Window>,
}

impl PortRecord {
    /// The port over those windows that lie in a time \[ps\]: means weighted by time, the longest of the longest.
    #[must_use]
    pub fn over(&self, time_ps: Range<u64>) -> Window {
        let inside = |window: &&Window| window.from_ps >= time_ps.start && window.to_ps <= time_ps.end;
        let windows: Vec<&Window> = self.windows.iter().filter(inside).collect();
        let span: u64 = windows.iter().map(|window| window.to_ps - window.from_ps).sum();
        let weighted = |of: fn(&Window) -> f64| {
            let sum: f64 =
                windows.iter().map(|window| of(window) * (window.to_ps - window.from_ps) as f64).sum();
            if span == 0 { 0.0 } else { sum / span as f64 }
        };
        Window {
            from_ps: windows.first().map_or(0, |window| window.from_ps),
            to_ps: windows.last().map_or(0, |window| window.to_ps),
            packets_mean: weighted(|window| window.packets_mean),
            bytes_mean: weighted(|window| window.bytes_mean),
            packets_max: windows.iter().map(|window| window.packets_max).max().unwrap_or_default(),
            bytes_max: windows.iter().map(|window| window.bytes_max).max().unwrap_or_default(),
            marked: windows.iter().map(|window| window.marked).sum(),
            dropped: windows.iter().map(|window| window.dropped).sum(),
            utilisation: weighted(|window| window.utilisation),
        }
    }
}

impl QueueTotals {
    /// All that queues dropped.
    #[must_use]
    pub const fn dropped(&self) -> u64 {
        self.dropped_buffer + self.dropped_scheme + self.dropped_not_ect + self.dropped_fault
    }
}

/// One part of a scheme that could act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Its name.
    pub name: &'static str,
    /// How often it fired, in all queues.
    pub fired: u64,
    /// Highest value of what it watches, with its unit.
    pub highest: String,
    /// Value at which it arms, with its unit.
    pub needed: String,
    /// It armed at least once.
    pub armed: bool,
}

/// A flow without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongFlow {
    /// Workload it is of, by index in the scenario.
    pub workload: usize,
    /// Payload bytes that arrived, between the scenario's cuts and its end.
    pub delivered: Vec<u64>,
}

/// A request of a closed loop and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Workload it is of, by index in the scenario.
    pub workload: usize,
    /// When the request's first packet was sent \[ps\].
    pub start_ps: u64,
    /// From then to the answer's last byte \[ps\].
    pub time_ps: u64,
}

/// One run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Scheme, by index in the scenario.
    pub scheme: usize,
    /// Seed.
    pub seed: u64,
    /// Every flow that started.
    pub flows: Vec<Flow>,
    /// The ports to the receivers, in their order.
    pub ports: Vec<PortRecord>,
    /// Payload bytes that arrived of each workload, between the scenario's cuts and its end.
    pub delivered: Vec<Vec<u64>>,
    /// The flows without end, each by itself.
    pub long: Vec<LongFlow>,
    /// The requests of closed loops that were answered, in the order of the answers' ends.
    pub exchanges: Vec<Exchange>,
    /// Queues of all switches.
    pub queues: QueueTotals,
    /// Mean over all ports of switches of dropped over offered packets; 0 of a port without any.
    pub ports_lost: f64,
    /// The same queue by queue, over the ports of all switches.
    pub classes: Vec<QueueRecord>,
    /// Pauses, class by class, where some are lossless.
    pub pauses: Vec<ClassPauses>,
    /// Calls of the scheme and signals it gave.
    pub calls: u64,
    /// Signals the scheme gave.
    pub signals: u64,
    /// What of the scheme acted.
    pub acts: Vec<Act>,
    /// News that the flows of each congestion control had.
    pub controls: Vec<ControlRecord>,
    /// Reports to the underlay, host by host; hosts without any are absent.
    pub reports: Vec<HostReports>,
    /// What faults did.
    pub faults: FaultCounts,
    /// Flows that did not finish, and what each of them waits for.
    pub stuck: Vec<Stuck>,
    /// ACKs that the delayed ACK's timer sent to flows of which more was to come.
    pub late_acks: u64,
    /// Retransmission timeouts, those of unfinished flows and of handshakes included.
    pub timeouts: u64,
    /// Simulated time at the end \[ps\].
    pub end_ps: u64,
    /// The fabric's run digest: of finishes, marks and drops.
    pub digest: u32,
    /// Events the simulation took.
    pub events: u64,
}

impl Outcome {
    /// Returns what congestion controls were told about: marks, telemetry, notifications, losses and timeouts.
    #[must_use]
    pub fn reactions(&self) -> u64 {
        self.controls.iter().map(ControlRecord::reactions).sum()
    }

    /// Flows that did not finish.
    #[must_use]
    pub fn unfinished(&self) -> usize {
        self.flows.iter().filter(|flow| flow.bytes > 0 && flow.fct_ps.is_none()).count()
    }

    /// All packets that did not arrive, by cause: those of queues, then those of faults, which include the ones that faults
    /// dropped from queues.
    #[must_use]
    pub const fn drops_by_cause(&self) -> [(&'static str, u64); 8] {
        let (queues, faults) = (&self.queues, &self.faults);
        [
            ("buffer", queues.dropped_buffer),
            ("scheme", queues.dropped_scheme),
            ("not_ect", queues.dropped_not_ect),
            ("loss", faults.loss),
            ("corruption", faults.corruption),
            ("link_down", faults.link_down),
            ("reboot", faults.reboot),
            ("watchdog", faults.watchdog),
        ]
    }

    /// All packets that did not arrive: the sum of [`Self::drops_by_cause`].
    #[must_use]
    pub const fn drops(&self) -> u64 {
        self.queues.dropped() - self.queues.dropped_fault + self.faults.lost()
    }

    /// Samples of the first receiver's queue.
    #[must_use]
    pub fn samples(&self) -> &[QueueSample] {
        self.ports.first().map_or(&[], |port| &port.samples)
    }

    /// The first receiver's port over all windows.
    #[must_use]
    pub fn bottleneck(&self) -> Window {
        self.ports.first().map_or_else(Window::default, |port| port.over(0..u64::MAX))
    }
}
