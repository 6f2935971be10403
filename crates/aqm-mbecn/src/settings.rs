//! Settings of MBECN: the network the bounds are computed for.

use crate::bound::Rule;
use freeboard_aqm_api::{Preset, choices, settings};

choices! {
    /// Queues that share the port's threshold.
    pub enum Sharing {
        /// Those with packets.
        Active = "active",
        /// All of them.
        All = "all",
    }
}

settings! {
    /// Settings of MBECN.
    pub struct MbecnSettings {
        /// Threshold of the port, shared by its queues.
        k_port: Bytes = 97_500, 1..=1 << 28, "[Bai16] §6: 65 packets of 1500 B at 10 Gbit/s", follows QueueBytes;
        /// Which queue of the port this instance marks.
        queue: Count = 0, 0..=7, "chosen by us: the first", follows Queue;
        /// Which bound: for ECN* senders, for DCTCP as printed, for DCTCP with marks counted per flow.
        bound: Choice<Rule> = Rule::Dctcp, .., "[Kang21]";
        /// Link rate C \[Mbit/s\].
        link: Count = 10_000, 100..=1_600_000, "[Kang21] leaves it open; 10 Gbit/s", follows LineMbps;
        /// Link rate of the senders, C_i \[Mbit/s\].
        sender_link: Count = 10_000, 100..=1_600_000, "[Kang21] leaves it open; as the port", follows SenderMbps;
        /// Base round-trip time d.
        rtt: Nanos = 85_000, 1_000..=10_000_000, "[Kang21] leaves it open; 20 us per host and 0.2 us per link", follows BaseRtt;
        /// Flows N per queue.
        flows: Count = 16, 1..=1_024, "[Kang21] leaves it open; chosen by us";
        /// Share beta of a window that one batch takes.
        batch: FractionQ16 = 16_384, 656..=58_982, "[Kang21] leaves it open; 1/4, chosen by us";
        /// Packet size in which the bounds count.
        packet: Bytes = 1_500, 64..=65_535, "the Ethernet payload";
        /// Threshold of a queue with too few flows for the bound, in thousandths of its C d.
        lambda: Count = 1_000, 1..=4_000, "[Wu12]: 1";
        /// Queues that share the port's threshold: those with packets, or all.
        sharing: Choice<Sharing> = Sharing::Active, .., "[Kang21] leaves it open; as a fair scheduler shares";
        /// Shift unused room between queues; off, the baseline holds.
        dynamic: Switch = 1, 0..=1, "[Kang21]";
    }
}

pub(crate) const PRESETS: &[Preset<MbecnSettings>] = &[
    Preset {
        name: "dctcp",
        source: "[Kang21], bound for DCTCP as printed",
        settings: MbecnSettings::DEFAULT,
    },
    Preset {
        name: "ecn-star",
        source: "[Kang21], bound for ECN*; 84 packets at 10 Gbit/s",
        settings: MbecnSettings { bound: Rule::EcnStar.setting(), k_port: 126_000, ..MbecnSettings::DEFAULT },
    },
    Preset {
        name: "per-flow",
        source: "the bound re-derived with marks counted per flow: the classical one as batches vanish",
        settings: MbecnSettings { bound: Rule::DctcpPerFlow.setting(), ..MbecnSettings::DEFAULT },
    },
    Preset {
        name: "baseline",
        source: "[Kang21] without the dynamic step",
        settings: MbecnSettings { dynamic: 0, ..MbecnSettings::DEFAULT },
    },
];
