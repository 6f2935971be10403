//! The table of suites, in the order they run.

use super::suite::{BIG_ENDIAN, BROWSER, Need, PYTHON, SLURM, SOLVERS, Suite, TSHARK, WINDOWS};
use super::{commands, features, foreign, images, interface, python, reproductions, runner, templates};

/// Every suite.
pub(crate) const ALL: &[Suite] = &[
    Suite {
        name: "workspace",
        what: "unit and integration tests of all crates, golden traces and fuzz corpora included",
        needs: &[],
        optional: false,
        short: Some(runner::workspace),
        run: runner::workspace,
    },
    Suite {
        name: "doctests",
        what: "examples in the documentation, and what must not compile",
        needs: &[],
        optional: false,
        short: Some(runner::doctests),
        run: runner::doctests,
    },
    Suite {
        name: "optimised",
        what: "the crates that firmware links and their golden traces, without debug assertions",
        needs: &[],
        optional: false,
        short: None,
        run: runner::optimised,
    },
    Suite {
        name: "features",
        what: "the registry with each algorithm alone, for RV32 and Cortex-M0",
        needs: &[Need::Targets],
        optional: false,
        short: None,
        run: features::registry,
    },
    Suite {
        name: "defmt",
        what: "each algorithm with `defmt::Format` on its state and parameters, for Cortex-M4",
        needs: &[Need::Targets],
        optional: false,
        short: None,
        run: features::defmt,
    },
    Suite {
        name: "targets",
        what: "the command and the C library compile for macOS, Windows, ARM and 32-bit Linux",
        needs: &[Need::Machines],
        optional: true,
        short: None,
        run: features::machines,
    },
    Suite {
        name: "oldest-rust",
        what: "the crates that others depend on compile with the oldest Rust that they claim",
        needs: &[Need::OldestRust],
        optional: true,
        short: None,
        run: features::oldest,
    },
    Suite {
        name: "interface",
        what: "the public items of the crates that promise to keep them, against their record",
        needs: &[],
        optional: true,
        short: None,
        run: interface::run,
    },
    Suite {
        name: "miri",
        what: "tests of the lower floors and of memory that C hands over, in an interpreter that sees undefined behaviour",
        needs: &[],
        optional: true,
        short: None,
        run: runner::miri,
    },
    Suite {
        name: "tidy",
        what: "lists agree, floors hold, sources keep the house's rules",
        needs: &[],
        optional: false,
        short: Some(images::tidy),
        run: images::tidy,
    },
    Suite {
        name: "docs",
        what: "generated blocks of README and book are fresh",
        needs: &[],
        optional: false,
        short: Some(images::docs),
        run: images::docs,
    },
    Suite {
        name: "templates",
        what: "a new marking scheme and a new congestion control compile, with registry and oracles",
        needs: &[],
        optional: false,
        short: None,
        run: templates::run,
    },
    Suite {
        name: "budgets",
        what: "pipeline programs within their declared budgets",
        needs: &[],
        optional: false,
        short: Some(images::budgets),
        run: images::budgets,
    },
    Suite {
        name: "firmware",
        what: "decision digests on host, pipeline model, RV32 and Cortex-M; cycles, sizes and forbidden symbols",
        needs: &[Need::Targets, Need::Emulators],
        optional: false,
        short: Some(images::firmware_on_one_board),
        run: images::firmware,
    },
    Suite {
        name: "proofs",
        what: "machine code of pipeline programs equal to the placed graph for all inputs, within its memory",
        needs: &[Need::Targets, SOLVERS],
        optional: false,
        short: None,
        run: images::proofs,
    },
    Suite {
        name: "kernel",
        what: "congestion controls past the verifier of the running kernel, decision digests equal to the host's",
        needs: &[],
        optional: true,
        short: None,
        run: images::kernel,
    },
    Suite {
        name: "c-library",
        what: "the C library: symbols, header, programs for this machine, Cortex-M and RISC-V",
        needs: &[Need::Targets, Need::Compilers],
        optional: false,
        short: None,
        run: images::c,
    },
    Suite {
        name: "reproductions",
        what: "every plan at the quick scale: the digests on record, and a finding for each number that differs",
        needs: &[],
        optional: false,
        short: Some(reproductions::few),
        run: reproductions::run,
    },
    Suite {
        name: "commands",
        what: "every command that README and book name exists; the command line answers",
        needs: &[],
        optional: false,
        short: Some(commands::run),
        run: commands::run,
    },
    Suite {
        name: "slurm",
        what: "a sweep as a job array of a Slurm cluster of one node, one task of which is killed: the digest of one process",
        needs: &[SLURM],
        optional: true,
        short: None,
        run: runner::slurm,
    },
    Suite {
        name: "report",
        what: "the report in a headless browser: no console error, no request, every figure",
        needs: &[BROWSER],
        optional: true,
        short: None,
        run: runner::report,
    },
    Suite {
        name: "package",
        what: "archives of the publishable crates, and a program built from them alone for three machines",
        needs: &[Need::Targets],
        optional: false,
        short: None,
        run: images::package,
    },
    Suite {
        name: "book",
        what: "the book builds",
        needs: &[Need::Book],
        optional: true,
        short: None,
        run: images::book,
    },
    Suite {
        name: "windows",
        what: "the command of a Windows machine, linked by MinGW and run by Wine: this machine's digests",
        needs: &[Need::Target(foreign::WINDOWS), WINDOWS],
        optional: true,
        short: None,
        run: foreign::windows,
    },
    Suite {
        name: "viewers",
        what: "the simulator in a page of a headless browser: the command's digests, no console error; a capture in tshark",
        needs: &[BROWSER, TSHARK, Need::Target(images::BROWSER_TARGET)],
        optional: true,
        short: None,
        run: runner::viewers,
    },
    Suite {
        name: "python",
        what: "the Python package in an empty environment: stubs, tests, notebooks; the command's digests",
        needs: &[PYTHON],
        optional: true,
        short: None,
        run: python::run,
    },
    Suite {
        name: "big-endian",
        what: "the command of an s390x machine, emulated: this machine's digests",
        needs: &[Need::Target(foreign::BIG_ENDIAN), BIG_ENDIAN],
        optional: true,
        short: None,
        run: foreign::big_endian,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = ALL.iter().map(|suite| suite.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
    }
}
