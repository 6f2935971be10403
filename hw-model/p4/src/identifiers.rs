//! Identifiers of a program, each given once.

use std::collections::BTreeSet;

/// Words that a name of ours must not be: reserved words of P4_16, table properties and match kinds of v1model and TNA, the
/// externs used here, and the names that every text has.
const RESERVED: &[&str] = &[
    "Hash",
    "HashAlgorithm_t",
    "LowPassFilter",
    "MathUnit",
    "NoAction",
    "Random",
    "Register",
    "RegisterAction",
    "abstract",
    "action",
    "actions",
    "apply",
    "atcam_partition_index",
    "bit",
    "bool",
    "const",
    "const_entries",
    "control",
    "counters",
    "default",
    "default_action",
    "depth_cells",
    "dleft_hash",
    "eg_intr_md",
    "eg_prsr_md",
    "else",
    "entries",
    "enum",
    "error",
    "exact",
    "exit",
    "extern",
    "false",
    "hash",
    "header",
    "header_union",
    "idle_timeout",
    "if",
    "implementation",
    "in",
    "inout",
    "int",
    "key",
    "list",
    "lpm",
    "mark",
    "match_kind",
    "max",
    "meters",
    "min",
    "optional",
    "out",
    "package",
    "packet_bytes",
    "pair_t",
    "parser",
    "port_index",
    "pragma",
    "priority",
    "psa_implementation",
    "queue_index",
    "random",
    "range",
    "register",
    "registers",
    "result",
    "return",
    "select",
    "selector",
    "size",
    "sojourn_ns",
    "stamp_ns",
    "state",
    "string",
    "struct",
    "support_timeout",
    "switch",
    "table",
    "ternary",
    "this",
    "transition",
    "true",
    "tuple",
    "type",
    "typedef",
    "value",
    "value_set",
    "varbit",
    "verify",
    "void",
];

/// Names that are taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Identifiers {
    taken: BTreeSet<String>,
}

impl Identifiers {
    /// A free identifier as near to `name` as possible.
    pub(super) fn fresh(&mut self, name: &str) -> String {
        let base: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let free = |name: &String| !RESERVED.contains(&name.as_str()) && !self.taken.contains(name);
        let name = core::iter::once(base.clone()).chain(numbered).find(free).unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }
}
