//! Keys of an algorithm's choice, which the sections of switches, schemes and hosts share.

/// Name, values, default, meaning.
pub(super) type Words = [&'static str; 4];

/// What a switch runs; settings of the marking scheme are keys, too.
pub(super) const SWITCH: [Words; 3] = [
    [
        "aqm",
        "an id, or a name for its first variant",
        "needed",
        "the marking scheme; its settings are keys beside it",
    ],
    ["preset", "one of the scheme's", "the first", "settings to start from"],
    ["not_ect", "`pass`, `drop`", "as the scheme declares", "what a signal does to a packet without ECN"],
];
/// What flows run.
pub(super) const CHOICE: [Words; 5] = [
    ["cc", "an id, or a name for its first variant", "needed", "the congestion control"],
    ["cc_preset", "one of the control's", "the first", "settings to start from"],
    ["cc_settings", "a section of settings", "the preset's", "settings of the control"],
    ["underlay", "a name", "none", "the underlay, which holds packets below the control"],
    ["underlay_settings", "a section of settings", "the first preset's", "settings of the underlay"],
];
/// In addition to those of a switch and, where they differ from the host's, those of flows.
pub(super) const SCHEME: [Words; 2] = [
    ["name", "a text without control characters", "the marking scheme's id", "name in tables and legends"],
    [
        "host_group",
        "sections `[[scheme.host_group]]` with `name`, `cc` and `underlay` as in `[[host_group]]`",
        "as the group says",
        "what flows of a group run under this scheme",
    ],
];

/// Returns the names of keys in words.
pub(super) fn names<const N: usize>(table: &[Words; N]) -> [&'static str; N] {
    table.map(|[name, ..]| name)
}
