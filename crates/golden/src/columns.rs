//! Column names of both families, in order.

use freeboard_replay::EventWords;

/// Event columns of a marking scheme; `hook` is 0 at arrival, 1 at departure.
pub const AQM_EVENT: [&str; 14] = [
    "hook",
    "now_ns",
    "now_high",
    "pipe",
    "port",
    "queue",
    "pool",
    "size",
    "depth",
    "port_depth",
    "pool_depth",
    "sojourn_ns",
    "ecn",
    "random",
];

/// Decision column of a marking scheme: 0 forward, 1 signal, 2 drop.
pub const AQM_DECISION: [&str; 1] = ["verdict"];

/// Event columns of a congestion control; `event` is the index in [`CC_EVENTS`], what an event lacks is 0.
pub const CC_EVENT: [&str; EventWords::COLUMNS] = [
    "event",
    "now_ns",
    "bytes",
    "acked",
    "marked",
    "una",
    "nxt",
    "in_flight",
    "rtt_ns",
    "delivery_rate",
    "window_limited",
    "held",
    "silence_ns",
];

/// Decision columns of a congestion control; `hold_ns` is how long an underlay holds, 0 without one.
pub const CC_DECISION: [&str; 3] = ["window", "rate", "hold_ns"];

/// Columns of in-band telemetry, of event `int`; a file without such events may lack them.
pub const CC_TELEMETRY: [&str; EventWords::PATH_COLUMNS] = [
    "hops",
    "h0_stamp_ns",
    "h0_depth",
    "h0_sent",
    "h0_rate_mbps",
    "h1_stamp_ns",
    "h1_depth",
    "h1_sent",
    "h1_rate_mbps",
    "h2_stamp_ns",
    "h2_depth",
    "h2_sent",
    "h2_rate_mbps",
    "h3_stamp_ns",
    "h3_depth",
    "h3_sent",
    "h3_rate_mbps",
    "h4_stamp_ns",
    "h4_depth",
    "h4_sent",
    "h4_rate_mbps",
];

/// Events of a flow by number.
pub const CC_EVENTS: [&str; EventWords::KINDS as usize] = [
    "sent",
    "ack",
    "dup-ack",
    "loss-episode",
    "timeout",
    "cnp",
    "rtt",
    "tick",
    "paused",
    "app-limited",
    "idle",
    "int",
    "undo",
];

/// Name of a state column.
pub(crate) fn state_column(index: usize) -> String {
    format!("s{index}")
}
