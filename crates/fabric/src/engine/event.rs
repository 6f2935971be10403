//! One pending event in 16 bytes.

/// What is due. The number of kinds must stay below 16: four bits are kept for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// The head of a wire reaches its end.
    Deliver = 0,
    /// A port's transmitter is free and has a backlog.
    Wake = 1,
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
}

impl Kind {
    #[inline]
    const fn from_bits(bits: u8) -> Self {
        match bits {
            0 => Self::Deliver,
            1 => Self::Wake,
            2 => Self::Retransmit,
            3 => Self::Pace,
            4 => Self::Acknowledge,
            5 => Self::Tick,
            6 => Self::FlowStart,
            7 => Self::FlowStop,
            8 => Self::Control,
            _ => Self::Sample,
        }
    }
}

/// A due event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// When \[ps\].
    pub(crate) time: u64,
    /// What.
    pub(crate) kind: Kind,
    /// Of which port, wire or connection, below 2^22.
    pub(crate) index: u32,
}

/// Bits of the entity an event is for: four million ports, wires or connections at one time.
const INDEX_BITS: u32 = 22;
/// Bits of the kind.
const KIND_BITS: u32 = 4;

/// Largest index an event can carry.
pub(crate) const INDEX_MAX: u32 = (1 << INDEX_BITS) - 1;

/// Time, then order of insertion, then what: comparing keys as numbers is comparing events.
///
/// 38 bits remain for the order: 2.7e11 events before ties could be broken differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u128);

impl Key {
    #[inline]
    pub(crate) const fn new(event: Event, order: u64) -> Self {
        let what =
            (order << (INDEX_BITS + KIND_BITS)) | ((event.kind as u64) << INDEX_BITS) | event.index as u64;
        Self(((event.time as u128) << 64) | what as u128)
    }

    #[inline]
    pub(crate) const fn time(self) -> u64 {
        (self.0 >> 64) as u64
    }

    #[inline]
    pub(crate) const fn event(self) -> Event {
        let what = self.0 as u64;
        Event {
            time: self.time(),
            kind: Kind::from_bits(((what >> INDEX_BITS) & ((1 << KIND_BITS) - 1)) as u8),
            index: (what as u32) & INDEX_MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gives_its_event_back_and_orders_by_time_then_insertion() {
        let event = Event { time: 77, kind: Kind::Sample, index: INDEX_MAX };
        assert_eq!(Key::new(event, 12).event(), event);
        let early = Key::new(Event { time: 1, kind: Kind::Sample, index: 9 }, 5);
        let late = Key::new(Event { time: 1, kind: Kind::Deliver, index: 0 }, 6);
        assert!(early < late);
        assert!(Key::new(Event { time: 0, ..event }, 99) < early);
    }
}
