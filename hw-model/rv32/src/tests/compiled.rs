//! A compiled program gives the host's results, at every optimisation level.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::guest::kernel;
use crate::{CV32E40P_LIKE, Core, Image, Layout};

const TARGET: &str = "riscv32imc-unknown-none-elf";
const EXPORTS: [&str; 4] = ["mix", "wide", "sort", "depth"];
const ROUNDS: u32 = 5_000;

/// xorshift32: every value but 0, always the same ones.
struct Words(u32);

impl Words {
    /// Half of them with few bits, so that divisors and shifts see every size.
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        if self.0 & 1 == 0 { self.0 } else { self.0.rotate_left(9) >> (self.0 >> 27) }
    }
}

/// Where the target's libraries are, if it is installed.
fn target_installed() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|o| Path::new(String::from_utf8_lossy(&o.stdout).trim()).exists())
}

/// Builds the guest at an optimisation level; `None` with a printed reason where that is impossible.
fn guest(level: &str) -> Option<Core> {
    if !target_installed() {
        println!("skipped: the {TARGET} target is not installed");
        return None;
    }
    let output = std::env::temp_dir().join(format!("freeboard-guest-{}-{level}.elf", std::process::id()));
    let source: PathBuf = [env!("CARGO_MANIFEST_DIR"), "src/tests/guest/main.rs"].iter().collect();
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "--crate-type", "bin", "--target", TARGET, "-Cpanic=abort"]);
    rustc
        .arg(format!("-Copt-level={level}"))
        .arg("-Clink-arg=--entry=mix")
        .arg(source)
        .arg("-o")
        .arg(&output);
    rustc.args(EXPORTS.map(|name| format!("-Clink-arg=--undefined={name}")));
    let built = rustc.output().expect("rustc starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let bytes = std::fs::read(&output).expect("rustc wrote it");
    std::fs::remove_file(&output).expect("ours");
    let image = Image::parse(&bytes).expect("a static executable");
    Some(Core::new(&image, &CV32E40P_LIKE, Layout::default()).expect("fits"))
}

fn agrees_with_the_host(mut core: Core) {
    let mut words = Words(0x2545_f491);
    for _ in 0..ROUNDS {
        let (a, b, c) = (words.next(), words.next(), words.next());
        let call = core.call("mix", &[a, b, c]).expect("runs");
        assert_eq!(call.a0, kernel::mix(a, b, c), "mix {a:#x} {b:#x} {c:#x}");
        let call = core.call("wide", &[a, b, c]).expect("runs");
        let got = u64::from(call.a0) | u64::from(call.a1) << 32;
        assert_eq!(got, kernel::wide(a, b, c), "wide {a:#x} {b:#x} {c:#x}");
        assert_eq!(core.call("sort", &[a]).expect("runs").a0, kernel::sort(a), "sort {a:#x}");
        assert_eq!(core.call("depth", &[a & 63, b]).expect("runs").a0, kernel::depth(a & 63, b));
    }
}

#[test]
fn compiled_for_speed_it_agrees_with_the_host() {
    guest("3").into_iter().for_each(agrees_with_the_host);
}

#[test]
fn compiled_for_size_it_agrees_with_the_host() {
    guest("z").into_iter().for_each(agrees_with_the_host);
}

#[test]
fn compiled_without_optimisation_it_agrees_and_its_recursion_shows_in_the_stack() {
    let Some(mut core) = guest("0") else { return };
    let shallow = core.call("depth", &[1, 7]).expect("runs");
    let deep = core.call("depth", &[51, 7]).expect("runs");
    assert!(deep.stack_bytes >= shallow.stack_bytes + 50 * 16, "{shallow:?} {deep:?}");
    assert_eq!((deep.stack_bytes - shallow.stack_bytes) % 50, 0, "the same frame each time");
    assert!(deep.instructions > shallow.instructions && deep.cycles > deep.instructions);
    agrees_with_the_host(core);
}
