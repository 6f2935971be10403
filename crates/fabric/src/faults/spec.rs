//! Faults as a user describes them.

use crate::data_plane::PacketKind;
use crate::time::Ps;
use crate::topology::Node;
use freeboard_aqm_api::Ecn;

/// One fault of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// What happens to single packets of some links.
    Wire(WireFault),
    /// A link goes down: packets on it are lost, and nothing is sent into it.
    LinkDown {
        /// The link, by its index in the topology.
        link: u32,
        /// When.
        spell: Spell,
        /// What a switch does with the queue before it.
        queue: QueueOnDown,
    },
    /// A switch starts anew: its links go down, its queues are dropped, and its scheme's state is zero.
    Reboot {
        /// The switch.
        switch: u32,
        /// When, and how long its links are down.
        spell: Spell,
    },
    /// A host's NIC sends nothing and keeps arrivals until the pause ends.
    HostPause {
        /// The host.
        host: u32,
        /// When.
        spell: Spell,
    },
    /// The clock of a node steps: the stamps of a host's NIC, or what a switch's scheme and telemetry are told.
    ClockStep {
        /// The node.
        node: Node,
        /// When.
        at: Ps,
        /// It shows so much more from then on; less if it is negative \[ns\].
        by_ns: i64,
    },
    /// A host sends pause frames of a class without end, whatever it receives.
    PauseStorm {
        /// The host.
        host: u32,
        /// The class.
        class: u8,
        /// When.
        spell: Spell,
        /// The watchdog of the switch port that gets the frames.
        watchdog: Option<Watchdog>,
        /// At the end the host says that it takes packets again (XON), instead of letting the last pause expire.
        ends_with_xon: bool,
    },
    /// Flows start later than they say, each by a time drawn for it.
    StartJitter {
        /// Most.
        most: Ps,
    },
}

/// When a fault begins, how long it lasts, and how often it comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spell {
    /// It begins.
    pub at: Ps,
    /// It lasts.
    pub lasts: Ps,
    /// From one beginning to the next; without effect if it comes once.
    pub every: Ps,
    /// How often it comes.
    pub times: u32,
}

/// A watchdog of one lossless queue, in SONiC's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watchdog {
    /// A queue that is paused, has packets and sends none for this long is in a storm.
    pub detection_time: Ps,
    /// The storm is over when no pause frame has come for this long.
    pub restoration_time: Ps,
    /// What happens to the queue meanwhile.
    pub action: WatchdogAction,
}

/// What a watchdog does with a queue in a storm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WatchdogAction {
    /// Its packets are dropped, and those that come.
    #[default]
    Drop,
    /// They are sent, whatever is paused.
    Forward,
}

/// What a switch does with the queue before a link that goes down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueueOnDown {
    /// Its packets are dropped; those that come while the link is down wait.
    #[default]
    Flushed,
    /// All of them wait.
    Kept,
}

impl Spell {
    /// It comes once.
    #[must_use]
    pub const fn once(at: Ps, lasts: Ps) -> Self {
        Self { at, lasts, every: lasts, times: 1 }
    }

    /// When it begins for the `round`-th time, from 0 \[ps\]; nothing if it does not.
    pub(crate) const fn begin(&self, round: u32) -> Option<u64> {
        if round < self.times {
            Some(self.at.0.saturating_add(self.every.0.saturating_mul(round as u64)))
        } else {
            None
        }
    }
}

/// What happens to single packets of some links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireFault {
    /// Directed links, by the ports that send into them; none for all.
    pub ports: Vec<u32>,
    /// Which packets it may hit.
    pub packets: Packets,
    /// Which of those it hits.
    pub pick: Pick,
    /// What it does to them.
    pub effect: Effect,
    /// Arrivals before do not count.
    pub start: Ps,
    /// Arrivals from then on do not count.
    pub end: Ps,
}

/// Kinds of packets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packets {
    /// Every packet.
    #[default]
    All,
    /// Payload.
    Data,
    /// Acknowledgements, refusals (NACK) and answers to a SYN.
    Acks,
    /// Congestion notifications.
    Cnps,
    /// Reports of an underlay that are packets of their own (OR-ACK).
    Reports,
}

/// Which packets of a link a fault hits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Each with this probability \[10^-9\].
    Rate(u32),
    /// Those at these places, counted from 0 on every link among the packets that it may hit; ascending.
    List(Vec<u64>),
}

/// What a fault does to a packet that it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The link loses it.
    Loss,
    /// Bits are flipped, and the receiver of the link discards it for its checksum.
    Corruption,
    /// The link delivers it twice: the copy one transmission later.
    Duplication,
    /// Its telemetry is taken off; hops behind it write theirs.
    TelemetryLoss,
    /// Its ECN field becomes this one, whatever it was (RFC 6040 §1 lists such boxes; RFC 9331 §6.2).
    Ecn(Ecn),
    /// It is late by a time drawn from this span, and others overtake it.
    Delay {
        /// Least.
        least: Ps,
        /// Most.
        most: Ps,
    },
}

impl Packets {
    /// A packet is one of them.
    pub(crate) const fn hold(self, kind: PacketKind) -> bool {
        match self {
            Self::All => true,
            Self::Data => kind.has_payload(),
            Self::Acks => matches!(kind, PacketKind::Ack | PacketKind::SynAck),
            Self::Cnps => matches!(kind, PacketKind::Cnp),
            Self::Reports => matches!(kind, PacketKind::Report),
        }
    }
}
