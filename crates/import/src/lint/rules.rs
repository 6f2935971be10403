//! The table of rules.

use super::rule::{Rule, rule};
use super::{pause, rows, share, threshold};

/// Every rule.
pub const RULES: &[Rule] = &[
    rule("value", "a value is not legal", rows::values),
    rule("unknown-field", "a field is not one of its table", rows::slips),
    rule("reference", "a row names a row that is not there", rows::references),
    rule("unused-profile", "no queue uses a WRED profile", threshold::unused),
    rule("min-above-max", "a minimum is above its maximum", threshold::order),
    rule("colour-not-enabled", "`ecn` names a colour whose WRED is off", threshold::enabled),
    rule(
        "ecn-unused-thresholds",
        "thresholds for ECN of a colour that `ecn` does not name",
        threshold::own_unused,
    ),
    rule("zero-probability", "the ramp marks nothing", threshold::probability),
    rule("ramp-below-frame", "the ramp is shorter than a frame", threshold::ramp),
    rule("mixed-rates", "ports of very different rates share thresholds in bytes", threshold::rates),
    rule("threshold-time", "a queue takes long to leave before marking begins", threshold::late),
    rule("trunk-differs", "ports of one trunk mark by different profiles", threshold::trunks),
    rule("beyond-share", "the queue cannot reach the threshold at which ECN begins", share::reach),
    rule("alpha-sum", "queues of a port cannot all reach the threshold at which ECN begins", share::together),
    rule("pause-before-marks", "a class is paused before its marking reaches its end", share::pause_first),
    rule("reserves-exceed-pool", "reserves and headroom are larger than their pool", share::reserves),
    rule("lossless-without-headroom", "a paused class has no room for what is on its way", pause::headroom),
    rule("lossless-without-ecn", "a paused class marks nothing", pause::unmarked),
    rule("no-watchdog", "a pause storm of a lossless class has no end", pause::unwatched),
    rule("watchdog-times", "the watchdog restores before it can detect", pause::watchdog_times),
    rule("cnp-behind-data", "notifications wait behind data", pause::notifications),
];
