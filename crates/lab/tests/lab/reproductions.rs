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

/// A plan of a user's own: files are looked for beside it, whatever folder the command runs in, and errors name it.
#[test]
fn a_plan_of_ones_own_has_its_files_beside_it_and_is_named_by_its_path() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-plan");
    std::fs::create_dir_all(&folder).unwrap();
    let plan = "kind = \"sweep\"\nclaim = \"none\"\n[topology]\nkind = \"n-to-1\"\nsenders = 2\nrate = \"10 Gbps\"\n\
                rtt = \"80 us\"\nbuffer = \"250 packets\"\n[host]\ncc = \"dctcp\"\n[switch]\naqm = \"step\"\n\
                [[workload]]\nkind = \"list\"\nfile = \"flows.csv\"\n[run]\ntime = \"1 ms\"\n\
                [[axis]]\nname = \"k\"\nkey = \"switch.k\"\nvalues = [\"30 KB\", \"60 KB\"]\n\
                [measure.busy]\nof = \"utilisation\"\n[[plot]]\nname = \"busy\"\ny = \"busy\"\nx = \"k\"\n";
    std::fs::write(folder.join("plan.toml"), plan).unwrap();
    for (flows, status) in
        [("time_ns,from,to,bytes\n0,1,3,3000\n", 0), ("time_ns,from,to,bytes\n0,1,9,3000\n", 2)]
    {
        std::fs::write(folder.join("flows.csv"), flows).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
        command.current_dir(env!("CARGO_TARGET_TMPDIR")).arg("reproduce").arg("own-plan");
        let ran = command.arg("--out").arg(folder.join("out")).output().unwrap();
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(status), "{errors}");
        assert_eq!(errors.contains("error: own-plan/plan.toml, line "), status == 2, "{errors}");
    }
}
