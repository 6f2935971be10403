//! What a congestion control declares where it needs more than the limits that hold for all:
//! `[package.metadata.freeboard.cycles.VARIANT]`.

use super::variant::Variant;
use anyhow::Context;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Cycles that one variant may take on the first core.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cycles {
    /// Per event, but for one per round trip.
    pub(crate) per_packet: u64,
    /// The longest event, if that too takes more than others may.
    pub(crate) worst: Option<u64>,
    /// Why it takes more than others may.
    pub(crate) reason: String,
}

#[derive(Deserialize)]
struct Manifest {
    package: Package,
}

#[derive(Deserialize)]
struct Package {
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    freeboard: Freeboard,
}

#[derive(Default, Deserialize)]
struct Freeboard {
    #[serde(default)]
    cycles: BTreeMap<String, Cycles>,
}

/// What the crate of a congestion control declares for this variant, if anything.
pub(crate) fn cycles(variant: Variant) -> anyhow::Result<Option<Cycles>> {
    let Variant::Cc(id) = variant else { return Ok(None) };
    let path = crate::repo::algorithm_folder("cc", id.meta().name).join("Cargo.toml");
    let text = std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    find(&text, id.meta().variant).with_context(|| format!("in {}", path.display()))
}

fn find(manifest: &str, variant: &str) -> Result<Option<Cycles>, toml::de::Error> {
    let manifest: Manifest = toml::from_str(manifest)?;
    Ok(manifest.package.metadata.freeboard.cycles.get(variant).cloned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_needs_a_reason() {
        let text = "[package.metadata.freeboard.cycles.int]\nper_packet = 900\n";
        assert!(find(text, "int").is_err());
        let found = find(&format!("{text}reason = \"five hops\"\n"), "int").unwrap().unwrap();
        assert_eq!((found.per_packet, found.worst, found.reason.as_str()), (900, None, "five hops"));
        assert_eq!(find("[package]\nname = \"x\"\n", "int"), Ok(None));
    }
}
