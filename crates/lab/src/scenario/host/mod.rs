//! The hosts of a scenario.

mod read;

pub(super) use read::UNDERLAY_KEYS;

use freeboard_cc_on_ramp::AckerSettings;

/// How a receiver reports marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// Per ACK, exactly (RFC 8257).
    Dctcp,
    /// The mark of the packet that caused the ACK.
    PerPacket,
    /// Latched until the sender reduced (RFC 3168).
    Classic,
}

/// How data gets to the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// TCP-like.
    Tcp,
    /// Go-back-N out of a NIC that serves its flows in turn.
    Rdma,
}

/// How an underlay hears of arrivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reporting {
    /// By every ACK.
    OnAck,
    /// By packets of their own.
    Packets,
}

/// How a control that has a window only is paced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pacing {
    /// Not at all.
    None,
    /// As by Linux's FQ.
    Fq,
}

/// The hosts of a scenario: the transport below the congestion control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host {
    /// How data gets to the other side.
    pub transport: Mode,
    /// Least time between two refusals of the same gap \[ps\].
    pub nack_interval_ps: u64,
    /// Control packets (ACK, NACK, CNP) leave their host before data.
    pub ack_priority: bool,
    /// Slot of the NIC's wheel \[ps\]; `None` for the one that suits the line.
    pub wheel_slot_ps: Option<u64>,
    /// Least time between two notifications of marks \[ps\]; 0 for every mark.
    pub cnp_interval_ps: u64,
    /// Size of the shortest ACK in queues \[B\].
    pub ack_min: u16,
    /// How an underlay hears of arrivals.
    pub reports: Reporting,
    /// Packets per report.
    pub report_every: u32,
    /// Longest time without a report while packets arrive \[ns\]; 0 for no limit.
    pub report_hold_ns: u32,
    /// How long a host remembers what flows have seen on the way to a destination \[ns\]; 0 for not at all.
    pub memory_ns: u32,
    /// The sender keeps the stamps of one packet in this many, a power of two; 0 where packets carry them.
    pub samples_every: u32,
    /// Payload of a full segment \[B\].
    pub mss: u16,
    /// TCP and IP headers \[B\].
    pub header: u16,
    /// What telemetry adds to data and ACKs of controls that want it \[B\].
    pub telemetry: u16,
    /// Link-layer bytes counted in queues \[B\].
    pub frame: u16,
    /// A SYN precedes data.
    pub handshake: bool,
    /// How marks come back.
    pub echo: Echo,
    /// Retransmissions carry ECT.
    pub ect_retransmissions: bool,
    /// In-order segments per ACK.
    pub ack_every: u32,
    /// Traffic class of ACKs and SYN-ACKs; `None` for that of their flow.
    pub ack_class: Option<u8>,
    /// Longest an ACK is held \[ps\].
    pub ack_delay_ps: u64,
    /// Selective acknowledgements.
    pub sack: bool,
    /// Smallest retransmission timeout \[ps\].
    pub min_rto_ps: u64,
    /// Timeout before the first sample \[ps\].
    pub initial_rto_ps: u64,
    /// Segments per send opportunity; 0 for no limit.
    pub burst: u32,
    /// Most bytes that leave as one \[B\]; 0 for single segments.
    pub offload: u32,
    /// How a control that has a window only is paced.
    pub pacing: Pacing,
    /// Most packets in a host's own queue; 0 for no limit.
    pub nic_packets: u32,
}

impl Default for Host {
    /// A 1500-byte MTU; the timeouts are those of ECN#'s simulations.
    fn default() -> Self {
        let acker = AckerSettings::default();
        Self {
            transport: Mode::Tcp,
            nack_interval_ps: 500_000_000,
            ack_priority: true,
            wheel_slot_ps: None,
            cnp_interval_ps: 50_000_000,
            ack_min: 0,
            reports: Reporting::OnAck,
            report_every: acker.packets,
            report_hold_ns: acker.hold,
            memory_ns: 0,
            samples_every: 0,
            mss: 1460,
            header: 40,
            telemetry: 42,
            frame: 0,
            handshake: true,
            echo: Echo::Dctcp,
            ect_retransmissions: true,
            ack_every: 1,
            ack_class: None,
            ack_delay_ps: 40_000_000_000,
            sack: true,
            min_rto_ps: 5_000_000_000,
            initial_rto_ps: 5_000_000_000,
            burst: 0,
            offload: 0,
            pacing: Pacing::None,
            nic_packets: 0,
        }
    }
}

impl Host {
    /// RDMA-like hosts as in HPCC's simulator: packets of 1048 B, ACKs of 60 B, no handshake.
    fn rdma() -> Self {
        Self {
            transport: Mode::Rdma,
            mss: 1000,
            header: 48,
            ack_min: 60,
            handshake: false,
            ..Self::default()
        }
    }

    /// Bytes a full data packet occupies in a queue, telemetry apart.
    #[must_use]
    pub const fn full_packet(&self) -> u32 {
        self.mss as u32 + self.header as u32 + self.frame as u32
    }

    /// Bytes an ACK occupies in a queue, telemetry apart.
    #[must_use]
    pub fn ack(&self) -> u16 {
        (self.header + self.frame).max(self.ack_min)
    }
}
