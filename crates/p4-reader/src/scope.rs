//! Scopes of a control: names that the language or an architecture has taken, names declared twice.
//!
//! P4_16 specification 1.2.5: keywords (appendix A), table properties (14.2), match kinds (14.2.1.1, `v1model.p4`, `tna.p4`),
//! name resolution (6.8). A name of one namespace hides an outer one; the compiler for the software switch refuses a parameter
//! that hides a table property, and warns of every other.

use super::syntax::Control;
use super::{ReadError, Result};
use std::collections::BTreeMap;

/// Keywords.
const KEYWORDS: &[&str] = &[
    "abstract",
    "action",
    "apply",
    "bit",
    "bool",
    "const",
    "control",
    "default",
    "else",
    "enum",
    "error",
    "exit",
    "extern",
    "false",
    "header",
    "header_union",
    "if",
    "in",
    "inout",
    "int",
    "list",
    "match_kind",
    "out",
    "package",
    "parser",
    "priority",
    "return",
    "select",
    "state",
    "string",
    "struct",
    "switch",
    "table",
    "this",
    "transition",
    "true",
    "tuple",
    "type",
    "typedef",
    "value_set",
    "varbit",
    "void",
];

/// Properties of tables: the language's, v1model's and TNA's.
const PROPERTIES: &[&str] = &[
    "actions",
    "atcam",
    "counters",
    "default_action",
    "entries",
    "idle_timeout",
    "implementation",
    "key",
    "meters",
    "psa_implementation",
    "registers",
    "size",
    "support_timeout",
];

/// Match kinds.
const MATCH_KINDS: &[&str] =
    &["atcam_partition_index", "dleft_hash", "exact", "lpm", "optional", "range", "selector", "ternary"];

/// Names of nested scopes, each with the line of its declaration: of the file, and of the control or parser in it.
#[derive(Default)]
pub(super) struct Scope {
    file: BTreeMap<String, u32>,
    inner: Option<BTreeMap<String, u32>>,
}

impl Scope {
    /// Declares a name.
    ///
    /// # Errors
    /// A scope has it already, or it is a keyword, a table property or a match kind.
    pub(super) fn declare(&mut self, name: &str, line: u32) -> Result<()> {
        let lists =
            [(KEYWORDS, "a keyword"), (PROPERTIES, "a table property"), (MATCH_KINDS, "a match kind")];
        if let Some((_, what)) = lists.iter().find(|(list, _)| list.contains(&name)) {
            return Err(ReadError::new(line, format!("{name} is {what}")));
        }
        if let Some(before) = self.line(name) {
            return Err(ReadError::new(line, format!("{name} is declared in line {before} too")));
        }
        self.inner.as_mut().unwrap_or(&mut self.file).insert(name.to_owned(), line);
        Ok(())
    }

    /// Begins the scope of a control or parser.
    pub(super) fn open(&mut self) {
        self.inner = Some(BTreeMap::new());
    }

    /// Ends it.
    pub(super) fn close(&mut self) {
        self.inner = None;
    }

    fn line(&self, name: &str) -> Option<u32> {
        self.inner.iter().chain([&self.file]).find_map(|names| names.get(name).copied())
    }
}

/// Parameters of actions against the names of the control around them.
///
/// # Errors
/// The first parameter that hides a name.
pub(super) fn check(control: &Control, outer: &Scope) -> Result<()> {
    for action in control.actions.values() {
        let mut own = Scope::default();
        for parameter in &action.parameters {
            own.declare(&parameter.name, action.line)?;
            if let Some(line) = outer.line(&parameter.name) {
                let problem = format!("parameter {} hides the declaration in line {line}", parameter.name);
                return Err(ReadError::new(action.line, problem));
            }
        }
    }
    Ok(())
}

/// Variables without an initial value.
///
/// # Errors
/// The first of them.
pub(super) fn initialised(control: &Control) -> Result<()> {
    match control.variables.iter().find(|(_, variable)| variable.initial.is_none()) {
        Some((name, variable)) => Err(ReadError::new(variable.line, format!("{name} has no initial value"))),
        None => Ok(()),
    }
}
