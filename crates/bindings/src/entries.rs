//! The list of entry points, one line per variant.

use crate::names;
use freeboard_aqm_api::{Hooks, Kind};
use freeboard_registry::catalog::{self, Descriptor, VariantId};

/// Where the algorithms are.
const LIST: &str = "freeboard_registry";

/// Returns the text of `crates/freeboard-c/src/entries.rs`.
#[must_use]
pub fn entries() -> String {
    let mut text = String::from(
        "//! The entry points of every variant. Written by the package `freeboard-bindings`; do not edit.\n\n",
    );
    for one in catalog::all() {
        text.push_str(&format!("#[cfg(feature = \"{}\")]\n{}\n", names::feature(one), line(one)));
    }
    text
}

fn line(one: &Descriptor) -> String {
    let (name, path) = (names::stem(one), path(one));
    match one.id {
        VariantId::Aqm(id) => {
            let meta = id.meta();
            let program = match meta.kind {
                Kind::Pipeline => format!("{LIST}::dataplane::Pass<{path}>"),
                Kind::Exact => path,
            };
            let named =
                [(Hooks::ENQUEUE, "enqueue"), (Hooks::DEQUEUE, "dequeue"), (Hooks::CONTROL, "control")];
            let hooks = named.into_iter().filter(|(hook, _)| meta.hooks.contains(*hook));
            let hooks: String = hooks.map(|(_, name)| format!(" {name}")).collect();
            let [params, pipe, port, queue] =
                ["params", "pipe", "port", "queue"].map(|scope| bytes(one, scope));
            format!(
                "crate::marking::marking!(\"{name}\" {program}, [{params}, {pipe}, {port}, {queue}],{hooks});"
            )
        }
        VariantId::Cc(_) => {
            format!(
                "crate::control::control!(\"{name}\" {path}, {} {});",
                bytes(one, "params"),
                bytes(one, "flow")
            )
        }
        VariantId::Underlay(_) => {
            format!(
                "crate::underlay::underlay!(\"{name}\" {path}, {} {});",
                bytes(one, "params"),
                bytes(one, "flow")
            )
        }
    }
}

fn path(one: &Descriptor) -> String {
    let (_, rest) = one.path.split_once("::").unwrap_or(("", one.path));
    format!("{LIST}::{}", rest.replace(' ', ""))
}

/// Bytes of a scope's state, or of the parameters.
pub(crate) fn bytes(one: &Descriptor, scope: &str) -> usize {
    one.shapes.iter().find(|shape| shape.name == scope).map_or(0, |shape| shape.size)
}
