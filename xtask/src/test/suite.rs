//! Test suites and their outcomes.

use super::count::Count;
use crate::{pinned, tools};
use freeboard_toolchain as toolchain;

/// Something that a suite needs and a machine may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// QEMU for RV32 and Cortex-M.
    Emulators,
    /// The Rust targets of the firmware.
    Targets,
    /// The Rust targets of other machines. The suite that uses them runs with some of them and says which it left out.
    Machines,
    /// C compilers for bare metal. The suite that uses them runs without them and says what it left out.
    Compilers,
    /// A Rust target of one machine.
    Target(&'static str),
    /// The oldest compiler that the manifests claim.
    OldestRust,
    /// The book's builder.
    Book,
    /// Programs, each with the package of the system it comes with.
    Programs(&'static [(&'static str, &'static str)]),
}

/// A Slurm cluster of one node.
pub(crate) const SLURM: Need = Need::Programs(&[("sbatch", "slurm-wlm"), ("munged", "munge")]);
/// Solvers that read SMT-LIB 2.
pub(crate) const SOLVERS: Need = Need::Programs(&toolchain::SOLVERS);
/// A linker for Windows, and what runs its programs.
pub(crate) const WINDOWS: Need =
    Need::Programs(&[("wine", "wine"), ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64")]);
/// A linker and a library of a machine whose words begin with their high byte, and what runs its programs.
pub(crate) const BIG_ENDIAN: Need = Need::Programs(&[
    ("qemu-s390x", "qemu-user"),
    ("s390x-linux-gnu-gcc", "gcc-s390x-linux-gnu"),
    ("/usr/s390x-linux-gnu/lib/libc.so.6", "libc6-dev-s390x-cross"),
]);
/// C of Linux and of DPDK, and the compilers for it.
pub(crate) const PUBLIC_C: Need = Need::Programs(&[
    ("/usr/src/linux-source-6.1.tar.xz", "linux-source-6.1"),
    ("/usr/include/dpdk/rte_red.h", "libdpdk-dev"),
    toolchain::COMPILERS[0],
    toolchain::COMPILERS[1],
]);
/// Python with its virtual environments.
pub(crate) const PYTHON: Need = Need::Programs(&[("python3", "python3-venv")]);
/// A reader of packet captures.
pub(crate) const TSHARK: Need = Need::Programs(&[("tshark", "tshark")]);
/// A browser without a window.
pub(crate) const BROWSER: Need = Need::Programs(&[("chromium", "chromium")]);

/// Packages of the emulators.
fn emulators() -> [&'static str; 2] {
    toolchain::EMULATORS.map(|(_, package)| package)
}

impl Need {
    /// Installs it where it is missing.
    pub(crate) fn provide(self) -> anyhow::Result<()> {
        match self {
            Self::Emulators => tools::install_emulators(),
            Self::Targets => toolchain::install_targets(),
            Self::Machines => toolchain::install_machines(),
            Self::Target(triple) => toolchain::install_target(triple),
            Self::OldestRust => tools::install_oldest_rust(),
            Self::Book => pinned::BOOK.provide(),
            Self::Compilers => tools::install_compilers(),
            Self::Programs(_) => {
                let missing = self.missing_packages();
                if missing.is_empty() { Ok(()) } else { tools::install_packages(&missing) }
            }
        }
    }

    /// Packages of programs that are missing.
    pub(crate) fn missing_packages(self) -> Vec<&'static str> {
        let Self::Programs(programs) = self else { return Vec::new() };
        programs
            .iter()
            .filter(|(program, _)| !toolchain::have(program))
            .map(|(_, package)| *package)
            .collect()
    }

    /// What is missing and how to get it.
    fn missing(self) -> Option<String> {
        match self {
            Self::Emulators => {
                let missing = toolchain::missing_emulators();
                (!missing.is_empty())
                    .then(|| format!("{} missing: {}", missing.join(", "), toolchain::advice(&emulators())))
            }
            Self::Targets => {
                let missing = toolchain::missing_targets().join(" ");
                (!missing.is_empty()).then(|| format!("{missing} missing: rustup target add {missing}"))
            }
            Self::Machines => {
                let missing = toolchain::missing_machines();
                let all = missing.len() == toolchain::MACHINES.len();
                all.then(|| format!("Rust targets missing: rustup target add {}", missing.join(" ")))
            }
            Self::Target(triple) => (!toolchain::have_target(triple))
                .then(|| format!("{triple} missing: rustup target add {triple}")),
            Self::Compilers => None,
            Self::OldestRust => tools::missing_oldest_rust(),
            Self::Book => {
                pinned::BOOK.find().is_none().then(|| format!("mdbook missing: {}", pinned::BOOK.command()))
            }
            Self::Programs(_) => {
                let missing = self.missing_packages();
                (!missing.is_empty())
                    .then(|| format!("{} missing: {}", missing.join(", "), toolchain::advice(&missing)))
            }
        }
    }
}

/// A group of tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suite {
    /// Name in the closing lines.
    pub(crate) name: &'static str,
    /// What it runs.
    pub(crate) what: &'static str,
    /// What it needs beside the Rust toolchain.
    pub(crate) needs: &'static [Need],
    /// It may be skipped even where skipping is not allowed.
    pub(crate) optional: bool,
    /// It runs only where it is named: it builds much, for another machine or another language.
    pub(crate) apart: bool,
    /// Runs it in the short tier; `None` where only `--all` runs it.
    pub(crate) short: Option<Run>,
    /// Runs all of it.
    pub(crate) run: Run,
}

/// A run of a suite.
pub(crate) type Run = fn() -> anyhow::Result<Outcome>;

impl Suite {
    /// The first thing it lacks on this machine.
    pub(crate) fn missing(&self) -> Option<String> {
        self.needs.iter().find_map(|need| need.missing())
    }
}

/// What came of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It ran.
    Ran {
        /// Its tests.
        count: Count,
        /// What went wrong outside any test.
        problem: Option<String>,
    },
    /// It could not run, and this is why.
    Skipped(String),
}

impl Outcome {
    /// It ran to its end.
    pub(crate) const fn ran(count: Count) -> Self {
        Self::Ran { count, problem: None }
    }

    /// It did not come to count tests.
    pub(crate) fn failed(problem: &str) -> Self {
        let count = Count { failed: 1, ..Count::default() };
        Self::Ran { count, problem: Some(problem.to_owned()) }
    }

    /// Its tests; a skipped suite is one skipped test.
    pub(crate) fn count(&self) -> Count {
        match self {
            Self::Ran { count, .. } => *count,
            Self::Skipped(_) => Count { skipped: 1, ..Count::default() },
        }
    }
}

/// A suite with its outcome.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// The suite.
    pub(crate) suite: &'static Suite,
    /// What came of it.
    pub(crate) outcome: Outcome,
    /// How long it took.
    pub(crate) seconds: f64,
}
