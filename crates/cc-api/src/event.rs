//! Events of a congestion control.

use freeboard_units::{Bytes, Nanos32};

/// A byte sequence number mod 2^32, compared serially.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Seq32(pub u32);

impl Seq32 {
    /// `self` is strictly after `other`; right while they are less than 2^31 bytes apart.
    #[inline(always)]
    #[must_use]
    pub const fn is_after(self, other: Self) -> bool {
        self.0.wrapping_sub(other.0).cast_signed() > 0
    }

    /// `self` is `other` or after it.
    #[inline(always)]
    #[must_use]
    pub const fn is_at_or_after(self, other: Self) -> bool {
        self.0.wrapping_sub(other.0).cast_signed() >= 0
    }

    /// Bytes from `earlier` to `self`, mod 2^32.
    #[inline(always)]
    #[must_use]
    pub const fn since(self, earlier: Self) -> u32 {
        self.0.wrapping_sub(earlier.0)
    }

    /// The number `bytes` further on, mod 2^32.
    #[inline(always)]
    #[must_use]
    pub const fn plus(self, bytes: u32) -> Self {
        Self(self.0.wrapping_add(bytes))
    }
}

/// A cumulative acknowledgement of new data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ack {
    /// Bytes newly acknowledged, cumulatively and selectively.
    pub acked: Bytes,
    /// Of these, bytes the receiver says were marked (DCTCP echo); with classic echo all or none.
    pub marked: Bytes,
    /// First byte not yet acknowledged, after this ACK (SND.UNA).
    pub una: Seq32,
    /// Next byte to be sent for the first time (SND.NXT).
    pub nxt: Seq32,
    /// Bytes in flight after this ACK.
    pub in_flight: Bytes,
    /// Round-trip time sample \[ns\], [`Nanos32::elapsed`] of two stamps; 0 if this ACK gives none, which a negative difference
    /// (2^31 or more) does not either.
    pub rtt: u32,
    /// Delivery rate sample \[Q20 of line rate\]; 0 if none, or if [`crate::CcMeta::delivery_rate`] says that nobody
    /// looks.
    pub delivery_rate: u32,
    /// The sender was limited by the window, not by the application, when this data was sent.
    pub window_limited: bool,
}

/// The start of a loss episode: once per window of data, however many segments it lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// Bytes in flight when the loss was found (RFC 5681 FlightSize).
    pub in_flight: Bytes,
    /// First byte not yet acknowledged.
    pub una: Seq32,
    /// Next byte to be sent: the episode ends when it is acknowledged.
    pub nxt: Seq32,
}

/// Window and threshold before a loss episode or a timeout, which the owner keeps from the answer before it (`prior_cwnd` and
/// `prior_ssthresh` of Linux).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prior {
    /// [`crate::Control::window`] before the event \[B\].
    pub window: Bytes,
    /// [`crate::CongestionControl::slow_start_threshold`] before it \[B\]; `u32::MAX` for none.
    pub threshold: Bytes,
}

/// Most hops an in-band telemetry stack carries (HPCC §4.1: five in a three-tier fabric).
pub const MAX_INT_HOPS: usize = 5;

/// One hop's telemetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntHop {
    /// Egress stamp \[ns\].
    pub stamp: Nanos32,
    /// Queue length at egress \[B\].
    pub depth: Bytes,
    /// Bytes sent by the port so far, mod 2^32.
    pub sent: u32,
    /// Link rate \[Mbit/s\].
    pub rate_mbps: u32,
}

/// Telemetry of a packet's whole path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntStack {
    /// The hops in path order; entries from `count` on are zero.
    pub hops: [IntHop; MAX_INT_HOPS],
    /// Hops present, 0 ..= 5.
    pub count: u8,
}

/// One event of a flow. Every kind has a defined reaction in every CC; most ignore most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// Bytes left the NIC.
    Sent {
        /// When.
        now: Nanos32,
        /// How many.
        bytes: Bytes,
    },
    /// New data was acknowledged.
    Ack {
        /// When.
        now: Nanos32,
        /// What.
        ack: Ack,
    },
    /// An ACK that acknowledges nothing new.
    DupAck {
        /// When.
        now: Nanos32,
    },
    /// A loss episode starts.
    LossEpisode {
        /// When.
        now: Nanos32,
        /// What.
        loss: Loss,
    },
    /// The retransmission timer expired.
    Timeout {
        /// When.
        now: Nanos32,
        /// What.
        loss: Loss,
    },
    /// A congestion notification packet (RoCEv2 CNP).
    Cnp {
        /// When.
        now: Nanos32,
    },
    /// A round-trip time sample outside an ACK.
    Rtt {
        /// When.
        now: Nanos32,
        /// The sample \[ns\].
        rtt: u32,
    },
    /// In-band telemetry came back.
    Int {
        /// When.
        now: Nanos32,
        /// The acknowledgement that carried it.
        ack: Ack,
        /// The path.
        stack: &'a IntStack,
    },
    /// The CC's timer (`CcMeta::tick_ns`).
    Tick {
        /// When.
        now: Nanos32,
    },
    /// An underlay began (`true`) or ended a pause.
    Paused {
        /// When.
        now: Nanos32,
        /// Whether the flow is held from now on.
        held: bool,
    },
    /// The application has nothing more to send for now.
    AppLimited {
        /// When.
        now: Nanos32,
    },
    /// The flow is about to send after a silence.
    Idle {
        /// When.
        now: Nanos32,
        /// How long nothing was sent \[ns\], saturating.
        silence: u32,
    },
    /// The last loss episode or timeout was none: every segment that was sent again had arrived the first time (RFC 3708).
    Undo {
        /// When.
        now: Nanos32,
        /// Window and threshold before it.
        prior: Prior,
    },
}

impl Event<'_> {
    /// When it happened.
    #[inline(always)]
    #[must_use]
    pub const fn now(&self) -> Nanos32 {
        match *self {
            Self::Sent { now, .. }
            | Self::Ack { now, .. }
            | Self::DupAck { now }
            | Self::LossEpisode { now, .. }
            | Self::Timeout { now, .. }
            | Self::Cnp { now }
            | Self::Rtt { now, .. }
            | Self::Int { now, .. }
            | Self::Tick { now }
            | Self::Paused { now, .. }
            | Self::AppLimited { now }
            | Self::Idle { now, .. }
            | Self::Undo { now, .. } => now,
        }
    }
}

impl Event<'_> {
    /// Returns the same event without its round-trip time where that is negative, 2^31 ns or more; `None` where it is not.
    #[inline]
    #[must_use]
    pub const fn without_negative_rtt(&self) -> Option<Self> {
        match *self {
            Event::Ack { now, ack } if ack.rtt.cast_signed() < 0 => {
                Some(Event::Ack { now, ack: Ack { rtt: 0, ..ack } })
            }
            Event::Int { now, ack, stack } if ack.rtt.cast_signed() < 0 => {
                Some(Event::Int { now, ack: Ack { rtt: 0, ..ack }, stack })
            }
            Event::Rtt { now, rtt } if rtt.cast_signed() < 0 => Some(Event::Rtt { now, rtt: 0 }),
            _ => None,
        }
    }
}
