//! Identifiers of a program, each given once.

use std::collections::BTreeSet;

/// Words of the language and of the architectures that a variable must not shadow.
const RESERVED: &[&str] = &[
    "abstract",
    "action",
    "actions",
    "apply",
    "bit",
    "bool",
    "const",
    "control",
    "default",
    "default_action",
    "depth_cells",
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
    "header",
    "if",
    "in",
    "inout",
    "int",
    "key",
    "list",
    "lpm",
    "mark",
    "match_kind",
    "max",
    "min",
    "out",
    "package",
    "parser",
    "pair_t",
    "priority",
    "queue_index",
    "port_index",
    "register",
    "result",
    "return",
    "select",
    "size",
    "sojourn_ns",
    "stamp_ns",
    "state",
    "string",
    "struct",
    "switch",
    "table",
    "ternary",
    "transition",
    "true",
    "tuple",
    "type",
    "typedef",
    "value",
    "void",
];

/// What is taken.
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
