//! A machine without package managers, and a user who may not install anything.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

/// Programs that the tests of such a machine may use, where this one has them.
const PROGRAMS: [&str; 4] = ["cargo", "rustc", "git", "id"];

/// Runs the tests with nothing else on the path, in a home of its own.
fn test(words: &[&str]) -> Output {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bare-machine");
    let _ = std::fs::remove_dir_all(&home);
    let programs = home.join("bin");
    std::fs::create_dir_all(&programs).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    for program in PROGRAMS {
        if let Some(found) =
            std::env::split_paths(&path).map(|folder| folder.join(program)).find(|it| it.is_file())
        {
            std::os::unix::fs::symlink(found, programs.join(program)).unwrap();
        }
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["test", "--install"]).args(words).env_remove("CI");
    command.env("PATH", &programs).env("CARGO_TARGET_DIR", home.join("target")).output().unwrap()
}

#[test]
fn what_cannot_be_installed_skips_its_suites_and_names_the_command_of_each_system() {
    let ran = test(&["--only", "slurm", "--only", "report"]);
    let text = String::from_utf8(ran.stdout).unwrap();
    assert!(ran.status.success(), "{text}{}", String::from_utf8_lossy(&ran.stderr));
    for (suite, package) in [("slurm", "slurm-wlm"), ("report", "chromium")] {
        let line = text.lines().find(|line| line.starts_with(&format!("suite {suite}"))).unwrap_or_default();
        let managers = ["apt-get install", "dnf install", "pacman -S", "brew install"];
        let named = managers.iter().filter(|manager| line.contains(**manager)).count();
        assert!(
            line.contains("skipped") && line.contains(package) && named == managers.len(),
            "{suite}: {text}"
        );
    }
    assert!(text.ends_with("0 passed, 0 failed, 2 skipped\n"), "{text}");
}
