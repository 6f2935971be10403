//! Every built-in plan can be run: its files parse, and what they name exists.

use freeboard_lab::plan::{AnyPlan, INCAST_DEGREE, PLANS};
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
    let listed: BTreeSet<String> = PLANS.iter().map(freeboard_lab::plan::Plan::id).collect();
    assert_eq!(found, listed);
}

#[test]
fn every_plan_parses_and_its_quantities_name_what_it_has() {
    for plan in PLANS {
        assert!(plan.claim().is_ok_and(|claim| !claim.contains('\n')), "{}", plan.id());
        let (any, expected) = AnyPlan::read(plan).unwrap_or_else(|fault| panic!("{}: {fault}", plan.id()));
        match &any {
            AnyPlan::Incast(incast) => {
                assert!(incast.incast_degrees.contains(&INCAST_DEGREE), "{}", plan.id());
                assert!(!incast.backgrounds.is_empty() && !incast.buffers.is_empty(), "{}", plan.id());
            }
            AnyPlan::Clock(clock) => {
                clock.check(&expected).unwrap_or_else(|error| panic!("{}: {error:#}", plan.id()));
                assert!(!clock.windows().is_empty(), "{}", plan.id());
            }
            AnyPlan::Sweep(sweep) => {
                sweep.check(&expected).unwrap_or_else(|error| panic!("{}: {error:#}", plan.id()));
                for quantity in &expected.quantities {
                    assert!(!sweep.grid.matching(&quantity.pick.cells).is_empty(), "{}", quantity.id);
                }
            }
        }
        let ids: BTreeSet<&str> = expected.quantities.iter().map(|quantity| quantity.id.as_str()).collect();
        assert_eq!(ids.len(), expected.quantities.len(), "{}: an id stands twice", plan.id());
        for (quantity, why) in any.findings() {
            assert!(ids.contains(quantity.as_str()), "{}: a finding on {quantity}", plan.id());
            assert!(!why.contains('\n'), "{}: the finding on {quantity} is one line", plan.id());
        }
    }
}
