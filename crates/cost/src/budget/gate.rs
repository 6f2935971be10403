//! Measured against declared, and ECN# against the paper's prototype.

use super::declared::{Declared, PROFILE};
use super::rows::{DECLARED, Placement};
use freeboard_pipeline::{Budget, Refusal, Sizing, paper};
use std::collections::BTreeMap;

/// Stages of the switch of ECN# §4.
const PAPER_STAGES: u32 = 12;

/// Everything that is wrong, one line each.
pub(crate) fn findings(
    rows: &[Placement],
    declared: &BTreeMap<String, Declared>,
    sizing: Sizing,
) -> Vec<String> {
    if sizing != Sizing::PAPER {
        // The numbers are of another switch: what counts is whether it fits this one too.
        return rows.iter().filter(|row| fits_elsewhere(row, declared)).filter_map(refusal).collect();
    }
    let here = rows.iter().filter(|row| row.profile == PROFILE);
    let mut findings: Vec<String> =
        here.clone().flat_map(|row| against_declared(row, declared.get(&row.id()))).collect();
    for row in here.filter(|row| row.id() == "ecn-sharp/compact") {
        findings.extend(row.budget().into_iter().flat_map(against_prototype));
    }
    findings
}

/// Its crate declares that it fits.
fn fits_elsewhere(row: &Placement, declared: &BTreeMap<String, Declared>) -> bool {
    declared.get(&row.id()).is_some_and(|declared| declared.refused.is_none())
}

fn refusal(row: &Placement) -> Option<String> {
    row.outcome.as_ref().err().map(ToString::to_string)
}

fn against_declared(row: &Placement, declared: Option<&Declared>) -> Vec<String> {
    let id = row.id();
    match (declared, &row.outcome) {
        (None, outcome) => {
            let block = declaration(row.id.meta().variant, outcome.as_ref().map(|(budget, _)| budget));
            vec![format!("{id} declares no budget: paste this into the manifest of its crate\n{block}")]
        }
        (Some(Declared { refused: Some(why), .. }), Ok(_)) => {
            vec![format!("{id} fits, but declares itself refused ({why})")]
        }
        (Some(Declared { refused: Some(why), .. }), Err(refusal))
            if refusal.to_string().contains(why.as_str()) =>
        {
            vec![]
        }
        (Some(_), Err(refusal)) => vec![refusal.to_string()],
        (Some(declared), Ok((budget, _))) => differences(&id, declared, budget),
    }
}

/// Declaration of a variant in its manifest once it is measured: the numbers, or the refusal.
fn declaration(variant: &str, outcome: Result<&Budget, &Refusal>) -> String {
    let mut block = format!("[package.metadata.freeboard.budget.{variant}]\n");
    if let Err(refusal) = outcome {
        // The first line names the intrinsic or limit; what follows is advice.
        let why = refusal.to_string().lines().next().unwrap_or_default().to_owned();
        block += &format!("refused = {}\n", toml::Value::from(why));
    }
    for (name, of) in DECLARED {
        block += &format!("{name} = {}\n", outcome.map_or(0, of));
    }
    block
}

/// Both directions are findings: more is a regression, less an improvement nobody has explained yet.
fn differences(id: &str, declared: &Declared, budget: &Budget) -> Vec<String> {
    let unknown = |name: &&String| !DECLARED.iter().any(|(known, _)| known == name);
    let unknown = declared
        .numbers
        .keys()
        .filter(unknown)
        .map(|name| format!("{id}: `{name}` is no number of a budget"));
    let differences = DECLARED.iter().filter_map(|(name, of)| {
        let measured = of(budget);
        let declared = match declared.numbers.get(*name) {
            None => return Some(format!("{id}: {name} is {measured} and is not declared")),
            Some(declared) => *declared,
        };
        let word = if measured > declared { "above" } else { "an unexplained improvement on" };
        (measured != declared).then(|| format!("{id}: {name} is {measured}, {word} the declared {declared}"))
    });
    differences.chain(unknown).collect()
}

fn against_prototype(budget: &Budget) -> Vec<String> {
    let prototype = paper::ECN_SHARP;
    let limits = [
        ("keyed tables", budget.tables_keyed, prototype.tables),
        ("32-bit register arrays", budget.arrays_32, prototype.arrays_32),
        ("64-bit register arrays", budget.arrays_64, prototype.arrays_64),
        ("bytes of registers", budget.register_bytes, prototype.register_bytes),
        ("bits of metadata at the peak", budget.metadata_peak_bits, prototype.metadata_bits),
        ("stages", budget.stages, PAPER_STAGES),
    ];
    let above = limits.into_iter().filter(|(_, measured, limit)| measured > limit);
    above
        .map(|(what, measured, limit)| {
            format!("ecn-sharp/compact: {measured} {what}, the paper's prototype has {limit}")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{declared, rows};
    use freeboard_pipeline::profiles;

    fn measured() -> (Vec<Placement>, BTreeMap<String, Declared>) {
        let rows = rows::all(&profiles::all(), Sizing::PAPER);
        let declared = declared::read(&rows).expect("manifests are readable");
        (rows, declared)
    }

    #[test]
    fn every_variant_needs_what_it_declares() {
        let (rows, declared) = measured();
        assert_eq!(findings(&rows, &declared, Sizing::PAPER), Vec::<String>::new());
    }

    #[test]
    fn a_switch_with_more_queues_than_memory_is_told_which_register_does_not_fit() {
        let sizing = Sizing { ports: 4_096, queues_per_port: 1_024, ..Sizing::PAPER };
        let rows = rows::all(&[profiles::tofino_1_like()], sizing);
        let declared = declared::read(&rows).expect("manifests are readable");
        let found = findings(&rows, &declared, sizing);
        let of_compact = found.iter().find(|line| line.starts_with("ecn-sharp/compact does not fit"));
        let text = of_compact.expect("32 MiB of one register");
        assert!(text.contains("RAM blocks for 4194304 instances") && text.contains("limit:"), "{text}");
        assert!(!found.iter().any(|line| line.starts_with("tcn/pipeline")), "no state, no limit: {found:?}");
    }

    #[test]
    fn a_number_off_by_one_either_way_is_found() {
        let (rows, mut declared) = measured();
        let compact = declared.get_mut("ecn-sharp/compact").expect("declared");
        *compact.numbers.get_mut("stages").expect("declared") -= 1;
        *compact.numbers.get_mut("tables").expect("declared") += 1;
        compact.numbers.remove("entries");
        compact.numbers.insert("stage".to_owned(), 1);
        let found = findings(&rows, &declared, Sizing::PAPER);
        assert!(
            found.iter().any(|line| line.contains("stages is") && line.contains("above the declared")),
            "{found:?}"
        );
        assert!(
            found.iter().any(|line| line.contains("tables is") && line.contains("unexplained improvement"))
        );
        assert!(found.iter().any(|line| line.contains("entries is") && line.contains("not declared")));
        assert!(found.iter().any(|line| line.contains("`stage` is no number")));
    }

    #[test]
    fn what_is_pasted_is_accepted() {
        let (rows, mut declared) = measured();
        for row in rows.iter().filter(|row| row.profile == PROFILE) {
            declared.remove(&row.id());
            let found = findings(&rows, &declared, Sizing::PAPER);
            let [line] = found.as_slice() else { panic!("{found:?}") };
            let (sentence, block) = line.split_once('\n').expect("a sentence and a block");
            assert_eq!(
                sentence,
                format!("{} declares no budget: paste this into the manifest of its crate", row.id())
            );
            let manifest: toml::Value = toml::from_str(block).expect("a table");
            let table = &manifest["package"]["metadata"]["freeboard"]["budget"][row.id.meta().variant];
            declared.insert(row.id(), table.clone().try_into().expect("a budget"));
            assert_eq!(findings(&rows, &declared, Sizing::PAPER), Vec::<String>::new());
        }
    }
}
