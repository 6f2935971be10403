//! Flows that last as long as the run or carry a given size, and datagrams at a constant rate.

use super::{HOSTS, TIME};
use crate::document::{Choice, Flag, Maybe, bytes, count, rate, section};

/// Which of the senders, whose base RTTs ascend with their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Senders {
    /// Evenly over all.
    Spread,
    /// Those with the shortest base RTT.
    Near,
    /// Those with the longest base RTT.
    Far,
}

const SENDERS: Choice<Senders> =
    Choice(&[("spread", Senders::Spread), ("near", Senders::Near), ("far", Senders::Far)]);

section! {
    /// Long flows, from different senders where there are enough.
    Long {
        "flows" flows: u32 = 0, count(1, 100_000), "flows, without end unless a key says otherwise", needed "a number, e.g. 4";
        "start" start_ps: u64 = 0, TIME, "when the first starts";
        "stagger" stagger_ps: u64 = 0, TIME, "time over which the starts are spread";
        "senders" senders: Senders = Senders::Spread, SENDERS, "over all senders, or the nearest or farthest by base RTT";
        "hosts" hosts: Vec<u32> = Vec::new(), HOSTS, "senders by number, taken in turn, instead of `senders`",
            default "as `senders` says";
        "to" to: Vec<u32> = Vec::new(), HOSTS, "hosts that they go to, by number, taken in turn", default "`receiver`";
        "size" size: Option<u64> = None, Maybe(bytes(1, 1_000_000_000_000)), "payload of each", default "no end";
        "end" end_ps: Option<u64> = None, Maybe(TIME), "when they stop taking new data", default "never";
    }
}

section! {
    /// Flows from every host to another one, each host being sent to once.
    Permutation {
        "size" size: Option<u64> = None, Maybe(bytes(1, 1_000_000_000_000)), "payload of each", default "no end";
        "start" start_ps: u64 = 0, TIME, "when the first starts";
        "stagger" stagger_ps: u64 = 0, TIME, "time over which the starts are spread";
    }
}

section! {
    /// Senders of datagrams, like UDP from a packet generator: no handshake, no acknowledgements, lost is lost.
    Constant {
        "flows" flows: u32 = 0, count(1, 100_000), "flows of datagrams", needed "a number, e.g. 1";
        "rate" rate_bps: u64 = 0, rate(1_000_000, 1_000_000_000_000), "rate of each flow, headers included, at most that of its link",
            needed "a rate, e.g. \"1 Gbps\"";
        "payload" payload: u16 = 1460, bytes(1, 9_000), "of a packet";
        "ect" ect: bool = false, Flag, "datagrams are ECN-capable, and nobody reacts to their marks";
        "start" start_ps: u64 = 0, TIME, "when they start";
        "end" end_ps: Option<u64> = None, Maybe(TIME), "when they stop", default "never";
        "hosts" hosts: Vec<u32> = Vec::new(), HOSTS, "senders by number, taken in turn", default "all";
    }
}

impl Long {
    /// Returns the host that flow `index` comes from; base RTTs ascend with the host number.
    pub(crate) fn from(&self, senders: u32, index: u32) -> u32 {
        if let hosts @ [_, ..] = self.hosts.as_slice() {
            return hosts[index as usize % hosts.len()];
        }
        let spread = (2 * u64::from(index) + 1) * u64::from(senders) / (2 * u64::from(self.flows));
        match self.senders {
            Senders::Spread if self.flows <= senders => u32::try_from(spread).unwrap_or_default() % senders,
            Senders::Spread | Senders::Near => index % senders,
            Senders::Far => senders - 1 - index % senders,
        }
    }

    /// Returns the host that flow `index` goes to.
    pub(crate) fn to(&self, receiver: u32, index: u32) -> u32 {
        match self.to.as_slice() {
            [] => receiver,
            hosts => hosts[index as usize % hosts.len()],
        }
    }
}

impl Constant {
    /// Returns the host that flow `index` comes from.
    pub(crate) fn from(&self, senders: u32, index: u32) -> u32 {
        match self.hosts.as_slice() {
            [] => index % senders,
            hosts => hosts[index as usize % hosts.len()],
        }
    }
}
