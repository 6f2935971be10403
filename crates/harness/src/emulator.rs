//! Runs a replay image on an emulated board and reads the digests it prints.

use super::digests::Rolling;
use super::images::Target;
use anyhow::{Context, bail};
use freeboard_cost::variant::Variant;
use freeboard_registry::{AqmId, CcId, UnderlayId};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Longest emulation, in polls of a tenth of a second: a hundred times what it takes.
const POLLS: u32 = 3_000;

/// The digests of every variant.
pub(crate) fn run(target: Target, image: &Path) -> anyhow::Result<BTreeMap<Variant, Rolling>> {
    parse(std::str::from_utf8(&bytes(target, image)?)?)
}

/// What an image prints, to its end.
pub(crate) fn bytes(target: Target, image: &Path) -> anyhow::Result<Vec<u8>> {
    let mut emulator = command(target);
    emulator.arg("-kernel").arg(image).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = emulator.spawn().with_context(|| format!("{:?} does not start", emulator.get_program()))?;
    finish(child)
}

fn command(target: Target) -> Command {
    let (program, options): (_, &[&str]) = match target {
        Target::Rv32 => ("qemu-system-riscv32", &["-machine", "virt", "-bios", "none"]),
        Target::Thumbv7 => ("qemu-system-arm", &["-machine", "mps2-an386"]),
        // A Cortex-M3: it runs the Cortex-M0's instructions.
        Target::Thumbv6 => ("qemu-system-arm", &["-machine", "mps2-an385"]),
    };
    let mut command = Command::new(freeboard_toolchain::located(program));
    command.args(options).arg("-nographic");
    if target != Target::Rv32 {
        command.args(["-semihosting-config", "enable=on,target=native"]);
    }
    command
}

/// Waits for the end, with a limit; other threads read, so that no pipe fills up.
fn finish(mut child: Child) -> anyhow::Result<Vec<u8>> {
    let mut outputs = Vec::new();
    if let Some(out) = child.stdout.take() {
        outputs.push(thread::spawn(move || whole(out)));
    }
    if let Some(err) = child.stderr.take() {
        outputs.push(thread::spawn(move || whole(err)));
    }
    for _ in 0..POLLS {
        if child.try_wait()?.is_some() {
            let mut printed = Vec::new();
            for output in outputs {
                printed.extend(output.join().unwrap_or_else(|_| Ok(Vec::new()))?);
            }
            return Ok(printed);
        }
        thread::sleep(Duration::from_millis(100));
    }
    child.kill()?;
    bail!("the emulator did not end")
}

fn whole(mut source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut printed = Vec::new();
    source.read_to_end(&mut printed)?;
    Ok(printed)
}

fn parse(text: &str) -> anyhow::Result<BTreeMap<Variant, Rolling>> {
    let mut digests: BTreeMap<Variant, Rolling> = BTreeMap::new();
    let mut done = false;
    for line in text.lines() {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["done"] => done = true,
            [kind, number, digest] => {
                let number = usize::from_str_radix(number, 16)?;
                let digest = u32::from_str_radix(digest, 16)?;
                digests.entry(variant(kind, number)?).or_default().push(digest);
            }
            _ => bail!("the image printed `{line}`"),
        }
    }
    if !done {
        bail!("the image stopped before its end");
    }
    Ok(digests)
}

fn variant(kind: &str, number: usize) -> anyhow::Result<Variant> {
    let found = match kind {
        "aqm" => AqmId::ALL.get(number).map(|id| Variant::Aqm(*id)),
        "cc" => CcId::ALL.get(number).map(|id| Variant::Cc(*id)),
        "underlay" => UnderlayId::ALL.get(number).map(|id| Variant::Underlay(*id)),
        _ => None,
    };
    found.with_context(|| format!("the image names variant {kind} {number}, which is not registered"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_epochs_in_order_and_insists_on_the_end() {
        let digests = parse("aqm 00000000 0000000a\naqm 00000000 0000000b\ncc 00000000 0000000c\ndone\n")
            .expect("well formed");
        assert_eq!(digests[&Variant::Aqm(AqmId::ALL[0])], [10, 11]);
        assert_eq!(digests[&Variant::Cc(CcId::ALL[0])], [12]);
        assert!(parse("aqm 00000000 0000000a\n").is_err(), "no `done`");
        assert!(parse("panic\n").is_err());
        assert!(parse("aqm 000000ff 00000001\ndone\n").is_err(), "unknown number");
    }
}
