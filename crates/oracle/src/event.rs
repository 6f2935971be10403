//! What a model is told: packets and flow events on unbounded time.

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
    /// The window, not the application, limited the sender.
    pub window_limited: bool,
}

/// An event of a flow. What no model reacts to is one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowEvent {
    /// New data was acknowledged.
    Ack(Flight),
    /// A loss episode starts.
    Loss(Flight),
    /// The retransmission timer expired.
    Timeout(Flight),
    /// About to send after this much silence \[ns\].
    Idle(u64),
    /// Anything else.
    Other,
}

/// What a controller answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Window \[B\]; 2^32 - 1 for none.
    pub window: u64,
    /// Rate \[2^-20 of line rate\].
    pub rate: u64,
}
