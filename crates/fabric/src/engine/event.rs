//! One pending event: a time and a word that says what.

/// What is due. There can be no more than 16 kinds: four bits are kept for it.
///
/// At one instant events come in the order of their kinds, and within a kind of their entities: a transmitter
/// that becomes free takes its next packet before another one arrives. That order belongs to what happens,
/// not to how the engine found out, so an engine that does with fewer events gives the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A port's transmitter is free and has a backlog.
    Wake = 0,
    /// The head of a wire reaches its end.
    Deliver = 1,
    /// A connection's retransmission timer.
    Retransmit = 2,
    /// A connection's pacer or underlay lets go.
    Pace = 3,
    /// A receiver's delayed acknowledgement.
    Acknowledge = 4,
    /// A congestion control's own timer.
    Tick = 5,
    /// The next flow starts.
    FlowStart = 6,
    /// The next flow stops.
    FlowStop = 7,
    /// A device's control plane ticks.
    Control = 8,
    /// Queue lengths are sampled.
    Sample = 9,
    /// A pause frame takes effect at a transmitter.
    Pause = 10,
    /// A pause at a transmitter may have ended by itself.
    Resume = 11,
    /// The pause of an ingress group may have to be repeated.
    Refresh = 12,
    /// The next probe of one host to another.
    Probe = 13,
    /// The wheel of a host's NIC may have found a flow that is due.
    NicPoll = 14,
    /// A fault acts.
    Fault = 15,
}

impl Kind {
    #[inline]
    const fn from_bits(bits: u32) -> Self {
        match bits {
            0 => Self::Wake,
            1 => Self::Deliver,
            2 => Self::Retransmit,
            3 => Self::Pace,
            4 => Self::Acknowledge,
            5 => Self::Tick,
            6 => Self::FlowStart,
            7 => Self::FlowStop,
            8 => Self::Control,
            9 => Self::Sample,
            10 => Self::Pause,
            11 => Self::Resume,
            12 => Self::Refresh,
            13 => Self::Probe,
            14 => Self::NicPoll,
            _ => Self::Fault,
        }
    }

    /// Whether the event is global: it concerns more than one host or switch, or shared state.
    #[inline]
    pub(crate) const fn is_common(self) -> bool {
        matches!(self, Self::FlowStart | Self::FlowStop | Self::Sample | Self::Probe | Self::Fault)
    }
}

/// A due event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// When \[ps\].
    pub(crate) time: u64,
    /// What.
    pub(crate) what: What,
}

impl Event {
    /// It is of this kind: cheaper to ask than which it is.
    #[inline]
    pub(crate) const fn is(self, kind: Kind) -> bool {
        self.what.0 >> INDEX_BITS == kind as u32
    }

    #[inline]
    pub(crate) const fn kind(self) -> Kind {
        Kind::from_bits(self.what.0 >> INDEX_BITS)
    }

    /// Of which port, wire or connection, below 2^22.
    #[inline]
    pub(crate) const fn index(self) -> u32 {
        self.what.index()
    }
}

/// Bits of the entity an event is for: four million ports, wires or connections at one time.
pub(crate) const INDEX_BITS: u32 = 22;
/// Bits of kind and entity together.
pub(super) const WHAT_BITS: u32 = INDEX_BITS + 4;

/// Largest index an event can carry.
pub(crate) const INDEX_MAX: u32 = (1 << INDEX_BITS) - 1;

/// Kind, then entity: comparing as numbers is comparing in the order of one instant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct What(pub(super) u32);

impl What {
    #[inline]
    pub(crate) const fn new(kind: Kind, index: u32) -> Self {
        Self(((kind as u32) << INDEX_BITS) | index)
    }

    /// From the lowest bits of a word that has other things above.
    #[inline]
    pub(super) const fn of(word: u64) -> Self {
        Self(word as u32 & ((1 << WHAT_BITS) - 1))
    }

    /// Of which port, wire or connection.
    #[inline]
    pub(crate) const fn index(self) -> u32 {
        self.0 & INDEX_MAX
    }

    /// The event at `time`.
    #[inline]
    pub(crate) const fn at(self, time: u64) -> Event {
        Event { time, what: self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_gives_its_event_back_and_orders_by_kind_then_entity() {
        let event = What::new(Kind::Probe, INDEX_MAX).at(77);
        assert_eq!((event.time, event.kind(), event.index()), (77, Kind::Probe, INDEX_MAX));
        assert!(event.is(Kind::Probe) && !event.is(Kind::Deliver));
        assert!(What::new(Kind::Wake, 9) < What::new(Kind::Deliver, 0));
        assert!(What::new(Kind::Deliver, 0) < What::new(Kind::Deliver, 1));
        assert!(What::new(Kind::Probe, INDEX_MAX).0 < 1 << WHAT_BITS);
    }
}
