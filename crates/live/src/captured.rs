//! A packet on its way out of the switch, for a capture.

/// Bytes of a packet that a capture keeps: headers with all options have 120.
const KEPT: usize = 128;

/// One packet as it left a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Beginning of its transmission in the scenario's time \[ps\].
    pub at_ps: u64,
    /// The port, by the host behind it.
    pub port: u32,
    /// The queue it waited in.
    pub queue: u32,
    /// Its first bytes, from the IPv4 header on.
    pub bytes: Vec<u8>,
    /// Length of the whole packet \[B\].
    pub length: u32,
    /// Packets that wait behind it in its port.
    pub packets_behind: u32,
    /// Bytes that wait behind it in its port.
    pub bytes_behind: u32,
    /// This switch marked it.
    pub is_marked: bool,
}

impl Captured {
    pub(crate) fn new(
        at_ps: u64,
        (port, queue): (usize, usize),
        packet: &[u8],
        (packets_behind, bytes_behind): (u32, u32),
        is_marked: bool,
    ) -> Self {
        Self {
            at_ps,
            port: port as u32,
            queue: queue as u32,
            bytes: packet[..packet.len().min(KEPT)].to_vec(),
            length: packet.len() as u32,
            packets_behind,
            bytes_behind,
            is_marked,
        }
    }
}
