//! Published prototypes' resource use, for comparison.

/// Resources a paper states for its own prototype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prototype {
    /// Which paper.
    pub source: &'static str,
    /// Logical tables.
    pub tables: u32,
    /// Upper bound on explicit entries.
    pub entries_below: u32,
    /// 32-bit register arrays.
    pub arrays_32: u32,
    /// 64-bit register arrays.
    pub arrays_64: u32,
    /// Register memory \[B\].
    pub register_bytes: u32,
    /// Metadata \[bits\].
    pub metadata_bits: u32,
    /// How its memory figure reads.
    pub memory_note: &'static str,
}

/// The Tofino prototype of ECN# (§4).
pub const ECN_SHARP: Prototype = Prototype {
    source: "ECN# §4",
    tables: 7,
    entries_below: 10,
    arrays_32: 5,
    arrays_64: 2,
    register_bytes: 36_864,
    metadata_bits: 124,
    memory_note: "about 37 KB: 36 bytes for each of 128 ports x 8 queues, or 128 ports in bits; the paper does \
                  not say which",
};
