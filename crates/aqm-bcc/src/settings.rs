//! Settings: the network and the buffer, from which the thresholds follow.

use freeboard_aqm_api::{choices, settings};

/// Most bytes of a pool: so that every threshold fits a signed word.
pub(crate) const POOL_MAX: u32 = 1 << 30;
/// Shortest base round-trip time \[ns\].
pub(crate) const RTT_MIN: u32 = 1_000;

choices! {
    /// Alpha of the dynamic threshold.
    pub enum Alpha {
        /// alpha = 1/128.
        Over128 = "1/128",
        /// alpha = 1/64.
        Over64 = "1/64",
        /// alpha = 1/32.
        Over32 = "1/32",
        /// alpha = 1/16.
        Over16 = "1/16",
        /// alpha = 1/8.
        Over8 = "1/8",
        /// alpha = 1/4.
        Over4 = "1/4",
        /// alpha = 1/2.
        Half = "1/2",
        /// alpha = 1.
        One = "1",
        /// alpha = 2.
        Two = "2",
        /// alpha = 4.
        Four = "4",
        /// alpha = 8.
        Eight = "8",
    }
}

choices! {
    /// What marks by the pool.
    pub enum Marking {
        /// RED.
        Red = "red",
        /// One threshold, above which every packet is marked.
        CutOff = "cut-off",
    }
}

choices! {
    /// Whether the leaving packet counts as part of the port's queue.
    pub enum Own {
        /// It does not.
        Excluded = "excluded",
        /// It does.
        Included = "included",
    }
}

macro_rules! bcc_settings {
    ($(#[$meta:meta])* $name:ident { $($rest:tt)* }) => {
        settings! {
            $(#[$meta])*
            pub struct $name {
                /// Link rate \[Mbit/s\].
                link: Count = 100_000, 100..=1_600_000, "[Bai20] §V: 100 Gbit/s", follows LineMbps;
                /// Base round-trip time.
                rtt: Nanos = 80_000, RTT_MIN..=10_000_000, "[Bai20] §V: 80 us", follows BaseRtt;
                /// What a congestion control needs of C x RTT, in thousandths.
                lambda: Count = 720, 1..=2_000, "[Bai20] §V: 0.72 for DCTCP, measured";
                /// Dynamic threshold's alpha.
                alpha: Choice<Alpha> = Alpha::Four, .., "[Bai20] §V: 4", follows PoolAlpha;
                /// Shared buffer B of one memory unit; above it no packet of the pool is admitted.
                pool: Bytes = 3_000_000, 1..=POOL_MAX, "[Bai20] §V: 3 MB for 8 ports", follows PoolBytes;
                /// Buffer reserved per port.
                reserve: Bytes = 128_000, 0..=POOL_MAX, "[Bai20] §V: 128 KB", follows PoolReserve;
                /// Ports that share the pool.
                ports: Count = 8, 1..=512, "[Bai20] §V: 8", follows PoolPorts;
                /// Length of the RED range as the time all ports need to fill it.
                h: Nanos = 8_000, 1..=1_000_000, "[Bai20] §V: 8 us";
                /// Marking probability at Kmax.
                p_max: FractionQ16 = 6_554, 1..=65_536, "[Bai20] §V: 10 %";
                /// Mark by the pool with RED, or all packets above one threshold.
                marking: Choice<Marking> = Marking::Red, .., "[Bai20] §IV";
                /// The one threshold of the cut-off form.
                cut_off: Bytes = 2_200_000, 1..=POOL_MAX, "[Bai20] Fig. 12: 2.2 MB";
                /// Port threshold; 0 for lambda C RTT.
                k_port: Bytes = 0, 0..=POOL_MAX, "[Bai20] §IV: lambda C RTT";
                /// Buffer a port needs of the pool, B_R; 0 for C RTT (1 + lambda) less the reserve.
                b_r: Bytes = 0, 0..=POOL_MAX, "[Bai20] §IV";
                /// Length of the RED range, Kmax - Kmin; 0 for C N h.
                range: Bytes = 0, 0..=POOL_MAX, "[Bai20] §IV";
                /// Whether the leaving packet counts as part of the port's queue.
                own: Choice<Own> = Own::Excluded, .., "[Bai20] leaves it open";
                $($rest)*
            }
        }
    };
}

bcc_settings! {
    /// Settings of the pipeline variant.
    BccSettings {}
}

bcc_settings! {
    /// Settings of the exact variant.
    ExactSettings {
        /// Packet size at which the counter's bytes count as one packet.
        mean: Bytes = 9_000, 64..=65_535, "the authors' simulator: jumbo packets";
    }
}
