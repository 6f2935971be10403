//! The hosts of a scenario: the transport below the congestion control.

use crate::document::{
    Choice, Fault, Flag, Form, Key, Keyed, Maybe, Section, Unlimited, bytes, count, keys, nanos, packets,
    picos, read, within,
};
use crate::quantity::{BYTES, COUNT};
use freeboard_cc_on_ramp::{AckerSettings, OR_ACK_WIRE};
use freeboard_device::nic::SLOT_PS_MAX;
use freeboard_fabric::transport::{EcnEcho, Pacing, Rdma, Reports, Transport};
use freeboard_fabric::{HostConfig, Ps};

/// The hosts of a scenario: what the simulator takes, and what underlays notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host {
    /// What the simulator takes, apart from `rdma`.
    config: HostConfig,
    /// RDMA-like: go-back-N out of a NIC that serves its flows in turn; TCP-like otherwise.
    is_rdma: bool,
    rdma: Rdma,
    /// Slot of the NIC's wheel \[ps\]; `None` for the one that suits the line.
    wheel_slot_ps: Option<u64>,
    /// Packets per report, where they are packets of their own.
    pub report_every: u32,
    /// Longest time without a report while packets arrive \[ns\]; 0 for no limit.
    pub report_hold_ns: u32,
    /// How long a host remembers what flows have seen on the way to a destination \[ns\]; 0 for not at all.
    pub memory_ns: u32,
    /// The sender keeps the stamps of one packet in n, a power of two; `None` where packets carry them.
    pub samples_every: Option<u32>,
}

/// What only an underlay notices.
pub(super) const UNDERLAY_KEYS: [&str; 2] = ["memory", "samples"];
/// Keys that are about notifications of marks.
pub(super) const CNP_KEYS: [&str; 2] = ["cnp_interval", "cnp_class"];
/// One minute: the largest timeout of RFC 6298 §2.5.
const MINUTE_PS: u64 = 60_000_000_000_000;
/// The largest packet of IP.
const OFFLOAD_MAX: u64 = 65_536;
const TRANSPORT: Choice<bool> = Choice(&[("tcp", false), ("rdma", true)]);
const ECHO: Choice<EcnEcho> =
    Choice(&[("dctcp", EcnEcho::Dctcp), ("per-packet", EcnEcho::PerPacket), ("classic", EcnEcho::Classic)]);
const REPORTS: Choice<Reports> =
    Choice(&[("on-ack", Reports::OnAck), ("packets", Reports::Packets { wire: OR_ACK_WIRE.0 as u16 })]);
const PACING: Choice<Pacing> = Choice(&[("none", Pacing::None), ("fq", Pacing::Fq)]);

/// `CNP_802P_PRIO` of ConnectX unless it is set: the class of notifications where ports have it.
const CNP_CLASS: u8 = 6;

impl Keyed for Host {
    const KEYS: &'static [Key<Self>] = keys! {
        "transport" (is_rdma) TRANSPORT, "see [the fabric](fabric.md#rdma-like-hosts)";
        "mss" (config.mss) bytes(64, 9_000), "payload of a full segment";
        "header" (config.header) bytes(40, 200), "headers of a packet; an ACK is no longer";
        "ack_min" (config.ack_min) bytes(0, 1_500), "size of the shortest ACK or notification in queues";
        "telemetry" (config.telemetry) bytes(0, 200), "more in data and ACKs of a control with in-band telemetry";
        "frame" (config.frame) bytes(0, 64), "link layer counted in queues";
        "cnp_interval" (config.cnp_interval.0) picos(0, MINUTE_PS),
            "least time between notifications of marks; 0 for every marked packet";
        "nack_interval" (rdma.nack_interval.0) picos(0, MINUTE_PS),
            "least time between refusals of the same gap", when "transport" ["rdma"];
        "ack_priority" (rdma.ack_priority) Flag,
            "control packets (ACK, NACK, CNP) leave their host before data; without, round robin with the flows",
            when "transport" ["rdma"];
        "wheel_slot" (wheel_slot_ps) Maybe(picos(1_000, SLOT_PS_MAX)), "slot of the NIC's timing wheel",
            default "100 ns; beyond 100 Gbit/s what 1250 B take", when "transport" ["rdma"];
        "reports" (config.reports) REPORTS, "how an underlay hears of arrivals: by ACKs, or by packets of their own";
        "report_every" (report_every) packets(1, 1_024), "packets per report, and the last", when "reports" ["packets"];
        "report_hold" (report_hold_ns) nanos(0, 1_000_000_000),
            "longest time without a report while packets arrive; 0 for no limit", when "reports" ["packets"];
        "memory" (memory_ns) nanos(0, 1_000_000_000),
            "a new flow under an underlay starts from what others to the same host have seen so recently; 0 for off";
        "samples" (samples_every) Maybe(packets(1, 1_024)),
            "n, a power of two: senders keep the stamps of one packet in n, and receivers report these; packets carry none",
            default "packets carry them";
        "handshake" (config.handshake) Flag, "a SYN precedes data", when "transport" ["tcp"];
        "reuse" (config.reuse) Flag,
            "a flow goes on with the idle connection of a finished one between its hosts: window, threshold and round-trip time \
             are kept, no SYN is sent; a silence of a timeout is told to the control, whose `idle_restart` says what it does", when "transport" ["tcp"];
        "echo" (config.echo) ECHO,
            "how marks come back: per ACK exactly, of the packet that caused the ACK, latched as in RFC 3168";
        "ect_handshake" (config.ect.handshake) Flag, "SYN and SYN-ACK carry ECT", when "transport" ["tcp"];
        "ect_acks" (config.ect.acks) Flag, "ACKs carry ECT";
        "ect_retransmissions" (config.ect.retransmissions) Flag, "retransmissions carry ECT", when "transport" ["tcp"];
        "ack_every" (config.ack_every) count(1, 64), "in-order segments per ACK";
        "ack_class" (config.ack_class) Maybe(count(0, 7)),
            "traffic class of ACKs and SYN-ACKs (`[topology.queues]`)", default "their flow's";
        "cnp_class" (config.cnp_class) Maybe(count(0, 7)),
            "traffic class of notifications of marks (CNPs)", default "6 (ConnectX's) where ports have it; else that of ACKs";
        "ack_delay" (config.ack_delay.0) picos(1_000_000, MINUTE_PS), "longest an ACK is held";
        "receive_batch" (config.receive_batch) packets(1, 1_024),
            "most in-order segments that a NIC merges before the stack sees and acknowledges them; 1 for none", when "transport" ["tcp"];
        "receive_hold" (config.receive_hold.0) picos(0, 1_000_000_000_000),
            "from the first arrival to the end of the poll that takes it, and of all batches of the host (with `receive_batch`)",
            when "transport" ["tcp"];
        "sack" (config.sack) Flag, "selective acknowledgements", when "transport" ["tcp"];
        "prr" (config.prr) Flag, "cuts of the window are spread over a round trip (RFC 6937), after marks, too, as Linux does",
            when "transport" ["tcp"];
        "tail_probe" (config.tail_probe) Flag,
            "a segment goes out after two round trips without news (RFC 8985 §7), where `sack` is on", when "transport" ["tcp"];
        "rack" (config.rack) Flag,
            "loss by time with a reordering window instead of by duplicate ACKs (RFC 8985 §6), where `sack` is on",
            when "transport" ["tcp"];
        "undo" (config.undo) Flag,
            "a cut of the window is taken back once receivers have had everything twice that was sent again (RFC 3708), where `sack` \
             is on; of NewReno, ECN*, CUBIC and DCTCP", when "transport" ["tcp"];
        "min_rto" (config.rto_min.0) picos(10_000_000, MINUTE_PS), "smallest retransmission timeout";
        "initial_rto" (config.rto_initial.0) picos(10_000_000, MINUTE_PS), "timeout before the first sample";
        "rto_granularity" (config.rto_granularity.0) picos(1_000, 1_000_000_000_000),
            "granularity G of the timeout's clock (RFC 6298 §2.3)";
        "window_max" (config.window_max) Unlimited(bytes(0, 1_000_000_000)),
            "ceiling of the window: most unacknowledged payload of a flow, whatever its control says";
        "burst" (config.burst) packets(0, 1_000_000), "segments per send opportunity; 0 for no limit",
            when "transport" ["tcp"];
        "offload" (config.offload) bytes(0, OFFLOAD_MAX),
            "largest batch that is paced, held and stamped as one (segmentation offload), at most a third of the window and \
             1 ms at the pace; 0 for single segments";
        "pacing" (config.pacing) PACING,
            "how a control that has a window only is paced; see [the fabric](fabric.md#tcp-like-hosts)",
            when "transport" ["tcp"];
        "nic_packets" (config.nic_packets) Unlimited(packets(0, 1_000_000_000)), "packets in a host's own queue",
            when "transport" ["tcp"];
        "nic_scheme" (config.nic_scheme) Flag, "hosts run the marking scheme of the switches on their own port",
            when "transport" ["tcp"];
    };
    const BASES: &'static [crate::document::Base<Self>] = &[("rdma", Self::rdma)];

    fn base(section: &Section<'_>) -> Result<Self, Fault> {
        let is_rdma = section.get("transport").map_or(Ok(false), |entry| TRANSPORT.read(&entry))?;
        Ok(if is_rdma { Self::rdma() } else { Self::default() })
    }
}

impl Default for Host {
    /// A 1500-byte MTU; the timeouts are those of ECN#'s simulations.
    fn default() -> Self {
        let acker = AckerSettings::default();
        Self {
            config: HostConfig::default(),
            is_rdma: false,
            rdma: Rdma::default(),
            wheel_slot_ps: None,
            report_every: acker.packets,
            report_hold_ns: acker.hold,
            memory_ns: 0,
            samples_every: None,
        }
    }
}

impl Host {
    /// RDMA-like hosts as in HPCC's simulator: packets of 1048 B, ACKs of 60 B, no handshake.
    fn rdma() -> Self {
        Self { config: HostConfig::rdma(), is_rdma: true, ..Self::default() }
    }

    pub(super) fn read(section: &Section<'_>, others: &[&str], queues: u32) -> Result<Self, Fault> {
        // What leaves together was counted in segments once.
        if let Some(entry) = section.get("batch") {
            return Err(entry.fault("is not a known key, did you mean `offload`, in bytes?", "`offload`"));
        }
        let host: Self = read(section, others)?;
        if host.config.offload > 0 {
            within(section, "offload", &BYTES, u64::from(host.config.mss)..=OFFLOAD_MAX)?;
        }
        if let (Some(entry), Some(false)) =
            (section.get("samples"), host.samples_every.map(u32::is_power_of_two))
        {
            return Err(entry.fault("is not a power of two", "1, 2, 4 ... 1024"));
        }
        for key in ["ack_class", "cnp_class"] {
            if let (Some(entry), true) = (section.get(key), queues < 2) {
                return Err(
                    entry.fault("has no effect with one queue per port", "a section [topology.queues]")
                );
            }
            within(section, key, &COUNT, 0..=u64::from(queues - 1))?;
        }
        if let (Some(entry), true) = (section.get("receive_hold"), host.config.receive_batch == 1) {
            return Err(
                entry.fault("has no effect where nothing is merged", "a key `receive_batch` of 2 or more")
            );
        }
        let HostConfig { rack, tail_probe, undo, sack, .. } = host.config;
        let need_sack = [("rack", rack), ("tail_probe", tail_probe), ("undo", undo)];
        let idle = need_sack.iter().find(|(_, is_on)| !sack && *is_on);
        if let Some(entry) = idle.and_then(|(key, _)| section.get(key)) {
            return Err(entry.fault("has no effect with sack = false", "no key `sack`, or sack = true"));
        }
        if let (Some(entry), 1) = (section.get("ack_delay"), host.config.ack_every)
            && host.config.ack_delay != Self::default().config.ack_delay
        {
            let problem = "has no effect where every segment is acknowledged at once";
            return Err(entry.fault(problem, "a key `ack_every` of 2 or more"));
        }
        let idle = ["report_every", "report_hold"].iter().find_map(|key| section.get(key));
        if let (Some(entry), Some(_)) = (idle, host.samples_every) {
            let problem = "has no effect where the packets that are kept are reported";
            return Err(entry.fault(problem, "no key `samples`"));
        }
        Ok(host)
    }

    /// Gives notifications the class of a ConnectX NIC where ports have it and the scenario names none.
    pub(super) fn with_notifications(mut self, queues: u32) -> Self {
        if queues > u32::from(CNP_CLASS) {
            self.config.cnp_class.get_or_insert(CNP_CLASS);
        }
        self
    }

    /// Returns what the simulator takes.
    #[must_use]
    pub fn config(&self) -> HostConfig {
        let rdma = Rdma { slot: self.wheel_slot_ps.map(Ps), ..self.rdma };
        let transport = if self.is_rdma { Transport::Rdma(rdma) } else { Transport::Tcp };
        HostConfig { transport, ..self.config }
    }

    /// Returns whether packets are made as they are sent, and none waits in its host.
    #[must_use]
    pub const fn is_rdma(&self) -> bool {
        self.is_rdma
    }

    /// Returns the payload of a full segment \[B\].
    #[must_use]
    pub const fn mss(&self) -> u32 {
        self.config.mss as u32
    }

    /// Returns the bytes a full data packet occupies in a queue, telemetry apart.
    #[must_use]
    pub const fn full_packet(&self) -> u32 {
        self.config.mss as u32 + self.config.header as u32 + self.config.frame as u32
    }

    /// Returns the bytes an ACK occupies in a queue, telemetry apart.
    #[must_use]
    pub fn ack(&self) -> u16 {
        (self.config.header + self.config.frame).max(self.config.ack_min)
    }
}
