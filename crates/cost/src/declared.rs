//! Declarations of an algorithm's crate about its variants: `[package.metadata.freeboard.TABLE.VARIANT]`.

use anyhow::Context;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

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
    freeboard: BTreeMap<String, toml::Value>,
}

/// What the crate of algorithm `name`, an `aqm` or a `cc`, declares in `table`, by variant.
pub fn read<T: DeserializeOwned>(kind: &str, name: &str, table: &str) -> anyhow::Result<BTreeMap<String, T>> {
    let path = freeboard_toolchain::algorithm_folder(kind, name).join("Cargo.toml");
    let text = std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    find(&text, table).with_context(|| format!("in {}", path.display()))
}

/// The declarations of one table of a manifest; none where there is no such table.
pub fn find<T: DeserializeOwned>(
    manifest: &str,
    table: &str,
) -> Result<BTreeMap<String, T>, toml::de::Error> {
    let mut manifest: Manifest = toml::from_str(manifest)?;
    manifest
        .package
        .metadata
        .freeboard
        .remove(table)
        .map_or_else(|| Ok(BTreeMap::new()), toml::Value::try_into)
}
