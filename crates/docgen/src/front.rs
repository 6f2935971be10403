//! The first page's tables: one row per algorithm, with the variant to begin with.

use super::subjects::Subject;
use freeboard_aqm_api::{Hooks, Kind};
use freeboard_cost::budget::rows::{self, Placement};
use freeboard_cost::recorded::{self, Recorded};
use freeboard_pipeline::{Sizing, profiles};
use freeboard_prove::record;
use freeboard_registry::catalog::VariantId;
use serde_json::Value;

/// When to take an algorithm, by its name.
const USE: &[(&str, &str)] = &[
    ("tail-drop", "as the baseline: no signal"),
    ("step", "DCTCP or DCQCN, one round-trip time, one queue per port"),
    ("tcn", "several queues behind a scheduler"),
    ("codel", "wide-area round trips; a queue that may stand briefly"),
    ("ecn-sharp", "round-trip times differ: bursts pass, standing queues do not"),
    ("red", "a legacy configuration, or marking by an average"),
    ("e-ecn", "short queues under incast: marks on the predicted length"),
    ("bcc", "shallow buffers shared by many ports"),
    ("mbecn", "many queues per port under a fair scheduler"),
    ("cedm", "fewer marks in bursts that drain by themselves"),
    ("pie", "a target delay without stamps in packets"),
    ("mq-ecn", "round-robin schedulers that tell the control plane their round"),
    ("dualpi2", "the L4S queue beside a classic one"),
    ("hull", "near-zero queues for a part of the bandwidth"),
    ("s-ecn", "comparison with \\[Shan18\\]"),
    ("fixed", "as the baseline: no reaction"),
    ("dctcp", "TCP hosts and CE marks"),
    ("newreno", "TCP hosts and losses"),
    ("ecn-star", "TCP hosts, a cut per window of marks"),
    ("dcqcn", "RDMA NICs with CNPs"),
    ("timely", "RDMA NICs with hardware stamps and no marks"),
    ("cubic", "TCP hosts over long paths"),
    ("hpcc", "RDMA NICs and switches with telemetry"),
    ("swift", "hosts that stamp, and incasts of many flows"),
    ("powertcp", "as Swift, quicker; or with telemetry"),
    ("bbr", "TCP hosts over lossy or shaped paths"),
    ("on-ramp", "below any of these, with synchronised clocks"),
];

/// Schemes of switch queues; `None` where the record of cycles cannot be read.
pub(super) fn schemes(subjects: &[Subject]) -> Option<String> {
    let (recorded, proofs) = (recorded::costs(), recorded::proofs());
    let placed = rows::all(&[profiles::tofino_1_like()], Sizing::PAPER);
    let mut text = String::from(
        "| scheme | use it for | called at | B per queue | RV32 cycles: mean, worst seen, worst proved | code B | switch stages | proved |\n|---|---|---|---|---|---|---|---|\n",
    );
    for subject in best(subjects, "aqm") {
        let VariantId::Aqm(id) = subject.id else { continue };
        let named = [(Hooks::ENQUEUE, "enqueue"), (Hooks::DEQUEUE, "dequeue")];
        let hooks = named.into_iter().filter(|(hook, _)| id.meta().hooks.contains(*hook));
        let hooks: Vec<&str> = hooks.map(|(_, name)| name).collect();
        let stages = placed.iter().find(|row| row.id == id).and_then(Placement::budget);
        let bytes = subject.shapes.iter().find(|shape| shape.name == "queue").map_or(0, |shape| shape.size);
        text += &format!(
            "| {} | {} | {} | {bytes} | {} | {} | {} |\n",
            link(subject),
            purpose(subject),
            hooks.join(", "),
            price(&recorded, &proofs, subject),
            stages.map_or_else(|| "-".to_owned(), |budget| budget.stages.to_string()),
            record::proved(&id_of(subject), &proofs),
        );
    }
    Some(text)
}

/// Controls of flows, and the underlay.
pub(super) fn controls(subjects: &[Subject]) -> Option<String> {
    let (recorded, proofs) = (recorded::costs(), recorded::proofs());
    let mut text = String::from(
        "| control | use it for | steers | B per flow | RV32 cycles: mean, worst seen, worst proved | code B | proved |\n|---|---|---|---|---|---|---|\n",
    );
    for subject in best(subjects, "cc").into_iter().chain(best(subjects, "underlay").into_iter().take(1)) {
        let bytes = subject.shapes.first().map_or(0, |shape| shape.size);
        let (what, price) = (purpose(subject), price(&recorded, &proofs, subject));
        let proved = record::proved(&id_of(subject), &proofs);
        text +=
            &format!("| {} | {what} | {} | {bytes} | {price} | {proved} |\n", link(subject), subject.form());
    }
    Some(text)
}

/// One variant per algorithm: the first that a switch can run, or else the first.
fn best<'a>(subjects: &'a [Subject], group: &str) -> Vec<&'a Subject> {
    let in_switch =
        |subject: &Subject| matches!(subject.id, VariantId::Aqm(id) if id.meta().kind == Kind::Pipeline);
    let mut best: Vec<&Subject> = Vec::new();
    for subject in subjects.iter().filter(|one| one.group == group && !one.summary.is_empty()) {
        match best.iter_mut().find(|known| known.name == subject.name) {
            Some(known) if in_switch(subject) && !in_switch(known) => *known = subject,
            Some(_) => {}
            None => best.push(subject),
        }
    }
    best
}

/// Its variant behind a stroke, if it has one.
fn variant(subject: &Subject) -> String {
    if subject.variant.is_empty() { String::new() } else { format!("/{}", subject.variant) }
}

fn id_of(subject: &Subject) -> String {
    format!("{}{}", subject.name, variant(subject))
}

fn link(subject: &Subject) -> String {
    format!("[{}](docs/src/{}.md){}", subject.name, subject.page, variant(subject))
}

/// What it is for, or else what it does.
fn purpose(subject: &Subject) -> &'static str {
    USE.iter().find(|(known, _)| *known == subject.name).map_or(subject.summary, |(_, purpose)| purpose)
}

/// Two cells: cycles, mean, worst seen and worst proved, and the bytes of code for size.
fn price(recorded: &[Recorded], proofs: &[Value], subject: &Subject) -> String {
    let id = id_of(subject);
    let cost = recorded.iter().find(|one| one.id == id && one.target == "riscv32imc");
    let proved =
        recorded::proved(&id, proofs).map_or_else(|| "-".to_owned(), |proved| proved.cycles.to_string());
    let text = |cost: &Recorded| {
        let [mean, worst, code] = ["cycles_mean", "cycles_worst", "code_bytes_s"].map(|key| cost.number(key));
        format!("{mean:.0}, {worst}, {proved} | {code}")
    };
    cost.map_or_else(|| "- | -".to_owned(), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subjects;

    #[test]
    fn an_algorithm_has_one_row_and_no_purpose_is_left_over() {
        let subjects = subjects::all();
        let rows = [best(&subjects, "aqm"), best(&subjects, "cc"), best(&subjects, "underlay")].concat();
        let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
        let left: Vec<_> = USE.iter().filter(|(name, _)| !names.contains(name)).collect();
        assert!(left.is_empty(), "{left:?}");
        let once: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(once.len(), names.len());
        let sharp = rows.iter().find(|row| row.name == "ecn-sharp").map(|row| row.variant);
        assert_eq!(sharp, Some("compact"));
    }
}
