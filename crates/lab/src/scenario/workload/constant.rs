//! Datagrams at a constant rate, whatever happens to them.

use super::{Frame, hosts, moment, time};
use crate::document::{Fault, Section};
use crate::quantity::{BYTES, COUNT, PICOS, RATE, print};

/// Senders of datagrams, like UDP from a packet generator: no handshake, no acknowledgements, no ECN, lost is
/// lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// How many flows.
    pub flows: u32,
    /// Senders by number, from 0, taken in turn; empty for all.
    pub hosts: Vec<u32>,
    /// Rate of each, headers included \[bit/s\].
    pub rate_bps: u64,
    /// Payload of a packet \[B\].
    pub payload: u16,
    /// When they start \[ps\].
    pub start_ps: u64,
    /// When they stop \[ps\]; `None` for never.
    pub end_ps: Option<u64>,
}

pub(super) const KEYS: [&str; 6] = ["flows", "hosts", "rate", "payload", "start", "end"];
/// The payload of a full Ethernet frame's packet, as [`crate::scenario::Host`]'s.
const PAYLOAD: u16 = 1460;

impl Constant {
    pub(super) fn read(section: &Section<'_>, frame: &Frame) -> Result<Self, Fault> {
        let flows = section.need("flows", "a number, e.g. 1")?.word(&COUNT, 1..=100_000)?;
        let rate = section.need("rate", "a rate, e.g. \"1 Gbps\"")?;
        let rate_bps = rate.unsigned(&RATE, 1_000_000..=frame.rate_bps)?;
        let payload = match section.get("payload") {
            Some(entry) => u16::try_from(entry.word(&BYTES, 1..=9_000)?).unwrap_or(PAYLOAD),
            None => PAYLOAD,
        };
        let start_ps = section.get("start").map_or(Ok(0), |entry| time(&entry, frame.run_ps))?;
        let read_end = |entry: crate::document::Entry<'_>| entry.unsigned(&PICOS, start_ps..=frame.run_ps);
        let end_ps = section.get("end").map(read_end).transpose()?;
        Ok(Self { flows, hosts: hosts(section, frame)?, rate_bps, payload, start_ps, end_ps })
    }

    pub(super) fn describe(&self) -> String {
        format!(
            "{} flows of datagrams with {}, {} each, from {} to {}",
            self.flows,
            print(i128::from(self.payload), &BYTES),
            print(i128::from(self.rate_bps), &RATE),
            moment(self.start_ps),
            self.end_ps.map_or_else(|| "the end".to_owned(), moment)
        )
    }
}
