//! Metadata of a congestion control.

/// What a CC steers by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlOutput {
    /// A window; the rate is line rate.
    Window,
    /// A rate; the window is unlimited.
    Rate,
    /// Both.
    WindowAndRate,
}

/// What is fixed about one variant of a congestion control.
#[derive(Clone, Copy, Debug)]
pub struct CcMeta {
    /// Name, as in the registry.
    pub name: &'static str,
    /// Name of the variant.
    pub variant: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// The paper or RFC it follows.
    pub source: &'static str,
    /// What it steers by.
    pub output: ControlOutput,
    /// Its data packets carry ECT.
    pub ecn: bool,
    /// It needs in-band telemetry.
    pub int: bool,
    /// It needs the receiver's notifications of marked packets, [`crate::Event::Cnp`].
    pub cnp: bool,
    /// It steers by round-trip times.
    pub delay: bool,
    /// It looks at [`crate::Ack::delivery_rate`], which takes a sender a division to know.
    pub delivery_rate: bool,
    /// It looks at [`crate::Event::Sent`]; otherwise nobody has to know when a packet leaves the NIC.
    pub sent: bool,
    /// Period of `Event::Tick` \[ns\]; 0 for none.
    pub tick_ns: u32,
    /// Bytes of a second per-flow context (rings, telemetry history) beside the state; 0 for none.
    pub aux_bytes: u32,
    /// Shifting all stamps by a multiple of this \[ns\], a power of two, changes no decision: 1, unless a control looks at
    /// what a coarser clock shows.
    pub resolution_ns: u32,
    /// Longest silence \[ns\] after which an `Event::Idle` must be given before the next event.
    pub longest_gap_ns: u64,
}
