//! Host configuration.

use crate::time::Ps;
use freeboard_aqm_api::Ecn;

/// How a receiver says which data was marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EcnEcho {
    /// The state of the data an ACK covers; a change of state sends the pending ACK at once with the old
    /// one (RFC 8257 §3.2).
    #[default]
    Dctcp,
    /// The mark of the very packet that caused the ACK, without a state.
    PerPacket,
    /// Latched from the first mark until the sender says it reduced (RFC 3168 §6.1.3).
    Classic,
}

/// Which packets carry ECT, if the congestion control uses ECN. Data sent for the first time always does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EctPolicy {
    /// The codepoint: ECT(0) is what Linux DCTCP sends, ECT(1) what ns3-ecn-sharp sends.
    pub codepoint: Ecn,
    /// SYN and SYN-ACK. Default no (RFC 3168 §6.1.1; ns3-ecn-sharp); BCC's ns-2 code: yes.
    pub handshake: bool,
    /// Pure ACKs. Default no (RFC 3168 §6.1.4; ns3-ecn-sharp); BCC's ns-2 code: yes.
    pub acks: bool,
    /// Retransmissions. Default yes, as datacenter deployments do, so that they are not the first to be
    /// dropped; RFC 3168 §6.1.5 and ns3-ecn-sharp: no.
    pub retransmissions: bool,
}

impl Default for EctPolicy {
    fn default() -> Self {
        Self { codepoint: Ecn::ECT0, handshake: false, acks: false, retransmissions: true }
    }
}

/// How data gets to the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// Bytes in sequence with a handshake, selective repair and a host's queue: TCP-like.
    #[default]
    Tcp,
    /// Go-back-N out of a NIC that serves its flows in turn: RDMA-like.
    Rdma(Rdma),
}

/// What is particular to an RDMA-like host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rdma {
    /// Least time between two refusals of the same gap; 500 us in HPCC's simulator.
    pub nack_interval: Ps,
    /// Control packets (ACK, NACK, CNP) leave before data; without, they are served round robin like a flow.
    pub ack_priority: bool,
    /// Slot of the wheel that finds the flows that may send; `None` for the one that suits a host's line
    /// ([`freeboard_device::nic::Wheel::suited_slot`]). A departure is less than a slot late, and the next one makes up for it.
    pub slot: Option<Ps>,
}

impl Default for Rdma {
    fn default() -> Self {
        Self { nack_interval: Ps::from_us(500), ack_priority: true, slot: None }
    }
}

/// How an underlay hears of arrivals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reports {
    /// Every ACK says when the data it answers arrived.
    #[default]
    OnAck,
    /// A receiver sends packets of their own, when [`FlowControl`](super::FlowControl)'s half there says so. They are
    /// in the class of the data, and nobody sends a lost one again.
    Packets {
        /// Size of a report in queues \[B\].
        wire: u16,
    },
}

/// How a TCP-like host spaces the packets of a control that has a window only. A rate is always paced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pacing {
    /// It does not: the wire and the acknowledgements do.
    #[default]
    None,
    /// As Linux's FQ: at 1.2 windows per smoothed round-trip time, at 2 below half of the slow start threshold.
    Fq,
}

/// Where sequence numbers start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InitialSequence {
    /// Anywhere, per flow: wraps are met in ordinary runs.
    #[default]
    Random,
    /// Here, for every flow.
    Fixed(u32),
}

/// All hosts of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostConfig {
    /// How data gets to the other side.
    pub transport: Transport,
    /// Payload of a full segment \[B\]; 1460.
    pub mss: u16,
    /// TCP and IP headers \[B\]; 40. An ACK is no longer.
    pub header: u16,
    /// What telemetry adds to data and ACKs of a flow that collects it \[B\]; 42, five hops of 8 B and 2 B
    /// (\[Li19\] §4.1).
    pub telemetry: u16,
    /// Size of the shortest ACK or notification in queues \[B\]; 0. 60 is an Ethernet frame's.
    pub ack_min: u16,
    /// Link-layer bytes of every packet that are counted in queues \[B\]; 0. ns-3's PPP: 2.
    pub frame: u16,
    /// SYN and SYN-ACK precede data; without, a flow starts with data (persistent connections).
    pub handshake: bool,
    /// A flow takes up the connection of a finished one between the same hosts, in the same classes and under the same
    /// control, if one is idle: with its window, threshold and round-trip time, without a handshake.
    pub reuse: bool,
    /// Who carries ECT.
    pub ect: EctPolicy,
    /// How marks come back.
    pub echo: EcnEcho,
    /// In-order segments per ACK; 1 acknowledges every one, 2 is RFC 5681's delayed ACK.
    pub ack_every: u32,
    /// Least time between two notifications of a flow; 50 us (\[Zhu15\] §3.1), NVIDIA's default is 4 us. 0 notifies
    /// of every marked packet, as HPCC's simulator does.
    pub cnp_interval: Ps,
    /// How an underlay hears of arrivals.
    pub reports: Reports,
    /// Traffic class of ACKs and SYN-ACKs; `None` for their flow's. A class of their own that goes first
    /// keeps them out of the queues of data.
    pub ack_class: Option<u8>,
    /// Traffic class of congestion notification packets; `None` for that of ACKs. ConnectX sends them in a priority of their own
    /// (`CNP_802P_PRIO`, 6 unless set).
    pub cnp_class: Option<u8>,
    /// Longest an ACK is held back; 40 ms is Linux's smallest.
    pub ack_delay: Ps,
    /// Most in-order segments that a NIC merges before the stack sees them (GRO, LRO); 1 for none. 44 segments of 1460 B
    /// are 64 KB, the most of one IP packet.
    pub receive_batch: u32,
    /// Time from the first arrival to the end of the poll that takes it, and with it of all batches of the host. 16 us,
    /// the interrupt coalescing of Linux's mlx4 driver.
    pub receive_hold: Ps,
    /// Selective acknowledgements; without them NewReno (RFC 6582).
    pub sack: bool,
    /// Proportional rate reduction after losses (RFC 6937) and, as Linux has it, after marks.
    pub prr: bool,
    /// Tail loss probes (RFC 8985 §7); with selective acknowledgements.
    pub tail_probe: bool,
    /// Loss by time with a reordering window instead of by duplicate ACKs (RFC 8985 §6), receivers report duplicates (RFC 2883);
    /// with selective acknowledgements.
    pub rack: bool,
    /// A reduction is taken back once each segment that was sent again has been reported as a duplicate (RFC 3708); with selective
    /// acknowledgements.
    pub undo: bool,
    /// Duplicate ACKs that mean loss; 3 (RFC 5681 §3.2).
    pub dup_threshold: u32,
    /// Smallest retransmission timeout; 5 ms as in ECN#'s and BCC's simulations.
    pub rto_min: Ps,
    /// Timeout before the first sample, the SYN's included; 5 ms, as above.
    pub rto_initial: Ps,
    /// Largest timeout, backed off; 60 s (RFC 6298 §2.5).
    pub rto_max: Ps,
    /// Clock granularity G of the timeout formula; 1 us (ns-2's in BCC).
    pub rto_granularity: Ps,
    /// Most unacknowledged bytes whatever the congestion control says; no limit.
    pub window_max: u32,
    /// Segments per send opportunity; 0 for no limit. ns-3 sends at most 2.
    pub burst: u32,
    /// Most bytes of payload that leave as one \[B\], segmentation offload: what waits until it fits the window, is paced, held
    /// and stamped together, up to a third of the window and about 1 ms of the pace; whole segments. 0 for single ones;
    /// 65 536 is the largest of Linux. An RDMA-like host sends it in one grant.
    pub offload: u32,
    /// How a control that has a window only is paced; not at all.
    pub pacing: Pacing,
    /// Most bytes of one flow in its host's own queue; 256 KiB is Linux's `tcp_limit_output_bytes`. It
    /// keeps a window without a bottleneck from piling up in the host. Under an underlay it is two packets, or a batch.
    pub small_queue: u32,
    /// Most packets in a host's own queue; no limit.
    pub nic_packets: u32,
    /// Hosts run the switches' scheme on their own port, as in ECN#'s simulations.
    pub nic_scheme: bool,
    /// Where sequence numbers start.
    pub initial_sequence: InitialSequence,
}

impl Default for HostConfig {
    fn default() -> Self {
        Self {
            transport: Transport::Tcp,
            mss: 1460,
            header: 40,
            telemetry: 42,
            ack_min: 0,
            frame: 0,
            handshake: true,
            reuse: false,
            ect: EctPolicy::default(),
            echo: EcnEcho::default(),
            ack_every: 1,
            cnp_interval: Ps::from_us(50),
            reports: Reports::OnAck,
            ack_class: None,
            cnp_class: None,
            ack_delay: Ps::from_ms(40),
            receive_batch: 1,
            receive_hold: Ps::from_us(16),
            sack: true,
            prr: false,
            tail_probe: false,
            rack: false,
            undo: false,
            dup_threshold: 3,
            rto_min: Ps::from_ms(5),
            rto_initial: Ps::from_ms(5),
            rto_max: Ps::from_ms(60_000),
            rto_granularity: Ps::from_us(1),
            window_max: u32::MAX,
            burst: 0,
            offload: 0,
            pacing: Pacing::None,
            small_queue: 1 << 18,
            nic_packets: u32::MAX,
            nic_scheme: false,
            initial_sequence: InitialSequence::default(),
        }
    }
}

impl HostConfig {
    /// RDMA-like hosts as in HPCC's simulator: 1000 B in packets of 1048 B, ACKs of 60 B for each, no handshake.
    #[must_use]
    pub fn rdma() -> Self {
        let transport = Transport::Rdma(Rdma::default());
        Self { transport, mss: 1000, header: 48, ack_min: 60, handshake: false, ..Self::default() }
    }

    /// Most bytes of one flow between its underlay's hold and the wire: two packets, or a batch. On-Ramp holds in the
    /// queueing discipline, and a driver's queue below that is kept short (Linux's byte queue limits).
    pub(crate) fn below_hold(&self) -> u32 {
        let packet = u32::from(self.wire(self.mss));
        let batch = self.offload / u32::from(self.mss.max(1));
        (packet * batch.max(2)).min(self.small_queue)
    }

    /// Receivers report what they have had twice, and senders look.
    #[inline]
    pub(crate) const fn reports_duplicates(&self) -> bool {
        (self.rack || self.undo) && self.sack && !self.is_rdma()
    }

    /// Data goes back N.
    #[inline]
    pub(crate) const fn is_rdma(&self) -> bool {
        matches!(self.transport, Transport::Rdma(_))
    }

    /// A flow begins with a SYN.
    pub(crate) const fn shakes_hands(&self) -> bool {
        self.handshake && !self.is_rdma()
    }

    /// Size in queues of a control packet (ACK, NACK, CNP), with or without INT.
    pub(crate) fn answer(&self, telemetry: bool) -> u16 {
        self.around(telemetry).max(self.ack_min)
    }

    /// Size in queues of a packet with `payload` bytes and no telemetry.
    #[inline]
    #[must_use]
    pub const fn wire(&self, payload: u16) -> u16 {
        payload.saturating_add(self.header).saturating_add(self.frame)
    }

    /// Bytes of a flow's data packet in queues in addition to its payload.
    pub(crate) const fn around(&self, telemetry: bool) -> u16 {
        self.wire(if telemetry { self.telemetry } else { 0 })
    }

    /// Segments that a flow of `bytes` takes.
    #[must_use]
    pub const fn segments(&self, bytes: u64) -> u64 {
        bytes.div_ceil(self.mss as u64)
    }
}
