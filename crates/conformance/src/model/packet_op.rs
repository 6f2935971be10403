//! Operations on a queue, relative to the settings of the scheme.

/// A time between packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// A number of ns.
    Nanos(u32),
    /// A number of sixteenths of one of the scheme's times.
    Part {
        /// Which of them.
        field: u8,
        /// How much of it.
        sixteenths: u8,
    },
}

/// A sojourn time or a queue length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// This much.
    Value(u32),
    /// One of the scheme's thresholds, give or take.
    Near {
        /// Which of them.
        field: u8,
        /// How far from it.
        delta: i8,
    },
}

/// One operation. What it does to a queue is up to [`super::PacketModel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketOp {
    /// Packets with like spacing, sojourn time and queue length.
    Phase {
        /// How many.
        packets: u16,
        /// Mean spacing.
        gap: Span,
        /// Sojourn time.
        sojourn: Level,
        /// Length of the queue.
        depth: Level,
        /// Both levels vary by up to this much upwards.
        jitter: u16,
    },
    /// No packet for this share (of 65536) of the longest gap the scheme tolerates.
    Silence {
        /// The share.
        share: u16,
    },
    /// One packet that is stamped late, as from another parser.
    Late {
        /// By how much \[ns\].
        by: u16,
        /// Its sojourn time.
        sojourn: Level,
    },
}

/// Values at the edges of the words that data paths compute in.
const EDGES: [u32; 16] = [
    0,
    1,
    2,
    0x3ff,
    0x400,
    0xffff,
    0x1_0000,
    0x3_ffff,
    0x4_0000,
    0x7_ffff,
    0xff_ffff,
    0x3fff_ffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
];

impl Span {
    fn from_word(word: u32) -> Self {
        match word & 3 {
            0 => Self::Nanos((word >> 2) % 4_096),
            1 => Self::Nanos((word >> 2) % 1_000_000),
            _ => Self::Part { field: (word >> 2) as u8 & 7, sixteenths: (word >> 5) as u8 & 63 },
        }
    }
}

impl Level {
    fn from_word(word: u32) -> Self {
        let rest = word >> 3;
        match word & 7 {
            0 => Self::Value(0),
            1 => Self::Value(EDGES[rest as usize & 15]),
            2 | 3 => Self::Value(rest & 0x7_ffff),
            _ => Self::Near { field: rest as u8 & 7, delta: ((rest >> 3) as u8 & 15).cast_signed() - 4 },
        }
    }
}

impl PacketOp {
    /// Any four words are an operation; 0 is a phase of one packet.
    #[must_use]
    pub fn from_words([kind, gap, sojourn, depth]: [u32; 4]) -> Self {
        let sojourn = Level::from_word(sojourn);
        match kind & 15 {
            14 => Self::Silence { share: (gap >> 8) as u16 },
            15 => Self::Late { by: (gap >> 8) as u16 % 3_000, sojourn },
            _ => Self::Phase {
                packets: 1 + (kind >> 4) as u16 % 256,
                gap: Span::from_word(gap),
                sojourn,
                depth: Level::from_word(depth),
                jitter: [0, 3, 500, 8_000][(kind >> 16) as usize & 3],
            },
        }
    }
}
