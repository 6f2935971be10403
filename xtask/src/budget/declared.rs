//! What the crates declare: `[package.metadata.freeboard.budget.VARIANT]`, for the first profile.

use super::rows::Row;
use anyhow::Context;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The profile that declarations are for.
pub(crate) const PROFILE: &str = "tofino-1-like";

/// A declared budget; every number is what the variant needs on [`PROFILE`], neither less nor more.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Declared {
    pub(crate) tables: u32,
    pub(crate) entries: u32,
    pub(crate) arrays_32: u32,
    pub(crate) arrays_64: u32,
    pub(crate) register_bytes: u32,
    pub(crate) sram_blocks: u32,
    pub(crate) metadata_bits: u32,
    pub(crate) metadata_peak_bits: u32,
    pub(crate) stages: u32,
    pub(crate) latency_cycles: u32,
    /// Set where the variant is refused on the profile: the intrinsic or limit that stops it.
    #[serde(default)]
    pub(crate) refused: Option<String>,
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
    budget: BTreeMap<String, Declared>,
}

/// The declarations of all crates, by `name/variant`.
pub(crate) fn read(rows: &[Row]) -> anyhow::Result<BTreeMap<String, Declared>> {
    let mut all = BTreeMap::new();
    for row in rows {
        let folder = crate::repo::algorithm_folder("aqm", row.meta.name);
        let path = folder.join("Cargo.toml");
        let text = std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        let manifest: Manifest = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        if let Some(declared) = manifest.package.metadata.freeboard.budget.get(row.meta.variant) {
            all.insert(row.id(), declared.clone());
        }
    }
    Ok(all)
}
