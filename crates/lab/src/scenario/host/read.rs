//! Reader of `[host]`.

use super::{Echo, Host, Mode, Pacing, Reporting};
use crate::document::{Entry, Fault, Section};
use crate::quantity::{BYTES, COUNT, Kind, NANOS, PACKETS, PICOS};
use core::ops::RangeInclusive;
use freeboard_hw_model::nic::SLOT_PS_MAX;

/// Keys that say what is run above the transport; [`scheme`](crate::scenario::scheme) reads them.
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
const MODES: [(&str, Mode); 2] = [("tcp", Mode::Tcp), ("rdma", Mode::Rdma)];
const REPORTS: [(&str, Reporting); 2] = [("on-ack", Reporting::OnAck), ("packets", Reporting::Packets)];
/// What only a TCP-like, and only an RDMA-like, host has.
const TCP_KEYS: [&str; 6] = ["handshake", "ect_retransmissions", "sack", "burst", "pacing", "nic_packets"];
const PACINGS: [(&str, Pacing); 2] = [("none", Pacing::None), ("fq", Pacing::Fq)];
const RDMA_KEYS: [&str; 3] = ["nack_interval", "ack_priority", "wheel_slot"];
const REPORT_KEYS: [&str; 2] = ["report_every", "report_hold"];
/// What only an underlay notices.
pub(in crate::scenario) const UNDERLAY_KEYS: [&str; 2] = ["memory", "samples"];
const ECHOES: [(&str, Echo); 3] =
    [("dctcp", Echo::Dctcp), ("per-packet", Echo::PerPacket), ("classic", Echo::Classic)];
/// One minute: the largest timeout of RFC 6298 §2.5.
const MINUTE_PS: u64 = 60_000_000_000_000;

impl Host {
    pub(in crate::scenario) fn read(section: &Section<'_>, queues: u32) -> Result<Self, Fault> {
        refuse_batch(section)?;
        section.expect_keys(&[KEYS.as_slice(), CHOICE_KEYS.as_slice()].concat())?;
        let base = match one_of(section, "transport", &MODES)? {
            Mode::Tcp => Self::default(),
            Mode::Rdma => Self::rdma(),
        };
        let reports = one_of(section, "reports", &REPORTS)?;
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
        let flag = |key: &str, base| section.get(key).map_or(Ok(base), |entry| entry.boolean());
        let mss = short("mss", 64..=9_000, base.mss)?;
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
            samples_every: section.get("samples").map_or(Ok(0), |entry| samples_every(&entry))?,
            mss,
            header: short("header", 40..=200, base.header)?,
            telemetry: short("telemetry", 0..=200, base.telemetry)?,
            frame: short("frame", 0..=64, base.frame)?,
            handshake: flag("handshake", base.handshake)?,
            echo: one_of(section, "echo", &ECHOES)?,
            ect_retransmissions: flag("ect_retransmissions", base.ect_retransmissions)?,
            ack_every: count("ack_every", &COUNT, 1..=64, base.ack_every)?,
            ack_class: section.get("ack_class").map(|entry| ack_class(&entry, queues)).transpose()?,
            ack_delay_ps: number("ack_delay", &PICOS, 1_000_000..=MINUTE_PS, base.ack_delay_ps)?,
            sack: flag("sack", base.sack)?,
            min_rto_ps: number("min_rto", &PICOS, 10_000_000..=MINUTE_PS, base.min_rto_ps)?,
            initial_rto_ps: number("initial_rto", &PICOS, 10_000_000..=MINUTE_PS, base.initial_rto_ps)?,
            burst: count("burst", &PACKETS, 0..=1_000_000, base.burst)?,
            offload: offload(section, mss)?,
            pacing: one_of(section, "pacing", &PACINGS)?,
            nic_packets: count("nic_packets", &PACKETS, 0..=1_000_000_000, base.nic_packets)?,
        })
    }
}

/// The value that a key names; the first where it is absent.
fn one_of<T: Copy, const N: usize>(
    section: &Section<'_>,
    key: &str,
    table: &[(&'static str, T); N],
) -> Result<T, Fault> {
    let chosen = section.get(key).map_or(Ok(0), |entry| entry.choice(&table.map(|(name, _)| name)))?;
    Ok(table[chosen].1)
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
