//! The function that an event calls on either side, and its words.

use super::streams::{PACKET, PACKET_NS, SEGMENT, Step};

/// Public C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    /// DPDK's RED.
    Red,
    /// Linux's CoDel.
    Codel,
    /// Linux's PIE.
    Pie,
    /// Linux's Reno.
    Reno,
    /// Linux's DCTCP.
    Dctcp,
    /// Linux's CUBIC, without and with HyStart.
    Cubic {
        /// With it.
        hystart: bool,
    },
    /// Linux's BBR.
    Bbr,
}

/// A function and its words.
pub(super) type Call = (String, Vec<u32>);

/// Base-2 logarithm of one over RED's weight: \[Floyd93\] §6, 0.002.
const WEIGHT_LOG2: u32 = 9;
/// Entries of RED's two tables, and their scale.
const FRACTIONS: u32 = 16;
const WEIGHTS: u32 = 12;
const SCALE: f64 = 1_024.0;
/// DPDK's unit of time: 2^22 of them are a packet.
const TIME_LOG2: u32 = 22;

impl Peer {
    /// Its name in tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Red => "DPDK RED",
            Self::Codel => "Linux CoDel",
            Self::Pie => "Linux PIE",
            Self::Reno => "Linux Reno",
            Self::Dctcp => "Linux DCTCP",
            Self::Cubic { hystart: false } => "Linux CUBIC",
            Self::Cubic { hystart: true } => "Linux CUBIC with HyStart",
            Self::Bbr => "Linux BBR",
        }
    }

    /// The file of its calls, without the ending.
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Codel => "codel",
            Self::Pie => "pie",
            Self::Reno => "reno",
            Self::Dctcp => "dctcp",
            Self::Cubic { .. } => "cubic",
            Self::Bbr => "bbr",
        }
    }

    /// It calls Reno's functions.
    pub(super) const fn needs_reno(self) -> bool {
        matches!(self, Self::Reno | Self::Dctcp | Self::Cubic { .. })
    }

    /// Events that it has functions for.
    pub(super) const fn events(self) -> &'static [&'static str] {
        match self {
            Self::Red => &["enqueue", "dequeue"],
            Self::Codel => &["dequeue"],
            Self::Pie => &["enqueue", "dequeue", "tick"],
            Self::Reno | Self::Dctcp | Self::Cubic { .. } => &["ack", "loss"],
            Self::Bbr => &["ack"],
        }
    }

    /// Calls that set it up.
    pub(super) fn start(self) -> Vec<Call> {
        let call = |words: &[u32]| ("peer_start".to_owned(), words.to_vec());
        match self {
            Self::Red => {
                let fraction = |i: u32| (SCALE * (-f64::from(i) / 16.0).exp2()).round() as u32;
                let weight = |i: u32| (-(1.0 - (-f64::from(i + 1)).exp2()).log2() * SCALE).round() as u32;
                let fractions = (0..FRACTIONS).map(|i| call(&[WEIGHT_LOG2, i, fraction(i)]));
                fractions
                    .chain((0..WEIGHTS).map(|i| call(&[WEIGHT_LOG2, FRACTIONS + i, weight(i)])))
                    .collect()
            }
            Self::Cubic { hystart } => vec![call(&[u32::from(hystart)])],
            _ => vec![call(&[])],
        }
    }

    /// The call that sets the fields of an event, and the call of the event. The first is not counted: a kernel has it for free.
    pub(super) fn call(self, step: &Step) -> Option<(Call, Call)> {
        if !self.events().contains(&step.event()) {
            return None;
        }
        let halves = |time: u64| [time as u32, (time >> 32) as u32];
        let (prepare, words) = match (self, *step) {
            (Self::Red, Step::Enqueue { now, depth, .. } | Step::Dequeue { now, depth, .. }) => {
                let time = (u128::from(now) << TIME_LOG2) / u128::from(PACKET_NS);
                (halves(time as u64).to_vec(), vec![depth / PACKET])
            }
            (Self::Codel, Step::Dequeue { now, depth, sojourn }) => {
                let [low, high] = halves(now);
                (vec![low, high, sojourn, depth, PACKET], Vec::new())
            }
            (Self::Pie, Step::Enqueue { now, depth, random }) => {
                let [low, high] = halves(now);
                (vec![low, high, 0, PACKET, random], vec![depth, PACKET])
            }
            (Self::Pie, Step::Dequeue { now, depth, sojourn } | Step::Tick { now, depth, sojourn }) => {
                let [low, high] = halves(now);
                (vec![low, high, sojourn, PACKET, 0], vec![depth])
            }
            (_, Step::Ack { now, una, nxt, segments, marked, rtt }) => {
                let prepare = vec![(now / 1_000) as u32, una, nxt, segments, marked, rtt / 1_000];
                let words = if matches!(self, Self::Bbr) { Vec::new() } else { vec![una, segments, marked] };
                (prepare, words)
            }
            (_, Step::Loss { now, una, nxt }) => {
                (vec![(now / 1_000) as u32, una, nxt, 0, 0, IN_A_LOSS_US], Vec::new())
            }
            _ => return None,
        };
        Some((("peer_prepare".to_owned(), prepare), (format!("peer_{}", step.event()), words)))
    }
}

/// The round trip that a socket knows at a loss \[us\].
const IN_A_LOSS_US: u32 = 5_000;

/// One of ours, by its registry's name; ` folded` behind it where its settings are constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ours(pub(super) &'static str);

/// A share of the line that a delivery rate hovers around, Q20.
const DELIVERED: u32 = 300_000;

impl Ours {
    /// Its registry's name.
    pub(super) fn id(self) -> &'static str {
        self.0.split_once(' ').map_or(self.0, |(id, _)| id)
    }

    /// Beginning of its functions' names.
    pub(super) fn stem(self) -> String {
        match self.0 {
            "newreno/rfc5681" => "newreno".to_owned(),
            name => name.replace(['/', '-', ' '], "_"),
        }
    }

    /// The function of an event.
    pub(super) fn call(self, step: &Step) -> Call {
        // Only DCTCP answers marks.
        let answers = self.0.starts_with("dctcp");
        let words = match *step {
            Step::Enqueue { now, depth, random } => vec![now as u32, depth, PACKET, random],
            Step::Dequeue { now, depth, sojourn } => vec![now as u32, depth, PACKET, sojourn],
            Step::Tick { now, depth, sojourn } => vec![now as u32, depth, sojourn],
            Step::Ack { now, una, nxt, segments, marked, rtt } => {
                let marked = if answers { marked * SEGMENT } else { 0 };
                vec![now as u32, segments * SEGMENT, marked, una, nxt, rtt, DELIVERED + rtt % 65_536, 1]
            }
            Step::Loss { now, una, nxt } => vec![now as u32, una, nxt],
            Step::Sent { now } => vec![now as u32, PACKET],
            Step::Cnp { now } => vec![now as u32],
        };
        (format!("{}_{}", self.stem(), step.event()), words)
    }
}
