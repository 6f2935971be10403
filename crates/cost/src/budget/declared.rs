//! Declared pipeline budgets: `[package.metadata.freeboard.budget.VARIANT]`, for the first profile.

use super::rows::Row;
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

/// The declarations of all crates, by `name/variant`.
pub(crate) fn read(rows: &[Row]) -> anyhow::Result<BTreeMap<String, Declared>> {
    let mut all = BTreeMap::new();
    for row in rows {
        let declared = crate::declared::read::<Declared>("aqm", row.meta.name, "budget")?;
        if let Some(declared) = declared.get(row.meta.variant) {
            all.insert(row.id(), declared.clone());
        }
    }
    Ok(all)
}
