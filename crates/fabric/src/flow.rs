//! Flow description: endpoints, size, start, class.

use crate::time::Ps;

/// A flow of a run, in order of addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlowId(pub u32);

/// Description of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowSpec {
    /// Sending host.
    pub from: u32,
    /// Receiving host.
    pub to: u32,
    /// Payload bytes; `u64::MAX` for a flow without an end.
    pub bytes: u64,
    /// When its SYN is sent.
    pub start: Ps,
    /// When it stops taking new data, whatever is left; [`Ps::MAX`] for never.
    pub stop: Ps,
    /// Payload of its datagrams \[B\], or 0 for a TCP-like flow. Datagrams are sent at the congestion control's
    /// rate, without handshake, acknowledgement or retransmission; such a flow is never booked as complete.
    pub datagram: u16,
    /// Delay class of its data packets; 0 adds nothing.
    pub delay_class: u8,
    /// Traffic class of its packets, 0 to 7: which queue they wait in, whether they can be lost.
    pub traffic_class: u8,
    /// Which congestion control it runs.
    pub control: u8,
    /// The caller's own mark, kept in its record: query or background, for instance.
    pub tag: u32,
}

impl FlowSpec {
    /// A flow with an end.
    #[must_use]
    pub const fn new(from: u32, to: u32, bytes: u64, start: Ps) -> Self {
        let stop = Ps::MAX;
        Self {
            from,
            to,
            bytes,
            start,
            stop,
            datagram: 0,
            delay_class: 0,
            traffic_class: 0,
            control: 0,
            tag: 0,
        }
    }

    /// A flow without an end.
    #[must_use]
    pub const fn endless(from: u32, to: u32, start: Ps) -> Self {
        Self::new(from, to, u64::MAX, start)
    }

    /// The flow, stopped at `stop`.
    #[must_use]
    pub const fn until(mut self, stop: Ps) -> Self {
        self.stop = stop;
        self
    }

    /// The flow, in datagrams with this payload \[B\].
    #[must_use]
    pub const fn in_datagrams_of(mut self, payload: u16) -> Self {
        self.datagram = payload;
        self
    }

    /// The flow, in a delay class.
    #[must_use]
    pub const fn in_class(mut self, class: u8) -> Self {
        self.delay_class = class;
        self
    }

    /// The flow, in a traffic class.
    #[must_use]
    pub const fn of_class(mut self, class: u8) -> Self {
        self.traffic_class = class;
        self
    }

    /// The flow, under another congestion control.
    #[must_use]
    pub const fn under(mut self, control: u8) -> Self {
        self.control = control;
        self
    }

    /// The flow, with the caller's mark.
    #[must_use]
    pub const fn tagged(mut self, tag: u32) -> Self {
        self.tag = tag;
        self
    }

    /// It completes one day.
    pub(super) const fn has_end(&self) -> bool {
        self.datagram == 0 && (self.bytes != u64::MAX || self.stop.0 != u64::MAX)
    }
}
