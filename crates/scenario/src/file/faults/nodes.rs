//! Faults of links and nodes.

use super::TIME;
use crate::document::{Amount, Choice, Flag, Key, Keyed, List, Maybe, Ordinal, count, keys, picos, section};
use freeboard_fabric::Ps;
use freeboard_fabric::faults::{QueueOnDown, Spell, WatchdogAction};
use freeboard_fabric::topology::HOSTS_MAX;

const HOST: Ordinal = Ordinal(HOSTS_MAX as u64);
const SWITCH: Ordinal = Ordinal(65_536);
const TIMES: Amount = count(1, 1_000_000);
const QUEUE: Choice<QueueOnDown> = Choice(&[("flushed", QueueOnDown::Flushed), ("kept", QueueOnDown::Kept)]);
const ACTION: Choice<WatchdogAction> =
    Choice(&[("drop", WatchdogAction::Drop), ("forward", WatchdogAction::Forward)]);
/// A watchdog's time; SONiC's are 100 ms and more.
const WATCHDOG: Amount = picos(1_000_000, 60_000_000_000_000);

section! {
    /// A link that goes down.
    LinkDown {
        "host" host: Option<u32> = None, Maybe(HOST), "the link of this host, by number; or `between`";
        "between" between: Vec<u32> = Vec::new(), List(2, SWITCH), "the link of these two switches, by number; or `host`",
            default "none";
        "at" at_ps: u64 = 0, TIME, "when it goes down", needed "a time, e.g. \"1 ms\"";
        "lasts" lasts_ps: u64 = 0, TIME, "how long it is down", needed "a time, e.g. \"100 us\"";
        "every" every_ps: Option<u64> = None, Maybe(TIME), "from one time to the next, above `lasts`; with `times`";
        "times" times: u32 = 1, TIMES, "how often; with `every`";
        "queue" queue: QueueOnDown = QueueOnDown::Flushed, QUEUE, "what the switch does with the queue of that port";
    }
}

section! {
    /// A switch that starts anew.
    Reboot {
        "switch" switch: u32 = 0, SWITCH, "which, by number", needed "a number, e.g. 1";
        "at" at_ps: u64 = 0, TIME, "when", needed "a time, e.g. \"1 ms\"";
        "lasts" lasts_ps: u64 = 0, TIME, "how long its links are down", needed "a time, e.g. \"100 us\"";
        "every" every_ps: Option<u64> = None, Maybe(TIME), "from one time to the next, above `lasts`; with `times`";
        "times" times: u32 = 1, TIMES, "how often; with `every`";
    }
}

section! {
    /// A host whose NIC is paused.
    HostPause {
        "host" host: u32 = 0, HOST, "which, by number", needed "a number, e.g. 1";
        "at" at_ps: u64 = 0, TIME, "when", needed "a time, e.g. \"1 ms\"";
        "lasts" lasts_ps: u64 = 0, TIME, "how long", needed "a time, e.g. \"100 us\"";
        "every" every_ps: Option<u64> = None, Maybe(TIME), "from one time to the next, above `lasts`; with `times`";
        "times" times: u32 = 1, TIMES, "how often; with `every`";
    }
}

section! {
    /// A clock that steps.
    ClockStep {
        "host" host: Option<u32> = None, Maybe(HOST), "the clock of this host's NIC, by number; or `switch`";
        "switch" switch: Option<u32> = None, Maybe(SWITCH), "the clock of this switch, by number; or `host`";
        "at" at_ps: u64 = 0, TIME, "when", needed "a time, e.g. \"1 ms\"";
        "by" by_ns: u64 = 0, crate::document::nanos(1, 1_000_000_000_000), "how far", needed "a time, e.g. \"10 us\"";
        "backwards" backwards: bool = false, Flag, "the clock is set back";
    }
}

/// A host that sends pause frames without end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PfcStorm {
    /// Key `host`, from 0.
    pub host: u32,
    /// Key `class`.
    pub class: u8,
    /// Key `at` \[ps\].
    pub at_ps: u64,
    /// Key `lasts` \[ps\].
    pub lasts_ps: u64,
    /// Key `detection_time` \[ps\].
    pub detection_ps: Option<u64>,
    /// Key `restoration_time` \[ps\].
    pub restoration_ps: u64,
    /// Key `action`.
    pub action: WatchdogAction,
    /// Key `xon`.
    pub ends_with_xon: bool,
}

impl Keyed for PfcStorm {
    const KEYS: &'static [Key<Self>] = keys! {
        "host" (host) HOST, "which, by number", needed "a number, e.g. 1";
        "class" (class) count(0, 7), "the lossless class that it pauses";
        "at" (at_ps) TIME, "when it begins", needed "a time, e.g. \"1 ms\"";
        "lasts" (lasts_ps) TIME, "how long it sends pause frames",
            needed "a time, e.g. \"10 ms\"";
        "detection_time" (detection_ps) Maybe(WATCHDOG),
            "time after which the watchdog of the switch port treats a queue that has packets and sends none as stopped by a \
             storm; absent for no watchdog";
        "restoration_time" (restoration_ps) WATCHDOG, "time without a pause frame after which the watchdog restores the queue",
            needed "a time, e.g. \"200 ms\"", when "detection_time" [];
        "action" (action) ACTION, "what happens to the queue's packets until then: dropped, or sent in spite of the pause",
            when "detection_time" [];
        "xon" (ends_with_xon) Flag, "at the end the host sends XON; without it the last pause expires by itself";
    };
}

section! {
    /// Flows that start late.
    StartJitter {
        "most" most_ps: u64 = 0, TIME, "every flow starts later by a time drawn up to this", needed "a time, e.g. \"10 us\"";
    }
}

/// When a fault comes.
pub(super) fn spell(at_ps: u64, lasts_ps: u64, every_ps: Option<u64>, times: u32) -> Spell {
    Spell { at: Ps(at_ps), lasts: Ps(lasts_ps), every: Ps(every_ps.unwrap_or(lasts_ps)), times }
}
