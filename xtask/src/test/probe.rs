//! Tool probe of the machine.

use crate::pinned;
use freeboard_toolchain::Nightly;
use std::path::Path;
use std::process::Command;

/// Prints the probes to standard error, and whether what is missing is going to be installed.
pub(crate) fn print(install: bool) {
    eprintln!("== this machine");
    for (what, program, arguments) in [
        ("compiler", "rustc", &["--version"][..]),
        ("nextest", "cargo", &["nextest", "--version"]),
        ("QEMU for RV32", "qemu-system-riscv32", &["--version"]),
        ("QEMU for Cortex-M", "qemu-system-arm", &["--version"]),
        ("C compiler", "cc", &["--version"]),
        ("C for Cortex-M", "arm-none-eabi-gcc", &["--version"]),
        ("C for RISC-V", "riscv64-unknown-elf-gcc", &["--version"]),
        ("solver", "z3", &["--version"]),
        ("second solver", "cvc5", &["--version"]),
        ("user", "id", &["-un"]),
    ] {
        eprintln!("{what:<18} {}", first_line(program, arguments));
    }
    let nightly = Nightly::find().map_or_else(|_| "none".to_owned(), |nightly| nightly.describe());
    eprintln!("{:<18} {nightly}", "nightly");
    eprintln!(
        "{:<18} {}",
        "mdbook",
        pinned::BOOK.find().map_or("none".to_owned(), |path| path.display().to_string())
    );
    for (what, path) in [("TUN device", "/dev/net/tun"), ("kernel types (BTF)", "/sys/kernel/btf/vmlinux")] {
        eprintln!("{what:<18} {}", if Path::new(path).exists() { path } else { "none" });
    }
    let installs = if install { "what is missing" } else { "nothing; --install changes that" };
    eprintln!("{:<18} {installs}", "installs");
}

fn first_line(program: &str, arguments: &[&str]) -> String {
    let Ok(output) = Command::new(freeboard_toolchain::located(program)).args(arguments).output() else {
        return "none".to_owned();
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().next().unwrap_or("none").to_owned();
    if output.status.success() { line } else { "none".to_owned() }
}
