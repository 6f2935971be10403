//! Settings of the exact variant.

use freeboard_aqm_api::{choices, settings};

choices! {
    /// How signals are spread out.
    pub enum Counter {
        /// Floyd's program: the packet is counted before its probability is formed, but for the first.
        Floyd = "floyd",
        /// The text of the paper: p/(1 - count p) of the packets before.
        Text = "text",
        /// Never before 1/p packets, then p/(2 - count p).
        Wait = "wait",
        /// Every packet by itself.
        None = "none",
    }
}

choices! {
    /// The role of the first packet above kmin.
    pub enum Start {
        /// It is tested.
        Test = "test",
        /// It only arms the counter.
        Arm = "arm",
    }
}

choices! {
    /// Where the queue is measured and signals are drawn.
    pub enum MeasuredAt {
        /// As a packet arrives.
        Arrival = "arrival",
        /// As it leaves, without itself.
        Departure = "departure",
    }
}

settings! {
    /// Settings of the exact variant.
    pub struct RedSettings {
        /// Average length from which on packets are signalled.
        kmin: Bytes = 7_500, 1..=u32::MAX / 2, "[Floyd93] §4: 5 packets, here of 1500 B";
        /// Average length from which on every packet is signalled, or the second ramp begins.
        kmax: Bytes = 22_500, 1..=u32::MAX / 2, "[Floyd93] §6: at least twice kmin; 15 packets of 1500 B";
        /// Probability at kmax.
        p_max: FractionQ16 = 1_311, 1..=65_536, "[Floyd93] §6: 1/50";
        /// Gain of the average: 2^-w per packet; 0 takes the queue as it is.
        weight: Log2 = 9, 0..=10, "[Floyd93] §6: 0.002";
        /// Above kmax the probability rises from p_max to 1 at twice kmax.
        gentle: Switch = 0, 0..=1, "[Floyd93]: not gentle";
        /// How signals are spread out: see the page.
        counter: Choice<Counter> = Counter::Floyd, .., "[Floyd93] Fig. 2";
        /// The first packet above kmin: it is tested, or it only arms the counter.
        start: Choice<Start> = Start::Test, .., "[Floyd93] Fig. 2";
        /// Large packets are signalled more often, in proportion to their size.
        bytes: Switch = 0, 0..=1, "[Floyd93]: packets";
        /// Mean packet size of the byte mode.
        mean: Bytes = 1_500, 64..=65_535, "chosen by us: the Ethernet payload";
        /// Queue length up to which nothing is signalled.
        guard: Bytes = 0, 0..=u32::MAX - 1, "[Floyd93]: none";
        /// Time one packet takes on the link: how fast the average decays while the queue is empty.
        packet_time: Nanos = 1_200, 1..=1_000_000, "1500 B at 10 Gbit/s; at most 9000 B at 72 Mbit/s", follows PacketTime;
        /// Where the queue is measured and signals are drawn: as a packet arrives, or as it leaves, without itself.
        at: Choice<MeasuredAt> = MeasuredAt::Arrival, .., "[Floyd93] Fig. 1: every arrival";
    }
}
