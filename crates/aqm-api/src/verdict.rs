//! Verdicts of a marking scheme, and the handling of packets without ECN.

/// What becomes of one packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Verdict {
    /// Pass the packet on as it is.
    #[default]
    Forward = 0,
    /// Tell the sender about congestion: CE on an ECN-capable packet, else what [`NotEct`] says.
    Signal = 1,
    /// Discard the packet. Only meant where the place can still drop: at arrival.
    Drop = 2,
}

impl Verdict {
    /// `Signal` if `mark`, else `Forward`.
    #[inline(always)]
    #[must_use]
    pub const fn signal_if(mark: bool) -> Self {
        if mark { Self::Signal } else { Self::Forward }
    }
}

/// What becomes of a signal on a packet that is not ECN-capable (RFC 3168 §6.1, RFC 8289 §4.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NotEct {
    /// Forward it unmarked: the datacenter schemes (ECN# §4).
    #[default]
    Pass,
    /// Drop it: the RFC presets of CoDel, RED and PIE.
    Drop,
}
