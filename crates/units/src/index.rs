//! Indices that cannot be mistaken for each other.

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[repr(transparent)]
        pub struct $name(pub u16);

        impl $name {
            /// As an array index.
            #[inline(always)]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// A packet-processing pipe of the switch chip; it owns one clock.
    PipeId
);
index!(
    /// A port of the switch.
    PortId
);
index!(
    /// A queue of one port.
    QueueId
);
index!(
    /// A shared buffer pool of the MMU.
    PoolId
);
