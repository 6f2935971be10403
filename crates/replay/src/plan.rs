//! The streams every place replays: what makes two digests comparable.

/// Seed of all streams. Chosen by us.
pub const SEED: u64 = 0x4642_2026;

/// Start of the packet stream's clock \[ns\]: 2 s before the 32-bit tick clock wraps at 2^42 ns, so that its
/// wrap lies in the stream as well as those of the 32-bit nanosecond clock.
pub const START_NS: u64 = (1 << 42) - 2_000_000_000;

/// Epochs of 2^16 events per marking scheme: 1 048 576 packets.
pub const AQM_EPOCHS: u32 = 16;

/// Epochs of 2^16 events per congestion control: 131 072 events.
pub const CC_EPOCHS: u32 = 2;

/// Payload of a full segment \[B\].
pub const MSS: u32 = 1460;
