//! Frames of a capture file, and the numbers of either format.

use freeboard_scenario::document::Fault;

/// Ethernet, in the registry of link types of both formats.
pub(super) const ETHERNET: u32 = 1;

/// A captured frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// Since 1970 \[ns\].
    pub(super) at_ns: u64,
    /// On the wire, without the check sequence \[B\].
    pub(super) length: u32,
    /// Interface that it was captured at.
    pub(super) interface: u32,
    /// Its first bytes.
    pub(super) bytes: &'a [u8],
}

/// A capture.
#[derive(Debug)]
pub(super) struct Capture<'a> {
    pub(super) frames: Vec<Frame<'a>>,
    /// Coarsest unit of a stamp \[ns\].
    pub(super) unit_ns: u64,
}

/// A fault of a whole capture, or of one packet of it.
pub(super) fn fault(file: &str, packet: Option<usize>, problem: impl Into<String>, legal: &str) -> Fault {
    Fault {
        file: file.into(),
        line: 0,
        key: packet.map_or_else(String::new, |number| format!("packet {number}")),
        value: None,
        problem: problem.into(),
        legal: legal.to_owned(),
    }
}

/// Numbers of a file in its byte order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    pub(super) is_big: bool,
}

impl Order {
    pub(super) fn half(self, bytes: &[u8], at: usize) -> Option<u16> {
        let word = bytes.get(at..at + 2)?.try_into().ok()?;
        Some(if self.is_big { u16::from_be_bytes(word) } else { u16::from_le_bytes(word) })
    }

    pub(super) fn word(self, bytes: &[u8], at: usize) -> Option<u32> {
        let word = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(if self.is_big { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) })
    }
}
