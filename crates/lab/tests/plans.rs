//! Every built-in plan can be run: its files parse, and what they name exists.

use lab::document::Document;
use lab::plan::{Expected, FAN_IN, IncastPlan, PLANS};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn folders(path: &Path) -> impl Iterator<Item = fs::DirEntry> {
    fs::read_dir(path).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir())
}

#[test]
fn every_folder_of_a_figure_is_a_plan_of_the_list() {
    let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("plans");
    let mut found = BTreeSet::new();
    for paper in folders(&plans) {
        for figure in folders(&paper.path()) {
            let names = [paper.file_name(), figure.file_name()].map(|name| name.into_string().unwrap());
            found.insert(names.join("/"));
        }
    }
    let listed: BTreeSet<String> = PLANS.iter().map(lab::plan::Plan::id).collect();
    assert_eq!(found, listed);
}

#[test]
fn every_plan_parses_and_contains_the_size_its_verdict_is_about() {
    for plan in PLANS {
        let sweep = IncastPlan::read(&Document::new(plan.path("plan.toml"), plan.plan));
        let sweep = sweep.unwrap_or_else(|fault| panic!("{}: {fault}", plan.id()));
        assert!(sweep.fan_ins.contains(&FAN_IN), "{}", plan.id());
        assert!(!sweep.backgrounds.is_empty() && !sweep.buffers.is_empty(), "{}", plan.id());
        let expected = Expected::read(&Document::new(plan.path("expected.toml"), plan.expected));
        let expected = expected.unwrap_or_else(|fault| panic!("{}: {fault}", plan.id()));
        let ids: BTreeSet<&str> = expected.quantities.iter().map(|quantity| quantity.id.as_str()).collect();
        assert_eq!(ids.len(), expected.quantities.len(), "{}: an id stands twice", plan.id());
        for (quantity, why) in &sweep.findings {
            assert!(ids.contains(quantity.as_str()), "{}: a finding on {quantity}", plan.id());
            assert!(!why.contains('\n'), "{}: the finding on {quantity} is one line", plan.id());
        }
    }
}
