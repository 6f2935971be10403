//! A capture as the flows of a `list` workload.
//!
//! A flow is what one side of a connection sent: the packets of the same addresses, ports and protocol in one direction, from the
//! first with payload on. Bytes of TCP are counted by sequence numbers, so that a retransmission counts once and a packet that the
//! capture missed is there. A SYN begins another flow, and so does silence, if one asks for it.

use super::container::read;
use super::frame::{Frame, fault};
use super::segment::{Packet, Segment, Transport};
use crate::{Imported, Note};
use core::fmt::Write;
use freeboard_scenario::HOSTS_MAX;
use freeboard_scenario::document::Fault;
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

/// Latest start of a flow in a scenario \[ns\]: 1 h.
const START_NS_MAX: u64 = 3_600_000_000_000;
/// Addresses that the note on hosts lists, chosen by us: a screen's width.
const LISTED: usize = 8;
/// Port of RoCEv2 (IANA).
const ROCE: u16 = 4791;
/// Opcodes of RoCEv2 that carry no data: acknowledgements of the reliable service, with and without an atomic's answer, and congestion
/// notifications (InfiniBand specification, table of opcodes; annex A17).
const ROCE_CONTROL: [u8; 3] = [0x11, 0x12, 0x81];
/// Sequence numbers that are further apart are of another connection: the largest window of TCP is 2^30 bytes (RFC 7323).
const SEQUENCE_JUMP: u32 = 1 << 30;

/// A direction of a connection: addresses, ports, whether it is TCP.
type Key = (IpAddr, IpAddr, (u16, u16), bool);

/// A flow that packets may still belong to.
#[derive(Clone, Copy, Debug)]
struct Flow {
    from: IpAddr,
    to: IpAddr,
    start_ns: u64,
    last_ns: u64,
    /// Lowest sequence number, as an offset from the first one seen; always 0 for UDP.
    low: i64,
    /// End of the highest one; bytes so far for UDP.
    high: i64,
    /// The first sequence number seen.
    base: u32,
}

/// Packets that are not in the flows, for the notes.
#[derive(Debug, Default)]
struct Left {
    not_ip: usize,
    other: usize,
    control: usize,
    roce: bool,
    without_start: usize,
}

#[derive(Debug, Default)]
struct Flows {
    all: Vec<Flow>,
    open: BTreeMap<Key, usize>,
    /// Connections whose SYN was seen, with its number.
    begun: BTreeMap<Key, u32>,
    left: Left,
}

/// Converts a capture to CSV with the header `time_ns,from,to,bytes`; hosts count from 1 in the order of the flows. After a silence of
/// `gap_ns` packets are of another flow.
///
/// # Errors
/// The file is no capture, is cut off, a packet's headers contradict each other or are not all captured, or nothing is carried.
pub fn flows(file: &str, bytes: &[u8], gap_ns: Option<u64>) -> Result<Imported, Fault> {
    let mut capture = read(file, bytes)?;
    // A capture at several interfaces is not always in the order of time.
    capture.frames.sort_by_key(|frame| frame.at_ns);
    let begin = capture.frames.first().map_or(0, |frame| frame.at_ns);
    let mut flows = Flows::default();
    for frame in &capture.frames {
        flows.take(file, frame, gap_ns.unwrap_or(u64::MAX))?;
    }
    flows.all.retain(|flow| flow.high > flow.low);
    flows.all.sort_by_key(|flow| flow.start_ns);
    if flows.all.is_empty() {
        return Err(fault(
            file,
            None,
            "has no payload of TCP or UDP",
            "a capture of flows between two hosts",
        ));
    }
    let (mut hosts, mut csv) = (Vec::new(), "time_ns,from,to,bytes\n".to_owned());
    let mut numbers: BTreeMap<IpAddr, usize> = BTreeMap::new();
    for flow in &flows.all {
        let mut host = |address: IpAddr| {
            *numbers.entry(address).or_insert_with(|| {
                hosts.push(address);
                hosts.len()
            })
        };
        let (from, to, start) = (host(flow.from), host(flow.to), flow.start_ns - begin);
        if start > START_NS_MAX {
            return Err(fault(
                file,
                None,
                format!("has a flow that starts after {start} ns"),
                "an hour at most",
            ));
        }
        // A text is never full.
        let _ = writeln!(csv, "{start},{from},{to},{}", flow.high - flow.low);
    }
    if hosts.len() > HOSTS_MAX as usize {
        return Err(fault(file, None, format!("has {} hosts", hosts.len()), &format!("at most {HOSTS_MAX}")));
    }
    let interfaces: BTreeSet<u32> = capture.frames.iter().map(|frame| frame.interface).collect();
    Ok(Imported {
        text: csv,
        notes: flows.left.notes(&hosts, flows.all.len(), capture.unit_ns, interfaces.len()),
    })
}

impl Flows {
    fn take(&mut self, file: &str, frame: &Frame<'_>, gap_ns: u64) -> Result<(), Fault> {
        let Some(packet) = Packet::read(file, frame)? else {
            self.left.not_ip += 1;
            return Ok(());
        };
        let segment = packet.segment()?.filter(|segment| segment.from != segment.to);
        let Some(segment) = segment else {
            self.left.other += 1;
            return Ok(());
        };
        let key =
            (segment.from, segment.to, segment.ports, matches!(segment.transport, Transport::Tcp { .. }));
        match segment.transport {
            Transport::Tcp { sequence, is_first, is_last } => {
                if is_first && self.begun.insert(key, sequence) != Some(sequence) {
                    self.open.remove(&key);
                }
                // A SYN counts as one.
                let sequence = sequence.wrapping_add(is_first.into());
                self.add(key, &segment, frame.at_ns, sequence, gap_ns);
                if is_last {
                    // What comes later is a retransmission, or another connection's, which begins with a SYN.
                    self.begun.remove(&key);
                }
            }
            Transport::Udp { first } => {
                if segment.ports.1 == ROCE {
                    self.left.roce = true;
                    if first.is_some_and(|opcode| ROCE_CONTROL.contains(&opcode)) {
                        self.left.control += 1;
                        return Ok(());
                    }
                }
                self.add(key, &segment, frame.at_ns, 0, gap_ns);
            }
        }
        Ok(())
    }

    fn add(&mut self, key: Key, segment: &Segment, at_ns: u64, sequence: u32, gap_ns: u64) {
        if segment.payload == 0 {
            return;
        }
        let (is_tcp, payload) = (key.3, segment.payload as i64);
        let known = self.open.get(&key).map(|at| &mut self.all[*at]);
        let known = known.filter(|flow| at_ns - flow.last_ns < gap_ns).and_then(|flow| {
            // Unwrapped beside the highest one, which is at most a window away.
            let next = flow.base.wrapping_add(flow.high as u32);
            let apart = sequence.wrapping_sub(next) as i32;
            let near = !is_tcp || apart.unsigned_abs() < SEQUENCE_JUMP;
            near.then(|| (flow.high + i64::from(apart), flow))
        });
        let Some((at, flow)) = known else {
            if is_tcp && !self.begun.contains_key(&key) {
                self.left.without_start += 1;
            }
            self.open.insert(key, self.all.len());
            let (from, to) = (segment.from, segment.to);
            self.all.push(Flow {
                from,
                to,
                start_ns: at_ns,
                last_ns: at_ns,
                low: 0,
                high: payload,
                base: sequence,
            });
            return;
        };
        flow.last_ns = at_ns;
        if is_tcp {
            flow.low = flow.low.min(at);
            flow.high = flow.high.max(at + payload);
        } else {
            flow.high += payload;
        }
    }
}

impl Left {
    fn notes(&self, hosts: &[IpAddr], flows: usize, unit_ns: u64, interfaces: usize) -> Vec<Note> {
        let listed: Vec<String> =
            hosts.iter().zip(1..).take(LISTED).map(|(address, host)| format!("{host} {address}")).collect();
        let more = match hosts.len().saturating_sub(LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let mut notes = vec![
            Note::new("", format!("{flows} flows of {} hosts: {}{more}", hosts.len(), listed.join(", "))),
            Note::new("", "starts count from the first packet of the capture"),
        ];
        let mut add = |count: usize, text: &str| {
            if count > 0 {
                notes.push(Note::new("", format!("{count} {text}")));
            }
        };
        add(self.not_ip, "frames without IP are left out");
        add(
            self.other,
            "packets of other protocols, later fragments and packets to their own sender are left out",
        );
        add(self.control, "acknowledgements and notifications of RoCEv2 are left out");
        add(self.without_start, "TCP flows have no SYN in the capture: they may have begun before it");
        if self.roce {
            notes.push(Note::new("", "datagrams of RoCEv2 count with their InfiniBand headers"));
        }
        if unit_ns > 1 {
            notes.push(Note::new("", format!("stamps have steps of {unit_ns} ns")));
        }
        if interfaces > 1 {
            let text = format!("{interfaces} interfaces: a datagram that passed two of them counts twice");
            notes.push(Note::new("", text));
        }
        notes
    }
}
