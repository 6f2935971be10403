//! Faults of single packets.

use super::TIME;
use crate::document::{Choice, Key, Keyed, List, Maybe, Ordinal, Span, billionths, keys, picos};
use crate::file::Sizes;
use freeboard_aqm_api::Ecn;
use freeboard_fabric::faults::Packets;
use freeboard_fabric::topology::HOSTS_MAX;

/// Which links a fault is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FaultLinks {
    /// All, both ways.
    #[default]
    All,
    /// Those from hosts to switches.
    FromHosts,
    /// Those from switches to hosts.
    ToHosts,
    /// Those between switches.
    Fabric,
}

/// What happens to a packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PacketEffect {
    /// The link loses it.
    #[default]
    Loss,
    /// The receiver of the link discards it.
    Corruption,
    /// It comes twice.
    Duplication,
    /// It comes late.
    Delay,
    /// Its telemetry is taken off.
    IntLoss,
    /// Its ECN field is overwritten.
    Ecn,
}

/// Packets that links lose, damage, repeat or delay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PacketFaults {
    /// Key `effect`.
    pub effect: PacketEffect,
    /// Key `delay` \[ps\].
    pub delay: Sizes,
    /// Key `ecn`.
    pub ecn: Ecn,
    /// Key `packets`.
    pub packets: Packets,
    /// Key `rate` \[10^-9\].
    pub rate: Option<u32>,
    /// Key `list`, from 0.
    pub list: Vec<u32>,
    /// Key `links`.
    pub links: FaultLinks,
    /// Key `hosts`, from 0.
    pub hosts: Vec<u32>,
    /// Key `start` \[ps\].
    pub start_ps: u64,
    /// Key `end` \[ps\].
    pub end_ps: Option<u64>,
}

const EFFECT: Choice<PacketEffect> = Choice(&[
    ("loss", PacketEffect::Loss),
    ("corruption", PacketEffect::Corruption),
    ("duplication", PacketEffect::Duplication),
    ("delay", PacketEffect::Delay),
    ("int-loss", PacketEffect::IntLoss),
    ("ecn", PacketEffect::Ecn),
]);
/// Codepoints of RFC 3168 §5; ECT(1) is not used here.
const ECN: Choice<Ecn> = Choice(&[("not-ect", Ecn::empty()), ("ect0", Ecn::ECT0), ("ce", Ecn::CE)]);
const PACKETS: Choice<Packets> = Choice(&[
    ("all", Packets::All),
    ("data", Packets::Data),
    ("acks", Packets::Acks),
    ("cnps", Packets::Cnps),
    ("reports", Packets::Reports),
]);
const LINKS: Choice<FaultLinks> = Choice(&[
    ("all", FaultLinks::All),
    ("from-hosts", FaultLinks::FromHosts),
    ("to-hosts", FaultLinks::ToHosts),
    ("fabric", FaultLinks::Fabric),
]);
/// Most packets of a list, chosen by us.
const LIST_MAX: usize = 10_000;

impl Keyed for PacketFaults {
    const KEYS: &'static [Key<Self>] = keys! {
        "effect" (effect) EFFECT,
            "the link loses a packet; flips bits, so that its receiver discards it; delivers it twice; delivers it late; \
             takes its telemetry off; overwrites its ECN field",
            needed "`loss`, `corruption`, `duplication`, `delay`, `int-loss` or `ecn`";
        "delay" (delay) Span(picos(1, 1_000_000_000_000)), "how late, drawn uniformly",
            needed "a time, or two, e.g. [\"1 us\", \"20 us\"]", when "effect" ["delay"];
        "ecn" (ecn) ECN, "the ECN field that it writes, whatever was there: `not-ect` bleaches, `ect0` takes marks back",
            needed "`not-ect`, `ect0` or `ce`", when "effect" ["ecn"];
        "packets" (packets) PACKETS, "which packets count: all, payload, ACKs with NACKs, CNPs, reports of an underlay";
        "rate" (rate) Maybe(billionths(0, 1_000_000_000)), "share of the packets that it hits; or `list`";
        "list" (list) List(LIST_MAX, Ordinal(u32::MAX as u64)),
            "packets that it hits, by number among the packets that count on a link; or `rate`", default "none";
        "links" (links) LINKS, "the links, by direction";
        "hosts" (hosts) List(HOSTS_MAX as usize, Ordinal(HOSTS_MAX as u64)), "only the links of these hosts, by number", default "all";
        "start" (start_ps) TIME, "earlier packets do not count";
        "end" (end_ps) Maybe(TIME), "later packets do not count", default "never";
    };
}
