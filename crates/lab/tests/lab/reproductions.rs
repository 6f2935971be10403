//! The reproductions that take seconds, whole: their verdicts are those their READMEs state.

use freeboard_lab::plan::{AnyPlan, PLANS, Scale, VerdictLine};
use freeboard_lab::runner::Runner;

fn lines(id: &str) -> Vec<VerdictLine> {
    let plan = PLANS.iter().find(|plan| plan.id() == id).unwrap();
    let (any, expected) = AnyPlan::read(plan, Scale::Paper).unwrap();
    any.run(plan, &expected, &Runner::silent()).unwrap().unwrap().0.lines
}

#[test]
fn a_udp_port_holds_half_of_the_shared_buffer() {
    let verdicts: Vec<&str> = lines("bcc/fig5").iter().map(|line| line.verdict.name()).collect();
    assert_eq!(verdicts, ["holds", "holds"]);
}

#[test]
fn only_the_scheme_with_a_finding_misses_the_throughput_of_dctcp() {
    let lines = lines("e-ecn/table2");
    let verdicts: Vec<&str> = lines.iter().map(|line| line.verdict.name()).collect();
    assert_eq!(verdicts, ["holds", "holds", "holds", "holds", "holds", "differs"]);
    assert!(!lines.iter().any(VerdictLine::is_unexplained));
}

#[test]
fn links_are_full_at_the_bounds_of_micro_bursts_and_without_bursts() {
    let lines = lines("mbecn/bounds");
    let verdicts: Vec<&str> = lines.iter().map(|line| line.verdict.name()).collect();
    // ECN*: standard, MBECN, no bursts; then DCTCP.
    assert_eq!(verdicts, ["differs", "holds", "holds", "differs", "holds", "holds"]);
    assert!(!lines.iter().any(VerdictLine::is_unexplained));
}
