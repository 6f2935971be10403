//! Every built-in plan can be run: its files parse, and what they name exists.

use freeboard_lab::plan::{
    AnyPlan, Figures, INCAST_DEGREE, Measured, PLANS, Scale, Shows, Status, VERDICTS, judge,
};
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

/// Plans that are about no figure: the controls on links of every rate, and the tests of switch operators.
const OWN: [&str; 2] = ["links", "operators"];

#[test]
fn every_figure_names_plans_that_exist_and_every_plan_of_a_paper_is_named() {
    let figures = Figures::read().unwrap();
    let mut named = BTreeSet::new();
    for figure in &figures.figures {
        let Status::Plans(plans) = &figure.status else { continue };
        named.extend(plans.iter().cloned());
        for plan in plans {
            assert!(plan.starts_with(&format!("{}/", figure.paper)), "{plan} of {}", figure.paper);
        }
    }
    let papers: BTreeSet<&str> = figures.papers.iter().map(|paper| paper.id.as_str()).collect();
    assert!(PLANS.iter().all(|plan| OWN.contains(&plan.paper) || papers.contains(plan.paper)));
    let plans = PLANS.iter().filter(|plan| !OWN.contains(&plan.paper)).map(freeboard_lab::plan::Plan::id);
    assert_eq!(named, plans.collect());
    let mut names: Vec<_> = figures.figures.iter().map(|figure| (&figure.paper, &figure.figure)).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), figures.figures.len(), "a figure stands twice");
}

#[test]
fn the_quick_form_of_every_plan_has_all_that_its_quantities_and_plots_name() {
    for plan in PLANS {
        let id = plan.id();
        let (quick, expected) =
            AnyPlan::read(plan, Scale::Quick).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        let (paper, _) = AnyPlan::read(plan, Scale::Paper).unwrap();
        let same = plan.document(Scale::Quick).unwrap().text() == plan.plan;
        match (&quick, &paper) {
            (AnyPlan::Sweep(quick), AnyPlan::Sweep(paper)) => {
                quick.check(&expected).unwrap_or_else(|error| panic!("{id}: {error:#}"));
                assert!(same || quick.scale != paper.scale, "{id}: the scale is said to be the same");
                assert!(same || quick.grid.runs() < paper.grid.runs(), "{id}");
                let cells = expected.quantities.iter().map(|quantity| &quantity.pick.cells);
                let over_time = quick.plots.iter().filter(|plot| matches!(plot.shows, Shows::Queue { .. }));
                for cells in cells.chain(over_time.map(|plot| &plot.cells)) {
                    assert!(!quick.grid.matching(cells).is_empty(), "{id}: {cells:?}");
                }
            }
            (AnyPlan::Clock(quick), AnyPlan::Clock(paper)) => {
                assert!(same || quick.scale != paper.scale, "{id}: the scale is said to be the same");
            }
            (AnyPlan::Incast(quick), AnyPlan::Incast(_)) => {
                assert!(quick.incast_degrees.contains(&INCAST_DEGREE), "{id}");
            }
            _ => panic!("{id}: another kind"),
        }
    }
}

#[test]
fn every_plan_parses_and_its_quantities_name_what_it_has() {
    for plan in PLANS {
        assert!(plan.claim().is_ok_and(|claim| !claim.contains('\n')), "{}", plan.id());
        let (any, expected) =
            AnyPlan::read(plan, Scale::Paper).unwrap_or_else(|fault| panic!("{}: {fault}", plan.id()));
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

/// A table row of Markdown, cell by cell.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split(" | ").map(str::trim).collect()
}

/// What stands beside a plan was judged by the bounds that the plan has now, and what differs has a finding.
#[test]
fn the_record_of_the_paper_s_scale_is_of_the_plans_as_they_are() {
    let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("plans");
    let record = fs::read_to_string(plans.join("paper-scale.jsonl")).unwrap();
    let rows: Vec<serde_json::Value> =
        record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut ids: Vec<String> = PLANS.iter().map(freeboard_lab::plan::Plan::id).collect();
    ids.sort_unstable();
    assert_eq!(rows.iter().map(|row| row["plan"].as_str().unwrap()).collect::<Vec<_>>(), ids);
    for plan in PLANS {
        let id = plan.id();
        let (any, expected) = AnyPlan::read(plan, Scale::Paper).unwrap();
        let text = fs::read_to_string(plans.join(&id).join(VERDICTS)).unwrap();
        let table: Vec<Vec<&str>> =
            text.lines().skip(2).take_while(|line| !line.is_empty()).map(cells).collect();
        assert_eq!(table.len(), expected.quantities.len(), "{id}: run it again");
        let row = rows.iter().find(|row| row["plan"] == id).unwrap();
        assert!(text.contains(&format!("digest `{}`", row["digest"].as_str().unwrap())), "{id}");
        for (cells, quantity) in table.iter().zip(&expected.quantities) {
            let nothing = Measured { value: None, variant: String::new(), seed: 1, scale: String::new() };
            let [name, paper, _, accepted, _] = judge(plan, quantity, &nothing, &[]).cells();
            assert_eq!([cells[0], cells[1], cells[3]], [name, paper, accepted], "{id}: run it again");
            let explained = any.findings().iter().any(|(about, _)| *about == quantity.id);
            assert!(cells[4] != "differs" || explained, "{id}: {} differs, and nobody says why", quantity.id);
        }
        for verdict in ["holds", "differs", "open"] {
            let counted = table.iter().filter(|cells| cells[4] == verdict).count();
            assert_eq!(row[verdict].as_u64(), Some(counted as u64), "{id}: {verdict}");
        }
    }
}
