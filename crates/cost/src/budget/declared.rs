//! Declared budgets: `[package.metadata.freeboard.budget.VARIANT]` of the crates, for the first profile.

use super::rows::Placement;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The profile that declarations are for.
pub(crate) const PROFILE: &str = "tofino-1-like";

/// A declared budget; every number is what the variant needs on [`PROFILE`], neither less nor more.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct Declared {
    /// Set where the variant is refused on the profile: the intrinsic or limit that stops it.
    pub(crate) refused: Option<String>,
    /// The numbers by name.
    #[serde(flatten)]
    pub(crate) numbers: BTreeMap<String, u32>,
}

/// The declarations of all crates, by `name/variant`.
pub(crate) fn read(placements: &[Placement]) -> anyhow::Result<BTreeMap<String, Declared>> {
    let mut all = BTreeMap::new();
    for placement in placements {
        let meta = placement.id.meta();
        let mut declared = crate::declared::read::<Declared>("aqm", meta.name, "budget")?;
        if let Some(declared) = declared.remove(meta.variant) {
            all.insert(placement.id(), declared);
        }
    }
    Ok(all)
}
