//! The hosts of a scenario.

use crate::document::{Entry, Fault, Section};
use crate::quantity::{BYTES, COUNT, Kind, NANOS, PACKETS, PICOS};
use cc_on_ramp::AckerSettings;
use core::ops::RangeInclusive;
use hw_model::nic::SLOT_PS_MAX;

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
    /// What answers data leaves its host before data.
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
    /// The sender keeps the stamps of one packet in so many, a power of two; 0 where packets carry them.
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

/// Keys that say what is run above the transport; [`super::scheme`] reads them.
const CHOICE_KEYS: [&str; 5] = ["cc", "cc_preset", "cc_settings", "underlay", "underlay_settings"];
const KEYS: [&str; 28] = [
    "transport",
    "nack_interval",
    "ack_priority",
    "wheel_slot",
    "cnp_interval",
    "ack_min",
    "reports",
    "report_every",
    "report_hold",
    "memory",
    "samples",
    "mss",
    "header",
    "telemetry",
    "frame",
    "handshake",
    "echo",
    "ect_retransmissions",
    "ack_every",
    "ack_class",
    "ack_delay",
    "sack",
    "min_rto",
    "initial_rto",
    "burst",
    "offload",
    "pacing",
    "nic_packets",
];
const MODES: [&str; 2] = ["tcp", "rdma"];
const REPORTS: [&str; 2] = ["on-ack", "packets"];
/// What only a TCP-like, and only an RDMA-like, host has.
const TCP_KEYS: [&str; 6] = ["handshake", "ect_retransmissions", "sack", "burst", "pacing", "nic_packets"];
const PACINGS: [&str; 2] = ["none", "fq"];
const RDMA_KEYS: [&str; 3] = ["nack_interval", "ack_priority", "wheel_slot"];
const REPORT_KEYS: [&str; 2] = ["report_every", "report_hold"];
/// What only an underlay notices.
pub(super) const UNDERLAY_KEYS: [&str; 2] = ["memory", "samples"];
const ECHOES: [&str; 3] = ["dctcp", "per-packet", "classic"];
/// One minute: the largest timeout of RFC 6298 §2.5.
const MINUTE_PS: u64 = 60_000_000_000_000;

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

    pub(super) fn read(section: &Section<'_>, queues: u32) -> Result<Self, Fault> {
        refuse_batch(section)?;
        section.expect_keys(&[KEYS.as_slice(), CHOICE_KEYS.as_slice()].concat())?;
        let base = match section.get("transport").map_or(Ok(0), |entry| entry.choice(&MODES))? {
            0 => Self::default(),
            _ => Self::rdma(),
        };
        let reports = match section.get("reports").map_or(Ok(0), |entry| entry.choice(&REPORTS))? {
            0 => Reporting::OnAck,
            _ => Reporting::Packets,
        };
        refuse_idle_keys(section, base.transport, reports)?;
        let number = |key: &str, kind: &Kind, range: RangeInclusive<u64>, base: u64| {
            section.get(key).map_or(Ok(base), |entry| entry.unsigned(kind, range))
        };
        let short = |key: &str, range, base: u16| {
            number(key, &BYTES, range, u64::from(base)).map(|value| u16::try_from(value).unwrap_or(base))
        };
        let count = |key: &str, kind: &Kind, range, base: u32| {
            number(key, kind, range, u64::from(base)).map(|value| u32::try_from(value).unwrap_or(base))
        };
        let samples = section.get("samples").map_or(Ok(0), |entry| samples_every(&entry))?;
        let flag = |key: &str, base| section.get(key).map_or(Ok(base), |entry| entry.boolean());
        let echo = match section.get("echo").map_or(Ok(0), |entry| entry.choice(&ECHOES))? {
            0 => Echo::Dctcp,
            1 => Echo::PerPacket,
            _ => Echo::Classic,
        };
        let mss = short("mss", 64..=9_000, base.mss)?;
        let pacing = match section.get("pacing").map_or(Ok(0), |entry| entry.choice(&PACINGS))? {
            0 => Pacing::None,
            _ => Pacing::Fq,
        };
        Ok(Self {
            transport: base.transport,
            nack_interval_ps: number("nack_interval", &PICOS, 0..=MINUTE_PS, base.nack_interval_ps)?,
            ack_priority: flag("ack_priority", base.ack_priority)?,
            wheel_slot_ps: wheel_slot(section)?,
            cnp_interval_ps: number("cnp_interval", &PICOS, 0..=MINUTE_PS, base.cnp_interval_ps)?,
            ack_min: short("ack_min", 0..=1_500, base.ack_min)?,
            reports,
            report_every: count("report_every", &PACKETS, 1..=1_024, base.report_every)?,
            report_hold_ns: count("report_hold", &NANOS, 0..=1_000_000_000, base.report_hold_ns)?,
            memory_ns: count("memory", &NANOS, 0..=1_000_000_000, base.memory_ns)?,
            samples_every: samples,
            mss,
            header: short("header", 40..=200, base.header)?,
            telemetry: short("telemetry", 0..=200, base.telemetry)?,
            frame: short("frame", 0..=64, base.frame)?,
            handshake: flag("handshake", base.handshake)?,
            echo,
            ect_retransmissions: flag("ect_retransmissions", base.ect_retransmissions)?,
            ack_every: count("ack_every", &COUNT, 1..=64, base.ack_every)?,
            ack_class: section.get("ack_class").map(|entry| ack_class(&entry, queues)).transpose()?,
            ack_delay_ps: number("ack_delay", &PICOS, 1_000_000..=MINUTE_PS, base.ack_delay_ps)?,
            sack: flag("sack", base.sack)?,
            min_rto_ps: number("min_rto", &PICOS, 10_000_000..=MINUTE_PS, base.min_rto_ps)?,
            initial_rto_ps: number("initial_rto", &PICOS, 10_000_000..=MINUTE_PS, base.initial_rto_ps)?,
            burst: count("burst", &PACKETS, 0..=1_000_000, base.burst)?,
            offload: offload(section, mss)?,
            pacing,
            nic_packets: count("nic_packets", &PACKETS, 0..=1_000_000_000, base.nic_packets)?,
        })
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

/// A key that would mean nothing is a mistake.
fn refuse_idle_keys(section: &Section<'_>, transport: Mode, reports: Reporting) -> Result<(), Fault> {
    let (idle, wanted): (&[&str], &str) = match transport {
        Mode::Tcp => (&RDMA_KEYS, "transport = \"rdma\""),
        Mode::Rdma => (&TCP_KEYS, "transport = \"tcp\""),
    };
    if let Some(entry) = idle.iter().find_map(|key| section.get(key)) {
        return Err(entry.fault("has no effect with this transport", wanted));
    }
    match REPORT_KEYS.iter().find_map(|key| section.get(key)) {
        Some(entry) if section.get("samples").is_some() => {
            Err(entry.fault("has no effect where the packets that are kept are reported", "no key `samples`"))
        }
        Some(entry) if reports == Reporting::OnAck => {
            Err(entry.fault("has no effect while reports ride on ACKs", "reports = \"packets\""))
        }
        _ => Ok(()),
    }
}

/// What leaves together was counted in segments once.
fn refuse_batch(section: &Section<'_>) -> Result<(), Fault> {
    section.get("batch").map_or(Ok(()), |entry| {
        Err(entry.fault(
            "is not a known key, did you mean `offload`, in bytes?",
            "`offload`, a segment to 65536 B",
        ))
    })
}

fn wheel_slot(section: &Section<'_>) -> Result<Option<u64>, Fault> {
    section.get("wheel_slot").map(|entry| entry.unsigned(&PICOS, 1_000..=SLOT_PS_MAX)).transpose()
}

/// From a segment to the largest packet of IP.
fn offload(section: &Section<'_>, mss: u16) -> Result<u32, Fault> {
    let Some(entry) = section.get("offload") else { return Ok(0) };
    entry.word(&BYTES, u32::from(mss)..=65_536)
}

fn samples_every(entry: &Entry<'_>) -> Result<u32, Fault> {
    let every = entry.word(&PACKETS, 1..=1_024)?;
    if every.is_power_of_two() {
        return Ok(every);
    }
    Err(entry.fault("is not a power of two", "1, 2, 4 ... 1024"))
}

fn ack_class(entry: &Entry<'_>, queues: u32) -> Result<u8, Fault> {
    if queues < 2 {
        return Err(entry.fault("has no effect with one queue per port", "a section [topology.queues]"));
    }
    Ok(entry.word(&COUNT, 0..=queues - 1)? as u8)
}
