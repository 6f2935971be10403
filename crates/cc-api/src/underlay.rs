//! Underlay interface between a congestion control and the NIC, and its null object.

use freeboard_params::{ParamError, Preset, Settings, Words};
use freeboard_units::{Bytes, Nanos32};

/// A packet has left the NIC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// Transmit stamp, after the hold.
    pub now: Nanos32,
    /// Flow-local packet number, mod 2^32.
    pub packet: u32,
    /// Payload it carries for the first time, 0 of a retransmission: what the cumulative ACK will cover.
    pub fresh: Bytes,
}

/// A receiver's report of one packet's arrival (On-Ramp §3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrAck {
    /// When the report reached the sender.
    pub now: Nanos32,
    /// Which packet.
    pub packet: u32,
    /// Transmit stamp of that packet, sender's clock.
    pub sent: Nanos32,
    /// Arrival stamp of that packet, receiver's clock.
    pub received: Nanos32,
    /// Cumulative pause of the flow when that packet left \[ns\], mod 2^32, echoed.
    pub pause_at_sent: u32,
}

/// Reports that an owner of flows has given to their underlay, each count mod 2^32.
///
/// All `ignored` is a clock that is off: the underlay holds no flow, and they take more than their share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ReportCounts {
    /// All of them.
    pub all: u32,
    /// Reports whose stamps were not believed: see [`Underlay::is_sane`].
    pub ignored: u32,
    /// Of the others those after which the flow was held for its delay, a full cap apart.
    pub held: u32,
}

impl ReportCounts {
    /// Counts a report, after the flow has taken it: whether its stamps are believed, and what the flow remembers then.
    #[inline]
    pub const fn count(&mut self, report: &OrAck, is_sane: bool, seen: Option<Remembered>) {
        let is_held = matches!(seen, Some(seen) if is_sane && seen.until.is_after(report.now));
        self.all = self.all.wrapping_add(1);
        self.ignored = self.ignored.wrapping_add(!is_sane as u32);
        self.held = self.held.wrapping_add(is_held as u32);
    }
}

impl OrAck {
    /// Returns the packet's one-way delay \[ns\], signed: two clocks measured it, whose difference is in all delays of a flow alike. A
    /// negative one holds nothing that was not held before; in the comparison with a delay before it, it counts as it is.
    #[inline(always)]
    #[must_use]
    pub const fn delay(&self) -> i32 {
        self.received.signed_since(self.sent)
    }
}

/// What one flow has seen last on the way to its destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Remembered {
    /// One-way delay of the packet reported last \[ns\].
    pub delay: i32,
    /// Until when the flow was held; not after now if it was not.
    pub until: Nanos32,
}

/// One call of an underlay, as a value: for streams, queues between cores, and entry points of one signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnderlayEvent {
    /// A packet left.
    Sent(Sent),
    /// A report came back.
    Report(OrAck),
    /// The cumulative ACK advanced.
    Ack {
        /// When.
        now: Nanos32,
        /// By how much.
        acked: Bytes,
    },
    /// May the next packet leave?
    Query {
        /// When.
        now: Nanos32,
    },
}

impl UnderlayEvent {
    /// When it happens, on the sender's clock.
    #[must_use]
    pub const fn now(&self) -> Nanos32 {
        match *self {
            Self::Sent(sent) => sent.now,
            Self::Report(report) => report.now,
            Self::Ack { now, .. } | Self::Query { now } => now,
        }
    }

    /// As words: kind, time, packet, bytes or transmit stamp, receive stamp, echoed pause.
    #[must_use]
    pub const fn words(&self) -> [u32; 6] {
        match *self {
            Self::Sent(s) => [0, s.now.0, s.packet, s.fresh.0, 0, 0],
            Self::Report(r) => [1, r.now.0, r.packet, r.sent.0, r.received.0, r.pause_at_sent],
            Self::Ack { now, acked } => [2, now.0, 0, acked.0, 0, 0],
            Self::Query { now } => [3, now.0, 0, 0, 0, 0],
        }
    }
}

/// What an underlay answers to an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnderlayOutput {
    /// The pause that a packet carries \[ns\]; 0 where none was sent.
    pub pause: u32,
    /// Earliest time of the next packet.
    pub release: Nanos32,
    /// Most bytes in flight.
    pub cap: Bytes,
}

/// Holds a flow's packets below any congestion control; it never changes window or rate.
pub trait Underlay: Copy + Default + core::fmt::Debug + PartialEq + 'static {
    /// Name in ids such as `on-ramp+dctcp`; empty for the null object.
    const NAME: &'static str;
    /// What it does, one line.
    const SUMMARY: &'static str = "";
    /// The paper or RFC it follows.
    const SOURCE: &'static str = "";
    /// Named settings with their sources. What holds without a name is `Settings::default()`.
    const PRESETS: &'static [Preset<Self::Settings>] = &[];

    /// Parameters in user units.
    type Settings: Settings;
    /// Parameters as the data path uses them.
    type Params: Copy + core::fmt::Debug + PartialEq;

    /// Checks and quantises.
    ///
    /// # Errors
    /// The first field that is refused.
    fn params(settings: &Self::Settings) -> Result<Self::Params, ParamError>;

    /// A packet left the NIC; returns the cumulative pause to be carried in it \[ns\].
    fn on_sent(&mut self, params: &Self::Params, sent: &Sent) -> u32;

    /// A receiver's report came back.
    fn on_or_ack(&mut self, params: &Self::Params, report: &OrAck);

    /// Whether a report's stamps are believed. One that is not changes nothing: its owner can say so with [`ReportCounts`].
    #[inline]
    fn is_sane(_params: &Self::Params, _report: &OrAck) -> bool {
        true
    }

    /// The CC's cumulative ACK: what bounds an in-flight cap, since reports are unreliable.
    fn on_ack(&mut self, params: &Self::Params, now: Nanos32, acked: Bytes);

    /// Earliest time the flow's next packet may leave; `now` or earlier if it is not held.
    fn release(&self, params: &Self::Params, now: Nanos32) -> Nanos32;

    /// Most bytes in flight, for a transport that counts them; [`Bytes::MAX`] for no cap.
    fn in_flight_cap(&self, params: &Self::Params) -> Bytes;

    /// What a new flow to the same destination may start from; `None` while there is nothing, and where nothing is
    /// learnt.
    #[inline]
    fn remember(&self, _now: Nanos32) -> Option<Remembered> {
        None
    }

    /// A fresh flow that starts from what another one to the same destination has seen; by default from nothing.
    #[inline]
    #[must_use]
    fn starting_from(_params: &Self::Params, _now: Nanos32, _seen: &Remembered) -> Self {
        Self::default()
    }

    /// Takes any of the calls, and asks.
    #[inline(always)]
    fn take(&mut self, params: &Self::Params, event: &UnderlayEvent) -> UnderlayOutput {
        let pause = match event {
            UnderlayEvent::Sent(sent) => self.on_sent(params, sent),
            UnderlayEvent::Report(report) => {
                self.on_or_ack(params, report);
                0
            }
            UnderlayEvent::Ack { now, acked } => {
                self.on_ack(params, *now, *acked);
                0
            }
            UnderlayEvent::Query { .. } => 0,
        };
        let (release, cap) = (self.release(params, event.now()), self.in_flight_cap(params));
        UnderlayOutput { pause, release, cap }
    }

    /// Appends the words of the state, inactive fields as 0.
    fn canonical(&self, words: &mut Words);
}

/// No underlay: never holds, never caps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NoUnderlay;

impl Underlay for NoUnderlay {
    const NAME: &'static str = "";
    type Settings = ();
    type Params = ();

    fn params(&(): &()) -> Result<(), ParamError> {
        Ok(())
    }

    #[inline(always)]
    fn on_sent(&mut self, &(): &(), _: &Sent) -> u32 {
        0
    }

    #[inline(always)]
    fn on_or_ack(&mut self, &(): &(), _: &OrAck) {}

    #[inline(always)]
    fn on_ack(&mut self, &(): &(), _: Nanos32, _: Bytes) {}

    #[inline(always)]
    fn release(&self, &(): &(), now: Nanos32) -> Nanos32 {
        now
    }

    #[inline(always)]
    fn in_flight_cap(&self, &(): &()) -> Bytes {
        Bytes::MAX
    }

    fn canonical(&self, _: &mut Words) {}
}
