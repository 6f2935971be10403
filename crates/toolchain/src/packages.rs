//! Packages of the system under the names of four package managers.

use crate::have;

/// A package manager: its program, and the words of an installation that asks nothing and removes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    /// Debian and Ubuntu.
    Apt,
    /// Fedora.
    Dnf,
    /// Arch.
    Pacman,
    /// Homebrew.
    Brew,
}

/// Names of one package with Debian, Fedora, Arch and Homebrew; `None` where the manager has no such package.
type Names = (&'static str, Option<&'static str>, Option<&'static str>, Option<&'static str>);

/// Packages that suites need. Names as of 2026; the first is Debian's, under which the project asks for them.
const NAMES: &[Names] = &[
    ("qemu-system-misc", Some("qemu-system-riscv"), Some("qemu-system-riscv"), Some("qemu")),
    ("qemu-system-arm", Some("qemu-system-arm"), Some("qemu-system-arm"), Some("qemu")),
    ("gcc-arm-none-eabi", Some("arm-none-eabi-gcc-cs"), Some("arm-none-eabi-gcc"), Some("arm-none-eabi-gcc")),
    (
        "gcc-riscv64-unknown-elf",
        Some("gcc-riscv64-linux-gnu"),
        Some("riscv64-elf-gcc"),
        Some("riscv64-elf-gcc"),
    ),
    ("z3", Some("z3"), Some("z3"), Some("z3")),
    ("cvc5", Some("cvc5"), Some("cvc5"), Some("cvc5")),
    ("slurm-wlm", Some("slurm"), Some("slurm-llnl"), None),
    ("munge", Some("munge"), Some("munge"), Some("munge")),
    ("chromium", Some("chromium"), Some("chromium"), Some("chromium")),
    ("valgrind", Some("valgrind"), Some("valgrind"), Some("valgrind")),
    ("gcc", Some("gcc"), Some("gcc"), Some("gcc")),
    ("python3-venv", Some("python3"), Some("python"), Some("python")),
    ("tshark", Some("wireshark-cli"), Some("wireshark-cli"), Some("wireshark")),
    ("wine", Some("wine"), Some("wine"), None),
    ("gcc-mingw-w64-x86-64", Some("mingw64-gcc"), Some("mingw-w64-gcc"), Some("mingw-w64")),
    ("qemu-user", Some("qemu-user"), Some("qemu-user"), None),
    ("gcc-s390x-linux-gnu", Some("gcc-s390x-linux-gnu"), None, None),
    ("libc6-dev-s390x-cross", None, None, None),
    ("linux-source-6.1", None, None, None),
    ("libdpdk-dev", Some("dpdk-devel"), Some("dpdk"), None),
];

impl Manager {
    /// All of them, in the order in which they are looked for.
    pub const ALL: [Self; 4] = [Self::Apt, Self::Dnf, Self::Pacman, Self::Brew];

    /// The one of this machine; `None` where its path has none.
    #[must_use]
    pub fn here() -> Option<Self> {
        Self::ALL.into_iter().find(|manager| have(manager.words()[0]))
    }

    const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Apt => &["apt-get", "install", "-y", "-q", "--no-install-recommends", "--no-remove"],
            Self::Dnf => &["dnf", "install", "-y"],
            Self::Pacman => &["pacman", "-S", "--noconfirm", "--needed"],
            Self::Brew => &["brew", "install"],
        }
    }

    /// Its name of a package that Debian calls so; `None` where it has none.
    fn name(self, debian: &str) -> Option<&'static str> {
        let names = NAMES.iter().find(|names| names.0 == debian)?;
        match self {
            Self::Apt => Some(names.0),
            Self::Dnf => names.1,
            Self::Pacman => names.2,
            Self::Brew => names.3,
        }
    }

    /// The command that installs packages by their Debian names; those that it does not have are left out.
    #[must_use]
    pub fn install(self, packages: &[&str]) -> Vec<&'static str> {
        let mut words = self.words().to_vec();
        for name in packages.iter().filter_map(|package| self.name(package)) {
            if !words.contains(&name) {
                words.push(name);
            }
        }
        words
    }
}

/// The command that an administrator of this machine would run for packages by their Debian names; of every manager where the
/// machine has none.
#[must_use]
pub fn advice(packages: &[&str]) -> String {
    let one = |manager: Manager| manager.install(packages).join(" ");
    Manager::here().map_or_else(|| Manager::ALL.map(one).join(", or "), one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_installed_without_removing_others() {
        let command = Manager::Apt.install(&["valgrind"]).join(" ");
        assert!(command.starts_with("apt-get install ") && command.contains(" --no-remove "), "{command}");
    }

    #[test]
    fn each_manager_is_asked_by_its_own_names_once() {
        let packages = ["qemu-system-misc", "qemu-system-arm", "slurm-wlm"];
        assert_eq!(Manager::Brew.install(&packages).join(" "), "brew install qemu");
        assert!(
            Manager::Dnf.install(&packages).join(" ").ends_with("qemu-system-riscv qemu-system-arm slurm")
        );
        assert!(Manager::Pacman.install(&packages).join(" ").ends_with("slurm-llnl"));
    }
}
