//! Operations on a flow.

/// One operation. What it does to a flow is up to [`super::FlowModel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowOp {
    /// Acknowledgements of `segments` each.
    Acks {
        /// How many.
        count: u8,
        /// Segments each acknowledges.
        segments: u8,
        /// One in this many carries a mark; 0 for none.
        mark_one_in: u8,
        /// Segments kept in flight beyond what is acknowledged.
        window: u8,
        /// The window limits the sender.
        limited: bool,
    },
    /// Acknowledgements of a segment each, with telemetry.
    Telemetry {
        /// How many.
        count: u8,
        /// Hops of the path, 0 ..= 5.
        hops: u8,
        /// How full its links are \[1/16 of their rates\].
        load: u8,
        /// Longest queue \[B\], as a logarithm, 0 ..= 24.
        depth_log2: u8,
    },
    /// A duplicate acknowledgement.
    DupAck,
    /// A loss episode starts.
    Loss,
    /// The retransmission timer expires.
    Timeout,
    /// Nothing is sent for 2^`log2` ns, give or take.
    Silence {
        /// Its logarithm, 0 ..= 40.
        log2: u8,
    },
    /// A congestion notification packet.
    Cnp,
    /// A round-trip sample.
    Rtt,
    /// The timer, this many times, one period apart.
    Tick {
        /// How many.
        count: u8,
    },
    /// An underlay pauses and resumes the flow.
    Pause,
    /// The application stops.
    AppLimited,
    /// The last loss or timeout was none.
    Undo,
    /// This many segments leave.
    Sent {
        /// How many.
        segments: u8,
    },
}

impl FlowOp {
    /// Any four words are an operation; 0 is one acknowledgement.
    #[must_use]
    pub fn from_words([kind, a, b, c]: [u32; 4]) -> Self {
        match kind & 31 {
            14..=18 => Self::Telemetry {
                count: 1 + (a as u8 & 63),
                hops: [1, 2, 3, 5, 5, 4, 0, 5][b as usize & 7],
                load: (c & 31) as u8,
                depth_log2: (b >> 8) as u8 % 25,
            },
            19 => Self::Undo,
            20 | 21 => Self::DupAck,
            22 | 23 => Self::Loss,
            24 => Self::Timeout,
            25 => Self::Silence { log2: (a % 41) as u8 },
            26 => Self::Cnp,
            27 => Self::Rtt,
            28 => Self::Tick { count: 1 + (a as u8 & 63) },
            29 => Self::Pause,
            30 => Self::AppLimited,
            31 => Self::Sent { segments: a as u8 },
            _ => Self::Acks {
                count: 1 + (a as u8 & 127),
                segments: (b & 3) as u8,
                mark_one_in: [0, 0, 1, 2, 7, 40, 0, 200][c as usize & 7],
                window: (c >> 8) as u8,
                limited: (c >> 16) & 7 != 0,
            },
        }
    }
}
