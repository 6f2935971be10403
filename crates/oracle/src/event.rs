//! Packet and flow events of the models, on unbounded time.

/// Where a packet is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    /// It arrives at the queue.
    Arrival,
    /// It leaves the queue.
    Departure,
}

/// A packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Where it is seen.
    pub hook: Hook,
    /// When \[ns\]; may go back a little, never wraps.
    pub now: u64,
    /// Time in the queue \[ns\]; 0 at arrival.
    pub sojourn: u64,
    /// Size \[B\].
    pub size: u64,
    /// Length of the queue without the packet \[depth unit\].
    pub depth: u64,
    /// Length of the port's queues without the packet \[depth unit\].
    pub port_depth: u64,
    /// Occupancy of the shared pool without the packet \[depth unit\].
    pub pool_depth: u64,
    /// The packet's random word, 32 bits.
    pub random: u64,
}

/// What a sender knows when an acknowledgement, a loss or a timeout happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flight {
    /// Bytes newly acknowledged.
    pub acked: u64,
    /// Of these, bytes marked.
    pub marked: u64,
    /// First byte not yet acknowledged, from the start of the flow.
    pub una: u64,
    /// Next byte to be sent, from the start of the flow.
    pub nxt: u64,
    /// Bytes in flight.
    pub in_flight: u64,
    /// Round-trip time sample \[ns\].
    pub rtt: Option<u64>,
    /// Delivery rate sample \[2^-20 of line rate\].
    pub delivery_rate: Option<u64>,
    /// The window, not the application, limited the sender.
    pub window_limited: bool,
}

/// Most hops of a path.
pub const HOPS_MAX: usize = 5;

/// One hop as its telemetry shows it; stamps and counters are those of the hop and never wrap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    /// When the packet left it \[ns\].
    pub stamp: u64,
    /// Its queue then \[B\].
    pub depth: u64,
    /// Bytes it has sent so far.
    pub sent: u64,
    /// Its link rate \[Mbit/s\].
    pub rate_mbps: u64,
}

/// The hops of a packet's path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// In order; from `count` on all zero.
    pub hops: [Hop; HOPS_MAX],
    /// How many there are.
    pub count: usize,
}

/// An event of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowEvent {
    /// Bytes that left.
    Sent(u64),
    /// New data was acknowledged.
    Ack(Flight),
    /// New data was acknowledged, and telemetry of the path came with it.
    Telemetry(Flight, Path),
    /// An acknowledgement of nothing new.
    DupAck,
    /// A loss episode starts.
    Loss(Flight),
    /// The retransmission timer expired.
    Timeout(Flight),
    /// A congestion notification packet.
    Cnp,
    /// A round-trip time outside an acknowledgement \[ns\].
    Rtt(u64),
    /// The control's timer.
    Tick,
    /// An underlay began or ended a pause.
    Paused(bool),
    /// Nothing more to send.
    AppLimited,
    /// About to send after this much silence \[ns\].
    Idle(u64),
    /// The last loss or timeout was none.
    Undo {
        /// Window before it \[B\].
        window: u64,
        /// Slow start threshold before it \[B\], if there was one.
        threshold: Option<u64>,
    },
}

impl FlowEvent {
    /// The acknowledgement of new data, with telemetry or without.
    #[must_use]
    pub const fn ack(&self) -> Option<&Flight> {
        match self {
            Self::Ack(flight) | Self::Telemetry(flight, _) => Some(flight),
            _ => None,
        }
    }
}

/// What a controller answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Window \[B\]; 2^32 - 1 for none.
    pub window: u64,
    /// Rate \[2^-20 of line rate\].
    pub rate: u64,
}
