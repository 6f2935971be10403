//! Settings of RED as one pass.

use freeboard_aqm_api::settings;

settings! {
    /// Settings of the pipeline variant.
    pub struct LowPassSettings {
        /// Average length from which on packets are signalled.
        kmin: Bytes = 7_500, 0..=u32::MAX / 2, "[Floyd93] §4: 5 packets, here of 1500 B";
        /// Average length from which on every packet is signalled.
        kmax: Bytes = 22_500, 1..=u32::MAX / 2, "[Floyd93] §6: 15 packets of 1500 B";
        /// Probability at kmax; takes effect as the nearest ramp of a power of two.
        p_max: FractionQ16 = 1_311, 1..=65_536, "[Floyd93] §6: 1/50";
        /// Time constant of the average; takes effect as a power of two, rounded down.
        tau: Nanos = 614_400, 1..=u32::MAX / 2, "[Floyd93] §6: 0.002 per packet, 1200 ns each at 10 Gbit/s", follows AverageTime;
    }
}
