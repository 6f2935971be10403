//! The reproductions that take seconds, whole: their verdicts are those their READMEs state.

use freeboard_lab::plan::{AnyPlan, PLANS, Scale, VerdictLine};
use freeboard_lab::runner::Runner;
use std::path::Path;
use std::process::Command;

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

/// A paper that says another value: the command ends with 1 until a finding explains it.
#[test]
fn a_difference_without_a_finding_ends_with_1() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("plans/bcc/fig5");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unexplained");
    let plan = folder.join("bcc").join("fig5");
    std::fs::create_dir_all(&plan).unwrap();
    std::fs::copy(own.join("plan.toml"), plan.join("plan.toml")).unwrap();
    let expected = std::fs::read_to_string(own.join("expected.toml")).unwrap();
    let other = expected.replacen(
        "paper_value = 50\nlow = 45\nhigh = 55",
        "paper_value = 90\nlow = 85\nhigh = 95",
        1,
    );
    assert_ne!(other, expected);
    for (expected, status) in [(expected, 0), (other, 1)] {
        std::fs::write(plan.join("expected.toml"), expected).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
        let out = folder.join(format!("out-{status}"));
        let ran = command.arg("reproduce").arg(&plan).arg("--out").arg(out).output().unwrap();
        assert_eq!(ran.status.code(), Some(status), "{}", String::from_utf8_lossy(&ran.stderr));
    }
}
