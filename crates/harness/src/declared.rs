//! Declared exceptions of a congestion control from the limits that hold for all:
//! `[package.metadata.freeboard.cycles.VARIANT]`.

use freeboard_cost::variant::Variant;
use serde::Deserialize;

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

/// The name of the table.
const TABLE: &str = "cycles";

/// Cycles that the crate of a scheme or a control declares for this variant, if any.
pub(crate) fn cycles(variant: Variant) -> anyhow::Result<Option<Cycles>> {
    let (kind, name, variant) = match variant {
        Variant::Aqm(id) => ("aqm", id.meta().name, id.meta().variant),
        Variant::Cc(id) => ("cc", id.meta().name, id.meta().variant),
        Variant::Underlay(_) => return Ok(None),
    };
    Ok(freeboard_cost::declared::read(kind, name, TABLE)?.remove(variant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use freeboard_cost::declared::find;

    #[test]
    fn a_declaration_needs_a_reason() {
        let text = "[package.metadata.freeboard.cycles.int]\nper_packet = 900\n";
        assert!(find::<Cycles>(text, TABLE).is_err());
        let found = find::<Cycles>(&format!("{text}reason = \"five hops\"\n"), TABLE).unwrap();
        let found = &found["int"];
        assert_eq!((found.per_packet, found.worst, found.reason.as_str()), (900, None, "five hops"));
        assert_eq!(find::<Cycles>("[package]\nname = \"x\"\n", TABLE).unwrap().len(), 0);
    }
}
