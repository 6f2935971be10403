//! The record of the last full run: one object per obligation, kept in the repository.

use super::obligation::{Obligation, Verdict};
use anyhow::Context;
use freeboard_cost::Row;
use freeboard_cost::recorded::{PROOFS, proofs};
use freeboard_toolchain as toolchain;
use serde_json::Value;
use std::path::PathBuf;

/// Target of the kernel's programs, and their obligation.
pub(crate) const EBPF: &str = "ebpf";
pub(crate) const EBPF_EQUAL: &str = "ebpf-equal";

/// Obligations of the record, as `--json` prints them.
pub type Record = Vec<Value>;

fn path() -> PathBuf {
    toolchain::root().join(PROOFS)
}

/// Replaces the record of one target, but for the counts of changes, which another run makes.
pub(crate) fn write(rows: &[Row], target: &str) -> anyhow::Result<()> {
    let path = path();
    let known = proofs();
    let is_kept =
        |one: &&Value| text(one, "target") != target || text(one, "obligation").starts_with("mutants:");
    let (programs, others): (Vec<_>, Vec<_>) =
        known.iter().filter(is_kept).partition(|one| text(one, "target") == EBPF);
    let [programs, others] = [programs, others].map(|some| some.into_iter().map(Value::to_string));
    let rows = rows.iter().map(Row::line);
    // The image's rows, counts of changes, the kernel's programs.
    let lines: Vec<String> = if target == EBPF {
        others.chain(programs).chain(rows).collect()
    } else {
        rows.chain(others).chain(programs).collect()
    };
    let lines = lines.into_iter();
    let text: String = lines.map(|line| line + "\n").collect();
    std::fs::write(&path, text).with_context(|| path.display().to_string())
}

fn text<'a>(one: &'a Value, key: &str) -> &'a str {
    one[key].as_str().unwrap_or_default()
}

fn id(one: &Value) -> String {
    let (algorithm, variant) = (text(one, "algorithm"), text(one, "variant"));
    if variant.is_empty() { algorithm.to_owned() } else { format!("{algorithm}/{variant}") }
}

/// Returns what is proved of a variant, in the words of the first page; `-` where nothing is.
pub fn proved(name: &str, record: &[Value]) -> String {
    let holds = record.iter().filter(|one| id(one) == name && text(one, "verdict") == "holds");
    let settings = |all: bool| {
        let mut equal = holds.clone().filter(|one| text(one, "obligation") == "equal");
        equal.any(|one| (text(one, "settings") == "symbolic") == all)
    };
    if settings(true) {
        return "equal".to_owned();
    }
    if settings(false) {
        return "equal by default".to_owned();
    }
    let contracts = holds.clone().filter_map(|one| text(one, "obligation").strip_prefix("contract:"));
    let memory = holds.clone().any(|one| text(one, "obligation") == "memory").then_some("memory");
    let words: Vec<&str> = memory.into_iter().chain(contracts).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(", ") }
}

/// Seconds that the obligations of a variant took for symbolic settings, if it is in the record.
pub(crate) fn seconds(name: &str, record: &[Value]) -> Option<f64> {
    let own = record
        .iter()
        .filter(|one| id(one) == name && text(one, "settings") == "symbolic" && text(one, "target") != EBPF);
    own.filter_map(|one| one["seconds"].as_f64()).reduce(|sum, one| sum + one)
}

/// The number of changes of a variant's graph that were refuted, of at most `few`.
pub(crate) fn refuted(name: &str, record: &[Value], few: u64) -> Option<usize> {
    let told = |one: &&Value| id(one) == name && text(one, "obligation") == "mutants:graph";
    let known =
        record.iter().find(told).filter(|known| known["changes"].as_u64().is_some_and(|all| all <= few))?;
    usize::try_from(known["refuted"].as_u64()?).ok()
}

/// What is wrong with an obligation of this image, by itself or beside the record, if anything. Of another image another
/// worst case is no contradiction, nor is a question that this solver leaves open there.
pub(crate) fn contradiction(
    one: &Obligation,
    name: &str,
    [image, solver]: [&str; 2],
    record: &[Value],
) -> Option<String> {
    let settings = one.settings.name();
    let told = |known: &&Value| {
        id(known) == name && text(known, "obligation") == one.name && text(known, "settings") == settings
    };
    if one.verdict == Verdict::Refuted {
        return Some(format!("{name}: {} is refuted ({settings}): {}", one.name, one.note));
    }
    let recorded = record.iter().find(told).filter(|known| text(known, "image") == image);
    if one.verdict == Verdict::Unknown
        && recorded.is_some_and(|known| text(known, "verdict") == "holds" && text(known, "solver") == solver)
    {
        return Some(format!(
            "{name}: {} holds in the record of this image; now open: {}",
            one.name, one.note
        ));
    }
    let (instructions, cycles) = one.worst?;
    if let Some((seen, seen_cycles)) = one.observed
        && (instructions < seen || cycles < seen_cycles)
    {
        return Some(format!(
            "{name}: {seen} instructions, {seen_cycles} cycles were seen; proved are {instructions}, {cycles}"
        ));
    }
    let known = recorded?;
    let was = |key: &str| known[key].as_u64().unwrap_or(u64::MAX);
    let (was_instructions, was_cycles) = (was("instructions_worst"), was("cycles_worst"));
    let grew = one.open == 0 && (instructions > was_instructions || cycles > was_cycles);
    grew.then(|| {
        format!(
            "{name}: worst case {instructions} instructions, {cycles} cycles; recorded {was_instructions}, {was_cycles}"
        )
    })
}

/// The most that a proved worst case may be of the slowest call that was run \[%\]. Beyond it the bound is too loose, or nothing that is run
/// comes to a slow path, such as one behind an idle queue.
pub(crate) const OVER_RUN_PERCENT: u64 = 115;

/// Variants whose proved worst case is far above every call that was run.
pub(crate) fn loose(record: &[Value]) -> Vec<String> {
    let number = |one: &Value, key: &str| one[key].as_u64().unwrap_or_default();
    let is_loose = |one: &&Value| {
        let run = u64::max(number(one, "cycles_observed"), number(one, "cycles_run"));
        text(one, "obligation") == "worst-case" && 100 * number(one, "cycles_worst") > OVER_RUN_PERCENT * run
    };
    record.iter().filter(is_loose).map(id).collect()
}

/// Obligations in the order of the book's columns.
const COLUMNS: [(&str, &str); 4] = [
    ("equal to the graph", "equal"),
    ("widths", "widths"),
    ("placed", "placed"),
    ("memory, no trap", "memory"),
];

/// Rows of one variant under one setting.
struct Group<'a> {
    name: String,
    settings: String,
    rows: Vec<&'a Value>,
}

impl Group<'_> {
    fn find(&self, obligation: &str) -> Option<&Value> {
        self.rows.iter().find(|one| text(one, "obligation") == obligation).copied()
    }

    fn cell(&self, obligation: &str) -> String {
        self.find(obligation).map_or(String::new(), verdict)
    }

    /// The proved number, and in brackets the largest that was seen or run.
    fn worst(&self, proved: &str, seen: [&str; 2]) -> String {
        let number = |key: &str| self.find("worst-case").and_then(|one| one[key].as_u64());
        let seen = seen.map(number).into_iter().flatten().max();
        // What was seen are runs of the defaults.
        match (number(proved), seen) {
            (Some(proved), Some(seen)) if self.settings == "symbolic" => format!("{proved} ({seen})"),
            (Some(proved), _) => proved.to_string(),
            _ => String::new(),
        }
    }

    /// Claims that the second solver showed too, of how many.
    fn second(&self) -> String {
        let sum = |key: &str| self.rows.iter().filter_map(|one| one[key].as_u64()).sum::<u64>();
        match (sum("second_agrees"), sum("second_asked")) {
            (_, 0) => String::new(),
            (agrees, asked) => format!("{agrees} of {asked}"),
        }
    }

    fn tail(&self) -> String {
        let paths = self.find("worst-case").and_then(|one| one["paths"].as_u64());
        format!(
            "{} | {} | {} | {} |\n",
            paths.map_or(String::new(), |paths| paths.to_string()),
            self.worst("instructions_worst", ["instructions_observed"; 2]),
            self.worst("cycles_worst", ["cycles_observed", "cycles_run"]),
            self.second()
        )
    }
}

fn verdict(one: &Value) -> String {
    let seconds = one["seconds"].as_f64().unwrap_or_default();
    format!("{} ({seconds:.1} s)", text(one, "verdict"))
}

/// Variants with a graph, or those without.
fn groups(record: &Record, graph: bool) -> Vec<Group<'_>> {
    let mut all: Vec<Group<'_>> = Vec::new();
    let is_of_image =
        |one: &&Value| !text(one, "obligation").starts_with("mutants:") && text(one, "target") != EBPF;
    for one in record.iter().filter(is_of_image) {
        let (name, settings) = (id(one), text(one, "settings").to_owned());
        match all.iter_mut().find(|group| group.name == name && group.settings == settings) {
            Some(group) => group.rows.push(one),
            None => all.push(Group { name, settings, rows: vec![one] }),
        }
    }
    all.retain(|group| group.find("equal").is_some() == graph);
    all
}

const TAIL: &str = "paths | instructions, proved (seen) | cycles, proved (seen) | second solver |\n";

/// The pipeline programs of the record as the book's table.
pub fn table() -> Option<String> {
    let record = proofs();
    let heads: Vec<&str> = COLUMNS.iter().map(|(head, _)| *head).collect();
    let rule = "---|".repeat(2 + COLUMNS.len());
    let mut out =
        format!("| variant | settings | {} | {TAIL}|{rule}---:|---:|---:|---|\n", heads.join(" | "));
    for group in groups(&record, true) {
        let cells: Vec<String> = COLUMNS.iter().map(|(_, obligation)| group.cell(obligation)).collect();
        out += &format!("| `{}` | {} | {} | {}", group.name, group.settings, cells.join(" | "), group.tail());
    }
    Some(out)
}

/// The other variants, with their contracts.
pub fn exact() -> Option<String> {
    let record = proofs();
    let mut out =
        format!("| variant | memory, no trap | contracts | {TAIL}|---|---|---|---:|---:|---:|---|\n");
    for group in groups(&record, false) {
        let contracts = group.rows.iter().filter_map(|one| {
            let name = text(one, "obligation").strip_prefix("contract:")?;
            Some(format!("{name}: {}", verdict(one)))
        });
        let contracts = contracts.collect::<Vec<_>>().join(", ");
        out += &format!("| `{}` | {} | {contracts} | {}", group.name, group.cell("memory"), group.tail());
    }
    Some(out)
}

/// The kernel's programs of the record as the book's table, with the calls that stayed open.
pub fn kernel() -> Option<String> {
    let mut out =
        String::from("| control | equal to the image | pairs of paths | open |\n|---|---|---:|---|\n");
    for one in proofs().iter().filter(|one| text(one, "obligation") == EBPF_EQUAL) {
        let (pairs, note) = (one["paths"].as_u64().unwrap_or_default(), text(one, "note"));
        out += &format!("| `{}` | {} | {pairs} | {note} |\n", id(one), verdict(one));
    }
    Some(out)
}

/// Changes of programs and their machine code: how many are refuted.
pub fn mutants() -> Option<String> {
    let record = proofs();
    let mut out = String::from(
        "| variant | changes of | all | refuted | equivalent | open |\n|---|---|---:|---:|---:|---:|\n",
    );
    let mut kept = String::new();
    for one in &record {
        let Some(what) = text(one, "obligation").strip_prefix("mutants:") else { continue };
        let numbers = ["changes", "refuted", "equivalent", "open"].map(|key| one[key].to_string());
        out += &format!("| `{}` | {what} | {} |\n", id(one), numbers.join(" | "));
        for change in text(one, "note").split("; ").filter(|change| !change.is_empty()) {
            kept += &format!("- `{}`, {what}: {change}.\n", id(one));
        }
        if what != "graph" && !text(one, "example").is_empty() {
            kept += &format!(
                "- `{}`, {what}, the first that a packet refutes: {}.\n",
                id(one),
                text(one, "example")
            );
        }
    }
    Some(format!("{out}\n{kept}"))
}

/// Notes of the record: what stayed open and under what condition something holds.
pub fn notes() -> Option<String> {
    let record = proofs();
    let mut out = String::new();
    for one in record.iter().filter(|one| !text(one, "note").is_empty()) {
        // The two obligations of one exploration share their note.
        if text(one, "obligation") == "worst-case" || text(one, "obligation").starts_with("mutants:") {
            continue;
        }
        // Those of the kernel's programs stand in their table.
        if text(one, "target") == EBPF {
            continue;
        }
        out += &format!(
            "- `{}`, {}, {}: {}: {}.\n",
            id(one),
            text(one, "obligation"),
            text(one, "settings"),
            text(one, "verdict"),
            text(one, "note")
        );
    }
    Some(if out.is_empty() { "None.\n".to_owned() } else { out })
}

#[cfg(test)]
mod tests {
    use super::{contradiction, loose, proved};
    use crate::obligation::{Obligation, Settings, Verdict};
    use freeboard_cost::recorded::proofs;
    use freeboard_cost::variant::Variant;
    use freeboard_registry::AqmId;
    use serde_json::{Value, json};

    #[test]
    fn what_held_on_this_image_may_not_stay_open() {
        let one = Obligation::new(Variant::Aqm(AqmId::Tcn), "equal", &Settings::Symbolic, Verdict::Unknown);
        let record = [json!({
            "algorithm": "tcn", "variant": "pipeline", "obligation": "equal", "settings": "symbolic",
            "verdict": "holds", "image": "1", "solver": "z3 1",
        })];
        let found = |image, solver| contradiction(&one, "tcn/pipeline", [image, solver], &record);
        assert!(found("1", "z3 1").is_some_and(|text| text.contains("equal holds in the record")));
        assert_eq!([found("2", "z3 1"), found("1", "z3 2")], [None, None]);
    }

    #[test]
    fn a_bound_that_no_run_comes_near_is_named() {
        let row = |name: &str, worst: u64, seen: u64, run: u64| {
            json!({
                "algorithm": name, "variant": "x", "obligation": "worst-case",
                "cycles_worst": worst, "cycles_observed": seen, "cycles_run": run,
            })
        };
        let record =
            [row("red", 648, 224, 0), row("a", 115, 100, 0), row("b", 116, 100, 0), row("c", 300, 90, 290)];
        assert_eq!(loose(&record), ["red/x", "b/x"]);
    }

    /// The solver neither excludes the longest path of these nor finds an example of it, or finds one whose divisions are not the slowest.
    /// The list can only become shorter.
    const OPEN: [&str; 5] = ["dctcp/tcp", "dctcp/rate", "dcqcn/rate", "dcqcn/w", "cubic/hystart"];

    #[test]
    fn bounds_on_record_are_near_what_was_run() {
        assert_eq!(loose(&proofs()), OPEN);
    }

    #[test]
    fn only_what_holds_is_called_proved() {
        let one = |name: &str, obligation: &str, settings: &str, verdict: &str| -> Value {
            json!({
                "algorithm": name, "variant": "x", "obligation": obligation, "settings": settings, "verdict": verdict,
            })
        };
        let record = [
            one("all", "equal", "symbolic", "holds"),
            one("some", "equal", "symbolic", "unknown"),
            one("some", "equal", "defaults", "holds"),
            one("control", "memory", "symbolic", "holds"),
            one("control", "contract:window", "symbolic", "holds"),
            one("control", "contract:alpha", "symbolic", "unknown"),
            one("open", "memory", "symbolic", "unknown"),
        ];
        let words = ["all/x", "some/x", "control/x", "open/x", "none/x"].map(|name| proved(name, &record));
        assert_eq!(words, ["equal", "equal by default", "memory, window", "-", "-"]);
    }
}
